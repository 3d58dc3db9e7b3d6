import { KOMGA_ROOT } from '#contract/addresses.ts';
import { z } from 'zod';
import type { Book, BookPage } from './dto.ts';
import { listPages } from './books.ts';
import {} from './scope.ts';
import type { KomgaDeps } from './series.ts';

const Locator = z.object({
  href: z.string().max(2_000),
  type: z.string().max(200).nullish(),
  locations: z
    .object({
      position: z.number().nullish(),
      progression: z.number().nullish(),
      totalProgression: z.number().nullish(),
    })
    .nullish(),
});

/** Where a reader is, as programs of Readium say it. */
export const Progression = z.object({
  modified: z.string().max(60),
  device: z.object({ id: z.string().max(200), name: z.string().max(200) }),
  locator: Locator,
});

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

/** The page that a place names, from 1: by its position, its address, or how far it is; null where it names none. */
export function pageIn({ href, locations }: z.infer<typeof Locator>, pages: number): number | null {
  const named = locations?.position ?? Number(/\/pages\/(\d+)(?:[?#/]|$)/.exec(href)?.[1] ?? NaN);
  const page = Number.isFinite(named) ? named : Math.ceil((locations?.totalProgression ?? NaN) * pages);
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : null;
}
