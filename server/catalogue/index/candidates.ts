import { countBits, placesBetween, type Bitmap } from './bitmap.ts';
import { textLength, type CatalogueRow, type Counters } from './catalogue-row.ts';
import type { ComicIds } from './comic-ids.ts';
import type { Order } from './order.ts';

/** As many are ranked by relevance: all of so many, or half of them by the length of their text and half by views. */
const MOST = 250;
const LONGEST = 255;

/** A comic with what it is chosen by. */
interface Candidate {
  id: number;
  by: number;
}

/**
 * The comics to rank by relevance, in no order, as `MemoryCatalogue.candidates` promises.
 *
 * @param built by place: ids, lengths, and the places by views. @param bits the places that match.
 * @param changed the comics besides them that match.
 */
export function bestCandidates(
  built: { ids: ComicIds; lengths: Uint8Array; views: Order },
  bits: Bitmap,
  changed: readonly { row: CatalogueRow; counters: Counters }[],
): { total: number; ids: number[] } {
  const { ids, lengths, views } = built;
  const count = countBits(bits);
  const total = count + changed.length;
  if (total <= MOST) {
    return {
      total,
      ids: [...placesBetween(bits, 0, count).map((place) => ids.at(place)), ...changed.map(({ row }) => row.id)],
    };
  }
  const short: Candidate[] = shortest(lengths, bits, MOST / 2).map((place) => ({
    id: ids.at(place),
    by: lengths[place]!,
  }));
  const viewed: Candidate[] = [];
  views.walk(bits, { first: 0, backwards: true, skip: 0, take: MOST / 2 }, (place, at) => {
    viewed.push({ id: ids.at(place), by: views.valueAt(at) });
  });
  for (const { row, counters } of changed) {
    short.push({ id: row.id, by: textLength(row.search) });
    viewed.push({ id: row.id, by: counters.views });
  }
  short.sort((a, b) => a.by - b.by || a.id - b.id);
  viewed.sort((a, b) => b.by - a.by || b.id - a.id);
  return { total, ids: [...new Set([...short.slice(0, MOST / 2), ...viewed.slice(0, MOST / 2)].map(({ id }) => id))] };
}

/** The places of a set with the least lengths: `most`, and those as long as the last of them. */
function shortest(lengths: Uint8Array, bits: Bitmap, most: number): number[] {
  const counts = new Uint32Array(LONGEST + 1);
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      counts[lengths[(word << 5) + 31 - Math.clz32(left & -left)]!]! += 1;
    }
  }
  let limit = 0;
  for (let passed = counts[0]!; passed < most && limit < LONGEST; passed += counts[limit]!) {
    limit += 1;
  }
  const found: number[] = [];
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      const place = (word << 5) + 31 - Math.clz32(left & -left);
      if (lengths[place]! <= limit) {
        found.push(place);
      }
    }
  }
  return found;
}
