import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { announce } from './announcer.tsx';
import { showToast } from './toasts.tsx';

/** A change that a button makes, one at a time. */
export interface Mutation {
  busy: boolean;
  /** Why the last one failed; empty where it did not, or where toasts say it. */
  failure: string;
  /** Runs `work`, reads anew what is shown, says `done`; nothing while another is on its way. Resolves to whether it worked. */
  run: (work: () => Promise<unknown>, done?: string, options?: RunOptions) => Promise<boolean>;
  /** The same once those on their way have ended: for what follows quickly and is not to be lost, like one move after the other. */
  runQueued: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export interface RunOptions {
  /** Whether what is shown is gone once it worked, and not to be read again. */
  leaves?: boolean;
}

export interface MutationOptions {
  /** Reads anew what is shown, after a failure too; without it the page's own loaders do, after a success. */
  reload?: () => Promise<void>;
  /** Whether toasts say how it went; else it is announced, and `failure` is for the caller to show. */
  toasts?: boolean;
}

/** For what changes something without a form. */
export function useMutation({ reload, toasts = false }: MutationOptions = {}): Mutation {
  const { revalidate } = useRevalidator();
  const t = useTranslate();
  const [state, setState] = useState({ busy: false, failure: '' });
  const current = useRef<Promise<boolean> | null>(null);

  async function mutate(work: () => Promise<unknown>, done: string | undefined, leaves: boolean): Promise<boolean> {
    setState({ busy: true, failure: '' });
    const section = document.activeElement?.closest('section');
    const failure = await work().then(
      () => null,
      (error: Error) => error.message,
    );
    if (toasts && (failure ?? done) !== undefined) {
      showToast({
        kind: failure === null ? 'good' : 'bad',
        text: failure ?? done!,
        closeLabel: t('library.toast.close'),
      });
    }
    if (reload !== undefined) {
      if (failure !== null || !leaves) {
        await reload().catch(() => {});
      }
    } else if (failure === null) {
      await revalidate();
    }
    if (!toasts && failure === null && done !== undefined) {
      announce(done);
    }
    current.current = null;
    setState({ busy: false, failure: toasts ? '' : (failure ?? '') });
    // The button that was pressed may be gone with what it stood for.
    setTimeout(() => {
      if (document.activeElement === document.body) {
        section?.querySelector('h2')?.focus();
      }
    });
    return failure === null;
  }

  const run: Mutation['run'] = async (work, done, { leaves = false } = {}) =>
    current.current ? false : (current.current = mutate(work, done, leaves));
  const runQueued: Mutation['runQueued'] = async (work, done) => {
    while (current.current) {
      await current.current;
    }
    return run(work, done);
  };
  return { ...state, run, runQueued };
}
