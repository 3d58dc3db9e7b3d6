import { describe, expect, it } from 'vitest';
import { isLetter, isSearchKey, moveOfKey } from './result-keys.ts';

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the keys that open the search', () => {
  it('are a slash where nothing is typed, and Control or Command with K anywhere', () => {
    expect(isSearchKey(press('/'), false)).toBe(true);
    // Some keyboards have the slash above a number.
    expect(isSearchKey(press('/', { shiftKey: true }), false)).toBe(true);
    expect(isSearchKey(press('/'), true)).toBe(false);
    expect(isSearchKey(press('k', { ctrlKey: true }), true)).toBe(true);
    expect(isSearchKey(press('K', { metaKey: true }), false)).toBe(true);
    // The same key where it types another letter.
    expect(isSearchKey(press('л', { code: 'KeyK', ctrlKey: true }), false)).toBe(true);
  });

  it('leave what belongs to the browser alone', () => {
    for (const other of [
      press('/', { ctrlKey: true }),
      press('k'),
      press('k', { ctrlKey: true, shiftKey: true }),
      press('k', { altKey: true }),
    ]) {
      expect(isSearchKey(other, false)).toBe(false);
    }
  });
});

describe('the arrow keys', () => {
  it('go from the field through everything and round', () => {
    expect([0, 1, 2].map((at) => moveOfKey(press('ArrowDown'), at, 3))).toEqual([1, 2, 0]);
    expect([0, 1, 2].map((at) => moveOfKey(press('ArrowUp'), at, 3))).toEqual([2, 0, 1]);
  });

  it('stay in the field where there is nothing else', () => {
    expect(moveOfKey(press('ArrowDown'), 0, 1)).toBe(0);
    expect(moveOfKey(press('ArrowUp'), 0, 1)).toBe(0);
  });
});

it('letters and Backspace go on in the field; in the field every key is as everywhere', () => {
  expect(['a', '猫', '𠮷', 'Backspace'].map((key) => moveOfKey(press(key), 2, 5))).toEqual([
    'field',
    'field',
    'field',
    'field',
  ]);
  expect([' ', 'Enter', 'Tab', 'Home', 'Escape'].map((key) => moveOfKey(press(key), 2, 5))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(moveOfKey(press('c', { ctrlKey: true }), 2, 5)).toBeNull();
  expect(['a', 'Home', 'End', 'ArrowLeft', 'Tab'].map((key) => moveOfKey(press(key), 0, 5))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(isLetter(press('Shift'))).toBe(false);
});
