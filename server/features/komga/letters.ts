import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { listSeries, type KomgaDeps, type SeriesSearch } from './series.ts';

/** Series of which letters are counted at most, and so many are looked at at once. */
const [MAX_COUNTED, AT_ONCE] = [2_000, 500];

/**
 * How many of the series that a search finds begin with each letter, small and without its marks, in order. Of more than 2,000 nothing is counted:
 * the answer is empty, and clients show no letters then.
 *
 * @throws Problem as `listSeries` has them.
 */
export async function countLetters(
  deps: KomgaDeps,
  viewing: RequestContext,
  search: SeriesSearch,
): Promise<{ group: string; count: number }[]> {
  const counts = new Map<string, number>();
  for (let page = 0; page * AT_ONCE < MAX_COUNTED; page += 1) {
    const { rows, total } = await listSeries(deps, viewing, search, {
      page,
      size: AT_ONCE,
      unpaged: false,
      sort: BY_TITLE,
    });
    if (total > MAX_COUNTED) return [];
    for (const row of rows) {
      const letter = firstLetter(chosenTitle(viewing, row));
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    if ((page + 1) * AT_ONCE >= total) break;
  }
  return [...counts]
    .map(([group, count]) => ({ group, count }))
    .sort((a, b) => a.group.localeCompare(b.group, viewing.locale));
}

const BY_TITLE = [{ property: 'metadata.titleSort', descending: false }];

function firstLetter(title: string): string {
  const [first = '#'] = title.trim().normalize('NFD');
  return first.toLowerCase();
}
