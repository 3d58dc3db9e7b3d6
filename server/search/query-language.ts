import type { TermKind } from '#contract/taxonomy.ts';
import { normalise } from './normalise.ts';
import type { Parsed } from './query.ts';

/** What a search text means. Never fails; takes time in proportion to the text. */
export function parseQuery(text: string): Parsed {
  const words = normalise(text).split(' ').filter((word) => word !== '');
  return { tree: { all: words.map((value) => ({ value, field: null, exact: false })) }, canonical: words.join(' '), hints: [], words, jump: null };
}

/** What a search means for the list of a kind of term: the plain words, and the values asked for of that kind. */
export function termText(parsed: Parsed, _kind: TermKind): string {
  return parsed.words.join(' ');
}
