import type { ReaderAction } from '#web/reader/context/key-map.ts';

/** The state of a gamepad at one moment: the buttons held down and the axes, in the browser's standard order. */
export interface Pad {
  held: readonly boolean[];
  /** -1 to 1, to the right and down. */
  axes: readonly number[];
}

/** Buttons of the standard gamepad (W3C Gamepad, "Remapping"): A, B, X, Y, shoulders, triggers, back, start. */
const BUTTONS: readonly (ReaderAction | undefined)[] = [
  'next',
  'previous',
  'fit',
  'fullscreen',
  'previous',
  'next',
  'previous-chapter',
  'next-chapter',
  'leave',
  'chrome',
];
/** Directions as keys, so that they mean what arrows do: the pad's, by its buttons, and the sticks', by their axes. */
const PAD: Record<number, string> = { 12: 'ArrowUp', 13: 'ArrowDown', 14: 'ArrowLeft', 15: 'ArrowRight' };
/** A stick moved this far is meant. */
const MEANT = 0.5;

/** The keys pressed at a moment: actions, and arrow keys for directions. */
export function pressedOn({ held, axes }: Pad): Set<string> {
  const pressed = new Set<string>();
  held.forEach((down, button) => {
    if (down && (PAD[button] ?? BUTTONS[button]) !== undefined) {
      pressed.add(PAD[button] ?? BUTTONS[button]!);
    }
  });
  for (const axis of [0, 1, 2, 3]) {
    const by = axes[axis] ?? 0;
    if (Math.abs(by) >= MEANT) {
      pressed.add(`Arrow${axis % 2 === 0 ? (by > 0 ? 'Right' : 'Left') : by > 0 ? 'Down' : 'Up'}`);
    }
  }
  return pressed;
}
