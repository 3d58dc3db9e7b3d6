import { expect, it } from 'vitest';
import {
  chooseVersions,
  groupVersions,
  openChapters,
  preferredFirst,
  type ChapterVersion,
} from './chapter-versions.ts';

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

it('of several versions one by a preferred group is read before one by the same group, not before one that was begun', () => {
  const preferred = list.map((each, index) => ({ ...each, preferred: index === 1 || index === 2 }));
  const choose = (begun: Record<number, number>) =>
    chooseVersions(groupVersions(preferred), (each) => begun[preferred.indexOf(each)]).map((each) =>
      preferred.indexOf(each),
    );
  expect(choose({})).toEqual([1, 2, 4, 5, 6]);
  expect(choose({ 0: 7, 3: 5 })).toEqual([0, 3, 4, 5, 6]);
  expect(preferredFirst(preferred.slice(0, 2)).map(({ id }) => id)).toEqual([preferred[1]!.id, preferred[0]!.id]);
});

it('blocked chapters are left out, unless there are no others', () => {
  const some = list.map((each, index) => ({ ...each, blocked: index > 1 }));
  expect(openChapters(some)).toEqual(some.slice(0, 2));
  const every = list.map((each) => ({ ...each, blocked: true }));
  expect(openChapters(every)).toEqual(every);
});
