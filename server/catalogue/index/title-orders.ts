import { LOCALES, type Locale } from '#contract/locales.ts';
import { orderOfLocale, titleComparer } from '#server/search/title-order.ts';
import { collectGarbage } from './collect-garbage.ts';
import { toNearOrder, type NearOrderData } from './near-order.ts';
import { toPlainOrder, type OrderData } from './order.ts';

/** The orders by the titles that readers see; readers of several languages may share one. */
export interface TitleOrdersData {
  /** By the original titles, as the languages sort that most share. */
  base: OrderData;
  orders: NearOrderData[];
  /** Which of them a reader of each language has. */
  of: Record<Locale, number>;
}

/** The titles of things as they are compared (`titleKey`), by thing; and those of them that a language has instead, asked for once. */
export interface Titles {
  key(thing: number): string;
  translated(locale: Locale): ReadonlyMap<number, string> | undefined;
}

/** Things that are sorted with their titles at hand; longer orders are merged of such, so that few titles are held. */
const RUN = 1 << 17;

/**
 * The orders by title, then by id: seconds of work for a million, so it runs in a process beside this one.
 *
 * @param ids of each thing. @param rough every thing once, the nearer to an order by titles the sooner it is sorted.
 * @param run so many are sorted at once.
 */
export function buildTitleOrders(
  { key, translated }: Titles,
  ids: Int32Array,
  rough: Int32Array,
  run = RUN,
): TitleOrdersData {
  const orders: NearOrderData[] = [];
  const shared = new Map<Locale, number>();
  const of: Partial<Record<Locale, number>> = {};
  let nearest = rough;
  // English first: it is the order of most languages and near to that of the others.
  for (const locale of ['en', ...LOCALES.filter((each) => each !== 'en')] as const) {
    collectGarbage();
    const base = orderOfLocale(locale);
    const titles: Comparison = { key, ids, compare: titleComparer(locale) };
    const isSorted = base === 'en' && locale !== 'en';
    const own = translated(locale);
    const known = own ? undefined : shared.get(base);
    of[locale] = known ?? orders.length;
    if (known !== undefined) continue;
    const sorted = isSorted ? nearest : sortByTitle(nearest, titles, run);
    if (locale === 'en') {
      nearest = sorted;
    }
    const shown = own ? withTranslations(titles, own, sorted) : sorted;
    collectGarbage();
    orders.push(toNearOrder(nearest, shown));
    if (!own) {
      shared.set(base, of[locale]);
    }
  }
  return { base: toPlainOrder(nearest), orders, of: of as Record<Locale, number> };
}

interface Comparison {
  key(thing: number): string;
  ids: Int32Array;
  compare(a: string, b: string): number;
}

/** Things by title, then by id. */
function sortByTitle(rough: Int32Array, titles: Comparison, run: number): Int32Array {
  const things = rough.slice();
  for (let from = 0; from < things.length; from += run) {
    sortRun(things.subarray(from, from + run), titles);
  }
  const left = new Int32Array(things.length);
  for (let width = run; width < things.length; width *= 2) {
    for (let from = 0; from + width < things.length; from += width * 2) {
      mergeRuns(things.subarray(from, from + width * 2), width, left, titles);
    }
  }
  return things;
}

function sortRun(things: Int32Array, { key, ids, compare }: Comparison): void {
  const keyed = Array.from(things, (thing) => ({ thing, title: key(thing) }));
  keyed.sort((a, b) => compare(a.title, b.title) || ids[a.thing]! - ids[b.thing]!);
  keyed.forEach(({ thing }, at) => {
    things[at] = thing;
  });
}

/** Merges what is sorted before an index with what is sorted from there on. @param left is written over. */
function mergeRuns(things: Int32Array, middle: number, left: Int32Array, { key, ids, compare }: Comparison): void {
  const isAfter = (a: number, aTitle: string, b: number, bTitle: string) =>
    (compare(aTitle, bTitle) || ids[a]! - ids[b]!) > 0;
  const [last, first] = [things[middle - 1]!, things[middle]!];
  if (!isAfter(last, key(last), first, key(first))) return;
  const title = key(first);
  let to = lowerBound(0, middle, (at) => isAfter(things[at]!, key(things[at]!), first, title));
  const count = middle - to;
  left.set(things.subarray(to, middle));
  let from = middle;
  let next = title;
  for (let at = 0; at < count; at += 1) {
    const thing = left[at]!;
    const own = key(thing);
    while (from < things.length && isAfter(thing, own, things[from]!, next)) {
      things[to] = things[from]!;
      to += 1;
      from += 1;
      next = from < things.length ? key(things[from]!) : '';
    }
    things[to] = thing;
    to += 1;
  }
}

/** An order in which some things have other titles: they are taken out, sorted, and merged in. */
function withTranslations(
  { key, ids, compare }: Comparison,
  own: ReadonlyMap<number, string>,
  sorted: Int32Array,
): Int32Array {
  const moved = [...own.keys()].sort((a, b) => compare(own.get(a)!, own.get(b)!) || ids[a]! - ids[b]!);
  const isMoved = new Uint8Array(sorted.length);
  for (const thing of moved) {
    isMoved[thing] = 1;
  }
  const rest = sorted.filter((thing) => isMoved[thing] === 0);
  const merged = new Int32Array(sorted.length);
  let from = 0;
  let length = 0;
  for (const thing of moved) {
    const title = own.get(thing)!;
    const to = firstAfter(rest, from, (other) => (compare(key(other), title) || ids[other]! - ids[thing]!) > 0);
    merged.set(rest.subarray(from, to), length);
    length += to - from;
    merged[length] = thing;
    length += 1;
    from = to;
  }
  merged.set(rest.subarray(from), length);
  return merged;
}

/** The first index from `from` on of which something is true, as it is of all behind it; it is near as a rule. */
function firstAfter(list: Int32Array, from: number, isAfter: (thing: number) => boolean): number {
  let low = from;
  let step = 1;
  for (; low + step <= list.length && !isAfter(list[low + step - 1]!); step *= 2) {
    low += step;
  }
  return lowerBound(low, Math.min(list.length, low + step - 1), (index) => isAfter(list[index]!));
}

/** The first index from `from` to before `to` of which something is true, as it is of all behind it; `to` where it is of none. */
function lowerBound(from: number, to: number, isTrue: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
