import { describe, expect, it } from 'vitest';
import { AccountSettings } from '#contract/accounts.ts';
import { BOUNDS, defaultSettings, VALUES, type ReaderSettings, type SettingName } from '#web/library/preferences/reader-settings.ts';
import { edgeOf, filterOf, lookOf } from '#web/reader/chapter/image-adjustments.ts';
import { GROUPS, hasEffect, READINGS, readingOf, settingsOfReading } from './reading-presets.ts';

const plain = defaultSettings({ direction: 'ltr' }, 'comic');
const names = Object.keys(plain) as SettingName[];

describe('a way to read', () => {
  it.each(READINGS)('%s is what choosing it makes', (reading) => {
    for (const direction of ['ltr', 'rtl', 'vertical'] as const) {
      for (const gap of [0, 8]) {
        const before = { ...defaultSettings({ direction }, 'comic'), gap };
        expect(readingOf({ ...before, ...settingsOfReading(reading, before) })).toBe(reading);
      }
    }
  });

  it('along the screen keeps the comic’s direction', () => {
    expect(settingsOfReading('across', plain)).not.toHaveProperty('direction');
  });
});

describe('the groups', () => {
  it('have every setting once', () => {
    expect(Object.values(GROUPS).flat().toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['pages side by side', {}, ['direction', 'padding', 'wideInvert', 'endless']],
    ['single pages', { pairing: 'one' }, ['direction', 'padding', 'wideInvert', 'endless', 'pairStart', 'gap']],
    ['pages downwards', { layout: 'vertical' }, ['padding', 'wideInvert', 'endless', 'pairing', 'pairStart', 'gap']],
    ['a strip without taps', { mode: 'webtoon', layout: 'vertical', taps: 'off' }, ['pairing', 'pairStart', 'wide', 'wideInvert', 'animate', 'flash', 'tapInvert']],
    ['wide pages in two', { wide: 'split' }, ['direction', 'padding', 'endless']],
  ] as const)('leave out what changes nothing: %s', (_name, chosen, without) => {
    const settings: ReaderSettings = { ...plain, ...chosen };
    expect(names.filter((name) => !hasEffect(name, settings)).toSorted()).toEqual(['mode', 'layout', ...without].toSorted());
  });
});

describe('the look of pictures', () => {
  it.each([
    ['as they are', {}, undefined],
    ['darker', { brightness: 60 }, 'brightness(60%)'],
    ['everything at once', { brightness: 80, contrast: 120, saturation: 50, sepia: 30, invert: true }, 'brightness(80%) contrast(120%) saturate(50%) sepia(30%) invert(1)'],
    ['without colours', { grayscale: true, saturation: 150 }, 'grayscale(1)'],
  ])('is a filter only where it changes them: %s', (_name, chosen, filter) => {
    expect(filterOf({ ...plain, ...chosen })).toBe(filter);
  });

  it('has the ground of the pages’ edges, between those of a spread, and none where they have none', () => {
    expect(edgeOf([{ edge: '#ffffff' }, { edge: '#000000' }])).toBe('#808080');
    expect(edgeOf([{ edge: null }, { edge: '#0a0b0c' }, undefined])).toBe('#0a0b0c');
    expect(edgeOf([{ edge: null }])).toBeNull();
    expect(lookOf({ ...plain, ground: 'auto' }, [{ edge: '#102030' }])).toEqual({ 'data-ground': 'auto', style: { '--edge': '#102030' } });
    expect(lookOf(plain, [{ edge: '#102030' }])).toEqual({ 'data-ground': 'black', style: {} });
  });
});

it('an account takes every setting at its bounds', () => {
  const reader = Object.fromEntries(names.map((name) => [name, BOUNDS[name as keyof typeof BOUNDS]?.[1] ?? VALUES[name as keyof typeof VALUES]?.at(-1) ?? true]));
  expect(AccountSettings.parse({ reader })).toEqual({ reader });
});
