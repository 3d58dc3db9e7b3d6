import type { LogoutAnswer } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { endSession, readAccessToken } from '#web/platform/session/session.ts';

/** Signs out: at once in every tab; the API is told, and need not answer. Where it tells of a provider to sign out at, too, the browser goes there. */
export function signOut(): void {
  const token = readAccessToken();
  apiPost<LogoutAnswer>('/logout', { keepalive: true }).then(
    ({ location: to }) => {
      if (to !== undefined) {
        location.assign(to);
      }
    },
    () => {},
  );
  endSession(token);
}
