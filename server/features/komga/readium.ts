import { KOMGA_ROOT } from '#contract/addresses.ts';
import type { Book, BookPage } from './dto.ts';
import { listPages } from './books.ts';
import type { KomgaDeps } from './series.ts';

/** A page of a book as a place in it. */
export function locator(book: Pick<Book, 'id'>, { number, mediaType }: BookPage, pages: number): object {
  return {
    href: `${KOMGA_ROOT}/api/v1/books/${book.id}/pages/${number}`,
    type: mediaType,
    locations: { fragments: [], position: number, progression: 0, totalProgression: number / pages },
  };
}

/** Where a member is in a book; null where they never opened it. */
export async function progression(deps: KomgaDeps, book: Book): Promise<object | null> {
  const { readProgress: read } = book;
  if (read === null) return null;
  const pages = await listPages(deps, Number(book.id), book.media.pagesCount);
  const page = pages[Math.min(read.page, pages.length) - 1];
  if (page === undefined) return null;
  return {
    modified: read.lastModified,
    device: { id: read.deviceId, name: read.deviceName },
    locator: locator(book, page, pages.length),
  };
}
