// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { chapterShifts, comicShifts, shiftsStore, withMarks } from './spread-shifts.ts';

const kept = () => shiftsStore.get();
const keep = (comic: number, chapter: string, marks: number[], start?: 'cover' | 'first') =>
  shiftsStore.change((now) => withMarks(now, comic, chapter, marks, start));

afterEach(() => {
  localStorage.clear();
  shiftsStore.change(() => []);
});

describe('pairs set by hand', () => {
  it('are kept by comic and chapter, with how other chapters begin', () => {
    keep(7, '1', [1], 'first');
    keep(7, '2', [-4]);
    keep(8, '1', [-2]);
    expect(chapterShifts(comicShifts(kept(), 7).chapters, '1')).toEqual([1]);
    expect(comicShifts(kept(), 7)).toEqual({
      start: 'first',
      chapters: [
        ['1', [1]],
        ['2', [-4]],
      ],
    });
    expect(comicShifts(kept(), 8).start).toBeNull();
    keep(7, '1', [], 'cover');
    expect(comicShifts(kept(), 7)).toEqual({ start: 'cover', chapters: [['2', [-4]]] });
    expect(chapterShifts(comicShifts(kept(), 9).chapters, '1')).toEqual([]);
  });

  it('of many comics are forgotten, the oldest first', () => {
    for (let comic = 1; comic <= 203; comic += 1) {
      keep(comic, '1', [1]);
    }
    expect(
      kept()
        .map(([id]) => id)
        .slice(0, 2),
    ).toEqual([4, 5]);
  });

  it.each(['no JSON', '7', '[[7]]', '[["7",{}]]', '[[7,null]]'])('are none where %s was stored', (text) => {
    localStorage.setItem('komawari.spreads', text);
    expect(kept()).toEqual([]);
  });

  it('lose only what is not sound', () => {
    localStorage.setItem(
      'komawari.spreads',
      '[[7,{"start":"last","chapters":[["1",[2,"x",0,-3]],[5,[1]],["2",7]],"more":1}]]',
    );
    expect(kept()).toEqual([[7, { start: null, chapters: [['1', [2, -3]]] }]]);
  });
});
