import { normalise } from './normalise.ts';
import type { SearchFlag, Hint, Query } from './query.ts';
import { parseRangeQuery } from './query-ranges.ts';
import { findPrefix, type Prefix } from './query-words.ts';

/** The tokens of a search. A term that says nothing (punctuation) has no leaf. */
export type Token = { kind: '(' | ')' | 'or' | 'not' | 'either' } | { kind: 'term'; leaf: Query | null };

/** Takes note of a hint. */
type ReportHint = (code: Hint['code'], value?: string) => void;

/** Marks in pairs as people type them: what opens, and what closes it. */
const QUOTES: readonly { opens: string; closes: string }[] = [
  { opens: '"\u201c\u201d\u201e\u201f\u301d\u00ab\u00bb', closes: '"\u201c\u201d\u201e\u201f\u301e\u301f\u00ab\u00bb' },
  { opens: '\u300c', closes: '\u300d' },
  { opens: '\u300e', closes: '\u300f' },
];
const EVERY_QUOTE = /["\u201c\u201d\u201e\u201f\u301d\u301e\u301f\u00ab\u00bb\u300c-\u300f]/g;

const SPACE = /[\s,\u060c\u3001]+/uy;
/** Nothing begins with these, or means something by it. */
const SKIPPED = /[?_$#*]+/uy;
const NUMBER_SIGN = /#\d{1,10}(?=[\s,\u060c\u3001()|]|$)/uy;
const BARS = /\|+/uy;
/** A tilde, or a dash of any kind; alone it is a dash between words. */
const BEFORE_SOMETHING = /[~\-\u2010\u2013\u2014\u2212](?=[^\s,])/uy;
const DOLLARS = /\$+/uy;
const PREFIX = /[\p{L}\p{M}]+:/uy;
/** Up to a space, a comma, a bar or a parenthesis; `name_(title)` is one word. */
const WORD = /(?:[^\s,\u060c\u3001()|"]|(?<!:)"|\([^\s()]*\))+/uy;

/** Cuts a search into its parts. `text` is in NFKC with digits 0 to 9 and without control characters. */
export function tokenize(text: string, hint: ReportHint): Token[] {
  const cutter = new Cutter(text, hint);
  const tokens: Token[] = [];
  while (!cutter.atEnd()) {
    const token = cutter.next();
    if (token) {
      tokens.push(token);
    }
  }
  return tokens;
}

/** Goes through a search from left to right, never back but over the word before a colon. */
class Cutter {
  #at = 0;
  readonly #text: string;
  readonly #hint: ReportHint;
  /** Where the last closing mark of each kind of quote stands, so that none is looked for in vain. */
  readonly #lastCloses: readonly number[];

  constructor(text: string, hint: ReportHint) {
    this.#text = text;
    this.#hint = hint;
    this.#lastCloses = QUOTES.map(({ closes }) => Math.max(...Array.from(closes, (mark) => text.lastIndexOf(mark))));
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next part, or null where what stands here is none. */
  next(): Token | null {
    if (this.#take(SPACE) !== null) return null;
    const number = this.#take(NUMBER_SIGN);
    if (number !== null) return { kind: 'term', leaf: parseComicId(number.slice(1)) };
    return this.#sign() ?? (this.#skip() ? null : this.#term());
  }

  /** A sign that is no word: a parenthesis, a bar, a dash or a tilde before something. */
  #sign(): Token | null {
    const sign = this.#text[this.#at] as string;
    if (sign === '(' || sign === ')') {
      this.#at += 1;
      return { kind: sign };
    }
    if (this.#take(BARS) !== null) return { kind: 'or' };
    return this.#take(BEFORE_SOMETHING) === null ? null : { kind: sign === '~' ? 'either' : 'not' };
  }

  /** Passes over signs that a part cannot begin with, and that mean nothing alone. */
  #skip(): boolean {
    const skipped = this.#take(SKIPPED);
    if (skipped === null) return false;
    const next = this.#text[this.#at] ?? ' ';
    if (skipped.includes('*') || (skipped.includes('?') && /\S/u.test(next))) {
      this.#hint('wildcard');
    }
    return true;
  }

  #term(): Token | null {
    const phrase = this.#phrase();
    if (phrase !== null) return { kind: 'term', leaf: plainLeaf(phrase, true) };
    if (isQuote(this.#text[this.#at])) {
      this.#hint('quote');
      this.#at += 1;
      return null;
    }
    const prefixed = this.#prefixed();
    if (prefixed !== undefined) return { kind: 'term', leaf: prefixed };
    const word = this.#take(WORD);
    if (word === null) {
      this.#at += 1;
      return null;
    }
    if (word === 'AND') return null;
    if (word === 'OR') return { kind: 'or' };
    if (word === 'NOT') return { kind: 'not' };
    if ((word.split('"').length - 1) % 2 === 1) {
      this.#hint('quote');
    }
    return { kind: 'term', leaf: plainLeaf(word, false) };
  }

  /** A known word with a colon and a value; undefined where none stands here. */
  #prefixed(): Query | null | undefined {
    const start = this.#at;
    const word = this.#take(PREFIX)?.slice(0, -1);
    const prefix = word === undefined ? undefined : findPrefix(word);
    if (word !== undefined && prefix) {
      const phrase = this.#phrase();
      const value = phrase ?? this.#take(WORD);
      if (value !== null) return prefixed(word, prefix, value, phrase !== null, this.#hint);
    }
    this.#at = start;
    return undefined;
  }

  /** A quoted text that begins here, without its quotes and a `$` after them; null where none does, or none ends. */
  #phrase(): string | null {
    const kind = QUOTES.findIndex(({ opens }) => opens.includes(this.#text[this.#at] ?? ' '));
    if (kind < 0 || this.#at >= (this.#lastCloses[kind] as number)) return null;
    const from = this.#at + 1;
    const { closes } = QUOTES[kind] as (typeof QUOTES)[number];
    let end = from;
    while (!closes.includes(this.#text[end] as string)) {
      end += 1;
    }
    this.#at = end + 1;
    this.#take(DOLLARS);
    return this.#text.slice(from, end);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }
}

function isQuote(sign: string | undefined): boolean {
  return sign !== undefined && QUOTES.some(({ opens }) => opens.includes(sign));
}

function prefixed(word: string, prefix: Prefix, value: string, quoted: boolean, hint: ReportHint): Query | null {
  if ('field' in prefix) {
    const ofTitle = prefix.field === 'title' || prefix.field === 'uploader';
    const { text, exact } = parseValue(value, quoted, !ofTitle, hint);
    if (prefix.field === 'uploader') {
      hint('uploader');
    }
    return text === '' || (ofTitle && normalise(text) === '') ? null : { value: text, field: prefix.field, exact };
  }
  const tidy = value.trim();
  const understood =
    'range' in prefix
      ? parseRangeQuery(prefix.range, tidy)
      : 'comic' in prefix
        ? parseComicId(tidy.replace(/^#/, ''))
        : parseFact(prefix.facts, tidy);
  if (understood) return understood;
  hint('value', `${word}:${tidy}`);
  return plainLeaf(`${word}:${tidy}`, false);
}

function parseFact(facts: ReadonlyMap<string, SearchFlag>, value: string): Query | null {
  const fact = facts.get(value.toLowerCase());
  return fact === undefined ? null : { fact };
}

/** The comic of a number that a comic can have, from 1 to 2^31 - 1. */
function parseComicId(digits: string): Query | null {
  const number = Number(digits);
  return /^\d{1,10}$/.test(digits) && number >= 1 && number <= 2_147_483_647 ? { comic: number, text: false } : null;
}

/** A word or a phrase without a field; null where it has no letter to look for. */
function plainLeaf(text: string, quoted: boolean): Query | null {
  const { text: value, exact } = parseValue(text, quoted, false);
  return normalise(value) === '' ? null : { value, field: null, exact };
}

/** A value in its one form, and whether it must be the whole name. */
function parseValue(
  given: string,
  quoted: boolean,
  ofKind: boolean,
  hint?: ReportHint,
): { text: string; exact: boolean } {
  const lower = given.toLowerCase().normalize('NFKC');
  if (quoted) {
    return { text: lower.replace(EVERY_QUOTE, ' ').replace(/[*?$]/g, ' ').replace(/\s+/gu, ' ').trim(), exact: true };
  }
  let text = lower
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .replace(/^[*?$# ]+/u, (start) => {
      if (/[*?]/.test(start)) {
        hint?.('wildcard');
      }
      return '';
    });
  let exact = false;
  for (let shorter = text; ; text = shorter) {
    if (shorter.endsWith('$')) {
      exact = true;
      shorter = shorter.replace(/(?<![$ ])[$ ]+$/u, '');
    }
    if (!exact && !ofKind) {
      shorter = shorter.replace(/(?<![*? ])[*? ]+$/u, '');
    }
    if (shorter === text) break;
  }
  return { text, exact: exact && !(ofKind && /[*?]/.test(text)) };
}
