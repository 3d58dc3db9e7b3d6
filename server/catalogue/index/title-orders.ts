import { LOCALES, type Locale } from '#contract/locales.ts';
import { orderOfLocale, titleComparer } from '#server/search/title-order.ts';
import { toPlainOrder, type OrderData } from './order.ts';

/** The orders by the titles that readers see; readers of several languages may share one. */
export interface TitleOrdersData {
  orders: OrderData[];
  /** Which of them a reader of each language has. */
  of: Record<Locale, number>;
}

/** The titles of things as they are compared (`titleKey`), by thing; and those of them that a language has instead, asked for once. */
export interface Titles {
  keys: readonly string[];
  translated(locale: Locale): ReadonlyMap<number, string> | undefined;
}

/**
 * The orders by title, then by id: seconds of work for a million, so it runs in a process beside this one.
 *
 * @param ids of each thing. @param rough every thing once, the nearer to an order by titles the sooner it is sorted.
 */
export function buildTitleOrders({ keys, translated }: Titles, ids: Int32Array, rough: Int32Array): TitleOrdersData {
  const orders: OrderData[] = [];
  const shared = new Map<Locale, number>();
  const of: Partial<Record<Locale, number>> = {};
  let nearest: number[] = Array.from(rough);
  // English first: it is the order of most languages and near to that of the others.
  for (const locale of ['en', ...LOCALES.filter((each) => each !== 'en')] as const) {
    const base = orderOfLocale(locale);
    const compare = titleComparer(locale);
    const isSorted = base === 'en' && locale !== 'en';
    const sorted = isSorted
      ? nearest
      : nearest.slice().sort((a, b) => compare(keys[a]!, keys[b]!) || ids[a]! - ids[b]!);
    if (locale === 'en') {
      nearest = sorted;
    }
    const own = translated(locale);
    const known = own ? undefined : shared.get(base);
    of[locale] = known ?? orders.length;
    if (known !== undefined) continue;
    orders.push(toPlainOrder(Int32Array.from(own ? withTranslations({ keys, own, ids, compare }, sorted) : sorted)));
    if (!own) {
      shared.set(base, of[locale]);
    }
  }
  return { orders, of: of as Record<Locale, number> };
}

interface Translated {
  keys: readonly string[];
  own: ReadonlyMap<number, string>;
  ids: Int32Array;
  compare: (a: string, b: string) => number;
}

/** An order in which some things have other titles: they are taken out, sorted, and merged in. */
function withTranslations({ keys, own, ids, compare }: Translated, sorted: readonly number[]): number[] {
  const moved = [...own.keys()].sort((a, b) => compare(own.get(a)!, own.get(b)!) || ids[a]! - ids[b]!);
  const rest = sorted.filter((thing) => !own.has(thing));
  const merged: number[] = [];
  let from = 0;
  for (const thing of moved) {
    const title = own.get(thing)!;
    const to = firstAfter(rest, from, (other) => (compare(keys[other]!, title) || ids[other]! - ids[thing]!) > 0);
    for (; from < to; from += 1) {
      merged.push(rest[from]!);
    }
    merged.push(thing);
  }
  for (; from < rest.length; from += 1) {
    merged.push(rest[from]!);
  }
  return merged;
}

/** The first index from `from` on of which something is true, as it is of all behind it; it is near as a rule. */
function firstAfter(list: readonly number[], from: number, isAfter: (thing: number) => boolean): number {
  let low = from;
  let step = 1;
  for (; low + step <= list.length && !isAfter(list[low + step - 1]!); step *= 2) {
    low += step;
  }
  let high = Math.min(list.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(list[middle]!)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
