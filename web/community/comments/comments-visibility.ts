import { saveSettings } from '#web/platform/account/account-settings.ts';
import { useUser } from '#web/platform/session/session.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';

/** Whether a guest wants to see comments. */
const shownStore = persistentStore<boolean>('komawari.comments', (json) => json !== false);

/** Whether comments are shown at all: a member's setting, else what this browser remembers. */
export function useCommentsVisible(): [shown: boolean, change: (shown: boolean) => void] {
  const user = useUser();
  const local = usePersistentStore(shownStore);
  const change = (shown: boolean) => {
    shownStore.change(() => shown);
    // The browser goes by its own choice until the account can be told.
    if (user) {
      void saveSettings({ comments: shown }).catch(() => {});
    }
  };
  return [user?.settings.comments ?? local, change];
}
