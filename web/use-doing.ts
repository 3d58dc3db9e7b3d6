import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { announce } from '#web/announcer.tsx';

/** One thing at a time that a button of a section does. */
export interface Doing {
  /** Does it, reads the section again and says `done`; never while another is on its way. What was thrown is in `failure`. */
  run: (work: () => Promise<unknown>, done?: string) => void;
  busy: boolean;
  /** Why the last one failed; empty where it did not. */
  failure: string;
}

/** For buttons that change something without a form. */
export function useDoing(): Doing {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState({ busy: false, failure: '' });
  const going = useRef(false);
  const run = async (work: () => Promise<unknown>, done?: string) => {
    if (going.current) { return; }
    going.current = true;
    setState({ busy: true, failure: '' });
    let failure = '';
    try {
      await work();
      await revalidate();
      if (done !== undefined) { announce(done); }
    } catch (error) { failure = (error as Error).message; }
    going.current = false;
    setState({ busy: false, failure });
  };
  return { ...state, run: (work, done) => { void run(work, done); } };
}
