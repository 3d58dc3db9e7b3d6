import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { grantArchive } from '#server/features/downloads/downloads.ts';
import { createSending } from '#server/features/downloads/public/sending.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { pageIn, Progression } from '#server/features/opds/public/progression.ts';
import type { PageStreaming } from '#server/features/opds/public/streaming.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { describeBooks, findBook, listPages } from './books.ts';
import { bookSearch } from './book-conditions.ts';
import { inOrder, isRead } from './book-order.ts';
import type { Book } from './dto.ts';
import { bookManifest, DIVINA } from './manifest.ts';
import { requestedPage, slice, springPage, type Pageable } from './paging.ts';
import { firstBooks, forgetBooks, listBooks, nextBooks, readBooks, type ListedBook } from './queries.ts';
import { listsWithBook } from './read-lists/read-lists.ts';
import { locator, progression } from './readium.ts';
import { keepPlace } from './reading.ts';
import { forFiles, forMembers, forReading, hidden, readerIn } from './scope.ts';
import { conditionsIn, SearchBody, searchIn, SeriesQuery } from './series-search.ts';
import { describeSeries, findSeries, listSeries, type KomgaDeps, type SeriesSearch } from './series.ts';

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const Id = z.object({ id });
const Page = z.object({ id, page: z.coerce.number().int().min(0).max(2_147_483_646) });
const ZeroBased = z.object({
  zero_based: z
    .unknown()
    .optional()
    .transform((given) => given === 'true'),
});
const ReadProgress = z.object({ page: z.number().int().nullish(), completed: z.boolean().nullish() });

/** Pixels of the width of a book's thumbnail at most. */
const THUMBNAIL = 240;

/** Books: the chapters, their pages, and where a member is in them. */
export function bookRoutes(scope: App, deps: KomgaDeps, streaming: PageStreaming): void {
  const api = `${KOMGA_ROOT}/api/v1/books`;
  const send = createSending(deps);

  scope.get(api, { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers }, async (request) => {
    const [state, ...others] = request.query.read_status;
    const search = await searchIn(deps, request, { ...request.query, read_status: [] });
    return others.length === 0 && state !== undefined && state !== 'UNREAD'
      ? readPage(deps, request, state === 'READ', request.query)
      : newestPage(deps, request, search, request.query);
  });

  scope.post(
    `${api}/list`,
    { schema: { querystring: SeriesQuery, body: SearchBody, ...hidden }, config: forMembers },
    async (request) => {
      const { series, states, rest } = bookSearch(request.body?.condition);
      if (series.length > 0) return seriesPage(deps, request, series, states, request.query);
      const [state] = states;
      if (states.length === 1 && state !== 'UNREAD') {
        return readPage(deps, request, state === 'READ', request.query);
      }
      const search = await conditionsIn(deps, request, { ...request.body, condition: rest });
      return newestPage(deps, request, search, request.query);
    },
  );

  scope.get(`${api}/latest`, { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers }, async (request) =>
    newestPage(deps, request, { q: '' }, { ...request.query, sort: [] }),
  );

  scope.get(
    `${api}/ondeck`,
    { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers },
    async (request) => {
      const { viewing, query } = request;
      const member = readerIn(request);
      const ids = await nextBooks(deps.db, viewing.blocked, member);
      return springPage(await describeBooks(deps, viewing, member, slice(ids, query)), ids.length, query);
    },
  );

  scope.get(`${api}/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const { book } = await findRequestedBook(deps, request, request.params.id);
    return book;
  });

  for (const [path, step] of [
    ['next', 1],
    ['previous', -1],
  ] as const) {
    scope.get(`${api}/:id/${path}`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
      const { viewing } = request;
      const member = readerIn(request);
      const { comic } = await findRequestedBook(deps, request, request.params.id);
      const all = inOrder(await listBooks(deps.db, viewing.blocked, member, comic.id), { sort: [] });
      const here = all.findIndex((each) => each.id === request.params.id);
      const other = here < 0 ? undefined : all[here + step];
      const [book] = other === undefined ? [] : await describeBooks(deps, viewing, member, [other.id], [comic]);
      if (book === undefined) throw problem('chapter-not-found');
      return book;
    });
  }

  scope.get(`${api}/:id/readlists`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const { book, comic } = await findRequestedBook(deps, request, request.params.id);
    return listsWithBook(deps, request.viewing, readerIn(request), { id: book.id, comicId: comic.id });
  });

  scope.get(`${api}/:id/pages`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const { book } = await findRequestedBook(deps, request, request.params.id);
    return listPages(deps, request.params.id, book.media.pagesCount);
  });

  const sendPage = (width: number | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { id: chapter, page } = request.params as z.infer<typeof Page>;
    const first = (request.query as z.infer<typeof ZeroBased>).zero_based ? 0 : 1;
    if (page < first) throw problem('page-not-found');
    return streaming.send(request, reply, { chapter, page: page - first, width, reads: false });
  };
  const forPictures = { ...forMembers, recentSession: true };
  const paged = { schema: { params: Page, querystring: ZeroBased, ...hidden }, config: forPictures };
  scope.get(`${api}/:id/pages/:page`, paged, sendPage(null));
  scope.get(`${api}/:id/pages/:page/raw`, paged, sendPage(null));
  scope.get(`${api}/:id/pages/:page/thumbnail`, paged, sendPage(THUMBNAIL));

  scope.get(
    `${api}/:id/thumbnail`,
    { schema: { params: Id, ...hidden }, config: forPictures },
    async (request, reply) =>
      streaming.send(request, reply, { chapter: request.params.id, page: 0, width: THUMBNAIL, reads: false }),
  );

  for (const path of ['file', 'file/*']) {
    scope.get(`${api}/:id/${path}`, { schema: { params: Id, ...hidden }, config: forFiles }, async (request, reply) => {
      const member = requireMember(request);
      const { comic } = await findRequestedBook(deps, request, request.params.id);
      const whole = await findComic(deps.reads, request.viewing, String(comic.id));
      const chapters = comic.oneshot ? [] : [request.params.id];
      const { archive } = await grantArchive(deps, request.viewing, member, whole, chapters);
      return send(request, reply, member, archive);
    });
  }

  for (const path of ['manifest', 'manifest/divina']) {
    scope.get(
      `${api}/:id/${path}`,
      { schema: { params: Id, ...hidden }, config: forMembers },
      async (request, reply) => {
        const { viewing, params } = request;
        const { book, comic } = await findRequestedBook(deps, request, params.id);
        const [series, pages] = await Promise.all([
          describeSeries(deps, viewing, readerIn(request), comic),
          listPages(deps, params.id, book.media.pagesCount),
        ]);
        return reply.type(DIVINA).send(JSON.stringify(bookManifest(viewing, book, series, pages)));
      },
    );
  }

  // Nobody has chosen others than the first page.
  scope.get(`${api}/:id/thumbnails`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    await findRequestedBook(deps, request, request.params.id);
    return [];
  });

  scope.patch(
    `${api}/:id/read-progress`,
    { schema: { params: Id, body: ReadProgress, ...hidden }, config: forReading },
    async (request, reply) => {
      const { page, completed } = request.body;
      await keepPlace(
        deps,
        request.viewing,
        requireMember(request),
        await findRequestedBook(deps, request, request.params.id),
        {
          page: page ?? undefined,
          completed: completed ?? undefined,
        },
      );
      return reply.code(204).send();
    },
  );

  scope.delete(
    `${api}/:id/read-progress`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      await findRequestedBook(deps, request, request.params.id);
      await forgetBooks(deps.db, member, [request.params.id]);
      return reply.code(204).send();
    },
  );

  scope.get(
    `${api}/:id/progression`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request, reply) => {
      const { book } = await findRequestedBook(deps, request, request.params.id);
      const place = await progression(deps, book);
      return place ?? reply.code(204).send();
    },
  );

  scope.put(
    `${api}/:id/progression`,
    { schema: { params: Id, body: Progression, ...hidden }, config: forReading },
    async (request, reply) => {
      const { device, locator: at } = request.body;
      const of = await findRequestedBook(deps, request, request.params.id);
      const page = pageIn(at, of.book.media.pagesCount, 1);
      if (page === null) throw problem('request-invalid');
      await keepPlace(deps, request.viewing, requireMember(request), of, { page }, device.name);
      return reply.code(204).send();
    },
  );

  scope.get(`${api}/:id/positions`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const { book } = await findRequestedBook(deps, request, request.params.id);
    const pages = await listPages(deps, request.params.id, book.media.pagesCount);
    return { total: pages.length, positions: pages.map((page) => locator(book, page, pages.length)) };
  });
}

function findRequestedBook(
  deps: KomgaDeps,
  request: FastifyRequest,
  chapter: number,
): Promise<{ book: Book; comic: CardRow }> {
  return findBook(deps, request.viewing, readerIn(request), chapter);
}

/** A page of the newest book of each series that a search finds, of a one-shot itself; those with the newest ones first unless something else is said. */
async function newestPage(
  deps: KomgaDeps,
  request: FastifyRequest,
  search: SeriesSearch,
  given: Pageable,
): Promise<object> {
  const { viewing } = request;
  const { rows, total } = await listSeries(deps, viewing, { sort: 'latest_chapter', ...search }, given);
  const without = rows.filter(({ latest_chapter: latest }) => latest === null).map(({ id: comic }) => comic);
  const first =
    without.length === 0 ? new Map<number, number>() : await firstBooks(deps.reads, viewing.blocked, without);
  const ids = rows.flatMap((row) => row.latest_chapter?.id ?? first.get(row.id) ?? []);
  return springPage(await describeBooks(deps, viewing, readerIn(request), ids, rows), total, given);
}

/** A page of the books that a member has begun, or read to the end, the last one first. */
async function readPage(
  deps: KomgaDeps,
  request: FastifyRequest,
  completed: boolean,
  given: Pageable,
): Promise<object> {
  const member = readerIn(request);
  const { page, size } = requestedPage(given);
  const { ids, total } = await readBooks(deps.db, member, completed, page * size, size);
  return springPage(await describeBooks(deps, request.viewing, member, ids), total, given);
}

/** A page of the books of some series, as far as they are in one of these states of reading. */
async function seriesPage(
  deps: KomgaDeps,
  request: FastifyRequest,
  series: readonly string[],
  states: readonly string[],
  given: Pageable,
): Promise<object> {
  const { viewing } = request;
  const member = readerIn(request);
  const comics: CardRow[] = [];
  const books: ListedBook[] = [];
  for (const each of series) {
    const comic = await findSeries(deps, viewing, each);
    comics.push(comic);
    books.push(...(await listBooks(deps.db, viewing.blocked, member, comic.id)));
  }
  const ordered = inOrder(
    books.filter((book) => isRead(book, states)),
    given,
  );
  const shown = slice(ordered, given).map((book) => book.id);
  return springPage(await describeBooks(deps, viewing, member, shown, comics), ordered.length, given);
}
