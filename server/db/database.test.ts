import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { schemaTypes } from '../../tools/schema-types.ts';
import { openDatabase, withTransaction, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { settingOnce } from './settings.ts';

let database: Database;
beforeAll(async () => { database = await testDatabase(); });
afterAll(() => database.close());

describe('the database', () => {
  it('gives the same JavaScript types whichever database it is', async () => {
    const { rows } = await sql`select 1::int8 as big, 1.5::float8 as real, '2026-02-03'::date as day, '2026-02-03T04:05:06Z'::timestamptz as moment,
      '{"a":[1]}'::jsonb as json, array[1,2]::int[] as numbers, array['x']::text[] as texts, '\\x0102'::bytea as bytes, true as yes, null as nothing, count(*) from users`.execute(database.db);
    expect(rows).toEqual([{
      big: 1, real: 1.5, day: '2026-02-03', moment: new Date('2026-02-03T04:05:06Z'), json: { a: [1] }, numbers: [1, 2], texts: ['x'],
      bytes: expect.objectContaining({ 0: 1, 1: 2 }), yes: true, nothing: null, count: 0,
    }]);
    expect((rows[0] as { bytes: Uint8Array }).bytes).toBeInstanceOf(Uint8Array);
  });

  it('takes arrays, dates, JSON and bytes as parameters', async () => {
    const { rows } = await sql`select ${[3, 4]}::int[] @> array[3] as has, ${new Date(0)}::timestamptz as moment, ${JSON.stringify({ b: 'ü' })}::jsonb as json, ${Buffer.from([9])}::bytea as bytes, ${['a,b', '"']}::text[] as texts`.execute(database.db);
    expect(rows).toMatchObject([{ has: true, moment: new Date(0), json: { b: 'ü' }, texts: ['a,b', '"'] }]);
  });

  it('undoes a transaction that fails, and goes on', async () => {
    await expect(withTransaction(database.db, async (tx) => {
      await tx.insertInto('settings').values({ key: 'undone', value: '1' }).execute();
      throw new Error('changed my mind');
    })).rejects.toThrow('changed my mind');
    expect(await database.db.selectFrom('settings').select('key').where('key', '=', 'undone').execute()).toEqual([]);
  });

  it('keeps what others write out of a transaction until its end', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => withTransaction(database.db, async (tx) => {
      await tx.insertInto('settings').values({ key: `own-${index}`, value: '' }).execute();
      await tx.deleteFrom('settings').where('key', '=', `own-${index}`).execute();
    })));
    expect(await database.db.selectFrom('settings').select('key').where('key', 'like', 'own-%').execute()).toEqual([]);
  });

  it('makes a setting once, whoever comes first', async () => {
    const values = await Promise.all([1, 2, 3].map((value) => settingOnce(database.db, 'once', () => String(value))));
    expect(new Set(values).size).toBe(1);
  });

  it('names a broken rule as PostgreSQL does', async () => {
    await expect(database.db.insertInto('terms').values({ kind: 'tag', slug: 'x', name: 'x', color: 'red' }).execute()).rejects.toMatchObject({ code: '23514' });
  });

  it('has an index behind every foreign key', async () => {
    const { rows } = await sql<{ key: string }>`
      select conrelid::regclass || '.' || a.attname as key from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
        and a.attname not in ('decided_by', 'user_id', 'avatar', 'image', 'cover', 'page_id', 'comic_id', 'chapter_id', 'term_id')`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe('migrations', () => {
  it('may run again, and several at once', async () => {
    await Promise.all([migrate(database.db), migrate(database.db)]);
  });

  it('stop when one was changed after it ran, or the database is newer', async () => {
    await sql`update migrations set hash = 'other' where name like '0002%'`.execute(database.db);
    await expect(migrate(database.db)).rejects.toMatchObject({ code: 'migration-changed' });
    await sql`delete from migrations where name like '0002%'`.execute(database.db);
    await sql`insert into migrations (name, hash) values ('9999_future.sql', 'x')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toMatchObject({ code: 'migration-unknown' });
  });

  it('have the types that schema.ts says', async () => {
    const fresh = await testDatabase();
    expect(await schemaTypes(fresh.db)).toBe(readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8'));
    await fresh.close();
  });
});

describe('the embedded database', () => {
  it('keeps what was written, and tells a second process that it is in use', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'komawari-embedded-'));
    const options = { dataDir: join(folder, 'database') };
    const first = await openDatabase(options);
    await first.db.insertInto('settings').values({ key: 'kept', value: 'yes' }).execute();
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'data-in-use' });
    await first.close();
    const second = await openDatabase(options);
    expect(await second.db.selectFrom('settings').select('value').where('key', '=', 'kept').execute()).toEqual([{ value: 'yes' }]);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
