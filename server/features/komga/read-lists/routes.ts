import { KOMGA_ROOT } from '#contract/addresses.ts';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { isRead } from '../book-order.ts';
import { describeBooks } from '../books.ts';
import { sendCover } from '../covers.ts';
import { NamedQuery, slice, springPage } from '../paging.ts';
import { BooksQuery } from '../routes-series.ts';
import { keepAllRead, trackedListProgress } from '../reading.ts';
import { forMembers, forReading, hidden, readerIn } from '../scope.ts';
import { findSeries, type KomgaDeps } from '../series.ts';
import { describeReadLists, findReadList, findReadLists } from './read-lists.ts';

const Id = z.object({ id: z.string().max(300) });
const BookId = Id.extend({ book: z.string().max(300) });

/** Read to the end: so many from the first one on. */
const Tracked = z.object({ lastBookRead: z.int().min(0) });

/** Read lists: the lists of a member, each comic by its first chapter. */
export function readListRoutes(scope: App, deps: KomgaDeps): void {
  const api = `${KOMGA_ROOT}/api/v1/readlists`;

  scope.get(api, { schema: { querystring: NamedQuery, ...hidden }, config: forMembers }, async (request) => {
    const { query, viewing } = request;
    const member = readerIn(request);
    const rows = await findReadLists(deps, viewing, member, query);
    return springPage(await describeReadLists(deps, viewing, member, slice(rows, query)), rows.length, query);
  });

  scope.get(`${api}/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const { list } = await findReadList(deps, request.viewing, readerIn(request), request.params.id);
    return list;
  });

  scope.get(
    `${api}/:id/books`,
    { schema: { params: Id, querystring: BooksQuery, ...hidden }, config: forMembers },
    async (request) => {
      const { viewing, query } = request;
      const member = readerIn(request);
      const { books } = await findReadList(deps, viewing, member, request.params.id);
      const wanted = query.deleted === true ? [] : books.filter((book) => isRead(book, query.read_status));
      const shown = await describeBooks(
        deps,
        viewing,
        member,
        slice(wanted, query).map(({ id }) => id),
      );
      const states = query.media_status;
      const ready = states.length === 0 ? shown : shown.filter(({ media }) => states.includes(media.status));
      return springPage(ready, wanted.length - (shown.length - ready.length), query);
    },
  );

  for (const [path, step] of [
    ['next', 1],
    ['previous', -1],
  ] as const) {
    scope.get(
      `${api}/:id/books/:book/${path}`,
      { schema: { params: BookId, ...hidden }, config: forMembers },
      async (request) => {
        const { viewing, params } = request;
        const member = readerIn(request);
        const { books } = await findReadList(deps, viewing, member, params.id);
        const here = books.findIndex(({ id }) => String(id) === params.book);
        const other = here < 0 ? undefined : books[here + step];
        const [book] = other === undefined ? [] : await describeBooks(deps, viewing, member, [other.id]);
        if (book === undefined) throw problem('chapter-not-found');
        return book;
      },
    );
  }

  scope.get(
    `${api}/:id/thumbnail`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request, reply) => {
      const { books } = await findReadList(deps, request.viewing, readerIn(request), request.params.id);
      const [first] = books;
      if (first === undefined) throw problem('list-not-found');
      return sendCover(deps, request, reply, await findSeries(deps, request.viewing, String(first.comic_id)));
    },
  );

  scope.get(
    `${api}/:id/read-progress/tachiyomi`,
    { schema: { params: Id, ...hidden }, config: forReading },
    async (request) => {
      const { books } = await findReadList(deps, request.viewing, requireMember(request), request.params.id);
      return trackedListProgress(books);
    },
  );

  scope.put(
    `${api}/:id/read-progress/tachiyomi`,
    { schema: { params: Id, body: Tracked, ...hidden }, config: forReading },
    async (request, reply) => {
      const member = requireMember(request);
      const { books } = await findReadList(deps, request.viewing, member, request.params.id);
      await keepAllRead(deps, request.viewing, member, books.slice(0, request.body.lastBookRead));
      return reply.code(204).send();
    },
  );

  // Nobody has chosen others than the first cover.
  scope.get(`${api}/:id/thumbnails`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    await findReadList(deps, request.viewing, readerIn(request), request.params.id);
    return [];
  });
}
