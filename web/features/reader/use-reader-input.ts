import { useEffect, useRef, type PointerEvent } from 'react';
import { keysStore } from '#web/kept/reader-keys.ts';
import type { ReaderSettings } from '#web/kept/reader-settings.ts';
import { isTap, swipeOf, zoneAt, type Zone } from './gestures.ts';
import { actionOfKey, type Lie, type ReaderAction } from './keys.ts';

/** What a key that is held down does again and again; the rest it does once. */
const REPEATED = /^(next|previous|forward|backward|scroll-.*|zoom-.*|faster|slower|.*-gap)$/;

/**
 * Listens to keys everywhere, and to taps and swipes on the stage it answers handlers for. `act` says whether it did
 * something: then the browser does not. While `paused` (a dialog is open) keys are left to the dialog. A gesture whose
 * default was prevented belongs to the tool that did so.
 */
export function useReaderInput(settings: ReaderSettings, paused: boolean, act: (action: ReaderAction) => boolean) {
  const latest = useRef({ settings, paused, act });
  latest.current = { settings, paused, act };
  const down = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { settings: now, paused: waits, act: perform } = latest.current;
      if (waits || event.defaultPrevented || event.isComposing || isTyping(event)) { return; }
      const action = actionOfKey(event, now, keysStore.get());
      if (action === null || event.repeat && !REPEATED.test(action)) { return; }
      // The browser scrolls what has the focus more smoothly than we could.
      if (event.key.startsWith('Arrow') && action.startsWith('scroll-') && (event.target as Element).matches('.strip[data-layout="vertical"]')) { return; }
      if (perform(action)) { event.preventDefault(); }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return {
    onPointerDown: (event: PointerEvent) => {
      const takes = event.isPrimary && event.button === 0 && !(event.target as Element).closest('a, button, input, form');
      down.current = takes ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerCancel: () => { down.current = null; },
    onPointerUp: (event: PointerEvent) => {
      const from = down.current;
      down.current = null;
      if (from === null || event.defaultPrevented) { return; }
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      const { settings: now, act: perform } = latest.current;
      if (isTap(dx, dy)) {
        const box = event.currentTarget.getBoundingClientRect();
        perform(actionOfZone(zoneAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, now), now));
        return;
      }
      // Zoomed in by the browser, a swipe looks at another part of the page.
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      const swipe = event.pointerType === 'mouse' || zoomed ? null : swipeOf(dx, dy, now);
      if (swipe !== null) { perform(swipe); }
    },
  };
}

/** In a strip a tap at either end scrolls by a screen; among pages it turns. */
function actionOfZone(zone: Zone, { mode }: Lie): ReaderAction {
  if (zone === 'chrome' || mode === 'manga') { return zone; }
  return zone === 'next' ? 'forward' : 'backward';
}

/** Keys meant for a field, and the space bar on a control that it presses. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) { return false; }
  return target.closest('input, textarea, select, [contenteditable]') !== null
    || (key === ' ' && target.closest('a, button, summary') !== null);
}
