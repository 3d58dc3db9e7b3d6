import type { Page } from '#contract/paging.ts';
import type { LetterStart, Term } from '#contract/taxonomy.ts';

/** Terms of a page whose names begin with the same letter, one after another. */
export interface LetterGroup {
  letter: string;
  members: Term[];
}

/** A letter of an index: the page it begins on, and whether terms of it are on the page that is shown. */
export interface Letter {
  letter: string;
  page: number;
  isHere: boolean;
}

type LetterPage = Pick<Page<Term>, 'data' | 'from' | 'per_page'> & { letters?: readonly LetterStart[] };

/** The terms of a page under their letters; one group without a letter where the list has none. */
export function byLetter({ data, from, letters = [] }: LetterPage): LetterGroup[] {
  const groups: LetterGroup[] = [];
  for (const [at, term] of data.entries()) {
    const { letter } = letters.findLast((start) => start.from <= (from ?? 1) + at) ?? { letter: '' };
    const last = groups.at(-1);
    if (last?.letter === letter) {
      last.members.push(term);
    } else {
      groups.push({ letter, members: [term] });
    }
  }
  return groups;
}

/** Every letter of the whole list, each once, with where it begins. */
export function listLetters(found: LetterPage): Letter[] {
  const here = new Set(byLetter(found).map(({ letter }) => letter));
  const pages = new Map<string, number>();
  for (const { letter, from } of found.letters ?? []) {
    if (!pages.has(letter)) {
      pages.set(letter, Math.ceil(from / found.per_page));
    }
  }
  return [...pages].map(([letter, page]) => ({ letter, page, isHere: here.has(letter) }));
}

/** The fragment of a letter's place on its page: of letters no address has to encode. */
export function letterAnchor(letter: string): string {
  return `letter-${letter.codePointAt(0)?.toString(16)}`;
}
