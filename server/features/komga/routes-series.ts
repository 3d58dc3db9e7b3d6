import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CardRow } from '#server/db/queries/cards.ts';
import type { App } from '#server/http/app-type.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import { describeBooks, sortNumber } from './books.ts';
import { inOrder, isRead } from './book-order.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { grantArchive } from '#server/features/downloads/downloads.ts';
import { createSending } from '#server/features/downloads/public/sending.ts';
import { listCollections } from './collections.ts';
import { sendCover } from './covers.ts';
import { countLetters } from './letters.ts';
import { pageable, slice, springPage, texts, type Pageable } from './paging.ts';
import { forgetBooks, listBooks, type ListedBook } from './queries.ts';
import { keepAllRead, trackedProgress } from './reading.ts';
import { forFiles, forMembers, forReading, hidden, readerIn } from './scope.ts';
import { conditionsIn, flag, SearchBody, searchIn, SeriesQuery } from './series-search.ts';
import { describeSeries, findSeries, listDescribed, type KomgaDeps, type SeriesSearch } from './series.ts';

const Id = z.object({ id: z.string().max(40) });
/** Which books of a series or list are asked for. */
export const BooksQuery = z.object({ ...pageable, media_status: texts, read_status: texts, deleted: flag });
const Tracked = z.object({ lastBookNumberSortRead: z.number() });

/** Series: the works, and what hangs on one. */
export function seriesRoutes(scope: App, deps: KomgaDeps): void {
  const api = `${KOMGA_ROOT}/api/v1`;

  const send = createSending(deps);

  const sendPage = async (request: FastifyRequest, search: SeriesSearch, given: Pageable) => {
    const { series, total } = await listDescribed(deps, request.viewing, readerIn(request), search, given);
    return springPage(series, total, given);
  };

  scope.get(`${api}/series`, { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers }, async (request) =>
    sendPage(request, await searchIn(deps, request, request.query), request.query),
  );

  scope.post(
    `${api}/series/list`,
    { schema: { querystring: SeriesQuery, body: SearchBody, ...hidden }, config: forMembers },
    async (request) => sendPage(request, await conditionsIn(deps, request, request.body), request.query),
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
        sendPage(request, { ...(await searchIn(deps, request, request.query)), sort }, { ...request.query, sort: [] }),
    );
  }

  scope.get(
    `${api}/series/alphabetical-groups`,
    { schema: { querystring: SeriesQuery, ...hidden }, config: forMembers },
    async (request) => countLetters(deps, request.viewing, await searchIn(deps, request, request.query)),
  );

  scope.post(
    `${api}/series/list/alphabetical-groups`,
    { schema: { body: SearchBody, ...hidden }, config: forMembers },
    async (request) => countLetters(deps, request.viewing, await conditionsIn(deps, request, request.body)),
  );

  scope.get(`${api}/series/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const row = await findSeries(deps, request.viewing, request.params.id);
    return describeSeries(deps, request.viewing, readerIn(request), row);
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

  // Nobody has chosen others than the cover.
  scope.get(
    `${api}/series/:id/thumbnails`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request) => {
      await findSeries(deps, request.viewing, request.params.id);
      return [];
    },
  );

  scope.get(
    `${api}/series/:id/file`,
    { schema: { params: Id, ...hidden }, config: forFiles },
    async (request, reply) => {
      const member = requireMember(request);
      const { id } = await findSeries(deps, request.viewing, request.params.id);
      const whole = await findComic(deps.reads, request.viewing, String(id));
      const { archive } = await grantArchive(deps, request.viewing, member, whole, []);
      return send(request, reply, member, archive);
    },
  );

  scope.post(
    `${api}/series/:id/read-progress`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      const row = await findSeries(deps, request.viewing, request.params.id);
      const books = await listBooks(deps.db, request.viewing.blocked, member, row.id);
      await keepAllRead(deps, request.viewing, member, inComic(row, books));
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
      await keepAllRead(deps, request.viewing, member, inComic(row, read));
      return reply.code(204).send();
    },
  );
}

function inComic({ oneshot }: CardRow, books: readonly ListedBook[]) {
  return books.map((book) => ({ ...book, oneshot }));
}
