import { useEffect, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { apiGet, ApiFailure } from '#web/api.ts';
import { lookUp, type Answer, type Category } from './categories.ts';

/** How long nothing may be typed before the search goes out, in milliseconds. */
export const DEBOUNCE = 180;

/** What of a search is there: of each category its answer, or why there is none. */
export interface Search {
  /** The text the answers are for; '' before anything was looked for. */
  text: string;
  status: 'empty' | 'loading' | 'done' | 'error';
  answers: Partial<Record<Category, Answer>>;
  failures: Partial<Record<Category, ApiFailure>>;
  suggestions: readonly Suggestion[];
}

const NOTHING: Search = { text: '', status: 'empty', answers: {}, failures: {}, suggestions: [] };

/**
 * Looks through all categories for a text once nothing was typed for a moment: all at once, each shown as it comes.
 * An answer to an older text never takes the place of a newer one. While `held` nothing goes out.
 */
export function useSearch(typed: string, categories: readonly Category[], held: boolean): Search {
  const [search, setSearch] = useState<Search>(NOTHING);
  const text = typed.trim();
  useEffect(() => {
    if (text === '') { setSearch(NOTHING); return; }
    if (held) { return; }
    let isWanted = true;
    const put = (change: (before: Search) => Search) => { if (isWanted) { setSearch((before) => (before.text === text ? change(before) : before)); } };
    const timer = setTimeout(() => {
      // What was found for the text before stays in sight until the first answer to this one.
      setSearch((before) => ({ ...before, text, status: 'loading', failures: {}, suggestions: [] }));
      let isFirst = true;
      const fresh = (before: Search): Search => { const first = isFirst; isFirst = false; return first ? { ...before, answers: {} } : before; };
      const all = categories.map((category) => lookUp(category, text).then(
        (answer) => put((before) => { const now = fresh(before); return { ...now, answers: { ...now.answers, [category]: answer } }; }),
        (failure: unknown) => put((before) => { const now = fresh(before); return { ...now, failures: { ...now.failures, [category]: failure as ApiFailure } }; }),
      ));
      void apiGet<Suggestion[]>('/suggest', { params: { q: typed } }).then((suggestions) => put((before) => ({ ...before, suggestions })), () => {});
      void Promise.all(all).then(() => put((before) => ({ ...before, status: Object.keys(before.failures).length > 0 ? 'error' : 'done' })));
    }, DEBOUNCE);
    return () => { isWanted = false; clearTimeout(timer); };
  }, [text, held, categories.join()]);
  return search;
}
