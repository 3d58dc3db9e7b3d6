import { expect, it } from 'vitest';
import { chooseVersions, groupVersions, type ChapterVersion } from './chapter-versions.ts';

const [one, two] = [
  { id: 1, slug: 'one', name: 'One' },
  { id: 2, slug: 'two', name: 'Two' },
];
let id = 0;
const chapter = (number: string | null, ...groups: ChapterVersion['groups']): ChapterVersion => ({
  id: (id += 1),
  number,
  volume: null,
  groups,
});
const list = [
  chapter('1', one),
  chapter('1.0', two),
  chapter('2', one),
  chapter('2', two),
  chapter(null),
  chapter(null),
  chapter('3'),
];
const at = (chapters: readonly ChapterVersion[]) => chapters.map((each) => list.indexOf(each));

it('chapters of one number are versions of one, those without a number are not', () => {
  expect(groupVersions(list).map(at)).toEqual([[0, 1], [2, 3], [4], [5], [6]]);
  expect(groupVersions([])).toEqual([]);
  const [a, b, c] = ['1', '2', null].map((volume) => ({ ...chapter('1'), volume }));
  expect(groupVersions([a!, b!, c!])).toEqual([[a], [b, c]]);
});

it('of several versions the one that was begun last is read, else one by the same group, else the first', () => {
  const choose = (begun: Record<number, number>) =>
    at(chooseVersions(groupVersions(list), (each) => begun[list.indexOf(each)]));
  expect(choose({})).toEqual([0, 2, 4, 5, 6]);
  expect(choose({ 1: 5 })).toEqual([1, 3, 4, 5, 6]);
  expect(choose({ 0: 7, 1: 5 })).toEqual([0, 2, 4, 5, 6]);
  expect(choose({ 1: 5, 2: 6 })).toEqual([1, 2, 4, 5, 6]);
});
