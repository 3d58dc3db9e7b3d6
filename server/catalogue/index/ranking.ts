import { fitOfText, relevance, WHOLE_NAME, type RankedWords } from '#server/search/relevance.ts';
import { countBits, placesBetween, type Bitmap } from './bitmap.ts';
import type { ComicIds } from './comic-ids.ts';
import type { SearchTexts } from './search-texts.ts';

/** So many comics of a search are ranked: where more fit, half of them for their short texts, half for their views, and those that it names. */
export const MAX_CONSIDERED = 1_000;
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

/** The facts of a built catalogue that ranking reads, by place. */
interface Built {
  ids: ComicIds;
  /** `textLength` of the search texts. */
  lengths: Uint8Array;
  /** `viewLevel` of the views. */
  levels: Uint8Array;
  texts: SearchTexts;
}

/**
 * The comics that fit a search best, as `MemoryCatalogue.rank` promises.
 *
 * @param bits the places that match. @param changed the comics besides them that match.
 */
export function rankComics(built: Built, bits: Bitmap, changed: readonly ChangedFit[], wanted: RankedWords): Ranking {
  const { ids, levels, texts } = built;
  const search = texts.lookUp(wanted);
  const count = countBits(bits);
  const total = count + changed.length;
  const { places, others } =
    total > MAX_CONSIDERED
      ? choose(
          built,
          bits,
          changed,
          (place) => texts.mayBeNamed(place, search) && texts.fit(place, search) >= WHOLE_NAME,
        )
      : { places: placesBetween(bits, 0, count), others: changed };
  const scores = new Float64Array(places.length + others.length);
  places.forEach((place, at) => {
    scores[at] = relevance(texts.fit(place, search), levels[place]!);
  });
  others.forEach(({ search: text, level }, at) => {
    scores[places.length + at] = relevance(fitOfText(text, wanted), level);
  });
  return {
    total,
    ids: bestFirst(scores, (at) => (at < places.length ? ids.at(places[at]!) : others[at - places.length]!.id)),
  };
}

/** Those to compare of more than can be; changed comics are taken first, as if they were the newest, and those of that name in addition. */
function choose(
  { lengths, levels }: Built,
  bits: Bitmap,
  changed: readonly ChangedFit[],
  isNamed: (place: number) => boolean,
): { places: number[]; others: ChangedFit[] } {
  const byLength = new Uint32Array(256);
  const byLevel = new Uint32Array(256);
  for (let word = 0; word < bits.length; word += 1) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      const place = (word << 5) + 31 - Math.clz32(left & -left);
      byLength[lengths[place]!]! += 1;
      byLevel[255 - levels[place]!]! += 1;
    }
  }
  for (const { letters, level } of changed) {
    byLength[letters]! += 1;
    byLevel[255 - level]! += 1;
  }
  const short = limitFor(byLength);
  const viewed = limitFor(byLevel);
  let shortLeft = short.ofLimit;
  let viewedLeft = viewed.ofLimit;
  const takes = (letters: number, level: number): boolean => {
    const isShort = letters < short.limit || (letters === short.limit && (shortLeft -= 1) >= 0);
    const isViewed = 255 - level < viewed.limit || (255 - level === viewed.limit && (viewedLeft -= 1) >= 0);
    return isShort || isViewed;
  };
  const others = changed.filter(({ letters, level }) => takes(letters, level));
  const places: number[] = [];
  for (let word = bits.length - 1; word >= 0; word -= 1) {
    for (let left = bits[word]!; left !== 0;) {
      const bit = 31 - Math.clz32(left);
      const place = (word << 5) + bit;
      left ^= 1 << bit;
      if (takes(lengths[place]!, levels[place]!) || isNamed(place)) {
        places.push(place);
      }
    }
  }
  return { places, others };
}

/**
 * How half of `MAX_CONSIDERED` things with the least keys are taken: all below a key, and so many that have it.
 *
 * @param counts how many have each key.
 */
function limitFor(counts: Uint32Array): { limit: number; ofLimit: number } {
  let limit = 0;
  let ofLimit = MAX_CONSIDERED / 2;
  for (; counts[limit]! < ofLimit; limit += 1) {
    ofLimit -= counts[limit]!;
  }
  return { limit, ofLimit };
}

/** The ids of the best scores, at most `MAX_RANKED`, the best first; ties by the higher id. */
export function bestFirst(scores: Float64Array, idAt: (index: number) => number): number[] {
  const limit = scores.length > MAX_RANKED ? scores.toSorted()[scores.length - MAX_RANKED]! : -Infinity;
  const best: { id: number; score: number }[] = [];
  scores.forEach((score, index) => {
    if (score >= limit) {
      best.push({ id: idAt(index), score });
    }
  });
  return best
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, MAX_RANKED)
    .map(({ id }) => id);
}
