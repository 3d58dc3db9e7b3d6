import { useEffect, useRef, type PointerEvent, type TouchEvent } from 'react';
import { keysStore } from '#web/library/preferences/reader-keys.ts';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { isTap, swipeTurn, zoneAt, type Zone } from './gestures.ts';
import { actionForKey, type PageOrientation, type ReaderAction } from '#web/reader/context/key-map.ts';
import { canScroll } from '#web/reader/context/scrolling.ts';

/** Where a finger or the mouse went down and is now, and whether the page there could be moved on or back under it. */
interface Down {
  x: number;
  y: number;
  now: { x: number; y: number };
  box: HTMLElement | null;
  moves: Record<'next' | 'previous', boolean>;
}

/** Actions that a key that is held down repeats; the others happen once. */
const REPEATED = /^(next|previous|forward|backward|scroll-.*|zoom-.*|faster|slower|.*-gap)$/;

/**
 * Listens to keys everywhere, and to taps and swipes on the stage it answers handlers for. `act` says whether it did
 * something: then the browser does not; what the browser scrolls by itself (`scrolls`) only tools may take from it. While
 * `paused` (a dialog of the reader opens), or any dialog is open, keys are left to that. A gesture whose default was
 * prevented belongs to the tool that did so.
 */
export function useReaderInput(
  settings: ReaderSettings,
  paused: boolean,
  act: (action: ReaderAction, scrolls?: boolean) => boolean,
) {
  const latest = useRef({ settings, paused, act });
  latest.current = { settings, paused, act };
  const down = useRef<Down | null>(null);
  /** The browser took the finger to move the page. */
  const lost = useRef<Down | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { settings: now, paused: waits, act: perform } = latest.current;
      if (
        waits ||
        document.querySelector('dialog[open]') ||
        event.defaultPrevented ||
        event.isComposing ||
        isTyping(event)
      ) {
        return;
      }
      const action = actionForKey(event, now, keysStore.get());
      if (action === null || (event.repeat && !REPEATED.test(action))) return;
      // The browser scrolls what has the focus more smoothly than we could, unless it is zoomed.
      const scrolls =
        event.key.startsWith('Arrow') &&
        action.startsWith('scroll-') &&
        (event.target as Element).matches('.strip[data-layout="vertical"]:not([style*="transform"])');
      if (perform(action, scrolls)) {
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  /** A swipe turns a page that had nothing left to show that way, and that the browser has not zoomed into. */
  const swipe = ({ moves }: Down, dx: number, dy: number) => {
    const { settings: now, act: perform } = latest.current;
    const towards = (window.visualViewport?.scale ?? 1) > 1.01 ? null : swipeTurn(dx, dy, now);
    if (towards !== null && !moves[towards]) {
      perform(towards);
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      const takes =
        event.isPrimary && event.button === 0 && !(event.target as Element).closest('a, button, input, form');
      const box = event.currentTarget.querySelector<HTMLElement>('.spread.is-now');
      const { layout, direction } = latest.current.settings;
      const moves = (towards: 1 | -1) => box !== null && canScroll({ box, layout, direction }, towards);
      const at = { x: event.clientX, y: event.clientY };
      down.current = takes ? { ...at, now: at, box, moves: { next: moves(1), previous: moves(-1) } } : null;
      lost.current = null;
    },
    // Sideways the browser would go through its history where a page ends: there we move the page ourselves.
    onPointerMove: (event: PointerEvent) => {
      const from = down.current;
      if (
        from === null ||
        event.pointerType === 'mouse' ||
        event.defaultPrevented ||
        latest.current.settings.layout === 'vertical'
      ) {
        return;
      }
      if (from.moves.next || from.moves.previous) {
        from.box!.scrollBy({ left: from.now.x - event.clientX, top: from.now.y - event.clientY, behavior: 'instant' });
      }
      from.now = { x: event.clientX, y: event.clientY };
    },
    onPointerCancel: () => {
      lost.current = down.current;
      down.current = null;
    },
    onTouchEnd: ({ touches, changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const from = lost.current;
      lost.current = null;
      if (from !== null && touches.length === 0 && touch !== undefined) {
        swipe(from, touch.clientX - from.x, touch.clientY - from.y);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const from = down.current;
      down.current = null;
      if (from === null || event.defaultPrevented) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      const { settings: now, act: perform } = latest.current;
      if (isTap(dx, dy)) {
        const box = event.currentTarget.getBoundingClientRect();
        perform(
          actionOfZone(
            zoneAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, now),
            now,
          ),
        );
        return;
      }
      if (event.pointerType !== 'mouse') {
        swipe(from, dx, dy);
      }
    },
  };
}

/** In a strip a tap at either end scrolls by a screen; among pages it turns. */
function actionOfZone(zone: Zone, { mode }: PageOrientation): ReaderAction {
  if (zone === 'chrome' || mode === 'manga') return zone;
  return zone === 'next' ? 'forward' : 'backward';
}

/** Keys meant for a field, and the space bar on a control that it presses. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable]') !== null ||
    (key === ' ' && target.closest('a, button, summary') !== null)
  );
}
