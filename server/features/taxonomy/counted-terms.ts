import { firstNotBelow } from '#server/catalogue/index/sorted-values.ts';
import type { VisibilityScope } from '#server/db/visible.ts';

/** Terms with how many comics have each: of those rated safe, and of all. */
export interface TermCounts {
  ids: readonly number[];
  safe: readonly number[];
  all: readonly number[];
}

/** The terms of a kind and how many comics had each at a moment. */
export class CountedTerms {
  /** Ascending. */
  private readonly ids: Int32Array;
  private readonly counts: Record<VisibilityScope['rating'], Int32Array>;
  private readonly orders = new Map<string, Int32Array>();

  constructor(
    ids: Int32Array = new Int32Array(),
    counts: Record<VisibilityScope['rating'], Int32Array> = { safe: new Int32Array(), all: new Int32Array() },
  ) {
    this.ids = ids;
    this.counts = counts;
  }

  /** How many terms there are, those included that no comic has. */
  get size(): number {
    return this.ids.length;
  }

  /** The same terms with these counts in place of theirs, and with those that are new. */
  changed({ ids: changed, ...counts }: TermCounts): CountedTerms {
    const fresh = changed.filter((id) => this.placeFor(id) < 0);
    const grown = fresh.length === 0 ? this : this.grown(fresh);
    const [safe, all] = [grown.counts.safe.slice(), grown.counts.all.slice()];
    changed.forEach((id, at) => {
      const place = grown.placeFor(id);
      safe[place] = counts.safe[at]!;
      all[place] = counts.all[at]!;
    });
    return new CountedTerms(grown.ids, { safe, all });
  }

  /** The same terms, of which some have no comic any more. */
  without(ids: readonly number[]): CountedTerms {
    const known = ids.filter((id) => this.placeFor(id) >= 0);
    const none = known.map(() => 0);
    return known.length === 0 ? this : this.changed({ ids: known, safe: none, all: none });
  }

  /** How many comics have a term. */
  count(id: number, rating: VisibilityScope['rating']): number {
    return this.counts[rating][this.placeFor(id)] ?? 0;
  }

  /** The part of a list by count that a page is in, from the first to behind the last term with as many comics as one of it. */
  tied(ids: Int32Array, rating: VisibilityScope['rating'], from: number, to: number): [from: number, to: number] {
    const same = (one: number, other: number) => this.count(ids[one]!, rating) === this.count(ids[other]!, rating);
    let [first, last] = [Math.min(from, ids.length), Math.min(to, ids.length)];
    while (first > 0 && first < ids.length && same(first - 1, first)) {
      first -= 1;
    }
    while (last > first && last < ids.length && same(last - 1, last)) {
      last += 1;
    }
    return [first, last];
  }

  /** The ids of those that some comic has, by how many; of as many, by id. */
  byCount(rating: VisibilityScope['rating'], order: 'asc' | 'desc'): Int32Array {
    const key = `${rating} ${order}`;
    const known = this.orders.get(key);
    if (known) return known;
    const { ids, counts } = this;
    const counted = counts[rating];
    const most = counted.reduce((a, b) => Math.max(a, b), 0);
    // Numbers that sort as count and place do: typed arrays are sorted ten times as fast without a comparison.
    const keys = Float64Array.from(
      Int32Array.from(ids.keys()).filter((at) => counted[at]! > 0),
      (at) => (order === 'asc' ? counted[at]! : most - counted[at]!) * ids.length + at,
    ).sort();
    const sorted = Int32Array.from(keys, (each) => ids[each % ids.length]!);
    this.orders.set(key, sorted);
    return sorted;
  }

  /** The same with terms that it has not, which no comic has. */
  private grown(fresh: readonly number[]): CountedTerms {
    const ids = new Int32Array(this.ids.length + fresh.length);
    ids.set(this.ids);
    ids.set(fresh, this.ids.length);
    ids.sort();
    const spread = (counts: Int32Array): Int32Array => {
      const wider = new Int32Array(ids.length);
      for (let from = 0, to = 0; from < counts.length; to += 1) {
        if (ids[to] === this.ids[from]) {
          wider[to] = counts[from]!;
          from += 1;
        }
      }
      return wider;
    };
    return new CountedTerms(ids, { safe: spread(this.counts.safe), all: spread(this.counts.all) });
  }

  private placeFor(id: number): number {
    const place = firstNotBelow(this.ids, id);
    return this.ids[place] === id ? place : -1;
  }
}
