import { normalise } from './normalise.ts';
import type { Fact, Hint, Query } from './query.ts';
import { rangeOf } from './query-ranges.ts';
import { prefixOf, type Prefix } from './query-words.ts';

/** What a search is made of. A term that says nothing (punctuation) has no leaf. */
export type Token = { kind: '(' | ')' | 'or' | 'not' | 'either' } | { kind: 'term'; leaf: Query | null };

/** Takes note of a hint. */
type Tell = (code: Hint['code'], value?: string) => void;

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
const NUMBER_SIGN = /#(\d{1,10})(?=[\s,\u060c\u3001()|]|$)/uy;
const BARS = /\|+/uy;
const DASH = '-\u2010\u2013\u2014\u2212';
const PREFIX = /([\p{L}\p{M}]+):/uy;
/** Up to a space, a comma, a bar or a parenthesis; `name_(title)` is one word. */
const WORD = /(?:[^\s,\u060c\u3001()|"]|(?<!:)"|\([^\s()]*\))+/uy;

/** Cuts a search into its parts. `text` is in NFKC with digits 0 to 9 and without control characters. */
export function tokensOf(text: string, hint: Tell): Token[] {
  const tokens: Token[] = [];
  const lastCloses = QUOTES.map(({ closes }) => Math.max(...Array.from(closes, (mark) => text.lastIndexOf(mark))));
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) { at = pattern.lastIndex; }
    return found;
  };
  /** A quoted text that begins here, without its quotes; undefined where none does, or none ends. */
  const phrase = (): string | undefined => {
    const kind = QUOTES.findIndex(({ opens }) => opens.includes(text[at] as string));
    if (kind < 0 || at >= (lastCloses[kind] as number)) { return undefined; }
    const from = at + 1;
    at = from;
    while (!(QUOTES[kind] as (typeof QUOTES)[number]).closes.includes(text[at] as string)) { at += 1; }
    const inside = text.slice(from, at);
    at += 1;
    while (text[at] === '$') { at += 1; }
    return inside;
  };

  while (at < text.length) {
    if (match(SPACE)) { continue; }
    const sign = text[at] as string;
    const number = match(NUMBER_SIGN);
    if (number) {
      tokens.push({ kind: 'term', leaf: comicOf(number[1] as string) });
    } else if (sign === '(' || sign === ')') {
      tokens.push({ kind: sign });
      at += 1;
    } else if (match(BARS)) {
      tokens.push({ kind: 'or' });
    } else if (sign === '~' || DASH.includes(sign)) {
      at += 1;
      // Alone it is a dash between words.
      if (at < text.length && !/[\s,]/u.test(text[at] as string)) { tokens.push({ kind: sign === '~' ? 'either' : 'not' }); }
    } else {
      const skipped = match(SKIPPED);
      if (skipped) {
        if (skipped[0].includes('*') || (skipped[0].includes('?') && /\S/u.test(text[at] ?? ' '))) { hint('wildcard'); }
        continue;
      }
      const quoted = phrase();
      if (quoted !== undefined) {
        tokens.push({ kind: 'term', leaf: plainLeaf(quoted, true) });
        continue;
      }
      if (QUOTES.some(({ opens }) => opens.includes(sign))) {
        hint('quote');
        at += 1;
        continue;
      }
      const start = at;
      const prefix = match(PREFIX);
      const known = prefix ? prefixOf(prefix[1] as string) : undefined;
      const value = known ? phrase() ?? match(WORD)?.[0] : undefined;
      if (known && value !== undefined) {
        const wasQuoted = text[start + (prefix as RegExpExecArray)[0].length] !== value[0];
        tokens.push({ kind: 'term', leaf: prefixed((prefix as RegExpExecArray)[1] as string, known, value, wasQuoted, hint) });
        continue;
      }
      at = start;
      const word = (match(WORD) ?? [sign])[0];
      at = Math.max(at, start + 1);
      if (word === 'OR') {
        tokens.push({ kind: 'or' });
      } else if (word === 'NOT') {
        tokens.push({ kind: 'not' });
      } else if (word !== 'AND') {
        if ((word.match(/"/g) ?? []).length % 2 === 1) { hint('quote'); }
        tokens.push({ kind: 'term', leaf: plainLeaf(word, false) });
      }
    }
  }
  return tokens;
}

function prefixed(word: string, prefix: Prefix, value: string, quoted: boolean, hint: Tell): Query | null {
  if ('field' in prefix) {
    const ofTitle = prefix.field === 'title' || prefix.field === 'uploader';
    const { text, exact } = valueOf(value, quoted, !ofTitle, hint);
    if (prefix.field === 'uploader') { hint('uploader'); }
    return text === '' || (ofTitle && normalise(text) === '') ? null : { value: text, field: prefix.field, exact };
  }
  const tidy = value.trim();
  const understood = 'range' in prefix ? rangeOf(prefix.range, tidy) : 'comic' in prefix ? comicOf(tidy.replace(/^#/, '')) : factOf(prefix.facts, tidy);
  if (understood) { return understood; }
  hint('value', `${word}:${tidy}`);
  return plainLeaf(`${word}:${tidy}`, false);
}

function factOf(facts: ReadonlyMap<string, Fact>, value: string): Query | null {
  const fact = facts.get(value.toLowerCase());
  return fact === undefined ? null : { fact };
}

/** The comic of a number that a comic can have, from 1 to 2^31 - 1. */
function comicOf(digits: string): Query | null {
  const number = Number(digits);
  return /^\d{1,10}$/.test(digits) && number >= 1 && number <= 2_147_483_647 ? { comic: number, text: false } : null;
}

/** A word or a phrase without a field; null where it has no letter to look for. */
function plainLeaf(text: string, quoted: boolean): Query | null {
  const { text: value, exact } = valueOf(text, quoted, false);
  return normalise(value) === '' ? null : { value, field: null, exact };
}

/** A value in its one form, and whether it must be the whole name. */
function valueOf(given: string, quoted: boolean, ofKind: boolean, hint?: Tell): { text: string; exact: boolean } {
  const lower = given.toLowerCase().normalize('NFKC');
  if (quoted) { return { text: lower.replace(EVERY_QUOTE, ' ').replace(/[*?$]/g, ' ').replace(/\s+/gu, ' ').trim(), exact: true }; }
  let text = lower.replace(/[_\s]+/gu, ' ').trim().replace(/^[*?$# ]+/u, (start) => { if (/[*?]/.test(start)) { hint?.('wildcard'); } return ''; });
  let exact = false;
  for (let shorter = text; ; text = shorter) {
    if (shorter.endsWith('$')) { exact = true; shorter = shorter.replace(/[$ ]+$/u, ''); }
    if (!exact && !ofKind) { shorter = shorter.replace(/[*? ]+$/u, ''); }
    if (shorter === text) { break; }
  }
  return { text, exact: exact && !(ofKind && /[*?]/.test(text)) };
}
