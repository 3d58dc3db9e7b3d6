import { describe, expect, it } from 'vitest';
import type { OwnUser } from '#contract/accounts.ts';
import { choicesForAll, choicesOf, choicesStore, withChoices, withoutChoices, type Kept } from './reader-choices.ts';

const none: Kept = choicesStore.empty;

describe('choosing a setting', () => {
  it('for this comic leaves the others alone', () => {
    const kept = withChoices(none, 'comic', 7, { fit: 'width' });
    expect(choicesOf(kept, 7)).toEqual({ fit: 'width' });
    expect(choicesOf(kept, 8)).toEqual({});
    expect(kept.all).toEqual({});
  });

  it('for all comics takes the place of this comic’s own', () => {
    const own = withChoices(none, 'comic', 7, { fit: 'width', gap: 4 });
    const kept = withChoices(own, 'all', 7, { fit: 'height' });
    expect(kept.all).toEqual({ fit: 'height' });
    expect(choicesOf(kept, 7)).toEqual({ gap: 4 });
  });

  it('adds to what was chosen before', () => {
    expect(choicesOf(withChoices(withChoices(none, 'comic', 7, { gap: 4 }), 'comic', 7, { saver: true }), 7)).toEqual({ gap: 4, saver: true });
  });

  it('remembers the 500 comics changed last', () => {
    let kept = none;
    for (let id = 1; id <= 502; id += 1) { kept = withChoices(kept, 'comic', id, { gap: 1 }); }
    expect(kept.comics).toHaveLength(500);
    expect(choicesOf(kept, 2)).toEqual({});
    expect(choicesOf(kept, 3)).toEqual({ gap: 1 });
  });
});

describe('going back to the defaults', () => {
  const kept = withChoices(withChoices(none, 'all', 7, { fit: 'height' }), 'comic', 7, { gap: 4 });

  it('of this comic keeps what holds for all', () => {
    expect(withoutChoices(kept, 'comic', 7)).toMatchObject({ all: { fit: 'height' }, comics: [] });
  });

  it('of all comics keeps what holds for this one', () => {
    expect(withoutChoices(kept, 'all', 7)).toMatchObject({ all: {}, comics: [[7, { gap: 4 }]] });
  });
});

describe('what holds for all comics', () => {
  const kept: Kept = { all: { fit: 'width' }, device: {}, comics: [], zonesShown: false };
  const member = (reader?: Record<string, string>) => ({ settings: reader === undefined ? {} : { reader } }) as OwnUser;

  it('is what the account of a member keeps, before what this browser does', () => {
    expect(choicesForAll(kept, member({ direction: 'rtl', fit: 'sideways' }))).toEqual({ direction: 'rtl' });
    expect(choicesForAll(kept, member({}))).toEqual({});
  });

  it('is what this browser keeps for guests and for members who chose nothing yet', () => {
    expect(choicesForAll(kept, null)).toEqual({ fit: 'width' });
    expect(choicesForAll(kept, member())).toEqual({ fit: 'width' });
  });
});
