import { expect, it } from 'vitest';
import { pressedOn } from './gamepad.ts';

const pad = (...held: number[]) => ({
  held: Array.from({ length: 17 }, (_, button) => held.includes(button)),
  axes: [0, 0, 0, 0],
});

it.each([
  ['A', pad(0), ['next']],
  ['B', pad(1), ['previous']],
  ['the triggers', pad(6, 7), ['previous-chapter', 'next-chapter']],
  ['the pad', pad(12, 14), ['ArrowUp', 'ArrowLeft']],
  ['a stick', { held: [], axes: [-0.9, 0.2, 0, 0] }, ['ArrowLeft']],
  ['the other stick', { held: [], axes: [0, 0, 0.1, 0.6] }, ['ArrowDown']],
  ['nothing that is known', { held: [...pad(16).held, true], axes: [] }, []],
])('understands %s', (_name, held, expected) => {
  expect([...pressedOn(held)]).toEqual(expected);
});
