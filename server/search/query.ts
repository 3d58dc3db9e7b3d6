import { RELATION_KINDS, type RelationKind } from '#contract/comics.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { RangeKey } from './condition.ts';

/** The field that a value is about: a kind of term, the titles, or who brought it. */
export type Field = TermKind | 'title' | 'uploader';

/** The kinds of relation, as they are written after `has:`. */
export const RELATION_FACTS = RELATION_KINDS.map((kind) => kind.replace('_', '-') as RelationFact);
type RelationFact<Kind extends string = RelationKind> = Kind extends `${infer One}_${infer Other}`
  ? `${One}-${Other}`
  : Kind;

/** The flags of a comic, by one word after `has:`. `related`: it has a relation of any kind; `link`: an id or an official link elsewhere. */
export const HAS_FACTS = ['comments', 'download', 'link', 'related', ...RELATION_FACTS] as const;
/** The flags of a comic, by one word after `is:`. */
export const IS_FACTS = [
  'complete',
  'ongoing',
  'onhold',
  'canceled',
  'webtoon',
  'premium',
  'oneshot',
  'translated',
  'speechless',
  'rewritten',
  'uncensored',
  'color',
  'favorite',
  'read',
  'unread',
] as const;
export type SearchFlag = (typeof IS_FACTS)[number] | (typeof HAS_FACTS)[number];

/**
 * A range as it was asked for. `uploaded` and `updated` count days before today, `rating` points of ten with one decimal,
 * `read` pages; `end` is the last number that belongs to a `..` and null otherwise. On dates `=` is `<=`.
 */
export interface RequestedRange {
  key: RangeKey | 'read';
  sign: '>' | '>=' | '<' | '<=' | '=' | '..';
  number: number;
  end: number | null;
}

/**
 * The meaning of a search, before anything is looked up.
 *
 * - `value`: in lower case, in NFKC; outside quotes `*` is any letters and `?` is one. `exact`: it was quoted or ended with `$`.
 * - `comic`: the comic of this number; with `text` also what has the number in its title.
 */
export type Query =
  | { all: readonly Query[] }
  | { any: readonly Query[] }
  | { not: Query }
  | { value: string; field: Field | null; exact: boolean }
  | { range: RequestedRange }
  | { fact: SearchFlag }
  | { comic: number; text: boolean };

/** A hint for the author of a search; the sentence is `search.hint.<code>`. */
export interface Hint {
  code:
    | 'letters'
    | 'terms'
    | 'quote'
    | 'parenthesis'
    | 'wildcard'
    | 'depth'
    | 'operator'
    | 'value'
    | 'uploader'
    | 'unknown'
    | 'phrase'
    | 'sign-in'
    | 'download';
  params: Record<string, string>;
}

/** A search as it is understood. */
export interface ParsedSearch {
  tree: Query;
  /** The same search in one form: it parses to the same tree, and to itself. '' is every comic. */
  canonical: string;
  hints: Hint[];
  /** The plain words that are asked for, normalised: what relevance and spelling go by. */
  words: string[];
  /** The search is the number of this comic and nothing else. */
  jump: number | null;
}
