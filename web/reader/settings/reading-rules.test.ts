import { describe, expect, it } from 'vitest';
import { AccountSettings } from '#contract/accounts.ts';
import {
  BOUNDS,
  defaultSettings,
  VALUES,
  type ReaderSettings,
  type SettingName,
} from '#web/library/preferences/reader-settings.ts';
import { edgeStyle, cssFilter, imageAdjustments } from '#web/reader/chapter/image-adjustments.ts';
import { GROUPS, hasEffect, READING_PRESETS, findPreset, presetSettings } from './reading-presets.ts';

const plain = defaultSettings({ direction: 'ltr' }, 'comic');
const names = Object.keys(plain) as SettingName[];

describe('a way to read', () => {
  it.each(READING_PRESETS)('%s is what choosing it makes', (reading) => {
    for (const direction of ['ltr', 'rtl', 'vertical'] as const) {
      for (const gap of [0, 8]) {
        const before = { ...defaultSettings({ direction }, 'comic'), gap };
        expect(findPreset({ ...before, ...presetSettings(reading, before) })).toBe(reading);
      }
    }
  });

  it('along the screen keeps the comic’s direction', () => {
    expect(presetSettings('across', plain)).not.toHaveProperty('direction');
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
    [
      'a strip without taps',
      { mode: 'webtoon', layout: 'vertical', taps: 'off' },
      ['pairing', 'pairStart', 'wide', 'wideInvert', 'animate', 'flash', 'tapInvert'],
    ],
    ['wide pages in two', { wide: 'split' }, ['direction', 'padding', 'endless']],
  ] as const)('leave out what changes nothing: %s', (_name, chosen, without) => {
    const settings: ReaderSettings = { ...plain, ...chosen };
    expect(names.filter((name) => !hasEffect(name, settings)).toSorted()).toEqual(
      ['mode', 'layout', ...without].toSorted(),
    );
  });
});

describe('the look of pictures', () => {
  it.each([
    ['as they are', {}, undefined],
    ['darker', { brightness: 60 }, 'brightness(60%)'],
    [
      'everything at once',
      { brightness: 80, contrast: 120, saturation: 50, sepia: 30, invert: true },
      'brightness(80%) contrast(120%) saturate(50%) sepia(30%) invert(1)',
    ],
    ['without colours', { grayscale: true, saturation: 150 }, 'grayscale(1)'],
  ])('is a filter only where it changes them: %s', (_name, chosen, filter) => {
    expect(cssFilter({ ...plain, ...chosen })).toBe(filter);
  });

  it('has the ground of the pages’ edges, between those of a spread, and none where they have none', () => {
    expect(edgeStyle([{ edge: '#ffffff' }, { edge: '#000000' }])).toBe('#808080');
    expect(edgeStyle([{ edge: null }, { edge: '#0a0b0c' }, undefined])).toBe('#0a0b0c');
    expect(edgeStyle([{ edge: null }])).toBeNull();
    expect(imageAdjustments({ ...plain, ground: 'auto' }, [{ edge: '#102030' }])).toEqual({
      'data-ground': 'auto',
      style: { '--edge': '#102030' },
    });
    expect(imageAdjustments(plain, [{ edge: '#102030' }])).toEqual({ 'data-ground': 'black', style: {} });
  });
});

it('an account takes every setting at its bounds', () => {
  const reader = Object.fromEntries(
    names.map((name) => [
      name,
      BOUNDS[name as keyof typeof BOUNDS]?.[1] ?? VALUES[name as keyof typeof VALUES]?.at(-1) ?? true,
    ]),
  );
  expect(AccountSettings.parse({ reader })).toEqual({ reader });
});
