import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { storableValues } from './storable.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const NUL = 'a\u0000b';
const HALF = 'half \ud83d';

it('stores a text with a NUL or half a character as one with U+FFFD there, alone and in a list', async () => {
  const { rows } =
    await sql`select ${NUL}::text as nul, ${HALF} || '' as half, ${[NUL, 'c', HALF]}::text[] as list, ${'\u{1f600}猫'} || '' as whole`.execute(
      database.db,
    );
  expect(rows).toEqual([
    { nul: 'a\ufffdb', half: 'half \ufffd', list: ['a\ufffdb', 'c', 'half \ufffd'], whole: '\u{1f600}猫' },
  ]);
});

it('stores JSON with them in names and values, however they are written', async () => {
  const { rows } = await sql<{ given: unknown; object: unknown; escaped: unknown }>`
    select ${JSON.stringify({ [NUL]: [HALF, { deep: '\udc00\ud800' }] })}::jsonb as given, ${{ name: NUL, half: HALF }}::jsonb as object,
      ${'["\\uD83D\\uDE00", "\\ud83d\\u0041", "\\\\u0000", "\\\\\\u0000", "\\n"]'}::json as escaped`.execute(
    database.db,
  );
  expect(rows).toEqual([
    {
      given: { 'a\ufffdb': ['half \ufffd', { deep: '\ufffd\ufffd' }] },
      object: { name: 'a\ufffdb', half: 'half \ufffd' },
      escaped: ['\u{1f600}', '\ufffdA', '\\u0000', '\\\ufffd', '\n'],
    },
  ]);
});

it('keeps a text that only looks like an escape, and bytes, moments and nothing as they are', async () => {
  const { rows } = await sql`select ${'\\u0000 \\ud83d'}::text as text, ${Buffer.from([0, 1])}::bytea as bytes,
      ${new Date(0)}::timestamptz as moment, ${null}::text as nothing`.execute(database.db);
  expect(rows).toEqual([{ text: '\\u0000 \\ud83d', bytes: Buffer.from([0, 1]), moment: new Date(0), nothing: null }]);
});

it('hands on the list itself where there is nothing to replace', () => {
  const values = ['a', 1, null, ['b', null], Buffer.alloc(2), '\\u0000'];
  expect(storableValues('select $1, $6', values)).toBe(values);
});
