import { describe, expect, it } from 'vitest';
import { defaultSettings, originOf, readChoices, settingsInForce } from './reader-settings.ts';

describe('what a comic asks for', () => {
  it.each([
    ['ltr', 'comic', { mode: 'manga', direction: 'ltr', layout: 'horizontal' }],
    ['rtl', 'comic', { mode: 'manga', direction: 'rtl', layout: 'horizontal' }],
    ['vertical', 'comic', { mode: 'webtoon', direction: 'ltr', layout: 'vertical' }],
    ['ltr', 'webtoon', { mode: 'webtoon', direction: 'ltr', layout: 'vertical' }],
    ['rtl', 'webtoon', { mode: 'webtoon', direction: 'rtl', layout: 'vertical' }],
  ] as const)('%s on a %s site', (direction, variant, expected) => {
    expect(defaultSettings(direction, variant)).toMatchObject(expected);
  });
});

describe('the settings in force', () => {
  const defaults = defaultSettings('ltr', 'comic');

  it('takes this comic before all comics before the comic’s own', () => {
    const settings = settingsInForce(defaults, { all: { fit: 'width', ground: 'paper' }, device: {}, comic: { fit: 'height' } });
    expect(settings).toMatchObject({ fit: 'height', ground: 'paper', mode: 'manga' });
  });

  it.each([
    ['fit', 'comic'], ['ground', 'all'], ['mode', 'default'],
  ] as const)('%s comes from %s', (name, origin) => {
    expect(originOf(name, { all: { fit: 'width', ground: 'paper' }, device: {}, comic: { fit: 'height' } })).toBe(origin);
  });
});

describe('stored choices', () => {
  it.each([
    ['nothing', null, {}],
    ['a text', 'mode', {}],
    ['unknown names and values', { mode: 'scroll', colour: 'red', fit: 'width' }, { fit: 'width' }],
    ['a gap out of bounds', { gap: 65, saver: true }, { saver: true }],
    ['a gap that is no whole number', { gap: 1.5 }, {}],
    ['names every object has', { toString: 'x', constructor: 1 }, {}],
  ])('reads %s', (_name, stored, expected) => {
    expect(readChoices(stored)).toEqual(expected);
  });
});
