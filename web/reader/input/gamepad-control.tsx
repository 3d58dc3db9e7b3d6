import { useEffect, useRef } from 'react';
import { pressedOn } from './gamepad.ts';
import { findKeyAction, orientedAction, type ReaderAction } from '#web/reader/context/key-map.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';

/** A direction that is held acts again after this many ms, then this often. */
const HELD = 400;
const AGAIN = 120;

/**
 * Reads gamepads: directions mean what arrows do, A goes on, B goes back or closes what is open, the triggers change
 * chapters. It looks only while one is connected.
 */
export function GamepadTool({ reader }: { reader: ReaderContext }) {
  const latest = useRef(reader);
  latest.current = reader;
  useEffect(() => {
    let frame = 0;
    let before = new Map<string, number>();
    const look = (time: number) => {
      const pads = connectedGamepads();
      if (pads.length === 0) {
        frame = 0;
        return;
      }
      frame = requestAnimationFrame(look);
      const now = new Set(
        pads.flatMap((pad) => [...pressedOn({ held: pad.buttons.map(({ pressed }) => pressed), axes: pad.axes })]),
      );
      const next = new Map<string, number>();
      for (const sign of now) {
        const due = before.get(sign);
        const acts = due === undefined || (sign.startsWith('Arrow') && time >= due);
        next.set(sign, due === undefined ? time + HELD : acts ? time + AGAIN : due);
        if (acts && document.hasFocus()) {
          perform(latest.current, sign);
        }
      }
      before = next;
    };
    const start = () => {
      if (frame === 0) {
        frame = requestAnimationFrame(look);
      }
    };
    if (connectedGamepads().length > 0) {
      start();
    }
    window.addEventListener('gamepadconnected', start);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('gamepadconnected', start);
    };
  }, []);
  return null;
}

function connectedGamepads(): Gamepad[] {
  return navigator.getGamepads?.().filter((pad): pad is Gamepad => pad?.connected === true) ?? [];
}

function perform({ overlay, show, act, pageOrientation }: ReaderContext, sign: string): void {
  // A dialog has the screen for itself.
  if (overlay !== null) {
    if (sign === 'previous' || sign === 'leave') {
      show(null);
    }
    return;
  }
  const action = sign.startsWith('Arrow') ? findKeyAction(sign, {}) : (sign as ReaderAction);
  if (action !== null) {
    act(orientedAction(action, sign, pageOrientation));
  }
}
