import { useRef, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';

/** One thing at a time that changes a comic. */
export interface Deed {
  busy: boolean;
  /** Does it, then reads the comic anew (but not where it is left, `stays` false); a failure is said. Answers whether it worked. */
  run: (work: () => Promise<unknown>, done?: string, stays?: boolean) => Promise<boolean>;
  /** Does it once what is on its way is done: for what follows quickly and is not to be lost, like one move after the other. */
  runNext: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

/** For what changes something without a form: never twice at once. `reload` reads anew what is shown, also after a failure. */
export function useDeed(reload: () => Promise<void>): Deed {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const going = useRef<Promise<boolean> | null>(null);
  const now = async (work: () => Promise<unknown>, done: string | undefined, stays: boolean) => {
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
    going.current = null;
    setBusy(false);
    return worked;
  };
  const run: Deed['run'] = async (work, done, stays = true) => (going.current ? false : (going.current = now(work, done, stays)));
  const runNext: Deed['runNext'] = async (work, done) => {
    while (going.current) { await going.current; }
    return run(work, done);
  };
  return { busy, run, runNext };
}
