import type { OwnUser } from '#contract/accounts.ts';
import type { Marks } from '#contract/library.ts';
import { ApiFailure, apiGet } from '../api.ts';
import { endSession, keepUser, readToken } from './session.ts';

let begun = false;

/** Whether the account was read anew, or is being read, since this page was loaded. */
export function isAccountRefreshed(): boolean {
  return begun;
}

/**
 * Reads the member's account anew and keeps it, as every load of a page does once, and in the same call what is theirs
 * about the comics shown (`comicIds`, at most 100). An account that is refused is signed out; a site that cannot be
 * reached, or has too much to do, signs nobody out. Null for a guest and after any failure.
 */
export async function refreshAccount(comicIds: readonly number[] = []): Promise<Marks | null> {
  const token = readToken();
  begun = true;
  if (token === null) { return null; }
  try {
    const { marks = {}, ...user } = await apiGet<OwnUser & { marks?: Marks }>('/account', { params: { comics: comicIds.join(',') || null } });
    if (readToken() === token) { keepUser(user); }
    return marks;
  } catch (error) {
    if (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429) { endSession(token); }
    return null;
  }
}
