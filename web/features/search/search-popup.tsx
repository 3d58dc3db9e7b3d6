import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { isSearchOpen, setSearchOpen, typeEarly, useSearchOpen } from './search-open.ts';

const fetchDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await fetchDialog()).SearchDialog }));

/** Fetches the popup's code before it is wanted: a hand or the focus is near. */
export function wantSearch(): void {
  void fetchDialog().catch(() => {});
}

/** The search popup of every page: opened by `/` and Ctrl+K too, closed by every change of the page. Its code comes when it is wanted. */
export function SearchPopup() {
  const isOpen = useSearchOpen();
  const { pathname, search } = useLocation();
  useEffect(() => setSearchOpen(false), [pathname, search]);
  useEffect(() => {
    const idle = window.requestIdleCallback?.(wantSearch);
    const onKey = (event: KeyboardEvent) => {
      if (isSearchOpen() && !document.querySelector('dialog.search') && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        typeEarly(event.key);
        return;
      }
      const isShortcut = event.key === '/' ? !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
        : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.defaultPrevented || document.querySelector('dialog[open]:not(.search)')) { return; }
      event.preventDefault();
      setSearchOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (idle !== undefined) { window.cancelIdleCallback(idle); }
    };
  }, []);
  return isOpen ? <Suspense><SearchDialog /></Suspense> : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
