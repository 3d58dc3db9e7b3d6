import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { SearchNote } from '#contract/search.ts';
import type { KindPath, Term, TermKind } from '#contract/taxonomy.ts';
import { apiGet } from '#web/api.ts';

/** The kinds a search looks through beside comics, as they are shown, each with its word in the singular. */
export const SEARCHED_KINDS = [
  ['tags', 'tag'], ['groups', 'group'], ['characters', 'character'], ['artists', 'artist'], ['authors', 'author'],
  ['parodies', 'parody'], ['relationships', 'relationship'],
] as const satisfies readonly (readonly [KindPath, TermKind])[];
export type SearchedPath = (typeof SEARCHED_KINDS)[number][0];
export type Category = 'comics' | SearchedPath;

/** What a category answered. */
export interface Answer {
  comics: ComicCard[];
  terms: Term[];
  total: number;
  /** What became of the text; comics alone know it. */
  note: SearchNote | null;
}

/** Items of a category (specification, sections 5 and 9). */
const ITEMS = 6;
/** Answers kept for the visit; the oldest go first. */
const MOST_KEPT = 400;

const kept = new Map<string, Promise<Answer>>();

/**
 * Looks a text up in a category; what was asked before in this visit is not asked again.
 *
 * @throws ApiFailure when it cannot be had; the next call asks anew.
 */
export function lookUp(category: Category, text: string): Promise<Answer> {
  const { lang } = document.documentElement;
  // What is hidden changes every answer.
  const hidden = /(?:^|; )hidden=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const key = [lang, hidden, category, text].join('\n');
  const known = kept.get(key);
  if (known) { return known; }
  const asked = ask(category, text);
  kept.set(key, asked);
  if (kept.size > MOST_KEPT) { kept.delete(kept.keys().next().value!); }
  asked.catch(() => kept.delete(key));
  return asked;
}

async function ask(category: Category, text: string): Promise<Answer> {
  const params = { q: text, per_page: ITEMS };
  if (category === 'comics') {
    const { data, total, search } = await apiGet<Page<ComicCard> & { search: SearchNote | null }>('/comics', { params });
    return { comics: data, terms: [], total, note: search };
  }
  const { data, total } = await apiGet<Page<Term>>(`/${category}`, { params });
  return { comics: [], terms: data, total, note: null };
}
