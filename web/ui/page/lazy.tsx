import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { withTimeout } from '#web/platform/api/with-timeout.ts';

/** A part that a page can do without is asked for again this often, in milliseconds. */
const RETRY_AFTER = 5000;

interface Options<Props> {
  /** The answer where its code cannot be had: nothing, the failure of the page, another try every five seconds, or a stand-in. */
  whenMissing: 'nothing' | 'fail' | 'retry' | ComponentType<Props>;
  /** When its code is fetched: at once, so that no press has to wait, when it is shown, or not before `load` is called. */
  when?: 'early' | 'shown' | 'asked';
  /** Stands in its place while its code is on its way. */
  waiting?: ComponentType;
  /** Whether the server draws it: its HTML is left as it is until the code is there. */
  onServer?: boolean;
}

/** A component whose code comes by itself; `load` fetches it ahead. @throws in `load` where it cannot be had within 120 seconds. */
export type LazyPart<Props> = ComponentType<Props> & { load(): Promise<void> };

/** The parts that the server draws and has not loaded yet. */
const awaited = new Set<Promise<void>>();

/** Resolves once the server has the code of every part that it draws. */
export async function serverPartsLoaded(): Promise<void> {
  await Promise.all(awaited);
}

/** A part of a page whose code is not part of the page's own. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { whenMissing, when = 'shown', waiting: Waiting, onServer = false }: Options<Props>,
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  let isAsked = () => {};
  const requested = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const load = (): Promise<void> => {
    isAsked();
    fetching ??= withTimeout(fetchPart()).then(
      (fetched) => {
        part = fetched;
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };
  const StandIn = typeof whenMissing === 'function' ? whenMissing : Nothing;
  const waiting = Waiting && <Waiting />;

  /** Takes the place of what the server drew once the code is there. */
  const Suspended = lazy(async () => {
    if (when === 'asked') {
      await requested;
    }
    await load().catch((error: unknown) => {
      if (whenMissing === 'fail') throw error;
    });
    return { default: part ?? StandIn };
  });

  /** Shows nothing of the server's: the page around it never waits. */
  function Coming(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const [, setLoaded] = useState(false);
    useEffect(() => {
      if (part !== null) return;
      let retry: ReturnType<typeof setTimeout> | undefined;
      let isGone = false;
      const ask = () => {
        load().then(
          () => {
            if (!isGone) {
              setLoaded(true);
            }
          },
          (error: unknown) => {
            if (isGone) return;
            if (whenMissing === 'retry') {
              retry = setTimeout(ask, RETRY_AFTER);
            } else {
              setFailure({ error });
            }
          },
        );
      };
      ask();
      return () => {
        isGone = true;
        clearTimeout(retry);
      };
    }, []);
    if (part !== null) {
      const Loaded = part;
      return <Loaded {...props} />;
    }
    if (failure === null) return waiting;
    if (whenMissing === 'fail') throw failure.error;
    return <StandIn {...props} />;
  }

  /** The same element as long as it is shown: what is there from the start needs no second drawing. */
  function Drawn(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => part ?? Suspended);
    return <Shown {...props} />;
  }

  if (import.meta.env.SSR && onServer) {
    const loaded = load();
    awaited.add(loaded);
    void loaded.finally(() => awaited.delete(loaded));
  } else if (!import.meta.env.SSR && when === 'early') {
    // A page that does without it says nothing.
    load().catch(() => {});
  }
  const Part = onServer
    ? (props: Props) => (
        <Suspense fallback={waiting}>
          <Drawn {...props} />
        </Suspense>
      )
    : Coming;
  return Object.assign(Part, { load });
}

function Nothing() {
  return null;
}
