import type { Duration } from '#contract/comics.ts';
import type { SearchNote } from '#contract/search.ts';
import type { TermRef } from '#contract/taxonomy.ts';
import type { ShownComic } from '#web/catalogue/cards/shown-comic.ts';
import type { FilterPath, Filters, FixedFilters } from './filters.ts';

/** A page of comics, and what became of the text that was searched; null without one. */
export interface ListingResult {
  data: ShownComic[];
  /** Of all pages. */
  total: number;
  last_page: number;
  search?: SearchNote | null;
}

/** Hints that would fill an empty list. */
export interface Hints {
  /** How many comics there are without each of `listFilterChoices(filters)`; shorter or empty where that is not known. */
  without: number[];
  /** The next longer time in which something was read; null where there is none, or the list is not one of a time. */
  longer: Duration | null;
}

export const NO_HINTS: Hints = { without: [], longer: null };

/** A list of comics with everything its page shows. */
export interface Listing {
  filters: Filters;
  /** Null when it could not be loaded; `failure` then says why, in the visitor's language. */
  found: ListingResult | null;
  failure: string;
  fixed: FixedFilters;
  /** The list is of the member's favorites, not of all comics. */
  favorites: boolean;
  /** The terms the filters name. */
  chosen: Partial<Record<FilterPath, TermRef[]>>;
  hints: Hints;
}
