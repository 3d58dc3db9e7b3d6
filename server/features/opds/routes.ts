import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ComicQuery, MAX_QUERY_LENGTH } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Deps } from '#server/deps.ts';
import { createReaderLogin } from '#server/features/accounts/public/basic-login.ts';
import { createViewCounter } from '#server/features/comics/public/view-counter.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { pageImages } from '#server/features/comics/public/queries-pages.ts';
import { createSending } from '#server/features/downloads/public/sending.ts';
import { grantArchive } from '#server/features/downloads/downloads.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { readerScope, sendText } from '#server/http/requests/feed-request.ts';
import { atomShelf, feedType, searchDescription } from './atom.ts';
import { askToSignIn, authenticationDocument, AUTHENTICATION_TYPE } from './authentication.ts';
import { opdsAddressesFor } from './opds-addresses.ts';
import { OWN_SHELVES, ownShelf } from './own-shelves.ts';
import { chaptersById } from './queries.ts';
import type { Shelf } from './shelf.ts';
import { comicShelf, comicsShelf, rootShelf, termShelf, termsShelf } from './shelves.ts';
import { createPageStreaming } from './public/streaming.ts';
import { Progression, PROGRESSION_TYPE } from './public/progression.ts';
import { keepPlace, placeIn } from './reading-places.ts';
import { divina, webpubShelf } from './webpub.ts';
import { worksAt } from './works.ts';

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const Lang = z.object({ lang: z.string() });
const Kind = Lang.extend({ kind: z.string() });
const Slug = Lang.extend({ slug: z.string().min(1).max(300) });
const Chapter = Lang.extend({ chapter: id });
const Page = Chapter.extend({ page: z.coerce.number().int().min(0).max(2_147_483_646) });
/** A client that knows no width leaves the template's words in its place, or nothing. */
const Width = z.object({
  width: z
    .string()
    .optional()
    .transform((text) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null)),
});
const Query = ComicQuery.omit({ per_page: true });
const Paged = ComicQuery.pick({ page: true });
const Terms = Paged.extend({ sort: z.enum(['name', 'comics_count']).optional() });
const Search = Paged.extend({ query: z.string().max(MAX_QUERY_LENGTH).default('') });

const read = { permission: 'comics.read' } as const;
const hidden = { hide: true } as const;

/**
 * The library for apps that read: OPDS 1.2 with page streaming at `/{lang}/opds`, OPDS 2.0 at `/{lang}/opds/v2`. Both show
 * the same shelves to whoever asks what the site would show them.
 */
export async function opdsRoutes(
  scope: App,
  deps: Pick<
    Deps,
    'db' | 'reads' | 'database' | 'catalogue' | 'blobs' | 'changes' | 'sites' | 'config' | 'secret' | 'now' | 'log'
  >,
): Promise<void> {
  // Readers that are web pages themselves may read what a guest may: without a preflight no browser sends what signs in.
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.header('access-control-allow-origin', '*');
    done();
  });
  await readerScope(scope, deps, createReaderLogin(deps));
  askToSignIn(scope);
  const views = createViewCounter(deps);
  scope.addHook('onClose', () => views.close());
  const pages = createPageStreaming(deps, views);
  scope.addHook('onClose', () => pages.close());
  const send = createSending(deps);

  for (const version of [1, 2] as const) {
    const base = version === 1 ? '/:lang/opds' : '/:lang/opds/v2';
    const written = (request: FastifyRequest, shelf: Shelf) => {
      const to = opdsAddressesFor(request, version);
      return version === 1
        ? { body: atomShelf(shelf, request.viewing, to, deps.now()), type: feedType(shelf) }
        : { body: JSON.stringify(webpubShelf(shelf, to)), type: 'application/opds+json' };
    };

    scope.get(base, { schema: { params: Lang, ...hidden }, config: read }, async (request, reply) => {
      const { viewing } = request;
      const groups = version === 1 ? [] : [await comicsShelf(deps, viewing, Query.parse({}))];
      return sendText(request, reply, written(request, { ...rootShelf(viewing), groups }));
    });

    scope.get(
      `${base}/comics`,
      { schema: { params: Lang, querystring: Query, ...hidden }, config: read },
      async (request, reply) =>
        sendText(request, reply, written(request, await comicsShelf(deps, request.viewing, request.query))),
    );

    scope.get(
      `${base}/comics/:slug`,
      { schema: { params: Slug, querystring: Paged, ...hidden }, config: read },
      async (request, reply) =>
        sendText(
          request,
          reply,
          written(request, await comicShelf(deps, request.viewing, request.params.slug, request.query.page)),
        ),
    );

    scope.get(
      `${base}/:kind`,
      { schema: { params: Kind, querystring: Terms, ...hidden }, config: read },
      async (request, reply) =>
        sendText(
          request,
          reply,
          written(request, await termsShelf(deps, request.viewing, kindAt(request.params.kind), request.query)),
        ),
    );

    scope.get(
      `${base}/:kind/:slug`,
      { schema: { params: Kind.extend(Slug.shape), querystring: Query, ...hidden }, config: read },
      async (request, reply) =>
        sendText(
          request,
          reply,
          written(
            request,
            await termShelf(deps, request.viewing, kindAt(request.params.kind), request.params.slug, request.query),
          ),
        ),
    );

    for (const own of OWN_SHELVES) {
      const config = {
        permission: 'library.own',
        features: own === 'favorites' ? ['favorites' as const] : [],
      } as const;
      scope.get(
        `${base}/${own}`,
        { schema: { params: Lang, querystring: Paged, ...hidden }, config },
        async (request, reply) =>
          sendText(
            request,
            reply,
            written(request, await ownShelf(deps, request.viewing, requireMember(request), own, request.query.page)),
          ),
      );
    }
  }

  scope.get(
    '/:lang/opds/v2/search',
    { schema: { params: Lang, querystring: Search, ...hidden }, config: read },
    async (request, reply) => {
      const { query: q, page } = request.query;
      const shelf = await comicsShelf(deps, request.viewing, Query.parse({ q, page }));
      return sendText(request, reply, {
        body: JSON.stringify(webpubShelf(shelf, opdsAddressesFor(request, 2))),
        type: 'application/opds+json',
      });
    },
  );

  scope.get('/:lang/opds/search.xml', { schema: { params: Lang, ...hidden }, config: read }, (request, reply) =>
    sendText(request, reply, {
      body: searchDescription(request.viewing, opdsAddressesFor(request, 1)),
      type: 'application/opensearchdescription+xml; charset=utf-8',
    }),
  );

  scope.get(
    '/:lang/opds/authentication',
    { schema: { params: Lang, ...hidden }, config: { permission: 'site.read' } },
    (request, reply) =>
      sendText(request, reply, {
        body: JSON.stringify(authenticationDocument(request.viewing, opdsAddressesFor(request, 1).authentication)),
        type: AUTHENTICATION_TYPE,
      }),
  );

  scope.get(
    '/:lang/opds/v2/chapters/:chapter',
    { schema: { params: Chapter, ...hidden }, config: read },
    async (request, reply) => {
      const { work, reading } = await requireReading(request, request.params.chapter);
      const pages = await pageImages(deps, deps.reads, request.viewing, reading.chapter, reading.pages);
      return sendText(request, reply, {
        body: JSON.stringify(divina(work, pages, opdsAddressesFor(request, 2))),
        type: 'application/divina+json',
      });
    },
  );

  const own = { permission: 'library.own' } as const;
  scope.get(
    '/:lang/opds/v2/chapters/:chapter/progression',
    { schema: { params: Chapter, ...hidden }, config: own },
    async (request, reply) => {
      const { reading } = await requireReading(request, request.params.chapter);
      const place = placeIn(reading, opdsAddressesFor(request, 2));
      return place === null ? reply.code(204).send() : reply.type(PROGRESSION_TYPE).send(JSON.stringify(place));
    },
  );

  scope.addContentTypeParser(PROGRESSION_TYPE, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
  scope.put(
    '/:lang/opds/v2/chapters/:chapter/progression',
    { schema: { params: Chapter, body: Progression, ...hidden }, config: own },
    async (request, reply) => {
      const found = await requireReading(request, request.params.chapter);
      await keepPlace(deps, request.viewing, requireMember(request), found, request.body);
      return reply.code(204).send();
    },
  );

  scope.get(
    '/:lang/opds/chapters/:chapter/pages/:page',
    { schema: { params: Page, querystring: Width, ...hidden }, config: { ...read, recentSession: true } },
    (request, reply) => pages.send(request, reply, { ...request.params, ...request.query, reads: true }),
  );

  scope.get(
    '/:lang/opds/chapters/:chapter/file',
    { schema: { params: Chapter, ...hidden }, config: { permission: 'comics.download', features: ['downloads'] } },
    async (request, reply) => {
      const { chapter, comic } = await requireChapter(request, request.params.chapter);
      const member = requireMember(request);
      const { archive } = await grantArchive(deps, request.viewing, member, comic, comic.oneshot ? [] : [chapter.id]);
      return send(request, reply, member, archive);
    },
  );

  const requireReading = async (request: FastifyRequest, address: number) => {
    const { chapter, comic } = await requireChapter(request, address);
    const [work] = await worksAt(deps, request.viewing, [{ row: comic, chapter: chapter.id }]);
    if (!work?.reading) throw problem('page-not-found');
    return { work, comic, reading: work.reading };
  };
  const requireChapter = async ({ viewing }: FastifyRequest, address: number) => {
    const chapter = (await chaptersById(deps.reads, viewing, [address])).get(address);
    if (chapter === undefined) throw problem('chapter-not-found');
    return { chapter, comic: await findComic(deps.reads, viewing, String(chapter.comic_id)) };
  };
}

/** The kind of term whose terms lie at a path. @throws Problem `route-not-found`. */
function kindAt(path: string): TermKind {
  const kind = TERM_KINDS.find((each) => KIND_PATHS[each] === path);
  if (kind === undefined) throw problem('route-not-found');
  return kind;
}
