import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { SearchNote, Suggestion } from '#contract/search.ts';
import type { KindPath, Term, TermKind } from '#contract/taxonomy.ts';
import { apiGet } from '#web/platform/api/api.ts';

/** The kinds a search looks through beside comics, as they are shown, each with its word in the singular. */
export const SEARCHED_KINDS = [
  ['tags', 'tag'],
  ['groups', 'group'],
  ['characters', 'character'],
  ['artists', 'artist'],
  ['authors', 'author'],
  ['parodies', 'parody'],
  ['relationships', 'relationship'],
] as const satisfies readonly (readonly [KindPath, TermKind])[];
export type SearchedPath = (typeof SEARCHED_KINDS)[number][0];
export type Category = 'comics' | SearchedPath;

/** The answer of a category. */
export interface SearchSuggestions {
  comics: ComicCard[];
  terms: Term[];
  total: number;
  /** Notes on the text; comics alone know it. */
  note: SearchNote | null;
}

/** Items of a category. */
const ITEMS = 6;
/** Answers kept for the visit; the oldest go first. */
const MAX_KEPT = 400;

const answers = new Map<string, Promise<unknown>>();

/**
 * Looks a text up in a category; what was answered before in this visit is not asked again. `signal` ends a call nobody
 * waits for any more: such a call is not kept.
 *
 * @throws ApiFailure when it cannot be had; the next call asks anew.
 */
export function searchAll(category: Category, text: string, signal?: AbortSignal): Promise<SearchSuggestions> {
  return once(category, text, () =>
    ask(category, { params: { q: text, per_page: ITEMS }, ...(signal ? { signal } : {}) }),
  );
}

/**
 * Ways to complete the last part of a text, kept as `searchAll` keeps its answers.
 *
 * @throws ApiFailure when they cannot be had.
 */
export function suggestTerms(text: string, signal?: AbortSignal): Promise<readonly Suggestion[]> {
  return once('suggest', text, () =>
    apiGet<Suggestion[]>('/suggest', { params: { q: text }, ...(signal ? { signal } : {}) }),
  );
}

function once<Value>(what: string, text: string, ask: () => Promise<Value>): Promise<Value> {
  const { lang } = document.documentElement;
  // A hidden term changes every answer.
  const hidden = /(?:^|; )hidden=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const key = [lang, hidden, what, text].join('\n');
  const known = answers.get(key) as Promise<Value> | undefined;
  if (known) return known;
  const answer = ask();
  answers.set(key, answer);
  if (answers.size > MAX_KEPT) {
    answers.delete(answers.keys().next().value!);
  }
  answer.catch(() => answers.delete(key));
  return answer;
}

async function ask(category: Category, call: NonNullable<Parameters<typeof apiGet>[1]>): Promise<SearchSuggestions> {
  if (category === 'comics') {
    const { data, total, search } = await apiGet<Page<ComicCard> & { search: SearchNote | null }>('/comics', call);
    return { comics: data, terms: [], total, note: search };
  }
  const { data, total } = await apiGet<Page<Term>>(`/${category}`, call);
  return { comics: [], terms: data, total, note: null };
}
