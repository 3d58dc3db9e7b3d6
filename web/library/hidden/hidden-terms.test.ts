// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { MAX_HIDDEN, readHiddenTerms } from './hidden-terms.ts';

const term = (id: number) => ({ id, kind: 'tag', name: `Tag ${id}`, slug: `tag-${id}` });

it('reads what was kept, each term once', () => {
  expect(readHiddenTerms([term(1), term(2), { ...term(1), name: 'New' }])).toEqual([
    { ...term(1), name: 'New' },
    term(2),
  ]);
});

it.each([
  [null],
  ['x'],
  [{}],
  [[null]],
  [[{ id: '1' }]],
  [[{ ...term(1), id: -1 }]],
  [[{ ...term(1), id: 2 ** 31 }]],
  [[{ ...term(1), slug: 5 }]],
])('forgets what is no hidden term: %j', (json) => {
  expect(readHiddenTerms(json)).toEqual([]);
});

it('keeps as many as the server reads, the newest', () => {
  const read = readHiddenTerms(Array.from({ length: MAX_HIDDEN + 20 }, (_, at) => term(at + 1)));
  expect([read.length, read[0]?.id]).toEqual([MAX_HIDDEN, 21]);
});
