import { WITHIN, type ComicQuery, type Rating } from '#contract/comics.ts';
import { FILTER_KINDS, KIND_PATHS, type KindPath } from '#contract/taxonomy.ts';
import { conditionParts, type Condition } from '#server/search/condition.ts';

/** The kinds of which a comic may have any; of the others it has all, unless any of them will do (api-contract, "Comics"). */
const ANY_OF: readonly string[] = ['language', 'category'];

/** The conditions the filters of a query ask for, without its text: the parts of a condition, and the terms it asks for by id. */
export function parseFilters(query: Partial<ComicQuery>): { parts: Condition[]; asked: number[] } {
  const one: number[] = query.within === undefined ? [] : [Number(WITHIN.exec(query.within)![2])];
  const any: number[][] = [];
  const none: number[] = [];
  for (const kind of FILTER_KINDS) {
    const path = KIND_PATHS[kind];
    const ids = query[path] ?? [];
    if ((query.match === 'any' || ANY_OF.includes(kind)) && ids.length > 1) {
      any.push(sortIds(ids));
    } else {
      one.push(...ids);
    }
    none.push(...(query[`not_${path}`] ?? []));
  }
  const statuses = [...new Set(query.statuses ?? [])].sort();
  const parts: Condition[] = [
    ...sortIds(one).map((id) => ({ terms: [id] })),
    ...any.map((terms) => ({ terms })),
    ...without(none),
    ...[...new Set(query.attributes ?? [])].sort().map((trait) => ({ trait })),
    ...(statuses.length > 0 ? [{ statuses }] : []),
    ...((query.ids ?? []).length > 0 ? [{ ids: sortIds(query.ids ?? []) }] : []),
  ];
  return { parts, asked: [...one, ...any.flat()] };
}

/** A query among the comics with a term: where any of several of its kind would do, that one is asked for apart from them. */
export function withTerm<Query extends Pick<ComicQuery, KindPath | 'match' | 'within'>>(
  query: Query,
  path: KindPath,
  id: number,
): Query {
  return query.match === 'any' ? { ...query, within: `${path}:${id}` } : { ...query, [path]: [...query[path], id] };
}

/** The condition that a comic has none of these terms, or no condition. */
export function without(terms: readonly number[]): Condition[] {
  return terms.length > 0 ? [{ not: { terms: sortIds(terms) } }] : [];
}

/** The condition that a comic is none of these, or no condition. */
export function withoutComics(ids: readonly number[]): Condition[] {
  return ids.length > 0 ? [{ not: { ids } }] : [];
}

/** The condition that a comic is of none of these ratings, or no condition. */
export function withoutRatings(ratings: readonly Rating[]): Condition[] {
  return ratings.length > 0 ? [{ not: { ratings } }] : [];
}

/** The one term whose kept count is the number of comics that fulfil a condition, 0 for all comics, or null where it must be counted. */
export function countedTerm(condition: Condition): number | null {
  const [part, ...others] = conditionParts(condition);
  if (!part) return 0;
  return others.length === 0 && 'terms' in part && part.terms.length === 1 ? (part.terms[0] as number) : null;
}

function sortIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
