import type { Feature } from '#contract/site.ts';
import { NOTHING_TEXT } from '#server/search/query-canonical.ts';
import { parseQuery } from '#server/search/query-language.ts';
import { FACT_WORDS, isAskable, findPrefix, prefixWords, type Prefix } from '#server/search/query-words.ts';

/** The part of a search that is being typed. */
export interface LastPart {
  /** Everything before it, as it was written, with what excludes it or makes it one of several. */
  before: string;
  /** The word before a colon and what it stands for. */
  prefix: { word: string; means: Prefix } | null;
  /** The typed part of the value, without an opening quote. */
  value: string;
}

const QUOTES: Record<string, string> = {
  '"': '"',
  '\u201c': '\u201d',
  '\u201e': '\u201c',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '\u00ab': '\u00bb',
  '\uff02': '\uff02',
};
const ENDS_PART = /[\s,\u060c\u3001|\uff0c\uff5c]/u;
/** A word with the space behind it, at the end of what is written. */
const LAST_WORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+\s+$/u;
/** How many words before the last one are tried with it, as they may belong to its name. */
const WORDS_BEFORE = [2, 1];

/** The part at the end of a search, or null where the last one is finished. */
export function splitLastPart(text: string): LastPart | null {
  let start = 0;
  let closes: string | undefined;
  let finished = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (closes !== undefined) {
      if (sign === closes) {
        [closes, finished] = [undefined, true];
      }
    } else if (ENDS_PART.test(sign) || (at === start && /[(\uff08]/.test(sign))) {
      [start, finished] = [at + 1, false];
    } else if (
      QUOTES[sign] !== undefined &&
      /^[-~\uff0d\uff5e]*([\p{L}\p{M}]+[:\uff1a])?$/u.test(text.slice(start, at))
    ) {
      closes = QUOTES[sign];
    }
  }
  const [, signs = '', word, , quote = '', value = ''] =
    /^([-~\uff0d\uff5e]*)(?:([\p{L}\p{M}]+)([:\uff1a]))?(["\u201c\u201e\u300c\u300e\u00ab\uff02]?)(.*)$/su.exec(
      text.slice(start),
    ) ?? [];
  const means = word === undefined ? undefined : findPrefix(word);
  if (finished || /^(OR|AND|NOT)$/.test(value) || (word === undefined && value === '')) return null;
  const before = text.slice(0, start) + signs;
  if (word !== undefined && means === undefined) return { before, prefix: null, value: `${word}:${quote}${value}` };
  return { before, prefix: word === undefined || means === undefined ? null : { word, means }, value };
}

/** The last part together with plain words before it, which may be one name: the longest row first. */
export function longerParts({ before, prefix, value }: LastPart): Pick<LastPart, 'before' | 'value'>[] {
  if (prefix || before.length > 200) return [];
  return WORDS_BEFORE.flatMap((count) => {
    const words = wordsAtEnd(before, count);
    return words === null || /\b(OR|AND|NOT)\b/.test(words)
      ? []
      : [{ before: before.slice(0, before.length - words.length), value: words + value }];
  });
}

/** So many plain words at the end of a text, with the spaces behind them; null where fewer stand there by themselves. */
function wordsAtEnd(text: string, count: number): string | null {
  let at = text.length;
  for (let word = 0; word < count; word += 1) {
    const found = LAST_WORD.exec(text.slice(0, at));
    if (found === null) return null;
    at = found.index;
  }
  return at === 0 || /[\s,(|]/.test(text[at - 1] ?? '') ? text.slice(at) : null;
}

/** A value that can be written after each key, as an example. */
const EXAMPLES: Record<string, string> = {
  pages: 'pages:>20',
  chapters: 'chapters:>=5',
  favorites: 'favorites:>10',
  views: 'views:>100',
  rating: 'rating:>=4',
  comments: 'comments:>0',
  year: 'year:2020..2024',
  uploaded: 'uploaded:<7d',
  updated: 'updated:<7d',
  read: 'read:>10',
  title: 'title:"\u2026"',
  is: 'is:complete',
  id: 'id:1',
};

/** A word that can stand before a colon: what completes it, and an example. */
export interface KeyIdea {
  text: string;
  example: string;
}

/** The words before a colon that begin with a text, each thing once, as far as the site has what they ask for. */
export function keysBeginning(text: string, features: readonly Feature[]): KeyIdea[] {
  const typed = text.normalize('NFKC').toLowerCase();
  if (!/^[\p{L}\p{M}]+$/u.test(typed)) return [];
  const ideas = new Map<string, KeyIdea>();
  for (const [word, means] of prefixWords()) {
    const key = 'field' in means ? means.field : 'range' in means ? means.range : 'comic' in means ? 'id' : word;
    if (!word.startsWith(typed) || ideas.has(key) || key === 'uploader') continue;
    const fields =
      'field' in means
        ? [means.field]
        : 'range' in means
          ? [means.range]
          : 'facts' in means
            ? [...means.facts.values()]
            : [];
    const here = fields.find((one) => isAskable(features, one));
    if (fields.length > 0 && here === undefined) continue;
    ideas.set(key, { text: `${key}:`, example: EXAMPLES[key] ?? (key === 'has' ? `has:${here}` : `${key}:"\u2026"`) });
  }
  return [...ideas.values()];
}

/** The values that can follow a word and a colon where it takes no name, as far as the site has it. */
export function valuesBeginning(
  prefix: { word: string; means: Prefix },
  value: string,
  features: readonly Feature[],
): KeyIdea[] {
  const typed = value.normalize('NFKC').toLowerCase();
  if ('range' in prefix.means) {
    if (!isAskable(features, prefix.means.range)) return [];
    const example = EXAMPLES[prefix.means.range] as string;
    return typed === '' ? [{ text: example, example }] : [];
  }
  if (!('facts' in prefix.means)) return [];
  const key = prefix.means.facts.has('download') ? 'has' : 'is';
  return FACT_WORDS[key]
    .filter((fact) => fact.startsWith(typed) && fact !== typed && isAskable(features, fact))
    .map((fact) => ({ text: `${key}:${fact}`, example: `${key}:${fact}` }));
}

/** A term as a search asks for it; null for a name that cannot be asked for. */
export function termPart(kind: string, name: string): string | null {
  const { canonical } = parseQuery(`${kind}:"${name.replaceAll('"', ' ')}"`);
  return canonical === NOTHING_TEXT || !canonical.startsWith(`${kind}:`) ? null : canonical;
}
