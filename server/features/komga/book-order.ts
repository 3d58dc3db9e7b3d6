import { sortNumber } from './books.ts';
import type { Pageable } from './paging.ts';
import type { ListedBook } from './queries.ts';

/** Whether a book is in one of these states of reading; in any where none are named. */
export function isRead(
  { completed, read_at: readAt }: Pick<ListedBook, 'completed' | 'read_at'>,
  states: readonly string[],
): boolean {
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
