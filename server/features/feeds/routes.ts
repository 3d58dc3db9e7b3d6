import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ComicQuery } from '#contract/comics.ts';
import { isProblem, problem } from '#contract/problems.ts';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import { blocksAny, isLimited } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { createReaderLogin } from '#server/features/accounts/public/basic-login.ts';
import { strictestMode } from '#server/http/access/age-gate.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { readerScope, sendText } from '#server/http/requests/feed-request.ts';
import { toAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { followingFeed } from './following-feed.ts';
import { toRss } from './rss.ts';
import { comicFeed, listingFeed, termFeed, type FeedPart } from './work-feeds.ts';

const Query = ComicQuery.omit({ per_page: true });
const Lang = z.object({ lang: z.string() });
const Paged = ComicQuery.pick({ page: true });
const Address = Lang.extend({ kind: z.string(), slug: z.string().min(1).max(300) });
const FORMS = {
  atom: ['application/atom+xml; charset=utf-8', toAtom],
  rss: ['application/rss+xml; charset=utf-8', toRss],
} as const satisfies Record<string, readonly [string, (feed: Feed) => string]>;

/** Seconds that anyone may keep a feed before asking whether it is still the same. */
const KEPT_SECONDS = 300;

/**
 * Atom and RSS at `/{lang}/latest/feed.atom`, `/{lang}/{kind}/{slug}/feed.atom` and `/{lang}/comic/{slug}/feed.atom`, with
 * `.rss` in its place: each page's address and what is new on it, under the filters of the page's own address. What is
 * listed is what the API lists the caller, who is a guest unless a password or a key comes along. What a member follows is
 * at `/{lang}/following/feed.atom`.
 */
export async function feedRoutes(
  scope: App,
  deps: Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'sites' | 'config' | 'secret' | 'now' | 'log'>,
): Promise<void> {
  await readerScope(scope, deps, createReaderLogin(deps));
  const read = { permission: 'comics.read' } as const;
  scope.setErrorHandler((error, { viewing }, reply) => {
    // A program that has a password or a key in its address sends it once it is asked to.
    if (isProblem(error) && error.status === 401) {
      void reply.header('www-authenticate', `Basic realm="${viewing.site.id}", charset="UTF-8"`);
    }
    throw error;
  });

  for (const form of ['atom', 'rss'] as const) {
    const answer = (request: FastifyRequest, reply: FastifyReply, { parts, ...part }: FeedPart, page: number) => {
      const [type, write] = FORMS[form];
      const body = write({ ...part, links: feedLinks(request, page, parts) });
      void reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      if (isForAnyone(request.viewing)) {
        void reply.headers({ 'cache-control': `public, max-age=${KEPT_SECONDS}`, vary: 'Authorization, Cookie' });
      }
      return sendText(request, reply, { body, type, changed: part.updated });
    };

    scope.get(
      `/:lang/latest/feed.${form}`,
      { schema: { params: Lang, querystring: Query, hide: true }, config: read },
      async (request, reply) =>
        answer(request, reply, await listingFeed(deps, request.viewing, request.query), request.query.page),
    );

    scope.get(
      `/:lang/following/feed.${form}`,
      { schema: { params: Lang, querystring: Paged, hide: true }, config: { permission: 'library.own' } },
      async (request, reply) =>
        answer(
          request,
          reply,
          await followingFeed(deps, request.viewing, requireMember(request), request.query.page),
          request.query.page,
        ),
    );

    scope.get(
      `/:lang/:kind/:slug/feed.${form}`,
      { schema: { params: Address, querystring: Query, hide: true }, config: read },
      async (request, reply) => {
        const {
          viewing,
          query,
          params: { kind: word, slug },
        } = request;
        const kind = TERM_KINDS.find((each) => each === word);
        if (kind === undefined && word !== 'comic' && word !== 'webtoon') throw problem('route-not-found');
        return answer(
          request,
          reply,
          kind === undefined
            ? await comicFeed(deps, viewing, slug, query.page)
            : await termFeed(deps, viewing, kind, slug, query),
          query.page,
        );
      },
    );
  }
}

/** Whether every guest of the site gets the same, wherever they are and whatever they chose: only such is for caches between. */
function isForAnyone({ site, viewer, rating, hidden, blocked, limit, titles }: RequestContext): boolean {
  return (
    viewer.id === null &&
    rating === 'safe' &&
    hidden.length === 0 &&
    !blocksAny(blocked) &&
    !isLimited(limit) &&
    titles === 'translated' &&
    strictestMode(site) !== 'external'
  );
}

function feedLinks({ url, viewing: { origin } }: FastifyRequest, page: number, parts: number): Feed['links'] {
  const [path = '', query = ''] = url.split('?', 2);
  const at = (number: number) => {
    const parameters = new URLSearchParams(query);
    if (number === 1) {
      parameters.delete('page');
    } else {
      parameters.set('page', String(number));
    }
    return `${origin}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
  };
  return [
    { rel: 'self', href: at(page) },
    { rel: 'first', href: at(1) },
    ...(page > 1 ? [{ rel: 'previous', href: at(page - 1) } as const] : []),
    ...(page < parts ? [{ rel: 'next', href: at(page + 1) } as const] : []),
    { rel: 'last', href: at(parts) },
  ];
}
