import { useRef, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { showToast } from '#web/ui/toasts.tsx';

/** One thing at a time that changes a comic. */
export interface Deed {
  busy: boolean;
  /** Does it, then reads the comic anew (but not where it is left, `stays` false); a failure is said. Answers whether it worked. */
  run: (work: () => Promise<unknown>, done?: string, stays?: boolean) => Promise<boolean>;
}

/** For what changes something without a form: never twice at once. `reload` reads anew what is shown, also after a failure. */
export function useDeed(reload: () => Promise<void>): Deed {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const going = useRef(false);
  return {
    busy,
    async run(work, done, stays = true) {
      if (going.current) { return false; }
      going.current = true;
      setBusy(true);
      const closeLabel = t('library.toast.close');
      let worked = true;
      try {
        await work();
        if (done !== undefined) { showToast({ text: done, closeLabel }); }
      } catch (failure) {
        worked = false;
        showToast({ kind: 'bad', text: (failure as Error).message, closeLabel });
      }
      if (stays || !worked) { await reload().catch(() => {}); }
      going.current = false;
      setBusy(false);
      return worked;
    },
  };
}
