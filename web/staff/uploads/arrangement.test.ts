import { expect, it } from 'vitest';
import {
  withChapterIn,
  withChapterMoved,
  withoutChapter,
  withoutPage,
  withPageIn,
  withPageMoved,
  withSplit,
  type ArrangedUpload,
} from './arrangement.ts';

const arranged: ArrangedUpload = [
  {
    id: 1,
    chapters: [
      { id: 11, pages: [111, 112, 113] },
      { id: 12, pages: [121] },
    ],
  },
  { id: 2, chapters: [{ id: 21, pages: [211, 212] }] },
];

it('puts pages and chapters in another place', () => {
  expect(withPageMoved(arranged, 11, 2, 0)[0]!.chapters[0]!.pages).toEqual([113, 111, 112]);
  expect(withChapterMoved(arranged, 1, 0, 1)[0]!.chapters.map(({ id }) => id)).toEqual([12, 11]);
});

it('moves a chapter to the end of another work, or makes it one', () => {
  expect(withChapterIn(arranged, 12, 2)[1]!.chapters.map(({ id }) => id)).toEqual([21, 12]);
  expect(withChapterIn(arranged, 12, null).at(-1)).toEqual({ id: null, chapters: [{ id: 12, pages: [121] }] });
});

it('leaves nothing empty behind', () => {
  expect(withChapterIn(arranged, 21, 1).map(({ id }) => id)).toEqual([1]);
  expect(withPageIn(arranged, 121, 21).map(({ chapters }) => chapters.map(({ pages }) => pages))).toEqual([
    [[111, 112, 113]],
    [[211, 212, 121]],
  ]);
  expect(withoutPage(arranged, 121)[0]!.chapters.map(({ id }) => id)).toEqual([11]);
  expect(withoutChapter(arranged, 21).map(({ id }) => id)).toEqual([1]);
});

it('begins a chapter at any page but the first', () => {
  expect(withSplit(arranged, 11, 112)[0]!.chapters).toEqual([
    { id: 11, pages: [111] },
    { id: null, pages: [112, 113] },
    { id: 12, pages: [121] },
  ]);
  expect(withSplit(arranged, 11, 111)).toEqual(arranged);
});
