import { useEffect, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import type { ApiFailure } from '#web/platform/api/api.ts';
import { searchAll, suggestTerms, type SearchSuggestions, type Category } from './search-sources.ts';

/** How long nothing may be typed before the search goes out, in milliseconds. */
export const DEBOUNCE = 180;
/** Letters the lists of names take (contract, `TermQuery`); a longer text is looked for in comics alone. */
const MAX_NAME_LENGTH = 200;

/** The state of a search: of each category its answer, or why there is none. */
export interface Search {
  /** The text that is looked for; '' before anything was. */
  text: string;
  /** The text that answers and failures are for: the one before until the first answer comes. */
  shown: string;
  status: 'empty' | 'loading' | 'done' | 'error';
  answers: Partial<Record<Category, SearchSuggestions>>;
  failures: Partial<Record<Category, ApiFailure>>;
  suggestions: readonly Suggestion[];
}

const NOTHING: Search = { text: '', shown: '', status: 'empty', answers: {}, failures: {}, suggestions: [] };

/**
 * Looks through all categories for a text once nothing was typed for a moment: all at once, each shown as it comes.
 * A request for an older text is given up, and never takes the place of a newer one. While `held` nothing goes out;
 * another `attempt` asks again for what failed.
 */
export function useSearch(typed: string, categories: readonly Category[], held: boolean, attempt: number): Search {
  const [search, setSearch] = useState<Search>(NOTHING);
  const text = typed.trim();
  useEffect(() => {
    if (text === '') {
      setSearch(NOTHING);
      return;
    }
    if (held) return;
    const calls = new AbortController();
    const { signal } = calls;
    const put = (change: (before: Search) => Partial<Search>) => {
      if (!signal.aborted) {
        setSearch((before) => ({ ...before, ...change(before) }));
      }
    };
    // Results for the text before stay in sight until the first answer to this one.
    const fresh = (before: Search) => (before.shown === text ? before : { ...before, answers: {}, failures: {} });
    const timer = setTimeout(() => {
      put(() => ({ text, status: 'loading', failures: {} }));
      const wanted =
        text.length > MAX_NAME_LENGTH ? categories.filter((category) => category === 'comics') : categories;
      const all = wanted.map((category) =>
        searchAll(category, text, signal).then(
          (answer) =>
            put((before) => ({
              shown: text,
              failures: fresh(before).failures,
              answers: { ...fresh(before).answers, [category]: answer },
            })),
          (failure: ApiFailure) =>
            put((before) => ({
              shown: text,
              answers: fresh(before).answers,
              failures: { ...fresh(before).failures, [category]: failure },
            })),
        ),
      );
      void suggestTerms(text, signal).then(
        (suggestions) => put(() => ({ suggestions })),
        () => put(() => ({ suggestions: [] })),
      );
      void Promise.all(all).then(() =>
        put(({ failures }) => ({ status: Object.keys(failures).length > 0 ? 'error' : 'done' })),
      );
    }, DEBOUNCE);
    return () => {
      calls.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `categories` is made anew each time; its names say whether it is another list
  }, [text, held, attempt, categories.join()]);
  return search;
}
