import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { ApiFailure, serverContext } from '#web/platform/api/api.ts';
import { FOR_GUESTS, isChunkFailure, failureKind, reloadOnce, failureTitle } from '#web/platform/api/failures.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { FailureView } from './failure-view.tsx';
import { useOwnHead } from '#web/platform/page/use-document-head.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs } from '#web/platform/page/page.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';

/** Why what a page shows within its frame could not be had this time. */
export class LoadFailure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** The data of a `personal` loader: null where there is no member, or not yet. */
export type MemberData<Data> = Data | LoadFailure | null;

/**
 * Makes the loader of a page that needs a member. On the server, and for a guest, it answers null: the HTML is a shell
 * without data, the same for everyone. `<Personal>` then loads in the browser, or leads to the login. What may succeed
 * another time is answered, too, not thrown: the page keeps its frame, its tabs and titles, and `<Personal>` says within
 * what failed.
 */
export function memberPage<Data>(
  load: (args: LoaderArgs) => Promise<Data>,
): (args: LoaderArgs) => Promise<MemberData<Data>> {
  return async (args) => {
    if (serverContext(args.request) !== undefined || readAccessToken() === null) return null;
    try {
      return await load(args);
    } catch (error) {
      // The token had ended: whoever is here is a guest.
      if (error instanceof ApiFailure && error.status === 401 && readAccessToken() === null) return null;
      return notLoaded(error);
    }
  };
}

/**
 * An error that may succeed another time, to be told within the page. @throws error which is none: where to go instead,
 * and what is not there or not for them, is a matter of the whole page.
 */
export function notLoaded(error: unknown): LoadFailure {
  if (error instanceof Response || ([403, 404, 410, 451] as unknown[]).includes(failureKind(error))) throw error;
  return new LoadFailure(error);
}

/** As `personal`, for a page of which guests learn nothing: they get the 404 page. A member reads it anew (`session-start.ts`). */
export function hiddenFromGuests<Data>(
  load: (args: LoaderArgs) => Promise<Data>,
): (args: LoaderArgs) => Promise<Data | LoadFailure> {
  const own = memberPage(load);
  return async (args) => {
    const data = await own(args);
    if (data === null) throw new ApiFailure(404, '', serverContext(args.request) === undefined ? null : FOR_GUESTS);
    return data;
  };
}

interface Props<Data> {
  /** The data of the page's `personal` loader. */
  data: MemberData<Data>;
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
  const links = useAddresses();
  const { pathname, search, hash } = useLocation();
  const missing = hydrated && data === null;
  const guest = missing && readAccessToken() === null;
  const slow = useDelayedFlag(missing && !guest);
  useEffect(() => {
    if (guest) {
      void navigate(links.login(pathname + search + hash), { replace: true });
    } else if (missing && state === 'idle') {
      void revalidate();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each page
  }, [missing, guest]);
  if (data instanceof LoadFailure) return <WhyUnloaded error={data.error} heading={heading} />;
  if (data !== null) return children(data);
  return slow ? <>{skeleton ?? <Skeleton height="16rem" />}</> : null;
}

/** Says within a page why it has nothing to show, and tries again. */
export function WhyUnloaded({ error, heading = 'h2' }: { error: unknown; heading?: 'h1' | 'h2' }) {
  const t = useTranslate();
  useOwnHead(heading === 'h1' ? { title: failureTitle(t, error), hidden: true } : null);
  useEffect(() => {
    if (isChunkFailure(error)) {
      void reloadOnce();
    }
  }, [error]);
  return <FailureView error={error} within={heading} />;
}
