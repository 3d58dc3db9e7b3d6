import { z } from 'zod';

/** Items of a page unless something else is said (Spring's default), and at most. */
const [DEFAULT_SIZE, MAX_SIZE] = [20, 500];
/** The last page that is looked for. */
const MAX_PAGE = 1_000_000;

/** A number out of a query: what is none, or below `least`, is `otherwise`, as Spring reads it. */
const whole = (least: number, most: number, otherwise: number) =>
  z
    .preprocess((given) => (Array.isArray(given) ? given[0] : given), z.unknown().optional())
    .transform((given) => {
      const number = Number(given ?? otherwise);
      return Number.isInteger(number) && number >= least ? Math.min(number, most) : otherwise;
    });

/** One text or several, by repeating or with commas between, as Spring binds them: all of them, without the empty ones. */
export const texts = z
  .unknown()
  .optional()
  .transform((given) =>
    [given]
      .flat()
      .flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );

/** The parameters of Spring's pages. A client asks for the first page by 0, and for all of them by `unpaged`: as many as one page can have. */
export const pageable = {
  page: whole(0, MAX_PAGE, 0),
  size: whole(1, MAX_SIZE, DEFAULT_SIZE),
  unpaged: z
    .unknown()
    .optional()
    .transform((given) => given === 'true'),
  sort: z
    .unknown()
    .optional()
    .transform((given) =>
      [given]
        .flat()
        .flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []))
        .map((each) => {
          const [property = '', direction] = each.split(',');
          return { property, descending: direction?.toLowerCase() === 'desc' };
        }),
    ),
};

/** Which page of what has a name is asked for, and words of the name; none: of all. */
export const NamedQuery = z.object({
  ...pageable,
  search: z
    .unknown()
    .optional()
    .transform((given) => (typeof given === 'string' ? given : '')),
});

/** Which page is asked for; `sort` may be empty. */
export interface Pageable {
  page: number;
  size: number;
  unpaged: boolean;
  sort: { property: string; descending: boolean }[];
}

/** The page that is given: all of it, as far as one page can have that many, where it is asked for unpaged. */
export function requestedPage({ page, size, unpaged }: Pageable): { page: number; size: number } {
  return unpaged ? { page: 0, size: MAX_SIZE } : { page, size };
}

/** A part of a whole that is at hand. */
export function slice<Item>(all: readonly Item[], { page, size, unpaged }: Pageable): Item[] {
  return unpaged ? [...all] : all.slice(page * size, (page + 1) * size);
}

/** A page as Spring writes it, of `total` items in all. */
export function springPage<Item>(content: readonly Item[], total: number, given: Pageable): object {
  const all = given.unpaged && content.length >= total;
  const { page, size } = all ? { page: 0, size: Math.max(1, total) } : requestedPage(given);
  const sorted = given.sort.length > 0;
  const sort = { empty: !sorted, sorted, unsorted: !sorted };
  const pages = Math.ceil(total / size);
  return {
    content,
    pageable: { pageNumber: page, pageSize: size, sort, offset: page * size, paged: !all, unpaged: all },
    totalElements: total,
    totalPages: pages,
    last: page + 1 >= pages,
    size,
    number: page,
    sort,
    numberOfElements: content.length,
    first: page === 0,
    empty: content.length === 0,
  };
}
