import type { CardRow } from '#server/db/queries/cards.ts';
import { problem } from '#contract/problems.ts';
import { keepReading } from '#server/features/library/public/reading.ts';
import { toReports } from '#server/features/library/public/rules.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { sortNumber } from './books.ts';
import type { Book } from './dto.ts';
import { bookRows, type ListedBook } from './queries.ts';
import type { KomgaDeps } from './series.ts';

/** The device that reading is told from where the client says nothing of itself. */
const DEVICE = 'Komga';

/**
 * Keeps where a member is in a book: read to the end, or at a page; without `completed` the last page is the end, as Komga has it.
 *
 * @throws Problem `request-invalid` for neither, and for a page that the book has not.
 */
export async function keepPlace(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  { book, comic }: { book: Book; comic: CardRow },
  said: { page?: number | undefined; completed?: boolean | undefined },
  device = DEVICE,
): Promise<void> {
  const pages = book.media.pagesCount;
  const page = said.completed === true ? pages : said.page;
  if (page === undefined || page < 1 || page > pages) throw problem('request-invalid');
  await report(deps, viewing, userId, [
    {
      comic,
      chapter: Number(book.id),
      page,
      completed: said.completed ?? page === pages,
      device,
    },
  ]);
}

/** Keeps that a member read these books of a comic to the end; those they had read stay as they are. */
export async function keepAllRead(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  comic: CardRow,
  books: readonly ListedBook[],
): Promise<void> {
  const unread = books.filter(({ completed }) => !completed).map(({ id }) => id);
  const rows = await bookRows(deps.db, viewing.blocked, userId, unread);
  await report(
    deps,
    viewing,
    userId,
    unread.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined || row.pages === 0
        ? []
        : [{ comic, chapter: id, page: row.pages, completed: true, device: DEVICE }];
    }),
  );
}

/** How far a member is in a series as Mihon's trackers ask for it, by the numbers that books are sorted by. */
export function trackedProgress(books: readonly ListedBook[]): object {
  const ordered = [...books].sort((a, b) => sortNumber(a) - sortNumber(b));
  const firstUnread = ordered.findIndex(({ completed }) => !completed);
  const read = firstUnread < 0 ? ordered : ordered.slice(0, firstUnread);
  const last = read.at(-1);
  const highest = ordered.at(-1);
  const completed = books.filter((book) => book.completed).length;
  const begun = books.filter((book) => !book.completed && book.read_at !== null).length;
  return {
    booksCount: books.length,
    booksReadCount: completed,
    booksUnreadCount: books.length - completed - begun,
    booksInProgressCount: begun,
    lastReadContinuousNumberSort: last === undefined ? 0 : sortNumber(last),
    maxNumberSort: highest === undefined ? 0 : sortNumber(highest),
  };
}

async function report(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  places: readonly { comic: CardRow; chapter: number; page: number; completed: boolean; device: string }[],
): Promise<void> {
  if (places.length === 0) return;
  const drafts = places.map(({ comic, chapter, page, completed, device }) => ({
    comic_id: comic.id,
    chapter_id: comic.oneshot ? null : chapter,
    page,
    page_offset: 0,
    completed,
    mark: !completed,
    device: device.slice(0, 60),
  }));
  await keepReading(deps.db, viewing.site, userId, toReports(drafts, deps.now()), deps.now());
}
