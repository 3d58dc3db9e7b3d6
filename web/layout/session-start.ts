import { useEffect, useRef } from 'react';
import { useMatches, useRevalidator } from 'react-router';
import type { RouteHandle } from '../page.ts';
import { readToken, userStore } from '../session.ts';

/**
 * Begins the session where a token is kept: reads the account anew, once for each load (unless the marks of the page
 * did so already), and after every change of who is here, in any tab, reads what the page shows anew. The server renders
 * what a guest sees: a page that failed, or that says it is another one for members (`isPersonal`), is read again too.
 */
export function useSessionStart(): void {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const read = useRef(revalidate);
  read.current = revalidate;
  useEffect(() => {
    const who = () => (readToken() === null ? null : userStore.get()?.id ?? null);
    let last = who();
    const mark = () => {
      document.documentElement.toggleAttribute('data-member', readToken() !== null);
      document.documentElement.toggleAttribute('data-unverified', userStore.get()?.verified === false);
    };
    const follow = () => {
      mark();
      if (who() === last) { return; }
      last = who();
      void read.current();
    };
    const returned = ({ persisted }: PageTransitionEvent) => { if (persisted) { follow(); } };
    const forget = userStore.watch(follow);
    window.addEventListener('pageshow', returned);
    mark();
    if (readToken() !== null) {
      const personal = matches.some(({ handle, loaderData }) => handle !== undefined && (loaderData === undefined || (handle as RouteHandle).isPersonal?.(loaderData as never)));
      if (personal) { void revalidate(); }
      // The marks of what is shown have asked before this, and bring the account with them.
      setTimeout(() => void import('../session-refresh.ts').then(async ({ isAccountRefreshed, refreshAccount }) => { if (!isAccountRefreshed()) { await refreshAccount(); } }));
    }
    return () => {
      forget();
      window.removeEventListener('pageshow', returned);
    };
  // Once for each load.
  }, []);
}
