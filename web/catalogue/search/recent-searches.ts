import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Searches remembered at most. */
const MOST = 8;

/** The texts searched for in this browser, the latest first. */
export const recentSearches = persistentStore<readonly string[]>('komawari.searches', (json) =>
  Array.isArray(json)
    ? json
        .filter((each): each is string => typeof each === 'string' && each !== '' && each.length <= 500)
        .slice(0, MOST)
    : [],
);

/** Remembers that something was searched for. */
export function rememberSearch(text: string): void {
  const clean = text.trim();
  if (clean !== '') {
    recentSearches.change((before) => [clean, ...before.filter((each) => each !== clean)].slice(0, MOST));
  }
}
