import { describe, expect, it } from 'vitest';
import { actionOfKey, keysForHelp, type KeyPress, type Lie } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress =>
  ({ key, code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
const ltr: Lie = { mode: 'manga', direction: 'ltr', layout: 'horizontal' };
const rtl: Lie = { ...ltr, direction: 'rtl' };
const down: Lie = { ...ltr, layout: 'vertical' };
const strip: Lie = { mode: 'webtoon', direction: 'ltr', layout: 'vertical' };

describe('the arrows', () => {
  it.each([
    ['ArrowRight', 'next', 'previous', 'next', 'next'],
    ['ArrowLeft', 'previous', 'next', 'previous', 'previous'],
    ['ArrowDown', 'scroll-down', 'scroll-down', 'next', 'scroll-down'],
    ['ArrowUp', 'scroll-up', 'scroll-up', 'previous', 'scroll-up'],
    ['d', 'next', 'previous', 'next', 'next'],
    ['A', 'previous', 'next', 'previous', 'previous'],
    ['s', 'scroll-down', 'scroll-down', 'next', 'scroll-down'],
  ])('%s: left to right %s, right to left %s, downwards %s, strip %s', (key, ...expected) => {
    expect([ltr, rtl, down, strip].map((lie) => actionOfKey(press(key), lie))).toEqual(expected);
  });
});

describe('the other keys', () => {
  it.each([
    [' ', 'forward'], ['Home', 'first'], ['End', 'last'], ['.', 'next-chapter'], [',', 'previous-chapter'],
    ['m', 'chrome'], ['F', 'fullscreen'], ['o', 'settings'], ['?', 'help'], ['h', 'help'], ['l', 'left-to-right'],
    ['r', 'right-to-left'], ['v', 'vertical'], ['w', 'strip'], ['i', 'fit'], ['g', 'go-to'], ['t', 'thumbnails'],
    ['p', 'pairing'], ['Escape', 'leave'], ['PageDown', 'forward'], ['x', null], ['Enter', null], ['Tab', null],
  ])('%s asks for %s', (key, action) => {
    expect(actionOfKey(press(key), ltr)).toBe(action);
  });

  it('goes back with shift and space', () => {
    expect(actionOfKey(press(' ', { shiftKey: true }), rtl)).toBe('backward');
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('leaves keys held with %s to the browser', (held) => {
    expect(actionOfKey(press('f', { [held]: true }), ltr)).toBe(null);
  });

  it.each([
    ['ь', 'KeyM', 'chrome'], ['ة', 'KeyM', 'chrome'], ['в', 'KeyD', 'next'], ['ю', 'Period', 'next-chapter'], ['ы', 'KeyS', 'scroll-down'],
  ])('understands %s by its place %s', (key, code, action) => {
    expect(actionOfKey(press(key, { code }), ltr)).toBe(action);
  });

  it('reads a Latin letter as it is typed, wherever it lies', () => {
    expect(actionOfKey(press('m', { code: 'Semicolon' }), ltr)).toBe('chrome');
  });
});

describe('the help', () => {
  it('names the arrow that goes on in the content’s direction', () => {
    expect(keysForHelp(rtl).find(({ action }) => action === 'next')?.keys).toEqual(['←', 'A']);
    expect(keysForHelp(down).find(({ action }) => action === 'next')?.keys).toEqual(['↓', '→', 'D']);
  });
});
