import type { AccountSettings } from '#contract/accounts.ts';
import { apiSend } from '#web/api.ts';
import type { StoredChoices } from '#web/kept/reader-choices.ts';
import { keepUser, userStore } from '#web/session/session.ts';

/** How long after the last change the account is told, in ms: a slider is one change. */
const QUIET = 500;

let waiting: { timer: ReturnType<typeof setTimeout>; onDone: (arrived: boolean) => void } | undefined;

/**
 * Keeps in the member's account what holds for all comics. It holds in this browser at once; the account hears of it
 * when changes rest, or when the page is left. `onDone` is told whether it did:
 * not where the account cannot be reached or refuses.
 */
export function keepInAccount(reader: StoredChoices, onDone: (arrived: boolean) => void): void {
  const user = userStore.get();
  if (user === null) { return; }
  keepUser({ ...user, settings: { ...user.settings, reader: reader as AccountSettings['reader'] } });
  clearTimeout(waiting?.timer);
  waiting = { timer: setTimeout(send, QUIET), onDone };
  window.addEventListener('pagehide', send);
}

function send(): void {
  window.removeEventListener('pagehide', send);
  const { timer, onDone } = waiting ?? {};
  const reader = userStore.get()?.settings.reader;
  clearTimeout(timer);
  waiting = undefined;
  if (reader !== undefined) { apiSend('PATCH', '/account/settings', { body: { reader }, keepalive: true }).then(() => onDone?.(true), () => onDone?.(false)); }
}
