import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { KindPath, Term, TermRef } from '#contract/taxonomy.ts';
import type { ServerOnly } from './choices.ts';
import type { FilterPath, Filters } from './filters.ts';

/** A list of comics with everything its page shows. */
export interface Listing {
  filters: Filters;
  /** Null when it could not be loaded; `failure` then says why, in the visitor's language. */
  found: Page<ComicCard> | null;
  failure: string;
  /** The term every comic of the list has: the page is that term's. */
  fixed: { path: KindPath; id: number } | null;
  /** The terms the filters name. */
  chosen: Partial<Record<FilterPath, TermRef[]>>;
  /** The choices of the kinds a comic has one of. */
  single: Partial<Record<FilterPath, Term[]>>;
  /** The choices of all other kinds, for visitors without scripts; in the browser each is loaded when it is opened. */
  plain?: ServerOnly<Partial<Record<FilterPath, Term[]>>>;
  /** Of an empty list: how many comics there are without each of `choicesOf(filters)`; empty where that is not known. */
  hints: number[];
}
