import { describe, expect, it } from 'vitest';
import { readKeys, type KeyChoices } from '#web/library/preferences/reader-keys.ts';
import {
  isCustom,
  keysByAction,
  conflictingAction,
  withDefaults,
  bindKey,
  withoutKey,
} from '#web/reader/input/key-bindings.ts';
import { READER_ACTIONS, actionForKey, actionKeys, type KeyPress, type PageOrientation } from './key-map.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});
const ltr: PageOrientation = { mode: 'manga', direction: 'ltr', layout: 'horizontal' };
const rtl: PageOrientation = { ...ltr, direction: 'rtl' };
const down: PageOrientation = { ...ltr, layout: 'vertical' };
const strip: PageOrientation = { mode: 'webtoon', direction: 'ltr', layout: 'vertical' };

describe('the arrows', () => {
  it.each([
    ['ArrowRight', 'next', 'previous', 'next', 'next'],
    ['ArrowLeft', 'previous', 'next', 'previous', 'previous'],
    ['ArrowDown', 'scroll-down', 'scroll-down', 'next', 'scroll-down'],
    ['ArrowUp', 'scroll-up', 'scroll-up', 'previous', 'scroll-up'],
    ['d', 'next', 'previous', 'next', 'next'],
    ['A', 'previous', 'next', 'previous', 'previous'],
    ['s', 'scroll-down', 'scroll-down', 'next', 'scroll-down'],
    ['w', 'strip', 'strip', 'strip', 'scroll-up'],
  ])('%s: left to right %s, right to left %s, downwards %s, strip %s', (key, ...expected) => {
    expect([ltr, rtl, down, strip].map((pageOrientation) => actionForKey(press(key), pageOrientation, {}))).toEqual(
      expected,
    );
  });
});

it('do nothing when they type a character and those are switched off; the others still act', () => {
  const off = readKeys(JSON.parse('{"characters":[]}'));
  expect(['t', '?', '.', 'd', '+'].map((key) => actionForKey(press(key), ltr, off))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(['ArrowRight', 'Home', ' ', 'Escape'].map((key) => actionForKey(press(key), ltr, off))).toEqual([
    'next',
    'first',
    'forward',
    'leave',
  ]);
});

describe('the other keys', () => {
  it.each([
    [' ', 'forward'],
    ['Home', 'first'],
    ['End', 'last'],
    ['.', 'next-chapter'],
    [',', 'previous-chapter'],
    ['m', 'chrome'],
    ['F', 'fullscreen'],
    ['o', 'offset'],
    ['e', 'settings'],
    ['c', 'crop'],
    ['x', 'incognito'],
    ['q', 'guided'],
    ['b', 'bookmark'],
    ['n', 'auto-scroll'],
    ['+', 'zoom-in'],
    ['-', 'zoom-out'],
    ['?', 'help'],
    ['h', 'help'],
    ['l', 'left-to-right'],
    ['r', 'right-to-left'],
    ['v', 'vertical'],
    ['w', 'strip'],
    ['i', 'fit'],
    ['g', 'go-to'],
    ['t', 'thumbnails'],
    ['p', 'pairing'],
    ['Escape', 'leave'],
    ['PageDown', 'forward'],
    ['z', null],
    ['Enter', null],
    ['Tab', null],
  ])('%s asks for %s', (key, action) => {
    expect(actionForKey(press(key), ltr, {})).toBe(action);
  });

  it('goes back with shift and space', () => {
    expect(actionForKey(press(' ', { shiftKey: true }), rtl, {})).toBe('backward');
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('leaves keys held with %s to the browser', (held) => {
    expect(actionForKey(press('f', { [held]: true }), ltr, {})).toBe(null);
  });

  it.each([
    ['ь', 'KeyM', 'chrome'],
    ['ة', 'KeyM', 'chrome'],
    ['в', 'KeyD', 'next'],
    ['ю', 'Period', 'next-chapter'],
    ['ы', 'KeyS', 'scroll-down'],
    ['ج', 'BracketLeft', 'narrower-gap'],
    ['٠', 'Digit0', 'zoom-reset'],
    ['لا', 'KeyB', 'bookmark'],
    ['Unidentified', 'KeyB', 'bookmark'],
    ['Unidentified', '', null],
  ])('understands %s by its place %s', (key, code, action) => {
    expect(actionForKey(press(key, { code }), ltr, {})).toBe(action);
  });

  it('reads a Latin letter as it is typed, wherever it lies', () => {
    expect(actionForKey(press('m', { code: 'Semicolon' }), ltr, {})).toBe('chrome');
  });
});

describe('the table', () => {
  it('gives no key to two actions', () => {
    const keys = READER_ACTIONS.flatMap((action) => actionKeys(action, {}));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['left to right', ltr, ['ArrowRight', 'd']],
    ['right to left', rtl, ['ArrowLeft', 'a']],
    ['downwards', down, ['ArrowRight', 'd', 'ArrowDown', 's']],
  ] as const)('names the keys that go on, %s', (_name, pageOrientation, keys) => {
    expect(keysByAction({}, pageOrientation).get('next')).toEqual(keys);
  });
});

describe('keys of one’s own', () => {
  const asks = (key: string, pageOrientation: PageOrientation, chosen: KeyChoices) =>
    actionForKey(press(key), pageOrientation, chosen);

  it('go before the defaults, and can be taken away', () => {
    const own = bindKey({}, 'next', 'u', ltr);
    expect([asks('u', ltr, own), asks('u', rtl, own), asks('ArrowLeft', rtl, own)]).toEqual(['next', 'next', 'next']);
    expect(asks('u', ltr, withoutKey(own, 'u'))).toBe(null);
    expect(asks('f', ltr, withoutKey({}, 'f'))).toBe(null);
    expect(asks('f', ltr, { crop: ['f'] })).toBe('crop');
  });

  it('say who has them, and are taken from there', () => {
    expect([
      conflictingAction('m', 'crop', {}, ltr),
      conflictingAction('c', 'crop', {}, ltr),
      conflictingAction('u', 'crop', {}, ltr),
    ]).toEqual(['chrome', null, null]);
    const own = bindKey({}, 'crop', 'm', ltr);
    expect([asks('m', ltr, own), actionKeys('chrome', own), isCustom(own, 'chrome'), isCustom(own, 'fit')]).toEqual([
      'crop',
      [],
      true,
      false,
    ]);
  });

  it('return to what they were, from whoever has them', () => {
    const own = withDefaults(bindKey({}, 'crop', 'm', ltr), 'chrome');
    expect([asks('m', ltr, own), asks('c', ltr, own)]).toEqual(['chrome', 'crop']);
    expect(withDefaults(own, 'crop')).toEqual({});
  });

  it('are kept for arrows as they were pressed, whichever way the content runs', () => {
    const swapped = bindKey(bindKey({}, 'next', 'ArrowRight', rtl), 'previous', 'ArrowLeft', rtl);
    expect([
      conflictingAction('ArrowRight', 'next', {}, rtl),
      asks('ArrowRight', rtl, swapped),
      asks('ArrowLeft', rtl, swapped),
    ]).toEqual(['previous', 'next', 'previous']);
    expect(withDefaults(swapped, 'next')).toEqual({});
  });

  it('are five for an action at most', () => {
    const many = ['1', '2', '3', '4', '5'].reduce((own, key) => bindKey(own, 'crop', key, ltr), {} as KeyChoices);
    expect(actionKeys('crop', many)).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each([null, 'x', [], { next: 'k' }, { 'Next!': ['k'] }])('are none where %j was kept', (json) => {
    expect(readKeys(json)).toEqual({});
  });

  it('are kept without what can be no key, and with what a newer version knows', () => {
    expect(readKeys({ next: ['k', 'k', 1, '', 'x'.repeat(99)], fly: ['y'] })).toEqual({ next: ['k'], fly: ['y'] });
    expect(asks('y', ltr, readKeys({ fly: ['y'] }))).toBe(null);
  });
});
