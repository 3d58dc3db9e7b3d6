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
  expect(subjectNamed(text)).toEqual({ kind, slug });
});
