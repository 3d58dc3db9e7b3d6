import { type Duration, DURATIONS, type Sort } from '#contract/comics.ts';
import { FILTER_PATHS, type FilterPath, type Filters } from './filters.ts';

/** One choice that narrows a list, and the list without it. */
export interface Choice {
  kind: 'q' | 'statuses' | 'attributes' | 'include' | 'exclude' | 'within';
  /** The kind of the term, for `include`, `exclude` and `within`. */
  path?: FilterPath;
  /** The text, the status, the attribute, or the id of the term. */
  value: string | number;
  without: Filters;
}

/** Every choice that narrows the list, in the order it is shown. */
export function listFilterChoices(filters: Filters): Choice[] {
  const base = { ...filters, page: 1 };
  const terms = (kind: 'include' | 'exclude') =>
    FILTER_PATHS.flatMap((path) =>
      (filters[kind][path] ?? []).map((value): Choice => {
        const { [path]: ids = [], ...others } = filters[kind];
        const left = ids.filter((id) => id !== value);
        return {
          kind,
          path,
          value,
          without: { ...base, [kind]: left.length > 0 ? { ...others, [path]: left } : others },
        };
      }),
    );
  return [
    ...(filters.q === '' ? [] : [{ kind: 'q', value: filters.q, without: withoutText(base) } satisfies Choice]),
    ...(filters.within === null
      ? []
      : [
          {
            kind: 'within',
            path: filters.within.path,
            value: filters.within.id,
            without: { ...base, within: null },
          } satisfies Choice,
        ]),
    ...terms('include'),
    ...terms('exclude'),
    ...filters.statuses.map((value): Choice => ({
      kind: 'statuses',
      value,
      without: { ...base, statuses: base.statuses.filter((each) => each !== value) },
    })),
    ...filters.attributes.map((value): Choice => ({
      kind: 'attributes',
      value,
      without: { ...base, attributes: base.attributes.filter((each) => each !== value) },
    })),
  ];
}

/** The same order of the whole list. */
export function withoutChoices(filters: Filters): Filters {
  return {
    ...withoutText(filters),
    page: 1,
    statuses: [],
    attributes: [],
    include: {},
    exclude: {},
    match: 'all',
    within: null,
  };
}

/** The first page in another order: titles from the first letter, everything else from the most. */
export function sortedBy(filters: Filters, sort: Sort): Filters {
  return { ...filters, page: 1, sort, order: sort === 'title' ? 'asc' : 'desc' };
}

/** The next longer time than this, or null for all time. */
export function longerThan(duration: Duration): Duration | null {
  return DURATIONS[DURATIONS.indexOf(duration) + 1] ?? null;
}

function withoutText(filters: Filters): Filters {
  return { ...filters, q: '', sort: filters.sort === 'relevance' ? filters.usual : filters.sort };
}
