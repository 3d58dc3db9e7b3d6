import type { AccountSettings } from '#contract/accounts.ts';
import { apiSend } from '#web/platform/api/api.ts';
import type { StoredChoices } from './reader-preferences.ts';
import { changeUser, readAccessToken, userStore } from '#web/platform/session/session.ts';

/** How long after the last change the account is told, in ms: a slider is one change. */
const QUIET = 500;

/** The settings still to be sent to the account of the session `token`. */
interface Unsent {
  reader: AccountSettings['reader'];
  token: string | null;
  onDone: (arrived: boolean) => void;
  timer: ReturnType<typeof setTimeout>;
  isRested: boolean;
}

let waiting: Unsent | undefined;
let isSending = false;

/**
 * Keeps in the member's account what holds for all comics. It holds in this browser at once; the account hears of it
 * when changes rest, or when the page is left: of one after another, and of what was chosen, whatever else is heard of the
 * account meanwhile. `onDone` is told whether it did: not where the account cannot be reached or refuses.
 */
export function savePreferences(reader: StoredChoices, onDone: (arrived: boolean) => void): void {
  if (userStore.get() === null) return;
  const token = readAccessToken();
  const chosen = reader as AccountSettings['reader'];
  changeUser(token, (user) => ({ ...user, settings: { ...user.settings, reader: chosen } }));
  clearTimeout(waiting?.timer);
  const next: Unsent = {
    reader: chosen,
    token,
    onDone,
    isRested: false,
    timer: setTimeout(() => {
      next.isRested = true;
      if (!isSending) {
        void send();
      }
    }, QUIET),
  };
  waiting = next;
  window.addEventListener('pagehide', leave);
}

function leave(): void {
  void send();
}

async function send(): Promise<void> {
  window.removeEventListener('pagehide', leave);
  if (waiting === undefined) return;
  const { reader, token, onDone, timer } = waiting;
  clearTimeout(timer);
  waiting = undefined;
  // Somebody else's account is not told.
  if (token !== readAccessToken()) return;
  isSending = true;
  try {
    const settings = await apiSend<AccountSettings>('PATCH', '/account/settings', {
      body: { reader },
      keepalive: true,
    });
    changeUser(token, (user) => ({
      ...user,
      settings: waiting === undefined ? settings : { ...settings, reader: waiting.reader },
    }));
    onDone(true);
  } catch {
    onDone(false);
  }
  isSending = false;
  if ((waiting as Unsent | undefined)?.isRested) {
    await send();
  }
}
