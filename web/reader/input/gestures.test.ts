import { describe, expect, it } from 'vitest';
import { isTap, swipeTurn, zoneAt, tapZones } from './gestures.ts';
import type { PageOrientation } from '#web/reader/context/key-map.ts';

const ltr: PageOrientation = { mode: 'manga', direction: 'ltr', layout: 'horizontal' };
const rtl: PageOrientation = { ...ltr, direction: 'rtl' };
const down: PageOrientation = { ...ltr, layout: 'vertical' };
const strip: PageOrientation = { mode: 'webtoon', direction: 'ltr', layout: 'vertical' };

describe('a tap', () => {
  it.each([
    ['left third, left to right', 0.1, 0.5, ltr, 'previous'],
    ['right third, left to right', 0.9, 0.5, ltr, 'next'],
    ['left third, right to left', 0.1, 0.5, rtl, 'next'],
    ['right third, right to left', 0.9, 0.5, rtl, 'previous'],
    ['the middle', 0.5, 0.1, rtl, 'chrome'],
    ['the bottom, downwards', 0.1, 0.9, down, 'next'],
    ['the top, downwards', 0.9, 0.1, down, 'previous'],
    ['the bottom of a strip', 0.5, 0.9, strip, 'next'],
    ['the middle of a strip', 0.1, 0.5, strip, 'chrome'],
  ] as const)('%s', (_name, x, y, pageOrientation, expected) => {
    expect(zoneAt(x, y, { ...pageOrientation, taps: 'sides', tapInvert: 'none' })).toBe(expected);
  });

  it.each([
    ['sides', 'none', ltr, 'pmn pmn pmn'],
    ['sides', 'none', down, 'ppp mmm nnn'],
    ['sides', 'horizontal', ltr, 'nmp nmp nmp'],
    ['sides', 'vertical', strip, 'nnn mmm ppp'],
    ['sides', 'horizontal', rtl, 'pmn pmn pmn'],
    ['edges', 'none', ltr, 'nmn nmn npn'],
    ['edges', 'vertical', rtl, 'npn nmn nmn'],
    ['l', 'none', ltr, 'ppp pmn nnn'],
    ['l', 'none', rtl, 'ppp nmp nnn'],
    ['l', 'both', ltr, 'nnn nmp ppp'],
    ['kindle', 'none', ltr, 'mmm pnn pnn'],
    ['kindle', 'none', rtl, 'mmm nnp nnp'],
    ['kindle', 'none', strip, 'mmm pnn pnn'],
    ['off', 'both', rtl, 'mmm mmm mmm'],
  ] as const)('layout %s, inverted %s', (taps, tapInvert, pageOrientation, expected) => {
    const letters = { next: 'n', previous: 'p', chrome: 'm' };
    expect(
      tapZones({ ...pageOrientation, taps, tapInvert })
        .map((zone) => letters[zone])
        .join(''),
    ).toBe(expected.replaceAll(' ', ''));
  });

  it('on the very edge of the screen, or a hair beyond, counts', () => {
    expect([
      zoneAt(1, 1, { ...ltr, taps: 'sides', tapInvert: 'none' }),
      zoneAt(-0.01, 0, { ...ltr, taps: 'sides', tapInvert: 'none' }),
    ]).toEqual(['next', 'previous']);
  });

  it.each([
    [0, 0, true],
    [6, 8, true],
    [9, 9, false],
  ])('moved by %i, %i: %s', (dx, dy, expected) => {
    expect(isTap(dx, dy)).toBe(expected);
  });
});

describe('a swipe', () => {
  it.each([
    ['to the left, left to right', -80, 5, ltr, 'next'],
    ['to the right, left to right', 80, 5, ltr, 'previous'],
    ['to the right, right to left', 80, 5, rtl, 'next'],
    ['to the left, right to left', -80, -5, rtl, 'previous'],
    ['upwards, downwards', 3, -90, down, 'next'],
    ['downwards, downwards', 3, 90, down, 'previous'],
    ['too short', -30, 0, ltr, null],
    ['aslant', -80, 70, ltr, null],
    ['across', 0, 200, ltr, null],
    ['in a strip', 0, -200, strip, null],
  ] as const)('%s', (_name, dx, dy, pageOrientation, expected) => {
    expect(swipeTurn(dx, dy, pageOrientation)).toBe(expected);
  });
});
