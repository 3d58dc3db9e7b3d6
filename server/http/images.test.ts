import { expect, it } from 'vitest';
import { rangeOf } from './images.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-5000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-3', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=0-1,5-6', null],
  ['pages=0-1', null],
  ['bytes=-', null],
  [undefined, null],
])('reads the range %s of 100 bytes', (header, range) => {
  expect(rangeOf(header, '"a"', '"a"', 100)).toEqual(range);
});

it('answers whole when the picture is another one by now', () => {
  expect(rangeOf('bytes=0-9', '"old"', '"new"', 100)).toBe(null);
});
