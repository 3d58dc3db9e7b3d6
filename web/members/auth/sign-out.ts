import { apiPost } from '#web/platform/api/api.ts';
import { endSession, readAccessToken } from '#web/platform/session/session.ts';

/** Signs out: at once in every tab; the API is told, and need not answer. */
export function signOut(): void {
  const token = readAccessToken();
  apiPost('/logout', { keepalive: true }).catch(() => {});
  endSession(token);
}
