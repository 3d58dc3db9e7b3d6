import { ADMIN_LIST_PARAMETERS } from '#contract/editing.ts';
import { LIST_PARAMETERS } from '#contract/comics.ts';

const LISTS = new Set([...LIST_PARAMETERS, ...ADMIN_LIST_PARAMETERS]);

/** Most parameters read from one address; the rest is ignored, as browsers and servers do. */
const MAX_PARAMETERS = 1000;

/**
 * Reads the query of an address the way the API's clients write it (api-contract, "Comics").
 *
 * A parameter that is a list comes as `tags=5`, `tags[]=5`, `tags[0]=5`, `languages[-1]=2`, or repeated, and is
 * gathered into one array; of any other the last value counts, and an empty one is absent. The answer has no prototype, so no name is special.
 */
export function parseQueryString(text: string): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [written, value] of new URLSearchParams(text)) {
    if ((count += 1) > MAX_PARAMETERS) { break; }
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
