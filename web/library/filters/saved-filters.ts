import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** A search that was given a name: `query` is what follows the question mark of the listing's address. */
export interface SavedFilter {
  name: string;
  query: string;
}

/** Most searches that are kept, and most letters of a name. */
export const MAX_SAVED = 50;
export const MAX_NAME_LENGTH = 60;

/** The searches a visitor has saved in this browser, in the order of saving; names are unique. */
export const savedFilters = persistentStore<readonly SavedFilter[]>('komawari.filters', (json) =>
  Array.isArray(json) ? json.filter(isSaved).slice(0, MAX_SAVED) : [],
);

/** Keeps a search under a name, in place of the one that had it. What has no name is not kept. */
export function saveFilter(name: string, query: string): void {
  const clean = name.trim().slice(0, MAX_NAME_LENGTH);
  if (clean === '') return;
  savedFilters.change((saved) => {
    const at = saved.findIndex((each) => each.name === clean);
    return at === -1 ? [...saved, { name: clean, query }].slice(-MAX_SAVED) : saved.with(at, { name: clean, query });
  });
}

/** Gives a saved search another name; the one that had it before gives way. */
export function renameFilter(name: string, next: string): void {
  const clean = next.trim().slice(0, MAX_NAME_LENGTH);
  if (clean === '' || clean === name) return;
  savedFilters.change((saved) =>
    saved.filter((each) => each.name !== clean).map((each) => (each.name === name ? { ...each, name: clean } : each)),
  );
}

/** Forgets a saved search. */
export function deleteFilter(name: string): void {
  savedFilters.change((saved) => saved.filter((each) => each.name !== name));
}

function isSaved(value: unknown): value is SavedFilter {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedFilter, unknown>>;
  return typeof name === 'string' && name !== '' && typeof query === 'string';
}
