import type { Duration } from '#contract/comics.ts';
import { listFilterChoices, longerThan } from '#web/catalogue/filters/filter-choices.ts';
import type { Filters } from '#web/catalogue/filters/filters.ts';
import { NO_HINTS, type Hints } from '#web/catalogue/filters/listing-state.ts';

/** Of so many choices an empty list says how many comics there would be without each: more would be a wall of buttons. */
const MAX_HINTS = 24;

/**
 * Hints that would fill an empty list, as `count` counts: how many comics there would be without each of its first choices,
 * and the next longer time with something in it. Nothing of what cannot be counted, and nothing of a choice that stands
 * alone: without it there are all.
 */
export async function hintsFor(filters: Filters, count: (filters: Filters) => Promise<number>): Promise<Hints> {
  const choices = listFilterChoices(filters);
  try {
    const [without, longer] = await Promise.all([
      choices.length < 2 ? [] : Promise.all(choices.slice(0, MAX_HINTS).map((choice) => count(choice.without))),
      filters.sort === 'popularity' ? longerWith(filters, count) : null,
    ]);
    return { without, longer };
  } catch {
    return NO_HINTS;
  }
}

async function longerWith(filters: Filters, count: (filters: Filters) => Promise<number>): Promise<Duration | null> {
  for (let longer = longerThan(filters.duration); longer; longer = longerThan(longer)) {
    if ((await count({ ...filters, page: 1, duration: longer })) > 0) return longer;
  }
  return null;
}
