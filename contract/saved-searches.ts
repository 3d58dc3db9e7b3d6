import { z } from 'zod';
import { ComicQuery } from './comics.ts';
import { parseQueryString, queryString } from './query-string.ts';

/** Most searches that a member keeps, most letters of a name and of an address. */
export const MAX_SAVED_SEARCHES = 50;
export const MAX_SEARCH_NAME = 60;
export const MAX_SEARCH_ADDRESS = 2_000;

const name = z.string().trim().min(1).max(MAX_SEARCH_NAME);

/** The part behind the question mark of a list's address, as `GET /api/comics` takes it; the page and what says nothing are left out. */
const query = z
  .string()
  .max(MAX_SEARCH_ADDRESS)
  .refine((text) => ComicQuery.safeParse(parseQueryString(text)).success)
  .transform((text) => {
    const known = Object.entries(parseQueryString(text)).filter(
      ([key]) => key in ComicQuery.shape && key !== 'page' && key !== 'per_page',
    );
    return queryString(Object.fromEntries(known));
  });

/** A search that a member keeps; `followed`: they are told of new comics that it finds. */
export const SavedSearch = z.object({ id: z.int(), name: z.string(), query: z.string(), followed: z.boolean() });
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Keeps a search under a name, in place of the one that had it; without `followed` that stays as it was. */
export const SearchDraft = z.object({ name, query, followed: z.boolean().optional() });
export type SearchDraft = z.infer<typeof SearchDraft>;
/** Another name takes the place of the search that had it. */
export const SearchChanges = z.object({ name: name.optional(), followed: z.boolean().optional() });
export type SearchChanges = z.infer<typeof SearchChanges>;
