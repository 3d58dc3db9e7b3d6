import type { CatalogueRow } from './catalogue-row.ts';

/**
 * How comics come from the database: one text for many, a line each, its fields separated by tabs in this order (those
 * of `CatalogueRow`, whole numbers in decimal). `terms` are joined by commas; `search` is normalised, so that no tab or
 * line feed is in it. Lines are separated by a line feed; the last one may end with one; no rows are ''.
 */
export const ROW_FIELDS = [
  'id', 'rating', 'status', 'traits', 'pages', 'chapters', 'year', 'uploadedAt', 'updatedDay', 'stars', 'comments', 'shuffle', 'terms', 'search',
] as const satisfies readonly (keyof CatalogueRow)[];

/** How counters come: a line each, these whole numbers separated by tabs. `total` is the views of all time. */
export const COUNTER_FIELDS = ['id', 'favorites', 'day', 'week', 'month', 'year', 'total'] as const;

/** The comics of a text in the form `ROW_FIELDS` tells. */
export function parseRows(text: string): CatalogueRow[] {
  throw new Error(text);
}
