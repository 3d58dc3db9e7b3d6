import { normalise } from './normalise.ts';

/** A rule for texts. */
export interface FilterRule {
  kind: 'word' | 'link';
  pattern: string;
  action: 'hold' | 'mask' | 'refuse';
}

/** The verdict of rules on a text: the gravest action, the text with masked parts as stars, the patterns that were found. */
export interface FilterVerdict {
  action: 'none' | FilterRule['action'];
  text: string;
  matched: string[];
}

/** A text is compared word by word with the rules: made once for many texts. */
export interface TextFilter {
  check(text: string): FilterVerdict;
}

/** A word of a text: where it stands, and as it is compared. */
interface Word {
  start: number;
  end: number;
  folded: string;
}
interface WordRule {
  rule: FilterRule;
  parts: readonly string[];
  within: boolean;
}
interface Hit {
  rule: FilterRule;
  start: number;
  end: number;
}

const GRAVITY = ['none', 'mask', 'hold', 'refuse'] as const;
const WORD = /[\p{L}\p{N}\p{M}'\u2019\u02bc\u200c\u200d]+/gu;
/** In a pattern a star is a letter. */
const PATTERN = /[\p{L}\p{N}\p{M}*'\u2019\u02bc\u200c\u200d]+/gu;
/** Scripts that write no spaces: a pattern in them is looked for anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HOST = /(?:^|[^\p{L}\p{N}._-])((?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}\p{N}-]{2,63})/gu;
/** Letters of one word that are compared; longer ones are no words. */
const MAX_LETTERS = 200;

/**
 * Makes a filter of rules. Words are folded as for search, so case, accents, width and kana do not matter; `*` in a pattern
 * stands for any letters of one word. A link is the name of a host, with those below it. Takes time in proportion to the
 * text times the rules, whatever they are: no pattern is a regular expression.
 */
export function createTextFilter(rules: readonly FilterRule[]): TextFilter {
  const words = rules
    .filter(({ kind }) => kind === 'word')
    .map((rule): WordRule => ({
      rule,
      parts: splitWords(rule.pattern, PATTERN).map(({ folded }) => folded),
      within: UNSPACED.test(rule.pattern),
    }))
    .filter(({ parts }) => parts.some((part) => /[^*]/.test(part)));
  // Most rules begin with a word as it is: those are looked up, the others are tried.
  const byWord = Map.groupBy(
    words.filter(({ parts, within }) => !within && !parts[0]!.includes('*')),
    ({ parts }) => parts[0]!,
  );
  const tried = words.filter(({ parts, within }) => within || parts[0]!.includes('*'));
  const hosts = new Map(rules.filter(({ kind }) => kind === 'link').map((rule) => [patternHost(rule.pattern), rule]));
  return {
    check(text) {
      const hits = [...wordHits(text, byWord, tried), ...linkHits(text, hosts)];
      const action = GRAVITY[Math.max(0, ...hits.map(({ rule }) => GRAVITY.indexOf(rule.action)))]!;
      return {
        action,
        text: masked(
          text,
          hits.filter(({ rule }) => rule.action === 'mask'),
        ),
        matched: [...new Set(hits.map(({ rule }) => rule.pattern))],
      };
    },
  };
}

/** The form a pattern of links is kept and compared in: the name of a host without what stands around it. */
export function patternHost(pattern: string): string {
  return (
    pattern
      .trim()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/^[a-z]+:\/\//, '')
      .replace(/^(\*\.|www\.)/, '')
      .split(/[/?#:]/, 1)[0] ?? ''
  );
}

/** Whether a word fits a pattern in which `*` is any letters: each star is tried from where the last one stood, never deeper. */
export function fits(word: string, pattern: string): boolean {
  let [at, from, star, tried] = [0, 0, -1, 0];
  while (at < word.length) {
    if (from < pattern.length && pattern[from] !== '*' && pattern[from] === word[at]) {
      at += 1;
      from += 1;
    } else if (pattern[from] === '*') {
      star = from;
      tried = at;
      from += 1;
    } else if (star >= 0) {
      tried += 1;
      at = tried;
      from = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[from] === '*') {
    from += 1;
  }
  return from === pattern.length;
}

function* wordHits(text: string, byWord: ReadonlyMap<string, WordRule[]>, tried: readonly WordRule[]): Generator<Hit> {
  const words = byWord.size + tried.length === 0 ? [] : splitWords(text, WORD);
  for (const [at, word] of words.entries()) {
    for (const { rule, parts, within } of [...(byWord.get(word.folded) ?? []), ...tried]) {
      const fitting = (part: string, step: number) =>
        words[at + step] !== undefined && fits(words[at + step]!.folded, within ? `*${part}*` : part);
      if (parts.every(fitting)) {
        yield { rule, ...placeFor(words, at, parts, within) };
      }
    }
  }
}

/** Where a rule was found: in a text without spaces the letters themselves, as far as folding left their number alone. */
function placeFor(
  words: readonly Word[],
  at: number,
  parts: readonly string[],
  within: boolean,
): { start: number; end: number } {
  const { start, end, folded } = words[at]!;
  const offset = folded.indexOf(parts[0]!);
  if (within && parts.length === 1 && offset >= 0 && folded.length === end - start) {
    return { start: start + offset, end: start + offset + parts[0]!.length };
  }
  return { start, end: words[at + parts.length - 1]!.end };
}

function* linkHits(text: string, hosts: ReadonlyMap<string, FilterRule>): Generator<Hit> {
  if (hosts.size === 0) return;
  for (const match of text.matchAll(HOST)) {
    const labels = patternHost(match[1]!).split('.');
    for (let from = 0; from < labels.length - 1; from += 1) {
      const rule = hosts.get(labels.slice(from).join('.'));
      if (rule) {
        yield { rule, start: match.index + match[0].length - match[1]!.length, end: match.index + match[0].length };
      }
    }
  }
}

function splitWords(text: string, what: RegExp): Word[] {
  return [...text.matchAll(what)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    folded: match[0]
      .slice(0, MAX_LETTERS)
      .split('*')
      .map((part) => normalise(part).replaceAll(' ', ''))
      .join('*'),
  }));
}

/** A text with every letter of some parts as a star. */
function masked(text: string, hits: readonly Hit[]): string {
  let [result, at] = ['', 0];
  for (const { start, end } of hits.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    result += text.slice(at, Math.max(at, start)) + text.slice(Math.max(at, start), end).replace(/[^\s.]/gu, '*');
    at = end;
  }
  return result + text.slice(at);
}
