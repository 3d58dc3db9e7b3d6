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

/** A book that may have been read. */
type ReadBook = Pick<ListedBook, 'id' | 'comic_id' | 'completed'> & Pick<CardRow, 'oneshot'>;

/** Keeps that a member read these books to the end; those they had read stay as they are. */
export async function keepAllRead(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  books: readonly ReadBook[],
): Promise<void> {
  const unread = books.filter(({ completed }) => !completed);
  const ids = unread.map(({ id }) => id);
  const rows = await bookRows(deps.db, viewing.blocked, userId, ids);
  await report(
    deps,
    viewing,
    userId,
    unread.flatMap(({ id, comic_id: comic, oneshot }) => {
      const { pages = 0 } = rows.get(id) ?? {};
      return pages === 0
        ? []
        : [{ comic: { id: comic, oneshot }, chapter: id, page: pages, completed: true, device: DEVICE }];
    }),
  );
}

/** How far a member is in a series as Mihon's trackers ask for it, by the numbers that books are sorted by. */
export function trackedProgress(books: readonly ListedBook[]): object {
  const ordered = [...books].sort((a, b) => sortNumber(a) - sortNumber(b));
  const last = ordered[readInRow(ordered) - 1];
  const highest = ordered.at(-1);
  return {
    ...countStates(books),
    lastReadContinuousNumberSort: last === undefined ? 0 : sortNumber(last),
    maxNumberSort: highest === undefined ? 0 : sortNumber(highest),
  };
}

/** The same of a read list, by the places that its books have in it, from 1. */
export function trackedListProgress(books: readonly Pick<ListedBook, 'completed' | 'read_at'>[]): object {
  return { ...countStates(books), lastReadContinuousIndex: readInRow(books) };
}

function countStates(books: readonly Pick<ListedBook, 'completed' | 'read_at'>[]) {
  const completed = books.filter((book) => book.completed).length;
  const begun = books.filter((book) => !book.completed && book.read_at !== null).length;
  return {
    booksCount: books.length,
    booksReadCount: completed,
    booksUnreadCount: books.length - completed - begun,
    booksInProgressCount: begun,
  };
}

/** How many books were read from the first one on without a gap. */
function readInRow(books: readonly Pick<ListedBook, 'completed'>[]): number {
  const firstUnread = books.findIndex(({ completed }) => !completed);
  return firstUnread < 0 ? books.length : firstUnread;
}

async function report(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  places: readonly {
    comic: Pick<CardRow, 'id' | 'oneshot'>;
    chapter: number;
    page: number;
    completed: boolean;
    device: string;
  }[],
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
