import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { Toolbars } from '#web/reader/context/reader-context.ts';

/** The bars leave once the mouse has rested this many ms. */
const REST = 3000;

/** Whether the reader's bars are in sight: on request they come and go, for the mouse they come when it moves and leave when it rests. */
export function useToolbars(): Toolbars {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    shown,
    toggle() {
      clearTimeout(timer.current);
      setShown((now) => !now);
    },
    show() {
      clearTimeout(timer.current);
      setShown(true);
    },
    onPointerMove({ pointerType, movementX, movementY, target }: PointerEvent) {
      if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return;
      clearTimeout(timer.current);
      setShown(true);
      if ((target as Element).closest('header, footer, dialog') === null) {
        timer.current = setTimeout(() => setShown(false), REST);
      }
    },
  };
}
