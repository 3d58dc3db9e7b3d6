import { MAX_SAVED_SEARCHES, MAX_SEARCH_NAME, type SavedSearch } from '#contract/saved-searches.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** A search that was given a name: `query` is what follows the question mark of the listing's address. */
export interface SavedFilter {
  name: string;
  query: string;
  /** Of one that is in the member's account. */
  id?: number;
  /** Whether the member is told of new comics that it finds. */
  followed?: boolean;
}

/** The searches a visitor has saved, in the order of saving; names are unique. A member's are those of their account. */
export const savedFilters = persistentStore<readonly SavedFilter[]>('komawari.filters', (json) =>
  Array.isArray(json) ? json.filter(isSaved).slice(0, MAX_SAVED_SEARCHES) : [],
);

/** Keeps a search under a name, in place of the one that had it. What has no name is not kept. @throws ApiFailure where the account cannot be told. */
export async function saveFilter(name: string, query: string): Promise<void> {
  const clean = name.trim().slice(0, MAX_SEARCH_NAME);
  if (clean === '') return;
  keep(readAccessToken() === null ? { name: clean, query } : await tell({ name: clean, query }));
}

/** Gives a saved search another name; the one that had it before gives way. @throws ApiFailure where the account cannot be told. */
export async function renameFilter(name: string, next: string): Promise<void> {
  const clean = next.trim().slice(0, MAX_SEARCH_NAME);
  if (clean === '' || clean === name) return;
  await change(name, { name: clean });
  savedFilters.change((saved) =>
    saved.filter((each) => each.name !== clean).map((each) => (each.name === name ? { ...each, name: clean } : each)),
  );
}

/** Has the member told of new comics that a saved search finds, or no more. @throws ApiFailure where the account cannot be told. */
export async function followFilter(name: string, followed: boolean): Promise<void> {
  await change(name, { followed });
  savedFilters.change((saved) => saved.map((each) => (each.name === name ? { ...each, followed } : each)));
}

/** Forgets a saved search. @throws ApiFailure where the account cannot be told. */
export async function deleteFilter(name: string): Promise<void> {
  const id = savedFilters.get().find((each) => each.name === name)?.id;
  if (id !== undefined && readAccessToken() !== null) {
    await apiSend('DELETE', `/account/searches/${id}`);
  }
  savedFilters.change((saved) => saved.filter((each) => each.name !== name));
}

/** Adds what a guest saved to the account, where it has room, and shows what the account has. @throws ApiFailure */
export async function shareFilters(): Promise<void> {
  const account = await apiGet<SavedSearch[]>('/account/searches');
  const names = new Set(account.map(({ name }) => name));
  const own = savedFilters.get().filter(({ id, name }) => id === undefined && !names.has(name));
  for (const { name, query } of own.slice(0, MAX_SAVED_SEARCHES - account.length)) {
    account.push(await tell({ name, query }));
  }
  savedFilters.change(() => account);
}

/** Forgets here the searches of an account whose session has ended. */
export function forgetSharedFilters(): void {
  savedFilters.change((saved) => saved.filter(({ id }) => id === undefined));
}

function tell(search: Pick<SavedFilter, 'name' | 'query'>): Promise<SavedSearch> {
  return apiSend<SavedSearch>('PUT', '/account/searches', { body: search });
}

async function change(name: string, changes: { name?: string; followed?: boolean }): Promise<void> {
  const id = savedFilters.get().find((each) => each.name === name)?.id;
  if (id !== undefined && readAccessToken() !== null) {
    await apiSend('PATCH', `/account/searches/${id}`, { body: changes });
  }
}

function keep(search: SavedFilter): void {
  savedFilters.change((saved) => {
    const at = saved.findIndex((each) => each.name === search.name);
    return at === -1 ? [...saved, search].slice(-MAX_SAVED_SEARCHES) : saved.with(at, search);
  });
}

function isSaved(value: unknown): value is SavedFilter {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedFilter, unknown>>;
  return typeof name === 'string' && name !== '' && typeof query === 'string';
}
