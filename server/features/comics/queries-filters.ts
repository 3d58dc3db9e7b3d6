import { sql, type RawBuilder } from 'kysely';
import type { Attribute, ComicQuery, Status } from '#contract/comics.ts';
import { FILTER_KINDS, KIND_PATHS } from '#contract/taxonomy.ts';
import { queryGrams, queryWords } from '#server/search/grams.ts';
import { normalise } from '#server/search/normalise.ts';

/** What a comic must be to be in a list. */
export interface Filters {
  /** Terms it has, every one. */
  all: number[];
  /** Of each of these lists it has a term. */
  any: number[][];
  /** Terms it does not have. */
  none: number[];
  /** It is each of these. */
  attributes: Attribute[];
  /** It is in one of these, or in any where the list is empty. */
  statuses: Status[];
  /** The normalised text looked for; '' is no search. */
  text: string;
  /** Nothing can fulfil this: a search for punctuation alone. */
  impossible: boolean;
}

/** The kinds of which a comic may have any; of the others it has all (api-contract, "Comics"). */
const ANY_OF: readonly string[] = ['language', 'category'];

/** The filters a query asks for. Lists are sorted, so that equal filters look equal. */
export function filtersOf(query: Partial<ComicQuery>): Filters {
  const all: number[] = [];
  const any: number[][] = [];
  const none: number[] = [];
  for (const kind of FILTER_KINDS) {
    const path = KIND_PATHS[kind];
    const ids = query[path] ?? [];
    if (ANY_OF.includes(kind) && ids.length > 1) { any.push(sorted(ids)); } else { all.push(...ids); }
    none.push(...(query[`not_${path}`] ?? []));
  }
  const text = normalise(query.q ?? '');
  return {
    all: sorted(all),
    any,
    none: sorted(none),
    attributes: [...new Set(query.attributes ?? [])].sort(),
    statuses: [...new Set(query.statuses ?? [])].sort(),
    text,
    impossible: text === '' && (query.q ?? '').trim() !== '',
  };
}

/** The condition on the comic `c` that filters mean; it goes after another one and begins with `and`, or is empty. */
export function filterCondition(filters: Filters): RawBuilder<unknown> {
  const parts = [
    ...(filters.all.length > 0 ? [sql`c.terms @> ${filters.all}::int[]`] : []),
    ...filters.any.map((ids) => sql`c.terms && ${ids}::int[]`),
    ...(filters.none.length > 0 ? [sql`not c.terms && ${filters.none}::int[]`] : []),
    ...filters.attributes.map((attribute) => sql.ref(`c.${attribute}`)),
    ...(filters.statuses.length > 0 ? [sql`c.status = any(${filters.statuses}::text[])`] : []),
    ...textConditions(filters.text),
  ];
  return parts.length > 0 ? sql`and ${sql.join(parts, sql` and `)}` : sql``;
}

/** The one term whose kept count is the total of these filters, 0 for all comics, or null where it must be counted. */
export function countedTerm({ all, any, none, attributes, statuses, text }: Filters): number | null {
  const plain = any.length + none.length + attributes.length + statuses.length === 0 && text === '' && all.length <= 1;
  return plain ? (all[0] ?? 0) : null;
}

function textConditions(text: string): RawBuilder<unknown>[] {
  if (text === '') { return []; }
  return [
    sql`c.grams @> ${queryGrams(text)}::int[]`,
    ...queryWords(text).map((word) => sql`strpos(c.search, ${word}) > 0`),
  ];
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
