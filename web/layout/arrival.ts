import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router';

/** Where each page of this visit was scrolled to, by its place in the history. */
const places = new Map<string, number>();

/**
 * What happens when another page has arrived: the focus moves to its heading, and the window scrolls to the top, or back
 * to where it was when going back. `still` pages (the reader) and pages that differ only in `page` are not scrolled;
 * pages that differ only in their query keep the focus, and so does a still page that follows another: the reader turns.
 */
export function useArrival(still: boolean): void {
  const location = useLocation();
  const type = useNavigationType();
  const leaving = useNavigation().state !== 'idle';
  const last = useRef(location);
  const stood = useRef(still);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // A page that is loaded anew is where it was.
    const leave = () => { history.scrollRestoration = 'auto'; };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  // Only what the reader scrolls is remembered: not the jumps of a page that gives way to the next one.
  useLayoutEffect(() => {
    if (leaving) { return; }
    const remember = () => { places.set(location.key, window.scrollY); };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [location.key, leaving]);

  useLayoutEffect(() => {
    const before = last.current;
    const turned = still && stood.current;
    last.current = location;
    stood.current = still;
    if (before.key === location.key) { return; }
    if (before.pathname !== location.pathname && !turned) {
      const target = document.querySelector<HTMLElement>('main h1, h1') ?? document.querySelector<HTMLElement>('main');
      target?.setAttribute('tabindex', '-1');
      target?.focus({ preventScroll: true });
    }
    if (type === NavigationType.Pop) { window.scrollTo(0, places.get(location.key) ?? 0); return; }
    const same = before.pathname === location.pathname && withoutPage(before.search) === withoutPage(location.search);
    const fragment = location.hash && document.getElementById(location.hash.slice(1));
    if (fragment) { fragment.scrollIntoView(); } else if (!still && !same) { window.scrollTo(0, 0); }
  }, [location, type, still]);
}

function withoutPage(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  return query.toString();
}
