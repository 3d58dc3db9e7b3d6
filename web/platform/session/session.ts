import type { OwnUser } from '#contract/accounts.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { readLocal, removeLocal, writeLocal } from '#web/platform/state/browser-storage.ts';

/** The names under which the session is kept in the browser. */
const TOKEN = 'token';
const USER = 'user';

/** The member who is signed in, as last heard of; the same in every tab. Null for a guest: one without a token, whatever else is kept. */
export const userStore = persistentStore<OwnUser | null>(
  USER,
  (json) => (isUser(json) && readAccessToken() !== null ? json : null),
  TOKEN,
);

let changes = 0;

/** The member who is signed in, rendered again when that changes; null for a guest, on the server and while hydrating. */
export function useUser(): OwnUser | null {
  return usePersistentStore(userStore);
}

/** The access token of a signed-in visitor, or null. */
export function readAccessToken(): string | null {
  return readLocal(TOKEN);
}

/** Signs in: keeps the token and the member, in every tab. */
export function beginSession(token: string, user: OwnUser): void {
  writeLocal(TOKEN, token);
  changes += 1;
  userStore.change(() => user);
}

/**
 * Keeps what the account was heard to be. `token` is that of the session that asked: nothing is kept where that is not
 * the one in use any more, as it ended, here or in another tab, or somebody else has signed in.
 */
export function setCurrentUser(token: string | null, user: OwnUser): void {
  if (token !== null && token === readAccessToken()) {
    userStore.change(() => user);
  }
}

/** Changes something of the member, as the account was told or has answered. `token` is as for `setCurrentUser`. */
export function changeUser(token: string | null, change: (user: OwnUser) => OwnUser): void {
  const user = userStore.get();
  if (user === null) return;
  changes += 1;
  setCurrentUser(token, change(user));
}

/** How often the member was changed on this page: what was asked for before the last change is older than it. */
export function userChanges(): number {
  return changes;
}

/** Signs out. With `token`, only if that is still the one in use: another tab may have signed in anew meanwhile. */
export function endSession(token: string | null = readAccessToken()): void {
  if (token !== readAccessToken()) return;
  removeLocal(TOKEN);
  userStore.change(() => null);
  removeLocal(USER);
}

function isUser(json: unknown): json is OwnUser {
  const { id, username, role, settings } = (json ?? {}) as Partial<OwnUser>;
  return (
    typeof id === 'number' &&
    typeof username === 'string' &&
    typeof role === 'string' &&
    typeof settings === 'object' &&
    settings !== null
  );
}
