import type { Locale } from '#contract/locales.ts';
import type { LetterStart } from '#contract/taxonomy.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import { sortInSlices } from '#server/search/sort-in-slices.ts';
import { sortKey } from '#server/search/normalise.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import type { CountedTerms } from './counted-terms.ts';
import { indexLetter } from './letters.ts';

/** A term by the name that readers of a language see; `folded` is that name's `sortKey`. */
export interface TermName {
  id: number;
  name: string;
  folded: string;
}

interface SortedName {
  id: number;
  key: string;
  letter: string;
}

/** The ids of a list by name, and its letters. */
export interface ListedNames {
  ids: Int32Array;
  letters: LetterStart[];
}

/** Neighbours in the order; `low` is not behind the first of them, and behind every term of the blocks before. */
interface Block {
  low: SortedName | null;
  ids: Int32Array;
  letters: readonly string[];
}

/** Terms of a new block; one that has twice as many is divided. */
const BLOCK = 128;
/** Blocks that are sorted before others get their turn: some 5 ms. */
const BLOCKS_AT_ONCE = 8;

/**
 * Terms in the order of their names in a language. Names are not kept, but for one a block: to put a term in its place, the
 * names of the block that it belongs to are read again.
 */
export class NameOrder {
  readonly #locale: Locale;
  readonly #blocks: readonly Block[];
  readonly #lists = new WeakMap<CountedTerms, Map<string, ListedNames>>();

  private constructor(locale: Locale, blocks: readonly Block[]) {
    this.#locale = locale;
    this.#blocks = blocks;
  }

  static async make(locale: Locale, names: readonly TermName[]): Promise<NameOrder> {
    // Folded names stand nearly so already, and are compared a hundred times as fast.
    const nearly = await sortInSlices(names, (name) => name, byFolded);
    return new NameOrder(locale, divide(await sortInSlices(nearly, toSorted, comparer(locale)), null));
  }

  /** Some of its terms, in their order. */
  among(ids: Iterable<number>): number[] {
    const wanted = new Set(ids);
    return this.#blocks.flatMap((block) => Array.from(block.ids).filter((id) => wanted.has(id)));
  }

  /** The terms that some comic has and that are not hidden, and where each letter begins. */
  listed(
    counts: CountedTerms,
    rating: VisibilityScope['rating'],
    order: 'asc' | 'desc',
    hidden: readonly number[],
  ): ListedNames {
    if (hidden.length > 0) return this.#list(order, (id) => counts.count(id, rating) > 0 && !hidden.includes(id));
    const lists = this.#lists.get(counts) ?? new Map<string, ListedNames>();
    this.#lists.set(counts, lists);
    const key = `${rating} ${order}`;
    const list = lists.get(key) ?? this.#list(order, (id) => counts.count(id, rating) > 0);
    lists.set(key, list);
    return list;
  }

  #list(order: 'asc' | 'desc', isListed: (id: number) => boolean): ListedNames {
    const ids: number[] = [];
    const letters: string[] = [];
    for (const block of this.#blocks) {
      block.ids.forEach((id, at) => {
        if (isListed(id)) {
          ids.push(id);
          letters.push(block.letters[at]!);
        }
      });
    }
    return order === 'asc'
      ? { ids: Int32Array.from(ids), letters: letterStarts(letters) }
      : { ids: Int32Array.from(ids.reverse()), letters: letterStarts(letters.reverse()) };
  }

  /**
   * The order with terms as they are now in it: those that are gone taken off, the others put where their names belong.
   *
   * @param changed the terms that may be other than they were.
   * @param read the names of those of some terms that are there and of the kind.
   */
  async changed(
    changed: ReadonlySet<number>,
    read: (ids: readonly number[]) => Promise<TermName[]>,
  ): Promise<NameOrder> {
    const named = (await read([...changed])).map(toSorted);
    const isChanged = ({ ids }: Block) => ids.some((id) => changed.has(id));
    if (named.length === 0 && !this.#blocks.some(isChanged)) return this;
    const blocks = this.#blocks.map((block) => (isChanged(block) ? trimmed(block, changed) : block));
    const compare = comparer(this.#locale);
    const placed = Map.groupBy(named, (term) => blockFor(blocks, term, compare));
    const neighbours = await read([...placed.keys()].flatMap((at) => [...blocks[at]!.ids]));
    const names = new Map(neighbours.map((row) => [row.id, row]));
    const divided = await mapInTurns([...placed], BLOCKS_AT_ONCE, ([at, fresh]) => {
      const { ids, low } = blocks[at]!;
      const present = [...ids].flatMap((id) => (names.has(id) ? [toSorted(names.get(id)!)] : []));
      return [at, divide([...present, ...fresh].sort(compare), low)] as const;
    });
    const replaced = new Map(divided);
    return new NameOrder(
      this.#locale,
      blocks.flatMap((block, at) => replaced.get(at) ?? [block]),
    );
  }
}

function toSorted({ id, name, folded }: TermName): SortedName {
  const key = titleKey(name);
  return { id, key, letter: indexLetter(key === name ? folded : sortKey(key)) };
}

function comparer(locale: Locale): (a: SortedName, b: SortedName) => number {
  const compare = titleComparer(locale);
  return (a, b) => compare(a.key, b.key) || a.id - b.id;
}

function byFolded(a: TermName, b: TermName): number {
  return a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.id - b.id;
}

/** The place of the last block that does not begin behind a term. */
function blockFor(
  blocks: readonly Block[],
  term: SortedName,
  compare: (a: SortedName, b: SortedName) => number,
): number {
  let [low, high] = [0, blocks.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (compare(blocks[middle]!.low!, term) > 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

function divide(terms: readonly SortedName[], low: SortedName | null): Block[] {
  const blocks: Block[] = [];
  const size = terms.length < 2 * BLOCK ? 2 * BLOCK : BLOCK;
  for (let from = 0; from === 0 || from < terms.length; from += size) {
    const part = terms.slice(from, from + size);
    blocks.push({
      low: from === 0 ? low : part[0]!,
      ids: Int32Array.from(part, ({ id }) => id),
      letters: part.map(({ letter }) => letter),
    });
  }
  return blocks;
}

function trimmed({ low, ids, letters }: Block, gone: ReadonlySet<number>): Block {
  return { low, ids: ids.filter((id) => !gone.has(id)), letters: letters.filter((_, at) => !gone.has(ids[at]!)) };
}

/**
 * The letters of terms in an order, each where it begins first: some that fold to the same letter, `þ` and `t`, stand apart
 * in the order of a language.
 */
function letterStarts(letters: readonly string[]): LetterStart[] {
  const starts = new Map<string, number>();
  letters.forEach((letter, at) => {
    if (!starts.has(letter)) {
      starts.set(letter, at + 1);
    }
  });
  return Array.from(starts, ([letter, from]) => ({ letter, from }));
}
