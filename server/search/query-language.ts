import { MAX_QUERY_LENGTH } from '#contract/comics.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { asciiDigits, normalise } from './normalise.ts';
import { toCanonical } from './query-canonical.ts';
import { tokenize, type Token } from './query-tokens.ts';
import type { Field, Hint, ParsedSearch, Query } from './query.ts';

/** Most words, phrases and ranges of a search. */
const MAX_TERMS = 50;
/** Deepest parentheses that count. */
const DEEPEST = 16;
const CONTROLS = /[\p{Cc}\ufffd\u2028\u2029]/gu;
/** Marks of direction and joins that cannot be seen; people paste them. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/**
 * Parses a search text, in the grammar of docs/search.md.
 *
 * Never fails: what cannot be understood is looked for as text or left out, with a hint. Takes time in proportion to
 * the text, of which the first 500 letters count.
 */
export function parseQuery(text: string): ParsedSearch {
  const hints = new Map<string, Hint>();
  const hint = (code: Hint['code'], value = '') => {
    hints.set(`${code} ${value}`, { code, params: { value } });
  };
  if (text.trim() === '') return { tree: { all: [] }, canonical: '', hints: [], words: [], jump: null };
  if (text.length > MAX_QUERY_LENGTH) {
    hint('letters');
  }
  let clean = tidy(text);
  let tree = parseTree(clean, hint);
  let canonical = toCanonical(tree);
  // Writing it out can make it longer; and what it means must be what it says.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    if (canonical.length > MAX_QUERY_LENGTH) {
      hint('letters');
      clean = clean
        .slice(0, Math.min(clean.length - 1, Math.floor((clean.length * MAX_QUERY_LENGTH) / canonical.length)))
        .toWellFormed()
        .replace(CONTROLS, ' ');
      tree = parseTree(clean, hint);
      canonical = toCanonical(tree);
      continue;
    }
    const again = parseTree(tidy(canonical), () => {});
    const written = toCanonical(again);
    tree = again;
    if (written === canonical) break;
    canonical = written;
  }
  return {
    tree,
    canonical,
    hints: [...hints.values()],
    words: plainWords(tree),
    jump: 'comic' in tree ? tree.comic : null,
  };
}

/**
 * The text of a search for the list of a kind of term: its plain words and the values asked for of that kind, without
 * wildcards; '' where it says nothing about the kind.
 */
export function termText({ tree }: ParsedSearch, kind: TermKind): string {
  return listValues(tree, [null, kind])
    .map((value) => value.replace(/[*?]/g, ' '))
    .join(' ')
    .trim();
}

function plainWords(tree: Query): string[] {
  const text = listValues(tree, [null, 'title', 'uploader'])
    .map((value) => value.replace(/[*?]/g, ' '))
    .join(' ');
  return [
    ...new Set(
      normalise(text)
        .split(' ')
        .filter((word) => word !== ''),
    ),
  ];
}

/** The values of fields that are asked for, not those that are excluded. */
function listValues(query: Query, fields: readonly (Field | null)[]): string[] {
  if ('all' in query) return query.all.flatMap((part) => listValues(part, fields));
  if ('any' in query) return query.any.flatMap((part) => listValues(part, fields));
  if ('value' in query) return fields.includes(query.field) ? [query.value] : [];
  return 'comic' in query && query.text ? [String(query.comic)] : [];
}

function tidy(text: string): string {
  const letters = text
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(CONTROLS, ' ')
    .normalize('NFKC');
  return asciiDigits(letters).slice(0, MAX_QUERY_LENGTH).toWellFormed().replace(CONTROLS, ' ');
}

function parseTree(text: string, hint: (code: Hint['code'], value?: string) => void): Query {
  const tokens = pair(shorten(tokenize(text, hint), hint), hint);
  let at = 0;

  const parseOr = (): Query | null => {
    const choices: Query[] = [];
    let written = 0;
    for (let more = true; more;) {
      const choice = parseAnd();
      written += 1;
      if (choice) {
        choices.push(choice);
      }
      more = tokens[at]?.kind === 'or';
      if (more) {
        at += 1;
      }
    }
    if (written > 1 && choices.length < written) {
      hint('operator');
    }
    return either(choices);
  };

  const parseAnd = (): Query | null => {
    const parts: Query[] = [];
    const alternatives: Query[] = [];
    let place = -1;
    for (let token = tokens[at]; token && token.kind !== 'or' && token.kind !== ')'; token = tokens[at]) {
      let [excluded, alternative] = [false, false];
      for (; token && (token.kind === 'not' || token.kind === 'either'); token = tokens[(at += 1)]) {
        if (token.kind === 'not') {
          excluded = !excluded;
        } else {
          alternative = true;
        }
      }
      const part = token ? parsePrimary(token) : null;
      if (!part) {
        if (excluded && !token) {
          hint('operator');
        }
        continue;
      }
      const meant = excluded ? without(part) : part;
      if (!alternative) {
        parts.push(meant);
      } else {
        if (place < 0) {
          place = parts.length;
        }
        alternatives.push(meant);
      }
    }
    const alternativeParts = either(alternatives);
    if (alternativeParts) {
      parts.splice(place, 0, alternativeParts);
    }
    return parts.length === 0 ? null : together(parts);
  };

  const parsePrimary = (token: Token): Query | null => {
    if (token.kind === 'term') {
      at += 1;
      return token.leaf;
    }
    if (token.kind !== '(') return null;
    at += 1;
    const inside = parseOr();
    at += 1;
    return inside;
  };

  const tree = parseOr();
  return tree ? asComic(tree) : { any: [] };
}

/** Leaves out what goes beyond fifty terms; a term of several words counts as so many. */
function shorten(tokens: readonly Token[], hint: (code: Hint['code']) => void): Token[] {
  let terms = 0;
  return tokens.map((token) => {
    if (token.kind !== 'term' || !token.leaf) return token;
    const words = 'value' in token.leaf ? Math.max(1, normalise(token.leaf.value).split(' ').length) : 1;
    if (terms === 0 || terms + words <= MAX_TERMS) {
      terms += words;
      return token;
    }
    hint('terms');
    return { kind: 'term', leaf: null };
  });
}

/** Leaves out parentheses that have no partner or stand too deep. */
function pair(tokens: readonly Token[], hint: (code: Hint['code']) => void): Token[] {
  const partner = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === '(') {
      open.push(at);
    }
    if (token.kind === ')') {
      const from = open.pop();
      if (from !== undefined) {
        partner.set(from, at).set(at, from);
      }
    }
  });
  let depth = 0;
  return tokens.filter((token, at) => {
    if (token.kind !== '(' && token.kind !== ')') return true;
    if (!partner.has(at)) {
      hint('parenthesis');
      return false;
    }
    if (token.kind === '(') {
      depth += 1;
    }
    const isAllowed = depth <= DEEPEST;
    if (token.kind === ')') {
      depth -= 1;
    }
    if (!isAllowed) {
      hint('depth');
    }
    return isAllowed;
  });
}

function together(parts: readonly Query[]): Query {
  const all = parts.flatMap((part) => ('all' in part ? part.all : [part]));
  return all.length === 1 ? (all[0] as Query) : { all };
}

function either(choices: readonly Query[]): Query | null {
  const any = choices.flatMap((choice) => ('any' in choice ? choice.any : [choice]));
  return any.length === 0 ? null : any.length === 1 ? (any[0] as Query) : { any };
}

function without(query: Query): Query {
  return 'not' in query ? query.not : { not: query };
}

/** A number alone is the comic of this number too. */
function asComic(tree: Query): Query {
  const isNumber =
    'value' in tree &&
    tree.field === null &&
    !tree.exact &&
    /^[1-9]\d{0,9}$/.test(tree.value) &&
    Number(tree.value) <= 2_147_483_647;
  return isNumber ? { comic: Number(tree.value), text: true } : tree;
}
