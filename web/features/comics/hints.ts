import type { Page } from '#contract/paging.ts';
import { choicesOf } from './filter-choices.ts';
import type { Filters } from './filters.ts';

/** Of so many choices an empty list says how many comics there would be without each. */
const MOST_HINTS = 8;

/**
 * How many comics there would be without each of `choicesOf(filters)`, as `load` finds them. Empty where that is not
 * known, and where there is one choice alone: without it there are all.
 */
export async function hintsFor(filters: Filters, load: (filters: Filters) => Promise<Page<unknown>>): Promise<number[]> {
  const choices = choicesOf(filters);
  if (choices.length < 2 || choices.length > MOST_HINTS) { return []; }
  try {
    return await Promise.all(choices.map(async ({ without }) => (await load(without)).total));
  } catch {
    return [];
  }
}
