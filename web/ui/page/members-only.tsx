import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { ApiFailure, serverOf } from '#web/platform/api/api.ts';
import { FOR_GUESTS, isChunkFailure, kindOf, reloadOnce, titleOf } from '#web/platform/api/failures.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import { FailureView } from './failure-view.tsx';
import { useOwnHead } from '#web/platform/page/use-document-head.ts';
import { useLinks } from '#web/platform/page/addresses.ts';
import type { LoaderArgs } from '#web/platform/page/page.ts';
import { readToken } from '#web/platform/session/session.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useSlow } from '#web/ui/feedback/use-delayed-flag.ts';

/** Why what a page shows within its frame could not be had this time. */
export class Unloaded {
  readonly error: unknown;
  constructor(error: unknown) { this.error = error; }
}

/** The data of a `personal` loader: null where there is no member, or not yet. */
export type Own<Data> = Data | Unloaded | null;

/**
 * Makes the loader of a page that needs a member. On the server, and for a guest, it answers null: the HTML is a shell
 * without data, the same for everyone. `<Personal>` then loads in the browser, or leads to the login. What may succeed
 * another time is answered, too, not thrown: the page keeps its frame, its tabs and titles, and `<Personal>` says within
 * what failed.
 */
export function personal<Data>(load: (args: LoaderArgs) => Promise<Data>): (args: LoaderArgs) => Promise<Own<Data>> {
  return async (args) => {
    if (serverOf(args.request) !== undefined || readToken() === null) { return null; }
    try {
      return await load(args);
    } catch (error) {
      // The token had ended: whoever is here is a guest.
      if (error instanceof ApiFailure && error.status === 401 && readToken() === null) { return null; }
      return unloaded(error);
    }
  };
}

/** An error that may succeed another time, to be told within the page. @throws error which is none: where to go instead, and what is not there or not for them, is a matter of the whole page. */
export function unloaded(error: unknown): Unloaded {
  if (error instanceof Response || ([403, 404, 410, 451] as unknown[]).includes(kindOf(error))) { throw error; }
  return new Unloaded(error);
}

/** As `personal`, for a page of which guests learn nothing: they get the 404 page. A member reads it anew (`session-start.ts`). */
export function hiddenFromGuests<Data>(load: (args: LoaderArgs) => Promise<Data>): (args: LoaderArgs) => Promise<Data | Unloaded> {
  const own = personal(load);
  return async (args) => {
    const data = await own(args);
    if (data === null) { throw new ApiFailure(404, '', serverOf(args.request) === undefined ? null : FOR_GUESTS); }
    return data;
  };
}

interface Props<Data> {
  /** The data of the page's `personal` loader. */
  data: Own<Data>;
  /** Holds the page's place while it loads, after 200 ms. */
  skeleton?: ReactNode;
  /** The level of the title of a failure in its page: h1 where only what is loaded would bring one. */
  heading?: 'h1' | 'h2';
  children: (data: Data) => ReactNode;
}

/**
 * A page that needs a member: loads what the server left out, shows `skeleton` if that takes longer than 200 ms, says why
 * it could not be had and tries again, and leads a guest to the login, from where they come back.
 */
export function Personal<Data>({ data, skeleton, heading = 'h2', children }: Props<Data>) {
  const hydrated = useHydrated();
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  const links = useLinks();
  const { pathname, search, hash } = useLocation();
  const missing = hydrated && data === null;
  const guest = missing && readToken() === null;
  const slow = useSlow(missing && !guest);
  useEffect(() => {
    if (guest) { void navigate(links.login(pathname + search + hash), { replace: true }); } else if (missing && state === 'idle') { void revalidate(); }
  // Asked once for each page.
  }, [missing, guest]);
  if (data instanceof Unloaded) { return <WhyUnloaded error={data.error} heading={heading} />; }
  if (data !== null) { return children(data); }
  return slow ? <>{skeleton ?? <Skeleton height="16rem" />}</> : null;
}

/** Says within a page why it has nothing to show, and tries again. */
export function WhyUnloaded({ error, heading = 'h2' }: { error: unknown; heading?: 'h1' | 'h2' }) {
  const t = useT();
  useOwnHead(heading === 'h1' ? { title: titleOf(t, error), hidden: true } : null);
  useEffect(() => { if (isChunkFailure(error)) { void reloadOnce(); } }, [error]);
  return <FailureView error={error} within={heading} />;
}
