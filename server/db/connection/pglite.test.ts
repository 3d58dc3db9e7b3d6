import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, withTransaction } from '#server/db/database.ts';
import { embeddedDatabase } from '#server/testing/database.ts';
import { PROGRAM_ENV, PROGRAM_FLAGS } from '#server/testing/process.ts';
import { openEmbedded } from './pglite.ts';
import { Upkeep } from './pglite-upkeep.ts';

let folder: string;
let options: { dataDir: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-embedded-'));
  options = { dataDir: join(folder, 'database') };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that opens the database and then writes rows as fast as it can, telling of each when it is written. */
function writer(): ChildProcessByStdio<null, Readable, null> {
  const script = `
    import { openDatabase, withTransaction } from ${JSON.stringify(join(import.meta.dirname, '../database.ts'))};
    try {
      const { db } = await openDatabase(${JSON.stringify(options)});
      const from = (await db.selectFrom('settings').select('key').execute()).length;
      for (let row = from; ; row += 1) {
        await db.insertInto('settings').values({ key: String(row), value: '' }).execute();
        console.log(row);
      }
    } catch (error) { console.log(error.code); }`;
  return spawn(process.execPath, [...PROGRAM_FLAGS, '--input-type=module', '-e', script], {
    env: PROGRAM_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ended(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
  });
}

it('keeps what was written', async () => {
  const first = await openDatabase(options);
  await first.db.insertInto('settings').values({ key: 'kept', value: 'yes' }).execute();
  await first.close();
  const second = await openDatabase(options);
  expect(await second.db.selectFrom('settings').select('value').execute()).toEqual([{ value: 'yes' }]);
  await second.close();
});

it('leaves nothing of a database in memory to the next one, nor to one beside it', async () => {
  const first = await embeddedDatabase();
  await sql`create table own (id int)`.execute(first.db);
  await sql`set work_mem = '1MB'`.execute(first.db);
  await first.db.insertInto('settings').values({ key: 'kept', value: 'no' }).execute();
  await expect(sql`select nothing`.execute(first.db)).rejects.toThrow('nothing');
  await first.close();
  const [second, third] = [await embeddedDatabase(), await embeddedDatabase()];
  await second.db.insertInto('settings').values({ key: 'kept', value: 'yes' }).execute();
  for (const [{ db }, rows] of [
    [second, [{ value: 'yes' }]],
    [third, []],
  ] as const) {
    expect(await db.selectFrom('settings').select('value').where('key', '=', 'kept').execute()).toEqual(rows);
    await expect(sql`select from own`.execute(db)).rejects.toThrow('own');
    expect((await sql`show work_mem`.execute(db)).rows).toEqual([{ work_mem: '16MB' }]);
  }
  await second.close();
  await third.close();
  const fourth = await embeddedDatabase();
  expect(await fourth.db.selectFrom('settings').select('key').where('key', '=', 'kept').execute()).toEqual([]);
  await fourth.close();
});

it('tells a second process that the folder is in use, and the same process too', async () => {
  const first = await openDatabase(options);
  const [answer] = await createInterface({ input: writer().stdout })
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => [value]);
  expect(answer).toBe('data-in-use');
  await expect(openDatabase(options)).rejects.toMatchObject({ code: 'data-in-use', params: { path: folder } });
  await first.close();
});

it('loses no row it has confirmed when it is killed while writing, and opens again', async () => {
  let confirmed = -1;
  for (const rows of [1, 40, 90]) {
    const child = writer();
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      confirmed = Number(line);
      seen += 1;
      if (seen === rows) {
        child.kill('SIGKILL');
      }
    }
  }
  const { db, close } = await openDatabase(options);
  const { count } = await db
    .selectFrom('settings')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThanOrEqual(confirmed + 1);
  await close();
});

it('opens after a first start that was killed half-way', async () => {
  const watcher = watch(folder);
  const child = writer();
  watcher.on('change', (_, name) => {
    if (name === 'database.making') {
      child.kill('SIGKILL');
    }
  });
  await ended(child);
  watcher.close();
  const { check, close } = await openDatabase(options);
  await check();
  await close();
  expect(readdirSync(folder).sort()).toEqual(['database', 'database.lock']);
});

it('begins anew where a first start left half a folder', async () => {
  mkdirSync(`${options.dataDir}.making/base`, { recursive: true });
  writeFileSync(`${options.dataDir}.making/PG_VERSION`, '18');
  const { check, close } = await openDatabase(options);
  await check();
  await close();
  expect(readdirSync(folder).sort()).toEqual(['database', 'database.lock']);
});

it('does not take a folder of somebody else for its own', async () => {
  mkdirSync(options.dataDir);
  writeFileSync(join(options.dataDir, 'thesis.txt'), 'irreplaceable');
  await expect(openDatabase(options)).rejects.toMatchObject({ code: 'ENOTEMPTY' });
  expect(readdirSync(options.dataDir)).toEqual(['thesis.txt']);
});

it('waits for the disk before it confirms', async () => {
  const { db, close } = await openEmbedded({ dir: options.dataDir });
  const { rows } =
    await sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('wal_sync_method') as method`.execute(
      db,
    );
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', method: 'fsync' }]);
  await close();
});

it('starts again after its engine has crashed, with all that was confirmed', async () => {
  const { db, close } = await openDatabase(options);
  await db.insertInto('settings').values({ key: 'kept', value: '' }).execute();
  await sql
    .raw(
      'create function pg_temp.endless(depth int) returns int language plpgsql as $$ begin return pg_temp.endless(depth + 1); end $$',
    )
    .execute(db);
  await expect(sql`select pg_temp.endless(1)`.execute(db)).rejects.toThrow('the embedded database has stopped');
  expect(await db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }]);
  await close();
});

it('undoes a transaction whose engine has crashed', async () => {
  const { db, close } = await openDatabase(options);
  await sql
    .raw(
      'create function endless(depth int) returns int language plpgsql as $$ begin return endless(depth + 1); end $$',
    )
    .execute(db);
  await expect(
    withTransaction(db, async (tx) => {
      await tx.insertInto('settings').values({ key: 'half', value: '' }).execute();
      await sql`select endless(1)`.execute(tx).catch(() => undefined);
      await tx.insertInto('settings').values({ key: 'other half', value: '' }).execute();
    }),
  ).rejects.toThrow(/stopped|not queryable/);
  expect(await db.selectFrom('settings').select('key').execute()).toEqual([]);
  await close();
});

it('takes its turn fairly: a short question is answered between the statements of a long work', async () => {
  const { db, close } = await openDatabase(options);
  const order: string[] = [];
  const long = (async () => {
    for (let step = 0; step < 3; step += 1) {
      await sql`select count(*) from generate_series(1, 200000)`.execute(db);
      order.push('long');
    }
  })();
  await sql`select 1`.execute(db);
  order.push('short');
  await long;
  expect(order).toEqual(['long', 'short', 'long', 'long']);
  await close();
});

it('tidies after many changes: statistics are taken and the log is cut', async () => {
  const { db, close } = await openEmbedded({ dir: options.dataDir, durable: false });
  const upkeep = new Upkeep(db, () => undefined);
  await upkeep.look();
  await sql`insert into settings select i::text, repeat(md5(i::text), 58) from generate_series(1, 40000) i`.execute(db);
  await upkeep.look();
  const {
    rows: [table],
  } = await sql<{ rows: number }>`select reltuples::int as rows from pg_class where relname = 'settings'`.execute(db);
  expect(table?.rows).toBe(40_000);
  const {
    rows: [log],
  } = await sql<{
    behind: number;
  }>`select (pg_current_wal_lsn() - redo_lsn)::int8 as behind from pg_control_checkpoint()`.execute(db);
  expect(log?.behind).toBeLessThan(64 * 1_048_576);
  await upkeep.stop();
  await close();
});
