import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#web/platform/api/api.ts';

/** The edits not saved yet, and the state of saving them. */
export interface Saving<Fields> {
  /** The edits not saved yet; they stand over what the site has. */
  edits: Partial<Fields>;
  state: 'idle' | 'saving' | 'saved' | 'failed' | 'conflict';
  /** Why it was not kept. */
  failure: string;
  /** By field what is wrong with it. */
  errors: Readonly<Record<string, readonly string[]>>;
  change: (edits: Partial<Fields>) => void;
  /** Keeps it now; answers whether all of it is kept. */
  flush: () => Promise<boolean>;
  /** Gives up what is not kept. */
  drop: () => void;
}

/** How long typing rests before it is kept, in ms. */
const REST = 600;
/** How long until what could not be kept, because nothing answered, is tried again, in ms. */
const AGAIN = 4000;

/** Keeps what is written a moment after it was, one call at a time; what fails stays and is tried again. A 412 is a conflict: somebody changed it meanwhile. */
export function useSaving<Fields extends object>(
  send: (edits: Partial<Fields>, keepalive: boolean) => Promise<unknown>,
): Saving<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [{ state, failure, errors }, setState] = useState<Pick<Saving<Fields>, 'state' | 'failure' | 'errors'>>({
    state: 'idle',
    failure: '',
    errors: {},
  });
  const now = useRef({
    edits: {} as Partial<Fields>,
    going: null as Promise<boolean> | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    send,
  });
  now.current.send = send;

  const put = (next: Partial<Fields>) => {
    now.current.edits = next;
    setEdits(next);
  };
  const later = (ms: number) => {
    clearTimeout(now.current.timer);
    now.current.timer = setTimeout(() => void flush(), ms);
  };
  const keep = async (keepalive: boolean): Promise<boolean> => {
    const sent = now.current.edits;
    setState({ state: 'saving', failure: '', errors: {} });
    try {
      await now.current.send(sent, keepalive);
      put(
        Object.fromEntries(
          Object.entries(now.current.edits).filter(([name, value]) => sent[name as keyof Fields] !== value),
        ) as Partial<Fields>,
      );
      setState({ state: 'saved', failure: '', errors: {} });
      return true;
    } catch (error) {
      const { status, message, body } =
        error instanceof ApiFailure ? error : new ApiFailure(0, (error as Error).message, null);
      setState({
        state: status === 412 ? 'conflict' : 'failed',
        failure: message,
        errors: (body as { errors?: Saving<Fields>['errors'] } | null)?.errors ?? {},
      });
      if (status === 0 || status === 429 || status >= 500) {
        later(AGAIN);
      }
      return false;
    }
  };
  const flush = async (keepalive = false): Promise<boolean> => {
    clearTimeout(now.current.timer);
    // Several may wait for the same call; each looks again, so that only one goes on.
    while (now.current.going) {
      await now.current.going;
    }
    if (Object.keys(now.current.edits).length === 0) return true;
    now.current.going = keep(keepalive);
    const done = await now.current.going;
    now.current.going = null;
    return done && Object.keys(now.current.edits).length > 0 ? flush() : done;
  };

  useEffect(() => {
    const leave = () => {
      void flush(true);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- kept when the page or the form is left; `flush` reads refs alone
  }, []);

  return {
    edits,
    state,
    failure,
    errors,
    flush: useRef(() => flush()).current,
    change: (more) => {
      put({ ...now.current.edits, ...more });
      setState((before) => ({ ...before, state: before.state === 'conflict' ? 'conflict' : 'idle' }));
      later(REST);
    },
    drop: () => {
      clearTimeout(now.current.timer);
      put({});
      setState({ state: 'idle', failure: '', errors: {} });
    },
  };
}
