import { expect, test } from 'vitest';
import { sortNaturally } from './natural-order.ts';

const sorted = (...paths: string[]): string[] => sortNaturally(paths, (path) => path);

/** Promises that the paths are in order, whatever order they start in. */
function expectOrder(...paths: string[]): void {
  expect(sorted(...paths)).toEqual(paths);
  expect(sorted(...[...paths].reverse())).toEqual(paths);
}

test('numbers sort by value, padded or not', () => {
  expectOrder('1.jpg', '2.jpg', '03.jpg', '10.jpg', '011.jpg', '123456789012345678901234567890.jpg');
});

test('folders sort by number before their pages do', () => {
  expectOrder('Book/Chapter 1/01.jpg', 'Book/Chapter 2/01.jpg', 'Book/Chapter 2/02.jpg', 'Book/Chapter 10/01.jpg');
});

test('upper and lower case are one', () => {
  expectOrder('PAGE1.JPG', 'Page2.JPEG', 'page3.Jpg', 'PAGE10.PNG');
});

test('digits of other scripts sort by value', () => {
  expectOrder('صفحة ١.jpg', 'صفحة ٢.jpg', 'صفحة ٩.jpg', 'صفحة ١٠.jpg', 'صفحة ١١.jpg');
  expectOrder('第１話', '第2話', '第９話', '第１０話');
  expectOrder('𝟗.png', '१०.png');
});

test('composed and decomposed names are one', () => {
  expectOrder('\u00c9t\u00e9 1.jpg', 'E\u0301te\u0301 2.jpg', '\u00c9t\u00e9 10.jpg');
});

test('a name comes before the same name with more behind it', () => {
  expectOrder('page 1.jpg', 'page 1-2.jpg', 'page 1a.jpg', 'page 2.jpg');
  expectOrder('Chapter 1/9.jpg', 'Chapter 1.5/1.jpg', 'Chapter 2/1.jpg');
});

test('names that natural order leaves equal still have one order', () => {
  expectOrder('1.jpg', '01.jpg', '001.jpg');
  expectOrder('A.jpg', 'a.jpg');
  expectOrder('1.jpg', '1.png');
});
