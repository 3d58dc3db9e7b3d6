import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_QUERY_LENGTH, RATINGS, type Rating } from '#contract/comics.ts';
import type { App } from '#server/http/app-type.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import { describeBooks, sortNumber } from './books.ts';
import { findCollection, listCollections } from './collections.ts';
import { all, any, checked, ratingsAged, searchConditions, searchFor } from './conditions.ts';
import { sendCover } from './covers.ts';
import { languagesOfLibraries, listLibraries } from './libraries.ts';
import { pageable, slice, springPage, texts, type Pageable } from './paging.ts';
import { forgetBooks, listBooks, type ListedBook } from './queries.ts';
import { keepAllRead, trackedProgress } from './reading.ts';
import { forMembers, forReading, hidden, readerIn } from './scope.ts';
import { describeSeries, findSeries, listSeries, type KomgaDeps, type SeriesSearch } from './series.ts';

const one = z
  .unknown()
  .optional()
  .transform((given) => (typeof given === 'string' ? given.slice(0, MAX_QUERY_LENGTH) : ''));
const flag = one.transform((given) => (given === 'true' ? true : given === 'false' ? false : null));

/** The parameters that narrow lists of series; others are passed by, as Spring does. */
export const SeriesQuery = z.object({
  ...pageable,
  search: one,
  library_id: texts,
  collection_id: texts,
  status: texts,
  read_status: texts,
  publisher: texts,
  language: texts,
  genre: texts,
  tag: texts,
  age_rating: texts,
  release_year: texts,
  deleted: flag,
  oneshot: flag,
  /** `name,role`, as often as there are authors. */
  author: z
    .unknown()
    .optional()
    .transform((given) => [given].flat().filter((each) => typeof each === 'string')),
});
type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The body of a search: conditions, and words. */
export const SearchBody = z
  .object({ condition: z.unknown().optional(), fullTextSearch: z.string().max(MAX_QUERY_LENGTH).nullish() })
  .nullish();

const Id = z.object({ id: z.string().max(40) });
const BooksQuery = z.object({ ...pageable, media_status: texts, read_status: texts, deleted: flag });
const Tracked = z.object({ lastBookNumberSortRead: z.number() });

/** Series: the works, and what hangs on one. */
export function seriesRoutes(scope: App, deps: KomgaDeps): void {
  const api = `${KOMGA_ROOT}/api/v1`;

  const send = async (request: FastifyRequest, search: SeriesSearch, given: Pageable) => {
    const { rows, total } = await listSeries(deps, request.viewing, search, given);
    return springPage(await describeSeries(deps, request.viewing, readerIn(request), rows), total, given);
  };

  scope.get(`${api}/series`, { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers }, async (request) =>
    send(request, await searchIn(deps, request, request.query), request.query),
  );

  scope.post(
    `${api}/series/list`,
    { schema: { querystring: SeriesQuery, body: SearchBody, ...hidden }, config: forMembers },
    async (request) => send(request, await conditionsIn(deps, request, request.body), request.query),
  );

  // New ones by when they came; those that were updated, and both together, by their newest chapter.
  for (const [path, sort] of [
    ['new', 'uploaded_at'],
    ['updated', 'latest_chapter'],
    ['latest', 'latest_chapter'],
  ] as const) {
    scope.get(
      `${api}/series/${path}`,
      { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers },
      async (request) =>
        send(request, { ...(await searchIn(deps, request, request.query)), sort }, { ...request.query, sort: [] }),
    );
  }

  scope.get(`${api}/series/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const row = await findSeries(deps, request.viewing, request.params.id);
    const [series] = await describeSeries(deps, request.viewing, readerIn(request), [row]);
    return series;
  });

  scope.get(
    `${api}/series/:id/books`,
    { schema: { params: Id, querystring: BooksQuery, ...hidden }, config: forMembers },
    async (request) => {
      const { viewing, query } = request;
      const row = await findSeries(deps, viewing, request.params.id);
      const member = readerIn(request);
      const listed = inOrder(
        (await listBooks(deps.db, viewing.blocked, member, row.id)).filter((book) => isRead(book, query.read_status)),
        query,
      );
      const shown = slice(listed, query).map(({ id }) => id);
      const books = await describeBooks(deps, viewing, member, shown, [row]);
      const wanted = query.media_status;
      const ready = wanted.length === 0 ? books : books.filter(({ media }) => wanted.includes(media.status));
      return springPage(ready, query.deleted === true ? 0 : listed.length - (books.length - ready.length), query);
    },
  );

  scope.get(
    `${api}/series/:id/collections`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request) => {
      const row = await findSeries(deps, request.viewing, request.params.id);
      const own = await listCollections(deps, request.viewing, readerIn(request));
      return own.filter(({ seriesIds }) => seriesIds.includes(String(row.id)));
    },
  );

  scope.get(
    `${api}/series/:id/thumbnail`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request, reply) =>
      sendCover(deps, request, reply, await findSeries(deps, request.viewing, request.params.id)),
  );

  scope.post(
    `${api}/series/:id/read-progress`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      const row = await findSeries(deps, request.viewing, request.params.id);
      const books = await listBooks(deps.db, request.viewing.blocked, member, row.id);
      await keepAllRead(deps, request.viewing, member, row, books);
      return reply.code(204).send();
    },
  );

  scope.delete(
    `${api}/series/:id/read-progress`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      const row = await findSeries(deps, request.viewing, request.params.id);
      const books = await listBooks(deps.db, request.viewing.blocked, member, row.id);
      await forgetBooks(
        deps.db,
        member,
        books.map(({ id }) => id),
      );
      return reply.code(204).send();
    },
  );

  scope.get(
    `${KOMGA_ROOT}/api/v2/series/:id/read-progress/tachiyomi`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request) => {
      const row = await findSeries(deps, request.viewing, request.params.id);
      return trackedProgress(await listBooks(deps.db, request.viewing.blocked, requireMember(request), row.id));
    },
  );

  scope.put(
    `${KOMGA_ROOT}/api/v2/series/:id/read-progress/tachiyomi`,
    { schema: { params: Id, body: Tracked, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      const row = await findSeries(deps, request.viewing, request.params.id);
      const books = await listBooks(deps.db, request.viewing.blocked, member, row.id);
      const read = books.filter((book) => sortNumber(book) <= request.body.lastBookNumberSortRead);
      await keepAllRead(deps, request.viewing, member, row, read);
      return reply.code(204).send();
    },
  );
}

/** Whether a book is in one of these states of reading; in any where none are named. */
export function isRead({ completed, read_at: readAt }: ListedBook, states: readonly string[]): boolean {
  const state = completed ? 'READ' : readAt === null ? 'UNREAD' : 'IN_PROGRESS';
  return states.length === 0 || states.includes(state);
}

/** Books of one series in the order that is asked for: by number unless it is by a date. */
export function inOrder(books: readonly ListedBook[], { sort }: Pick<Pageable, 'sort'>): ListedBook[] {
  const [by] = sort;
  const byDate =
    by === undefined
      ? null
      : /created|releaseDate|lastModified|fileLastModified/.test(by.property)
        ? (book: ListedBook) => book.added_at
        : by.property === 'readProgress.readDate'
          ? (book: ListedBook) => book.read_at ?? ''
          : null;
  const ordered = [...books].sort((a, b) =>
    byDate === null
      ? sortNumber(a) - sortNumber(b) || a.place - b.place
      : byDate(a).localeCompare(byDate(b)) || a.place - b.place,
  );
  return by?.descending ? ordered.reverse() : ordered;
}

/** The search that a body asks for. */
export async function conditionsIn(
  deps: KomgaDeps,
  request: FastifyRequest,
  body: z.infer<typeof SearchBody>,
): Promise<SeriesSearch> {
  const { viewing } = request;
  const libraries = languagesOfLibraries(await listLibraries(deps, viewing));
  const { q, withoutRatings, collection } = searchConditions(body?.condition, libraries, deps.now());
  return {
    q: checked(all([body?.fullTextSearch?.trim() ?? '', q])),
    withoutRatings,
    ...(collection === null ? {} : { ids: await comicsIn(deps, request, [collection]) }),
  };
}

/** The search that the parameters of a list ask for. */
export async function searchIn(deps: KomgaDeps, request: FastifyRequest, query: SeriesQuery): Promise<SeriesSearch> {
  const libraries = languagesOfLibraries(await listLibraries(deps, request.viewing));
  const q = checked(
    all([
      query.search.trim(),
      any(query.library_id.map((id) => searchFor.library(id, libraries))),
      any(query.status.map((status) => searchFor.status(status))),
      any(query.read_status.map((status) => searchFor.reading(status))),
      any(query.publisher.map((name) => searchFor.publisher(name))),
      any(query.language.map((code) => searchFor.language(code))),
      any(query.genre.map((name) => searchFor.genre(name))),
      any(query.tag.map((name) => searchFor.tag(name))),
      any(query.release_year.map((year) => searchFor.year(year))),
      any(
        query.author.map((author) => {
          const comma = author.lastIndexOf(',');
          return comma < 0
            ? searchFor.author(author, undefined)
            : searchFor.author(author.slice(0, comma), author.slice(comma + 1));
        }),
      ),
      query.oneshot === null ? '' : searchFor.oneshot(query.oneshot),
      query.deleted === true ? '!' : '',
    ]),
  );
  const aged = ratingsAged(query.age_rating);
  const withoutRatings: Rating[] =
    query.age_rating.length === 0 ? [] : RATINGS.filter((rating) => !aged.includes(rating));
  return {
    q,
    withoutRatings,
    ...(query.collection_id.length === 0 ? {} : { ids: await comicsIn(deps, request, query.collection_id) }),
  };
}

async function comicsIn(deps: KomgaDeps, request: FastifyRequest, collections: readonly string[]): Promise<number[]> {
  const viewing: RequestContext = request.viewing;
  const found = await Promise.all(
    collections.slice(0, 20).map((id) => findCollection(deps, viewing, readerIn(request), id)),
  );
  return [...new Set(found.flatMap((collection) => collection?.seriesIds.map(Number) ?? []))];
}
