import { describe, expect, it } from 'vitest';
import type { ImportItem } from '#contract/portability.ts';
import { selectedItems, countSelected, itemsShown } from './import-choices.ts';

const item = (key: string, state: ImportItem['state'], comic_id: number | null): ImportItem => ({
  key,
  state,
  comic_id,
  title: key,
  candidates: [],
  favorite: true,
  score: null,
  lists: [],
  chapters_read: 0,
});
const items = [item('a', 'matched', 1), item('b', 'missing', null), item('c', 'unsure', null), item('d', 'matched', 4)];

describe('the review of an imported file', () => {
  it('takes an entry for what it was matched with, until the member says otherwise', () => {
    expect(selectedItems(items[0]!, {})).toBe(1);
    expect(selectedItems(items[0]!, { a: 7 })).toBe(7);
    expect(selectedItems(items[0]!, { a: null })).toBeNull();
  });

  it('counts what is taken over', () => {
    expect(countSelected(items, {})).toBe(2);
    expect(countSelected(items, { a: null, c: 9 })).toBe(2);
  });

  it('shows what has to be looked at first, and one state alone', () => {
    expect(itemsShown(items, 'all').map(({ key }) => key)).toEqual(['c', 'a', 'd', 'b']);
    expect(itemsShown(items, 'missing').map(({ key }) => key)).toEqual(['b']);
  });
});
