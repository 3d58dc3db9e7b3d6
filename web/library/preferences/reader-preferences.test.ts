// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { OwnUser } from '#contract/accounts.ts';
import {
  comicPreferences,
  preferencesStore,
  storedPreferences,
  withPreferences,
  withoutChoices,
  type StoredPreferences,
} from './reader-preferences.ts';

const none: StoredPreferences = preferencesStore.empty;

describe('choosing a setting', () => {
  it('for this comic leaves the others alone', () => {
    const kept = withPreferences(none, 'comic', 7, { fit: 'width' });
    expect(comicPreferences(kept, 7)).toEqual({ fit: 'width' });
    expect(comicPreferences(kept, 8)).toEqual({});
    expect(kept.all).toEqual({});
  });

  const full: StoredPreferences = {
    ...none,
    all: { fit: 'screen', gap: 2 },
    device: { fit: 'smart', gap: 8 },
    comics: [[7, { fit: 'width', gap: 4 }]],
  };
  it.each([
    ['all', { all: { fit: 'height', gap: 2 } }, { all: { fit: 'screen' } }],
    ['device', { device: { fit: 'height', gap: 8 } }, { device: { fit: 'smart' } }],
    ['comic', { comics: [[7, { fit: 'height', gap: 4 }]] }, { comics: [[7, { fit: 'width' }]] }],
  ] as const)('and forgetting it, in the scope %s, changes no other scope', (scope, chosen, forgotten) => {
    expect(withPreferences(full, scope, 7, { fit: 'height' })).toEqual({ ...full, ...chosen });
    expect(withoutChoices(full, scope, 7, ['gap'])).toEqual({ ...full, ...forgotten });
  });

  it('keeps what a newer version stored, in every scope', () => {
    localStorage.setItem(
      'komawari.reader',
      '{"all":{"fit":"sphere"},"device":{"glow":3},"comics":[[7,{"page3d":true}]],"profiles":["night"]}',
    );
    for (const scope of ['all', 'device', 'comic'] as const) {
      preferencesStore.change((kept) => withPreferences(kept, scope, 7, { gap: 1 }));
    }
    preferencesStore.change((kept) => withoutChoices(kept, 'comic', 7, ['gap']));
    expect(JSON.parse(localStorage.getItem('komawari.reader') ?? '')).toEqual({
      all: { fit: 'sphere', gap: 1 },
      device: { glow: 3, gap: 1 },
      comics: [[7, { page3d: true }]],
      profiles: ['night'],
      zonesShown: false,
      saverOffered: false,
    });
    expect(comicPreferences(preferencesStore.get(), 7)).toEqual({});
  });

  it('adds to what was chosen before', () => {
    expect(
      comicPreferences(withPreferences(withPreferences(none, 'comic', 7, { gap: 4 }), 'comic', 7, { saver: true }), 7),
    ).toEqual({ gap: 4, saver: true });
  });

  it('remembers the 500 comics changed last', () => {
    let kept = none;
    for (let id = 1; id <= 502; id += 1) {
      kept = withPreferences(kept, 'comic', id, { gap: 1 });
    }
    expect(kept.comics).toHaveLength(500);
    expect(comicPreferences(kept, 2)).toEqual({});
    expect(comicPreferences(kept, 3)).toEqual({ gap: 1 });
  });
});

describe('going back to the defaults', () => {
  const kept = withPreferences(withPreferences(none, 'all', 7, { fit: 'height' }), 'comic', 7, { gap: 4 });

  it('of this comic keeps what holds for all', () => {
    expect(withoutChoices(kept, 'comic', 7)).toMatchObject({ all: { fit: 'height' }, comics: [] });
  });

  it('of all comics keeps what holds for this one', () => {
    expect(withoutChoices(kept, 'all', 7)).toMatchObject({ all: {}, comics: [[7, { gap: 4 }]] });
  });
});

describe('what holds for all comics', () => {
  const kept: StoredPreferences = { ...none, all: { fit: 'width' } };
  const member = (reader?: Record<string, string>) => ({ settings: reader === undefined ? {} : { reader } }) as OwnUser;

  it.each([
    ['what the account of a member keeps', member({ direction: 'rtl' }), { direction: 'rtl' }],
    ['nothing where a member forgot it all', member({}), {}],
    ['what this browser keeps, for guests', null, { fit: 'width' }],
    ['what this browser keeps, for members who chose nothing yet', member(), { fit: 'width' }],
  ])('is %s', (_name, user, expected) => {
    expect(storedPreferences(kept, user, 7)).toEqual({ all: expected, device: {}, comic: {} });
  });
});
