import { MAX_CATEGORIES, type CategoryFate, type ImportCategory } from '#contract/portability.ts';
import { SHELVES, type Shelf } from '#contract/shelves.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { shelfNamed } from './category-names.ts';
import type { ForeignEntry } from './foreign-library.ts';
import type { Review } from './queries-reviews.ts';

type CategorySource = Pick<Review, 'source' | 'entries' | 'categories'>;

/** The categories of a backup with the fate each has unless its member says otherwise, last, where a site has shelves, the favorites that are in none; of other files there are none. */
export function listCategories(
  { source, entries, categories }: CategorySource,
  viewing: RequestContext,
): ImportCategory[] {
  if (source !== 'mihon') return [];
  const counts = new Map<string, number>((categories ?? []).map((name) => [name, 0]));
  for (const name of entries.flatMap(({ lists }) => lists)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const others = hasShelves(viewing) ? entries.filter(isUncategorised).length : 0;
  return [
    ...[...counts].slice(0, MAX_CATEGORIES).map(([name, comics]) => ({ name, comics, fate: guessFate(name, viewing) })),
    ...(others === 0 ? [] : [{ name: null, comics: others, fate: 'none' as const }]),
  ];
}

/**
 * Entries as their categories' fates put them: on a shelf, where the file itself says none, and on lists.
 *
 * @param chosen wins over the fates that `listCategories` gave.
 */
export function placeEntries(
  review: CategorySource,
  viewing: RequestContext,
  chosen: readonly Pick<ImportCategory, 'name' | 'fate'>[],
): ForeignEntry[] {
  if (review.source !== 'mihon') return review.entries;
  const categories = listCategories(review, viewing);
  const fates = new Map<string | null, CategoryFate>([...categories, ...chosen].map(({ name, fate }) => [name, fate]));
  return review.entries.map((entry) => {
    const names = isUncategorised(entry) ? [null] : entry.lists;
    const shelf = names.map((name) => toShelf(fates.get(name))).find((each) => each !== null);
    return {
      ...entry,
      lists: entry.lists.filter((name) => fates.get(name) === 'list'),
      ...(shelf ? { shelved: { shelf, started_on: null, finished_on: null, reread: 0, note: '' } } : {}),
    };
  });
}

function isUncategorised({ favorite, lists }: ForeignEntry): boolean {
  return favorite && lists.length === 0;
}

function guessFate(name: string, viewing: RequestContext): CategoryFate {
  return (hasShelves(viewing) ? shelfNamed(name) : null) ?? 'list';
}

function hasShelves({ site }: RequestContext): boolean {
  return site.features.includes('shelves');
}

function toShelf(fate: CategoryFate | undefined): Shelf | null {
  return SHELVES.find((shelf) => shelf === fate) ?? null;
}
