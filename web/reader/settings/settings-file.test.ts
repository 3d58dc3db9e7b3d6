import { describe, expect, it } from 'vitest';
import { readSettingsText, settingsText } from './settings-file.ts';

const site = 'https://comics.example';
const file = (more: object) => JSON.stringify({ kind: 'reader-settings', version: 1, site, ...more });

describe('a file of settings', () => {
  it('brings back what went into it', () => {
    const contents = {
      site,
      all: { fit: 'width' },
      device: { gap: 8 },
      comics: [[7, { mode: 'webtoon' }]] as const,
      keys: { next: ['x'] },
    };
    const { site: _site, ...rest } = contents;
    expect(readSettingsText(settingsText(contents), site)).toEqual({ ...rest, unknown: [], elsewhere: false });
  });

  it.each(['', '{', 'null', '7', '"reader-settings"', '[]', '{}', '{"kind":"bookmarks","all":{}}'])(
    'is not %j',
    (text) => {
      expect(readSettingsText(text, site)).toBeNull();
    },
  );

  it.each([
    ['nothing', {}, {}],
    ['layers that are none', { all: 'x', device: [1], comics: {} }, {}],
    [
      'a newer version’s names and values',
      { all: { glow: 1, fit: 'sphere', crop: true }, profiles: [] },
      { all: { crop: true }, unknown: ['profiles', 'glow', 'fit'] },
    ],
    [
      'comics that are none',
      { comics: [7, ['7', {}], [-1, {}], [1.5, {}], [8, { gap: 4, glow: 1 }], [9, null]] },
      { comics: [[8, { gap: 4 }]], unknown: ['glow'] },
    ],
    [
      'another site’s comics',
      { site: 'https://other.example', device: { gap: 4 }, comics: [[8, { gap: 4, glow: 1 }]] },
      { device: { gap: 4 }, elsewhere: true },
    ],
  ])('with %s gives what is known of it', (_name, more, expected) => {
    expect(readSettingsText(file(more), site)).toEqual({
      all: {},
      device: {},
      comics: [],
      keys: undefined,
      unknown: [],
      elsewhere: false,
      ...expected,
    });
  });
});
