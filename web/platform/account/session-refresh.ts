import type { OwnUser } from '#contract/accounts.ts';
import type { Marks } from '#contract/library.ts';
import { ApiFailure, apiGet, type ApiCall } from '#web/platform/api/api.ts';
import { endSession, setCurrentUser, readAccessToken, userChanges } from '#web/platform/session/session.ts';

let begun = false;
/** How often the account was asked for, and which of these answers is kept. */
let lastRequest = 0;
let heard = 0;

/** Whether the account was read anew, or is being read, since this page was loaded. */
export function isAccountRefreshed(): boolean {
  return begun;
}

/**
 * Reads the member's account and keeps it, unless what is known by the time of the answer is newer: the member was
 * changed, or the account was asked for later and has answered.
 *
 * @throws as `apiGet`.
 */
export async function readAccount(call: ApiCall = {}): Promise<{ user: OwnUser; marks: Marks }> {
  const token = readAccessToken();
  const before = userChanges();
  const turn = (lastRequest += 1);
  const { marks = {}, ...user } = await apiGet<OwnUser & { marks?: Marks }>('/account', call);
  if (turn > heard && userChanges() === before) {
    heard = turn;
    setCurrentUser(token, user);
  }
  return { user, marks };
}

/**
 * Reads the member's account anew and keeps it, as every load of a page does once, and in the same call what is theirs
 * about the comics shown (`comicIds`, at most 100). An account that is refused is signed out; a site that cannot be
 * reached, or has too much to do, signs nobody out. Null for a guest and after any failure.
 */
export async function refreshAccount(comicIds: readonly number[] = []): Promise<Marks | null> {
  const token = readAccessToken();
  begun = true;
  if (token === null) return null;
  try {
    return (await readAccount({ params: { comics: comicIds.join(',') || null } })).marks;
  } catch (error) {
    if (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429) {
      endSession(token);
    }
    return null;
  }
}
