import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { areCharactersOff } from '#web/ui/form/character-keys.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { isLetter, isSearchKey } from './result-keys.ts';
import { isSearchOpen, setSearchOpen, bufferTyping, useSearchOpen } from './search-open.ts';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog, {
  whenMissing: SearchElsewhere,
});

/** Fetches the popup's code before it is wanted: a hand or the focus is near. */
export function preloadSearch(): void {
  SearchDialog.load().catch(() => {});
}

/** The search popup of every page: opened by `/` and Ctrl+K too, closed by every change of the page. Its code comes when it is wanted. */
export function SearchPopup() {
  const isOpen = useSearchOpen();
  const { key } = useLocation();
  // Before the new page takes the focus: nothing outside an open dialog can have it.
  useLayoutEffect(() => {
    document.querySelector<HTMLDialogElement>('dialog.search')?.close();
    setSearchOpen(false);
  }, [key]);
  useEffect(() => {
    const idle = window.requestIdleCallback?.(preloadSearch);
    return () => {
      if (idle !== undefined) {
        window.cancelIdleCallback(idle);
      }
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        isSearchOpen() &&
        !document.activeElement?.closest('dialog.search') &&
        (isLetter(event) || event.key === 'Enter')
      ) {
        const field = document.querySelector<HTMLInputElement>('dialog.search[open] input');
        if (field) {
          field.focus();
          return;
        }
        event.preventDefault();
        bufferTyping(event.key === 'Enter' ? '\n' : event.key);
        return;
      }
      if (
        event.defaultPrevented ||
        !isSearchKey(event, isSearchOpen() || isTyping(event.target)) ||
        document.querySelector('dialog[open]:not(.search)')
      ) {
        return;
      }
      if (event.key === '/' && areCharactersOff()) return;
      event.preventDefault();
      setSearchOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <SearchDialog /> : null;
}

/** Stands for the popup when its code cannot be had: the list can be searched too. */
function SearchElsewhere() {
  const links = useAddresses();
  const navigate = useNavigate();
  useEffect(() => {
    setSearchOpen(false);
    void navigate(links.latest());
    // oxlint-disable-next-line react/exhaustive-deps -- once, where the popup would open
  }, []);
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
