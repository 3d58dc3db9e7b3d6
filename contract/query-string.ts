import { KIND_PATHS } from './taxonomy.ts';

/** The value of a parameter: a list is repeated, null and undefined are left out. */
export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Record<string, QueryValue>;

/** The parameters that are lists: of lists of comics, and of the table of editors. */
const LISTS: ReadonlySet<string> = new Set([
  'ids',
  'attributes',
  'statuses',
  'states',
  'ratings',
  'missing',
  'reviews',
  ...Object.values(KIND_PATHS).flatMap((path) => [path, `not_${path}`]),
]);

/** Most parameters read from one address; the rest is ignored, as browsers and servers do. */
const MAX_PARAMETERS = 1000;

/** A query as text, without a question mark. */
export function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const each of Array.isArray(value) ? (value as readonly (string | number)[]) : [value]) {
      search.append(name, String(each));
    }
  }
  return search.toString();
}

/** A path with a query behind it; without a question mark where there is nothing to ask. */
export function withQuery(path: string, query: Query): string {
  const search = queryString(query);
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Reads the query of an address the way the API's clients write it (api-contract, "Comics").
 *
 * A parameter that is a list comes as `tags=5`, `tags[]=5`, `tags[0]=5`, `languages[-1]=2`, `tags=5,6`, or repeated, and is
 * gathered into one array; of any other the last value counts, and an empty one is absent. The answer has no prototype, so no name is special.
 */
export function parseQueryString(text: string | URLSearchParams): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = Object.create(null);
  if (text === '') return parameters;
  let count = 0;
  for (const [written, value] of new URLSearchParams(text)) {
    if ((count += 1) > MAX_PARAMETERS) break;
    const name = written.replace(/\[-?\d*\]$/, '');
    if (LISTS.has(name)) {
      const values = (parameters[name] ??= []) as string[];
      values.push(...value.split(','));
    } else if (value !== '') {
      parameters[name] = value;
    }
  }
  return parameters;
}

/** A reader of a query's parameters: `list` answers all values of one, `text` the one of another, empty where it is absent. */
export function queryReader(text: string | URLSearchParams): {
  text(name: string): string;
  list(name: string): readonly string[];
} {
  const parameters = parseQueryString(text);
  return {
    text: (name) => [parameters[name] ?? ''].flat().at(-1) ?? '',
    list: (name) => [parameters[name] ?? []].flat(),
  };
}
