import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useLocation,
  useNavigation,
  useNavigationType,
  type Location,
} from 'react-router';
import { focusedLink, persistVisits, visitState, rememberFocus, saveScroll } from './visit-history.ts';

/**
 * Acts on the arrival of another page: the focus moves to its heading, and the window scrolls to the top; going
 * back or forward, both return to where they were. `still` pages (the reader), pages that differ only in `page` and those asked
 * for with `preventScrollReset` are not scrolled; pages that differ only in their query keep the focus, and so does a still page that follows another: the
 * reader turns.
 */
export function useScrollRestoration(still: boolean): void {
  const location = useLocation();
  const id = idFor(location);
  const type = useNavigationType();
  const isHeld = useContext(RouterStateContext)?.preventScrollReset === true;
  const leaving = useNavigation().state !== 'idle';
  const last = useRef(location);
  const stood = useRef(still);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // A page that is loaded anew is where it was.
    const leave = () => {
      history.scrollRestoration = 'auto';
      persistVisits();
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  // Only what the reader scrolls is remembered: not the jumps of a page that gives way to the next one.
  useLayoutEffect(() => {
    if (leaving) return;
    const scrolled = () => saveScroll(id, window.scrollY);
    const focused = ({ target }: Event) => rememberFocus(id, target as Element);
    window.addEventListener('scroll', scrolled, { passive: true });
    document.addEventListener('focusin', focused);
    return () => {
      window.removeEventListener('scroll', scrolled);
      document.removeEventListener('focusin', focused);
    };
  }, [id, leaving]);

  useLayoutEffect(() => {
    const before = last.current;
    const turned = still && stood.current;
    last.current = location;
    stood.current = still;
    if (before.key === location.key) return;
    const isBack = type === NavigationType.Pop;
    const { scrolled } = visitState(id);
    const returned = isBack ? focusedLink(id) : null;
    if (returned) {
      returned.focus({ preventScroll: true });
    } else if (before.pathname !== location.pathname && !turned) {
      const target = document.querySelector<HTMLElement>('main h1, h1') ?? document.querySelector<HTMLElement>('main');
      target?.setAttribute('tabindex', '-1');
      target?.focus({ preventScroll: true });
    }
    if (isBack) {
      window.scrollTo(0, scrolled);
      return;
    }
    const same = before.pathname === location.pathname && withoutPage(before.search) === withoutPage(location.search);
    const fragment = location.hash && document.getElementById(location.hash.slice(1));
    if (fragment) {
      fragment.scrollIntoView();
    } else if (!still && !same && !isHeld) {
      window.scrollTo(0, 0);
    }
  }, [location, id, type, still, isHeld]);
}

/** Tells an entry of the history from all others; the first entries of several visits have no key of their own. */
function idFor({ key, pathname, search }: Location): string {
  return `${key} ${pathname}${search}`;
}

function withoutPage(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  return query.toString();
}
