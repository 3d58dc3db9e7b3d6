import { z } from 'zod';

/** The reading of the text of a search: `q` in its plain form, a spelling tried in its place, what was not understood. */
export const SearchNote = z.object({
  /** The query as it is understood, in one form for every way to write it. */
  canonical: z.string(),
  /** Nothing was found, so this was looked for instead. */
  corrected: z.string().nullable(),
  /** Sentences in the reader's language. */
  hints: z.array(z.string()),
  /** The query is the number of this comic. */
  jump: z.object({ id: z.int(), slug: z.string() }).nullable(),
});
export type SearchNote = z.infer<typeof SearchNote>;

/** A choice of a filter that is open. `value` is what its parameter takes; `count` is null where it is not known. */
export const FilterOption = z.object({
  value: z.string(),
  /** Null for statuses and attributes, which the site names itself. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  icon: z.string().nullable(),
  /** Comics that would be listed with this choice beside the present ones. */
  count: z.int().nullable(),
});
export type FilterOption = z.infer<typeof FilterOption>;

/** The choices of one filter, and how many comics the present ones list. */
export const FilterOptions = z.object({ total: z.int().nullable(), options: z.array(FilterOption) });
export type FilterOptions = z.infer<typeof FilterOptions>;

/** One way to go on typing a search. */
export const Suggestion = z.object({
  /** The whole query with its last part completed. */
  text: z.string(),
  /** A kind of term, or `key` for a namespace or range to be filled in. */
  kind: z.string(),
  name: z.string(),
  name_original: z.string().nullable(),
  count: z.int().nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;
