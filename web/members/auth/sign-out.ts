import { apiPost } from '#web/platform/api/api.ts';
import { endSession, readToken } from '#web/platform/session/session.ts';

/** Signs out: at once in every tab; the API is told, and need not answer. */
export function signOut(): void {
  const token = readToken();
  apiPost('/logout', { keepalive: true }).catch(() => {});
  endSession(token);
}
