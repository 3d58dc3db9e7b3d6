import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { TermLookup } from '#server/catalogue/names/term-names.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import { termsFound, type NameLookup } from '#server/db/queries/term-names.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { isDense } from '#server/search/grams.ts';
import { normalise } from '#server/search/normalise.ts';
import type { SearchFlag, Query } from '#server/search/query.ts';
import { nameKey } from '#server/search/slug.ts';

type Value = Extract<Query, { value: string }>;

/** The kinds that a word without a field can name. */
const PLAIN_KINDS: readonly TermKind[] = ['tag', 'group', 'parody', 'relationship', 'character', 'artist', 'author'];
/** Most terms that a word stands for, and a value of a kind that no name is equal to. */
const [MAX_OF_WORD, MAX_OF_KIND] = [50, 200];
/** Names that are looked up in memory before others have their turn: beginnings of two letters take half a millisecond. */
const NAMES_AT_ONCE = 12;
/** Longest row of plain words that is tried as one name. */
const LONGEST_NAME = 4;
/** Names of the tags that a fact stands for. */
export const FLAG_TAGS: Partial<Record<SearchFlag, readonly string[]>> = {
  uncensored: ['uncensored', 'decensored'],
  color: ['color', 'colour', 'full color', 'full colour', 'colored', 'coloured'],
};

/** Found terms by kind (or none), name and way: `lookupKey`. */
export type Names = Map<string, number[]>;

const memoFor = perDatabase(() => new CatalogueMemo<Names>({ most: 500, seconds: 10, isLarge: () => true }));

/** Under which key of `Names` a lookup stands. */
export function lookupKey(kind: TermKind | null, name: string, by: NameLookup['by']): string {
  return `${kind ?? ''} ${by} ${name}`;
}

/** Where names are looked up: in the catalogue in memory where it is ready. */
export interface NameEngines {
  reads: Db;
  catalogue: Pick<Catalogue, 'ready'>;
}

/**
 * Every name that a search asks for: from the catalogue in memory, or in one statement, and one more for words
 * and values of a kind with which nobody's begins. And where the catalogue's change sequence stood before they were looked up in the database, else null.
 */
export async function findNames(
  { reads, catalogue }: NameEngines,
  { site }: VisibilityScope,
  tree: Query,
): Promise<{ names: Names; change: string | null }> {
  const lookups = new Map<string, NameLookup>();
  const on = (kinds: readonly TermKind[]) => kinds.filter((kind) => site.features.includes(KIND_PATHS[kind]));
  collect(tree, [], (kind, name, by, slug) => {
    const kinds = on(kind === null ? PLAIN_KINDS : [kind]);
    if (kinds.length > 0) {
      lookups.set(lookupKey(kind, name || (slug ?? ''), by), {
        kinds,
        name,
        by,
        slug,
        most: kind === null ? MAX_OF_WORD : MAX_OF_KIND,
      });
    }
  });
  if (lookups.size === 0) return { names: new Map(), change: null };
  const memory = catalogue.ready();
  if (memory && ![...lookups.values()].some(isPattern)) {
    const find = (wanted: readonly TermLookup[]) =>
      mapInTurns(wanted, NAMES_AT_ONCE, (each) => memory.names.find(each));
    return { names: await allNames(lookups, find), change: null };
  }
  const change = await readChange(reads);
  const key = JSON.stringify([on(TERM_KINDS), [...lookups.keys()]]);
  return {
    names: await memoFor(reads).get(key, change, () => allNames(lookups, (wanted) => termsFound(reads, wanted))),
    change,
  };
}

/** The names of some lookups; a word, and a value of a kind, with which nobody's name begins is a word within one. */
async function allNames(
  lookups: ReadonlyMap<string, NameLookup>,
  find: (wanted: readonly TermLookup[]) => Promise<number[][]>,
): Promise<Names> {
  const found = await find([...lookups.values()]);
  const names: Names = new Map([...lookups.keys()].map((key, at) => [key, found[at]!]));
  const nobodys = [...lookups].filter(
    ([key, lookup]) =>
      lookup.by === 'start' &&
      (lookup.kinds.length === 1 || !lookup.name.includes(' ')) &&
      names.get(key)?.length === 0 &&
      !isPattern(lookup),
  );
  const further = await find(nobodys.map(([, lookup]) => ({ ...lookup, by: 'word' })));
  nobodys.forEach(([key], at) => names.set(key, further[at]!));
  return names;
}

function isPattern({ name }: Pick<NameLookup, 'name'>): boolean {
  return /[*?]/.test(name);
}

/** Calls `want` with every name that a search asks for. */
function collect(
  query: Query,
  around: readonly string[],
  want: (kind: TermKind | null, name: string, by: NameLookup['by'], slug: string | null) => void,
): void {
  if ('all' in query) {
    const rows = rowsOfWords(query.all);
    for (const part of query.all) {
      collect(part, rows.get(part) ?? [], want);
    }
  } else if ('any' in query) {
    for (const part of query.any) {
      collect(part, [], want);
    }
  } else if ('not' in query) {
    collect(query.not, [], want);
  } else if ('fact' in query) {
    for (const tag of FLAG_TAGS[query.fact] ?? []) {
      want('tag', tag, 'whole', null);
    }
  } else if ('comic' in query && query.text) {
    collect({ value: String(query.comic), field: null, exact: false }, [], want);
  } else if ('value' in query) {
    collectValue(query, around, want);
  }
}

function collectValue(
  { value, field, exact }: Value,
  around: readonly string[],
  want: Parameters<typeof collect>[2],
): void {
  const name = normalisePattern(value);
  if (field === null) {
    if (exact) {
      want(null, name, 'whole', null);
    }
    if (!exact && (Array.from(name).length > 1 || isDense(name))) {
      want(null, name, 'start', null);
    }
    for (const row of around) {
      want(null, row, 'start', null);
    }
  } else if (field !== 'title' && field !== 'uploader') {
    const language = field === 'language' ? findLanguage(value) : null;
    want(field, name || value, 'whole', nameKey(language?.name ?? value, field));
    if (!exact && name !== '' && !isPattern({ name })) {
      want(field, name, 'start', null);
    }
  }
}

/** For each plain word of a list the rows of two to four words with it that may be a name, as `big hat`. */
export function rowsOfWords(parts: readonly Query[]): Map<Query, string[]> {
  const rows = new Map<Query, string[]>();
  const isPlain = (part: Query | undefined) =>
    part !== undefined && 'value' in part && part.field === null && !part.exact && !/[*?]/.test(part.value);
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = from; to < Math.min(parts.length, from + LONGEST_NAME) && isPlain(parts[to]); to += 1) {
      if (to === from) continue;
      const row = parts.slice(from, to + 1);
      const name = normalise(row.map((part) => (part as Value).value).join(' '));
      for (const part of row) {
        rows.set(part, [...(rows.get(part) ?? []), name]);
      }
    }
  }
  return rows;
}

/** A value folded as names are, with its wildcards. */
export function normalisePattern(value: string): string {
  if (!/[*?]/.test(value)) return normalise(value);
  const folded = value
    .split(/([*?]+)/)
    .map((part, at) =>
      at % 2 === 1
        ? part.replace(/\*+/g, '*')
        : `${/^[\s_]/.test(part) ? ' ' : ''}${normalise(part)}${/[\s_]$/.test(part) ? ' ' : ''}`,
    );
  return folded
    .join('')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^[*? ]+/, '');
}

/** Ids in order, none twice. */
export function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
