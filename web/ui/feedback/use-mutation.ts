import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { announce } from './announcer.tsx';

/** One thing at a time that a button does. */
export interface Doing {
  /** Does it, reads the section again and says `done`; never while another is on its way. Answers whether it worked. */
  run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
  busy: boolean;
  /** Why the last one failed; empty where it did not. */
  failure: string;
}

/** For buttons that change something without a form. */
export function useDoing(): Doing {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState({ busy: false, failure: '' });
  const going = useRef(false);
  return {
    ...state,
    async run(work, done) {
      if (going.current) { return false; }
      going.current = true;
      setState({ busy: true, failure: '' });
      const part = document.activeElement?.closest('section');
      let failure = '';
      try {
        await work();
        await revalidate();
        if (done !== undefined) { announce(done); }
      } catch (error) { failure = (error as Error).message; }
      going.current = false;
      setState({ busy: false, failure });
      // The button that was pressed may be gone with what it stood for.
      setTimeout(() => { if (document.activeElement === document.body) { part?.querySelector('h2')?.focus(); } });
      return failure === '';
    },
  };
}
