import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { ApiFailure, serverOf } from '../api.ts';
import { useHydrated } from '../hydrated.ts';
import { useLinks } from '../links.ts';
import type { LoaderArgs } from '../page.ts';
import { readToken } from './session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSlow } from '../use-slow.ts';

/**
 * Makes the loader of a page that needs a member. On the server, and for a guest, it answers null: the HTML is a shell
 * without data, the same for everyone. `<Personal>` then loads in the browser, or leads to the login.
 */
export function personal<Data>(load: (args: LoaderArgs) => Promise<Data>): (args: LoaderArgs) => Promise<Data | null> {
  return async (args) => {
    if (serverOf(args.request) !== undefined || readToken() === null) { return null; }
    try {
      return await load(args);
    } catch (error) {
      // The token had ended: whoever is here is a guest.
      if (error instanceof ApiFailure && error.status === 401 && readToken() === null) { return null; }
      throw error;
    }
  };
}

interface Props<Data> {
  /** What the page's `personal` loader answered. */
  data: Data | null;
  /** Holds the page's place while it loads, after 200 ms. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * A page that needs a member: loads what the server left out, shows `skeleton` if that takes longer than 200 ms, and
 * leads a guest to the login, from where they come back.
 */
export function Personal<Data>({ data, skeleton, children }: Props<Data>) {
  const hydrated = useHydrated();
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  const links = useLinks();
  const { pathname, search } = useLocation();
  const missing = hydrated && data === null;
  const guest = missing && readToken() === null;
  const slow = useSlow(missing && !guest);
  useEffect(() => {
    if (guest) { void navigate(links.login(pathname + search), { replace: true }); } else if (missing && state === 'idle') { void revalidate(); }
  // Asked once for each page; a call that fails shows the error page.
  }, [missing, guest]);
  if (data !== null) { return children(data); }
  return slow ? <>{skeleton ?? <Skeleton height="16rem" />}</> : null;
}
