import { describe, expect, it } from 'vitest';
import {
  BOUNDS,
  defaultSettings,
  settingOrigin,
  readChoices,
  resolveSettings,
  unknownNames,
} from './reader-settings.ts';

const page = (width: number, height: number) => ({ width, height });

describe('what a chapter asks for', () => {
  it.each([
    ['ltr', 'comic', { mode: 'manga', direction: 'ltr', layout: 'horizontal' }],
    ['rtl', 'comic', { mode: 'manga', direction: 'rtl', layout: 'horizontal' }],
    ['vertical', 'comic', { mode: 'webtoon', direction: 'ltr', layout: 'vertical' }],
    ['ltr', 'webtoon', { mode: 'webtoon', direction: 'ltr', layout: 'vertical' }],
    ['rtl', 'webtoon', { mode: 'webtoon', direction: 'rtl', layout: 'vertical' }],
  ] as const)('%s on a %s site', (direction, variant, expected) => {
    expect(defaultSettings({ direction }, variant)).toMatchObject(expected);
  });

  it.each([
    ['no pages', [], 'manga', 'auto'],
    ['upright pages', [page(800, 1200), page(800, 1200)], 'manga', 'auto'],
    [
      'most pages over three times as high as wide',
      [page(800, 2401), page(800, 9000), page(800, 600)],
      'webtoon',
      'auto',
    ],
    ['pages just three times as high as wide', [page(800, 2400)], 'manga', 'auto'],
    ['half of the pages that high', [page(800, 9000), page(800, 1200)], 'manga', 'auto'],
    ['pages that all lie', [page(1600, 900), page(1200, 800)], 'manga', 'one'],
    ['one that stands among them', [page(1600, 900), page(800, 1200)], 'manga', 'auto'],
    ['pages of no size', [page(0, 0), page(0, 900), page(800, 9000)], 'webtoon', 'auto'],
    ['only pages of no size', [page(0, 0)], 'manga', 'auto'],
  ] as const)('by its shapes: %s', (_name, pages, mode, pairing) => {
    expect(defaultSettings({ direction: 'rtl', pages }, 'comic')).toMatchObject({ mode, pairing, direction: 'rtl' });
  });

  it('is a strip where its tags say so, whatever its shapes', () => {
    expect(defaultSettings({ direction: 'ltr', longStrip: true, pages: [page(800, 1200)] }, 'comic')).toMatchObject({
      mode: 'webtoon',
      layout: 'vertical',
    });
  });
});

describe('the settings in force', () => {
  const defaults = defaultSettings({ direction: 'ltr' }, 'comic');

  it('takes this comic before this device before all comics before what the comic asks for', () => {
    const settings = resolveSettings(defaults, {
      all: { fit: 'width', ground: 'paper', gap: 4 },
      device: { ground: 'grey', gap: 8 },
      comic: { fit: 'height', gap: 12 },
    });
    expect(settings).toMatchObject({ fit: 'height', ground: 'grey', gap: 12, mode: 'manga' });
  });

  it.each([
    ['fit', 'comic'],
    ['gap', 'device'],
    ['ground', 'all'],
    ['mode', 'default'],
  ] as const)('%s comes from %s', (name, origin) => {
    expect(
      settingOrigin(name, {
        all: { fit: 'width', ground: 'paper' },
        device: { fit: 'smart', gap: 4 },
        comic: { fit: 'height' },
      }),
    ).toBe(origin);
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

  it('are whole numbers from the lowest to the highest of each', () => {
    for (const [name, [least, most]] of Object.entries(BOUNDS)) {
      const good = [least, most].map((value) => readChoices({ [name]: value }));
      expect(good).toEqual([{ [name]: least }, { [name]: most }]);
      for (const value of [least - 1, most + 1, String(least), Number.NaN, null, true]) {
        expect(readChoices({ [name]: value })).toEqual({});
      }
    }
  });

  it('say what of them is a newer version’s', () => {
    expect(unknownNames({ fit: 'width', page3d: true, wide: 'fold' })).toEqual(['page3d', 'wide']);
    expect(unknownNames('mode')).toEqual([]);
  });
});
