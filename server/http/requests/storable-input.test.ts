import { expect, it } from 'vitest';
import { z } from 'zod';
import { ComicQuery } from '#contract/comics.ts';
import { NewUploadFile } from '#contract/uploads.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { unstorable } from './storable-input.ts';
import { checkListQuery } from './testing/counted-input.ts';

const Body = z.object({
  id: z.int(),
  at: z.iso.datetime().nullable().optional(),
  day: z.iso.date().optional(),
  bytes: z
    .int()
    .max(2 ** 50)
    .optional(),
  rows: z.array(z.object({ id: z.number() })).default([]),
  counts: z.record(z.string(), z.int()).optional(),
  pair: z.tuple([z.string(), z.int()]).optional(),
  either: z.union([z.int(), z.object({ id: z.int(), other: z.int() }), z.object({ id: z.int() })]).optional(),
});

it.each([
  [{ id: 2 ** 31 - 1, rows: [{ id: 1.5 }] }, []],
  [{ id: 2 ** 31 }, ['id max']],
  [{ id: -(2 ** 31) }, ['id min']],
  [{ id: 1, at: '0000-01-01T00:00:00Z' }, ['at format']],
  [{ id: 1, at: null, day: '0000-02-03' }, ['day format']],
  [{ id: 1, rows: [{ id: 1 }, { id: 1e12 }, { id: 1e13 }] }, ['rows.id max', 'rows.id max']],
  [{ id: 1, counts: { a: 1, b: 1e12 }, pair: ['a', 1e12] }, ['counts.b max', 'pair max']],
  // Of forms that take it, the one that refuses least.
  [{ id: 1, either: { id: 1, other: 1e12 } }, []],
  [{ id: 1, either: 1e12 }, ['either max']],
  // It has a limit of its own.
  [{ id: 1, bytes: 3e12 }, []],
])('in %j these cannot be stored: %j', (value, wrong) => {
  expect(unstorable(Body, Body.parse(value)).map(({ path, wrong: { rule } }) => `${path.join('.')} ${rule}`)).toEqual(
    wrong,
  );
});

it('files of more than two gigabytes can be uploaded', () => {
  expect(unstorable(NewUploadFile, NewUploadFile.parse({ path: 'library.zip', bytes: 40e9 }))).toEqual([]);
});

it('a schema is read once, not with every request: where it limits every number, nothing is left to do', async () => {
  expect(unstorable(ComicQuery, ComicQuery.parse({ page: '3', tags: ['1', '2'] }))).toEqual([]);
  const [work] = await countSteps(new URL('./testing/counted-input.ts', import.meta.url), checkListQuery, [[]]);
  expect(work).toBeLessThan(20);
});
