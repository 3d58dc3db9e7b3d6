import type { LetterStart } from '#contract/taxonomy.ts';
import type { Directory } from './queries-directory.ts';

/** Which terms of a directory, in which order: those with comics that are counted, without the hidden ones. */
export interface Ordering {
  rating: 'safe' | 'all';
  hidden: readonly number[];
  sort: 'comics_count' | 'name';
  order: 'asc' | 'desc';
}

/** The places in a directory of the terms of a list. By number of comics, terms with as many stand by name. */
export function placesOf({ ids, counts }: Directory, { rating, hidden, sort, order }: Ordering): Int32Array {
  const counted = counts[rating];
  const left = new Set(hidden);
  const places = new Int32Array(ids.length);
  let length = 0;
  let most = 0;
  for (let at = 0; at < ids.length; at += 1) {
    if (counted[at]! > 0 && !left.has(ids[at]!)) {
      places[length++] = at;
      most = Math.max(most, counted[at]!);
    }
  }
  const found = places.subarray(0, length);
  if (sort === 'name') { return order === 'asc' ? found : found.reverse(); }
  // Numbers that sort as count and place do: typed arrays are sorted ten times as fast without a comparison.
  const keys = Float64Array.from(found, (at) => (order === 'asc' ? counted[at]! : most - counted[at]!) * ids.length + at).sort();
  return found.map((_, at) => keys[at]! % ids.length);
}

/** The letters of a list by name, in its order. */
export function lettersOf({ letters, letterOf }: Directory, places: Int32Array): LetterStart[] {
  const starts: LetterStart[] = [];
  let last = -1;
  for (let at = 0; at < places.length; at += 1) {
    const letter = letterOf[places[at]!]!;
    if (letter !== last) { starts.push({ letter: letters[letter]!, from: at + 1 }); }
    last = letter;
  }
  return starts;
}
