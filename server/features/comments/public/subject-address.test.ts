import { expect, it } from 'vitest';
import { subjectNamed } from './subject-address.ts';

it.each([
  ['quiet-garden', 'comics', 'quiet-garden'],
  ['17', 'comics', '17'],
  ['artist/ana-lima', 'artists', 'ana-lima'],
  ['/authors/ana-lima', 'authors', 'ana-lima'],
  ['https://comics.example/fr/comic/jard%C3%ADn/comments/4?page=2', 'comics', 'jardín'],
  ['/en/webtoon/long-way#download', 'comics', 'long-way'],
  ['artist', 'comics', 'artist'],
  ['comic/%E0%A4%A', 'comics', '%E0%A4%A'],
  ['constructor/x', 'comics', 'x'],
  ['', 'comics', ''],
])('reads %s', (text, kind, slug) => {
  expect(subjectNamed(text)).toEqual({ kind, slug, chapter: null });
});

it.each([
  ['/en/comic/long-way/chapter-2/comments/7', 'chapter-2'],
  ['https://comics.example/ja/webtoon/long-way/chapter-2/reader/3', 'chapter-2'],
  ['comic/long-way/comments/comments', null],
  ['comic/long-way/reader/2', null],
  ['comic/long-way/chapter-2', null],
])('finds the chapter in %s', (text, chapter) => {
  expect(subjectNamed(text)).toEqual({ kind: 'comics', slug: 'long-way', chapter });
});
