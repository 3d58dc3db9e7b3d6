import { startTransition, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router';
import { savePosition, savedPosition } from './saved-position.ts';
import type { Move, Place, Position } from '#web/reader/context/place.ts';

/** The address is written once the page has rested this many ms: browsers refuse more than some ten changes a second. */
const ADDRESS_REST = 150;

/** The state of a visit of the reader's address that goes on from chapter to chapter without anything moving. */
export const APPEND_AHEAD = { onward: true } as const;

interface Options {
  /** Which chapter it is in. */
  chapter: string;
  total: number;
  /** Whether pages are kept from this visitor: the address may name one of them, for when it is opened. */
  closed: boolean;
  /** The page the address names, if any. */
  asked: number | null;
  /** Where the visitor left off, if anywhere; storage is read when this is called. */
  resume: () => Place | null;
  /** Whether this page was made in the browser: while hydrating, storage must not be read yet. */
  hydrated: boolean;
  /** The address of a page. */
  address: (page: number) => string;
}

/**
 * Owns the position: the only place that changes it. The address follows it, and it follows the address when the visitor
 * goes back or forth. Opened without a page, or loaded again on the page left last, it begins where the visitor left off.
 */
export function usePosition({ chapter, total, closed, asked, resume, hydrated, address }: Options) {
  const navigate = useNavigate();
  const router = useContext(RouterContext)!.router;
  const drawn = useRef('');
  drawn.current = withoutPage(useLocation().pathname);
  const flowing = useRef(false);
  // Asked of the router itself: React draws later that somebody is on the way, or there.
  const lastAddress = () => (router.state.navigation.location ?? router.state.location).pathname;
  const isLeaving = () => withoutPage(lastAddress()) !== drawn.current;
  const clamp = (page: number) => Math.min(Math.max(Math.trunc(page), 1), Math.max(total, 1));
  const [position, setPosition] = useState<Position>(() => {
    const place = (hydrated && asked === null ? resume() : null) ?? { page: asked ?? 1, offset: 0 };
    return { ...place, page: clamp(place.page), ended: false, by: 'reader' };
  });
  const now = useRef(position);
  const written = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A strip went on into another chapter: the view is there already, and says where as soon as it knows.
  const [shown, setShown] = useState(chapter);
  if (chapter !== shown) {
    flowing.current = false;
    written.current = asked;
    now.current = { page: clamp(asked ?? 1), offset: 0, ended: false, by: 'view' };
    setShown(chapter);
    setPosition(now.current);
  }

  const write = (page: number, replace: boolean) => {
    clearTimeout(timer.current);
    written.current = page;
    void navigate(address(page), { replace, preventScrollReset: true });
  };

  /** Moves to a page, from its beginning unless `offset` says otherwise; `ended` moves past the last one. */
  const moveTo = (to: Partial<Pick<Position, 'page' | 'offset' | 'ended'>>, move: Move = 'turn') => {
    now.current = { offset: 0, ended: false, by: 'reader', ...to, page: clamp(to.page ?? now.current.page) };
    setPosition(now.current);
    if (move === 'jump' && now.current.page !== written.current) {
      write(now.current.page, false);
    }
  };

  /** Says where a view moved by itself. */
  const note = useCallback((place: Place) => {
    const { page } = now.current;
    now.current = { ...place, ended: false, by: 'view' };
    // A strip must not wait for what only says where it is.
    if (page !== place.page) {
      const noted = now.current;
      startTransition(() => setPosition(noted));
    }
  }, []);

  // Before anything is painted that would have to move.
  useLayoutEffect(() => {
    if (hydrated) return;
    const left = savedPosition();
    const place = left ?? resume();
    if (place !== null && (left !== null || asked === null || asked === place.page)) {
      moveTo(place);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, before the first paint
  }, []);

  // A page that is loaded again, or come back to, is where it was left: also where nothing is remembered, and at an end that was read.
  // Whoever opens what was kept from them begins at the page that the address names.
  useEffect(() => {
    if (closed) return;
    const keep = () => savePosition(now.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [closed]);

  useEffect(() => {
    const savedPage = written.current;
    if (position.page === (closed && savedPage !== null ? clamp(savedPage) : savedPage)) return;
    // A strip may still be rolling when someone leaves: their next page must not be called off.
    timer.current = setTimeout(() => {
      if (!isLeaving() && !flowing.current) {
        write(position.page, true);
      }
    }, ADDRESS_REST);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- the address follows the page; what else is read is of its chapter
  }, [chapter, position.page]);

  useEffect(() => {
    // An address that is drawn late, after the reader has gone on, is not where they want to be.
    if (asked === null || asked === written.current || !lastAddress().endsWith(`/${asked}`)) return;
    written.current = asked;
    moveTo({ page: asked });
    // oxlint-disable-next-line react/exhaustive-deps -- the page follows the address, and nothing else
  }, [asked]);

  /** Goes on to the address of the chapter the view has reached, which does not move by that. */
  const flow = (to: string) => {
    flowing.current = true;
    clearTimeout(timer.current);
    void navigate(to, { replace: true, preventScrollReset: true, state: APPEND_AHEAD });
  };

  /** Where the reader is this very moment, to the row. */
  const here = useCallback(() => now.current, []);
  return { position, moveTo, note, here, flow };
}

/** The part that the addresses of all pages of a chapter share. */
function withoutPage(pathname: string): string {
  return pathname.replace(/\/\d+$/, '');
}
