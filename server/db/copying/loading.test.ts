import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEmbedded } from '#server/db/connection/pglite.ts';
import { openCopySession, type CopySession } from './copy-session.ts';
import { loadDatabase, type LoadedTable } from './loading.ts';

/** So many that indexes are made anew after them. */
const MANY = 1500;

let folder: string;
let session: CopySession;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-loading-'));
  await makeEmbedded(join(folder, 'database'));
  session = await openCopySession({ folder: join(folder, 'database') }, { lasting: false });
});
afterAll(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});

function table(name: string, columns: string[], rows: readonly string[][]): LoadedTable {
  const parts = rows.length === 0 ? [] : [Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join(''))];
  return { name, columns, rows: rows.length, parts };
}

const terms = Array.from({ length: MANY }, (_, at) => [String(at + 1), 'tag', `tag-${at}`, `Tag ${at}`]);
const load = (translations: readonly string[][]) =>
  loadDatabase(session, {
    tables: [
      table('term_translations', ['term_id', 'locale', 'name'], translations),
      table('terms', ['id', 'kind', 'slug', 'name'], terms),
      table('comics', ['id'], []),
    ],
    sequences: [{ name: 'terms_id_seq', value: MANY, called: true }],
  });

/** All that keeps rows right and makes them quick to find. */
const rules = async () => ({
  indexes:
    await session.ask(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid
    from pg_index where indrelid::regclass::text !~ '^pg_' order by 1`),
  constraints:
    await session.ask(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`),
  triggers: await session.ask(
    `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  ),
});
const count = async (name: string) =>
  (await session.ask<{ count: number }>(`select count(*) as count from ${name}`))[0]!.count;

it('tables with many rows, few and none are filled in any order, and every index, rule and trigger is as before', async () => {
  const before = await rules();
  await load([
    ['2', 'de', 'Zwei'],
    [String(MANY), 'de', 'Letzte'],
  ]);
  expect([await count('terms'), await count('term_translations'), await count('comics')]).toEqual([MANY, 2, 0]);
  expect(await rules()).toEqual(before);
  const [next] = await session.ask<{ id: number }>(
    `insert into terms (kind, slug, name) values ('tag', 'next', 'Next') returning id`,
  );
  expect(next!.id).toBe(MANY + 1);
});

it('rows that refer to others which do not come are refused, and what was there stays', async () => {
  const before = await rules();
  await expect(load([[String(MANY + 1), 'de', 'Keine']])).rejects.toMatchObject({ code: '23503' });
  expect([await count('terms'), await count('term_translations')]).toEqual([MANY + 1, 2]);
  expect(await rules()).toEqual(before);
});
