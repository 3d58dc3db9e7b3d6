import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingOnce } from '#server/db/queries/settings.ts';
import { requireSuitable } from './connection/postgres.ts';
import { testDatabase } from '../testing/database.ts';
import { schemaTypes } from '../../tools/schema-types.ts';
import { withTransaction, type Database } from './database.ts';
import { migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('the database', () => {
  it('gives the same JavaScript types whichever database it is', async () => {
    const { rows } =
      await sql`select 1::int8 as big, array[1,2]::int8[] as bigs, 1.5::float8 as real, 0.25::real as small, 1.10::numeric as exact,
      '2026-02-03'::date as day, array['2026-02-03']::date[] as days, '2026-02-03T04:05:06.789Z'::timestamptz as moment,
      '{"a":[1]}'::jsonb as json, '[1]'::jsonb as list, array[1,2]::int[] as numbers, array['x','a,"b']::text[] as texts,
      '\\x0102'::bytea as bytes, true as yes, null as nothing, count(*) from users`.execute(database.db);
    expect(rows).toEqual([
      {
        big: 1,
        bigs: [1, 2],
        real: 1.5,
        small: 0.25,
        exact: '1.10',
        day: '2026-02-03',
        days: ['2026-02-03'],
        moment: new Date('2026-02-03T04:05:06.789Z'),
        json: { a: [1] },
        list: [1],
        numbers: [1, 2],
        texts: ['x', 'a,"b'],
        bytes: Buffer.from([1, 2]),
        yes: true,
        nothing: null,
        count: 0,
      },
    ]);
  });

  it('takes arrays, dates, JSON and bytes as parameters', async () => {
    const { rows } =
      await sql`select ${[3, 4]}::int[] @> array[3] as has, ${new Date(0)}::timestamptz as moment, ${JSON.stringify({ b: 'ü' })}::jsonb as json,
      ${Buffer.from([9])}::bytea as bytes, ${['a,b', '"', 'NULL']}::text[] as texts, ${'猫\u{20000}'}::text as text`.execute(
        database.db,
      );
    expect(rows).toEqual([
      {
        has: true,
        moment: new Date(0),
        json: { b: 'ü' },
        bytes: Buffer.from([9]),
        texts: ['a,b', '"', 'NULL'],
        text: '猫\u{20000}',
      },
    ]);
  });

  it('would rather fail than round a number', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(database.db)).rejects.toThrow(RangeError);
  });

  it('says how many rows a statement changed', async () => {
    await database.db
      .insertInto('settings')
      .values([
        { key: 'n1', value: '' },
        { key: 'n2', value: '' },
      ])
      .execute();
    const { numDeletedRows } = await database.db
      .deleteFrom('settings')
      .where('key', 'in', ['n1', 'n2', 'n3'])
      .executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(2n);
  });

  it('names a broken rule as PostgreSQL does, and goes on', async () => {
    await expect(
      database.db.insertInto('terms').values({ kind: 'tag', slug: 'x', name: 'x', color: 'red' }).execute(),
    ).rejects.toMatchObject({ code: '23514', constraint: 'terms_color_check' });
    await expect(sql`select nothing from nowhere`.execute(database.db)).rejects.toMatchObject({ code: '42P01' });
    await expect(sql`select ${'x'}::int`.execute(database.db)).rejects.toMatchObject({ code: '22P02' });
    await database.check();
  });

  it('carries large answers and large parameters', async () => {
    const text = 'あ'.repeat(3_000_000);
    const { rows } = await sql<{ text: string }>`select ${text}::text as text from generate_series(1, 2)`.execute(
      database.db,
    );
    expect(rows.map((row) => row.text === text)).toEqual([true, true]);
  });

  it('sees letters beyond ASCII, as searching by parts of words needs', async () => {
    const { rows } = await sql`select show_trgm('漫画') <> '{}' as parts, lower('Ä') as lower`.execute(database.db);
    expect(rows).toEqual([{ parts: true, lower: 'ä' }]);
  });

  it('makes a setting once, whoever comes first', async () => {
    const values = await Promise.all([1, 2, 3].map((value) => settingOnce(database.db, 'once', () => String(value))));
    expect(new Set(values).size).toBe(1);
  });

  it('has an index behind every reference', async () => {
    const { rows } = await sql<{ key: string }>`
      select conrelid::regclass || '.' || a.attname as key from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('a transaction', () => {
  it('that fails is undone, and work goes on', async () => {
    await expect(
      withTransaction(database.db, async (tx) => {
        await tx.insertInto('settings').values({ key: 'undone', value: '1' }).execute();
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await database.db.selectFrom('settings').select('key').where('key', '=', 'undone').execute()).toEqual([]);
  });

  it('keeps its rows to itself until its end', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withTransaction(database.db, async (tx) => {
          await tx
            .insertInto('settings')
            .values({ key: `own-${index}`, value: '' })
            .execute();
          await tx.deleteFrom('settings').where('key', '=', `own-${index}`).execute();
        }),
      ),
    );
    expect(await database.db.selectFrom('settings').select('key').where('key', 'like', 'own-%').execute()).toEqual([]);
  });

  it('refuses another connection inside it, where it would wait for itself, and lets one be asked afterwards', async () => {
    let later = () => Promise.resolve({});
    await withTransaction(database.db, async () => {
      await expect(database.check()).rejects.toThrow('only tx');
      await expect(withTransaction(database.reads, async () => 1)).rejects.toThrow('only tx');
      later = async () => {
        await database.check();
        return {};
      };
    });
    await later();
  });

  it('given a transaction, becomes part of it', async () => {
    await expect(
      withTransaction(database.db, async (tx) => {
        await withTransaction(tx, (inner) =>
          inner.insertInto('settings').values({ key: 'inner', value: '' }).execute(),
        );
        throw new Error('outer fails');
      }),
    ).rejects.toThrow('outer fails');
    expect(await database.db.selectFrom('settings').select('key').where('key', '=', 'inner').execute()).toEqual([]);
  });
});

describe('migrations', () => {
  it('may run again, and several at once', async () => {
    await Promise.all([migrate(database.db), migrate(database.db)]);
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(readdirSync(join(import.meta.dirname, 'migrations')).sort());
  });

  it('stop when one was changed after it ran, or the database is newer', async () => {
    await sql`update migrations set hash = 'other' where name like '0002%'`.execute(database.db);
    await expect(migrate(database.db)).rejects.toMatchObject({ code: 'migration-changed' });
    await sql`delete from migrations where name like '0002%'`.execute(database.db);
    await sql`insert into migrations (name, hash) values ('9999_future.sql', 'x')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toMatchObject({ code: 'migration-unknown' });
  });

  it('go into a database that is suitable', async () => {
    await expect(requireSuitable(database.db)).resolves.toBeUndefined();
  });

  it('have the types that schema.ts says', async () => {
    const fresh = await testDatabase();
    expect(await schemaTypes(fresh.db)).toBe(readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8'));
    await fresh.close();
  });
});
