import { useEffect, useState } from 'react';
import type { FilterOptions } from '#contract/search.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { narrowedQuery, type FilterPath, type Filters, type FixedFilters } from './filters.ts';

/** How long typing and ticking rest before the server is asked, in milliseconds. */
const REST = 150;

interface OptionsQuery {
  of: FilterPath | 'statuses' | 'attributes';
  /** Nothing is asked while it is false. */
  isOpen: boolean;
  /** The text in the field above the choices. */
  find: string;
  /** The filters as the form has them now, applied or not. */
  pending: () => Filters;
  fixed: FixedFilters;
  /** The list is of the member's favorites: how many of them a choice would leave is not known. */
  favorites: boolean;
  /** Differs whenever something was ticked. */
  ticks: unknown;
}

interface Options {
  /** The last answer; null before the first. */
  found: FilterOptions | null;
  hasFailed: boolean;
  retry: () => void;
}

/** The choices of a filter that is open with their counts, and how many comics what is ticked would list. */
export function useOptions({ of, isOpen, find, pending, fixed, favorites, ticks }: OptionsQuery): Options {
  const [{ found, hasFailed }, setAnswer] = useState<Omit<Options, 'retry'>>({ found: null, hasFailed: false });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    const ask = () => {
      const params = { ...narrowedQuery({ ...pending(), page: 1 }, fixed), of, find: find.trim() };
      apiGet<FilterOptions>('/comics/options', { params, signal: leaving.signal }).then(
        (answer) => setAnswer({ found: favorites ? withoutCounts(answer) : answer, hasFailed: false }),
        () => {
          if (!leaving.signal.aborted) {
            setAnswer((before) => ({ ...before, hasFailed: true }));
          }
        },
      );
    };
    const rest = setTimeout(ask, found === null ? 0 : REST);
    return () => {
      clearTimeout(rest);
      leaving.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `ticks` says that `pending` has something else; an answer asks for nothing
  }, [of, isOpen, find, ticks, tries, fixed]);
  return {
    found,
    hasFailed,
    retry: () => {
      setAnswer({ found, hasFailed: false });
      setTries(tries + 1);
    },
  };
}

function withoutCounts({ options }: FilterOptions): FilterOptions {
  return { total: null, options: options.map((option) => ({ ...option, count: null })) };
}
