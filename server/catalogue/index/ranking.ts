import { fitOfText, relevance, type RankedWords } from '#server/search/relevance.ts';
import { countBits, placesBetween, placesFromEnd, type Bitmap } from './bitmap.ts';
import type { ComicIds } from './comic-ids.ts';
import type { Order } from './order.ts';
import type { SearchTexts } from './search-texts.ts';

/** So many comics of a search are ranked: where more fit, half of them for their short texts, half for their views, and as many that it names. */
export const MAX_CONSIDERED = 1_000;
const HALF = MAX_CONSIDERED / 2;
/** An order is walked where the square of those that fit is more than so many times all comics: to walk it takes as long as to count them then. */
const SOONER = 128;
/** So many of the ranked ones are told. */
export const MAX_RANKED = 250;

/** Comics ranked by relevance, the best first, and how many there are in all. */
export interface Ranking {
  total: number;
  ids: number[];
}

/** A comic that fits and is other than it was built. */
interface ChangedFit {
  id: number;
  search: string;
  letters: number;
  level: number;
}

/** The facts of a built catalogue that ranking reads, by place, and the places in the order of two of them. */
interface RankingData {
  ids: ComicIds;
  /** `textLength` of the search texts. */
  lengths: Uint8Array;
  /** `viewLevel` of the views. */
  levels: Uint8Array;
  /** The least text first, the highest level first; of equal ones the last place. */
  byLength: Order;
  byLevel: Order;
  texts: SearchTexts;
}

/**
 * The comics that fit a search best, as `MemoryCatalogue.rank` promises.
 *
 * @param bits the places that match. @param changed the comics besides them that match.
 */
export function rankComics(
  built: RankingData,
  bits: Bitmap,
  changed: readonly ChangedFit[],
  wanted: RankedWords,
): Ranking {
  const { ids, levels, texts } = built;
  const search = texts.lookUp(wanted);
  const count = countBits(bits);
  const total = count + changed.length;
  const { places, others }: Candidates =
    total > MAX_CONSIDERED
      ? choose(built, bits, count, changed, texts.namedAmong(bits, search, MAX_CONSIDERED))
      : { places: placesBetween(bits, 0, count), others: changed };
  const scores = new Float64Array(places.length + others.length);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at]!;
    scores[at] = relevance(texts.fit(place, search), levels[place]!);
  }
  others.forEach(({ search: text, level }, at) => {
    scores[places.length + at] = relevance(fitOfText(text, wanted), level);
  });
  return {
    total,
    ids: bestFirst(scores, (at) => (at < places.length ? ids.at(places[at]!) : others[at - places.length]!.id)),
  };
}

interface Candidates {
  places: ArrayLike<number>;
  others: readonly ChangedFit[];
}

/** Those to compare of more than can be: of short texts, most viewed, and named. Changed comics count as the newest. */
function choose(
  { ids, lengths, levels, byLength, byLevel }: RankingData,
  bits: Bitmap,
  count: number,
  changed: readonly ChangedFit[],
  named: readonly number[],
): Candidates {
  // The more of them there are, the sooner an order comes by so many.
  const all = count * count > SOONER * ids.length ? null : placesFromEnd(bits, 0, count);
  const short = firstHalf(all ?? byLength.first(bits, HALF), lengths, 0, changed, ({ letters }) => letters);
  const viewed = firstHalf(all ?? byLevel.first(bits, HALF), levels, 255, changed, ({ level }) => level);
  return {
    places: distinct(short.places, viewed.places, named),
    others: [...new Set([...short.others, ...viewed.others])],
  };
}

/**
 * The half of `MAX_CONSIDERED` with the least keys; of equal ones those that come first, changed comics before others.
 *
 * @param values by place. @param flip 0 where a key is the value, 255 where it is 255 less the value.
 */
function firstHalf(
  places: readonly number[],
  values: Uint8Array,
  flip: 0 | 255,
  changed: readonly ChangedFit[],
  valueOf: (fit: ChangedFit) => number,
): { places: readonly number[]; others: readonly ChangedFit[] } {
  if (places.length + changed.length <= HALF) return { places, others: changed };
  const counts = new Uint32Array(256);
  for (const place of places) {
    counts[values[place]! ^ flip]! += 1;
  }
  for (const fit of changed) {
    counts[valueOf(fit) ^ flip]! += 1;
  }
  let limit = 0;
  let left = HALF;
  for (; counts[limit]! < left; limit += 1) {
    left -= counts[limit]!;
  }
  const takes = (key: number) => key < limit || (key === limit && (left -= 1) >= 0);
  return {
    others: changed.filter((fit) => takes(valueOf(fit) ^ flip)),
    places: places.filter((place) => takes(values[place]! ^ flip)),
  };
}

/** The places of some lists, ascending, none twice. */
function distinct(...lists: (readonly number[])[]): Int32Array {
  const places = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const list of lists) {
    places.set(list, count);
    count += list.length;
  }
  places.sort();
  count = 0;
  for (const place of places) {
    if (count === 0 || places[count - 1] !== place) {
      places[count] = place;
      count += 1;
    }
  }
  return places.subarray(0, count);
}

/** Scores are below so many steps of a hundredth. */
const STEPS = 512;

/** The ids of the best scores (up to 5), at most `MAX_RANKED`, the best first; ties by the higher id. */
export function bestFirst(scores: Float64Array, idAt: (index: number) => number): number[] {
  const counts = new Uint32Array(STEPS);
  for (const score of scores) {
    counts[Math.floor(score * 100)]! += 1;
  }
  let step = STEPS - 1;
  for (let left = MAX_RANKED - counts[step]!; step > 0 && left > 0; left -= counts[step]!) {
    step -= 1;
  }
  const best: number[] = [];
  const ids = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at += 1) {
    if (Math.floor(scores[at]! * 100) >= step) {
      best.push(at);
      ids[at] = idAt(at);
    }
  }
  return best
    .sort((a, b) => scores[b]! - scores[a]! || ids[b]! - ids[a]!)
    .slice(0, MAX_RANKED)
    .map((at) => ids[at]!);
}
