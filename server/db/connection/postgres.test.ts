import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase, withTransaction } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { where } from '#server/testing/samples.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { openPostgres } from './postgres.ts';

/** An address on which nothing listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `postgresql://nobody@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/none`;
}

it('says that the database is unavailable when no server listens', async () => {
  await expect(openDatabase({ dataDir: '', url: await nowhere() })).rejects.toMatchObject({
    code: 'database-unavailable',
  });
});

it('gives up a connection that a server only accepts', async () => {
  const { promise: given, resolve: give } = Promise.withResolvers<void>();
  const mute = createServer((socket) => socket.resume().on('close', () => give())).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  const { db, close } = openPostgres({
    url: `postgresql://nobody@127.0.0.1:${port}/none`,
    replicaUrls: [],
    max: 1,
    silence: 100,
  });
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'database-unavailable' });
  await given;
  await close();
  mute.close();
});

// The tests below need a server of its own to stop; machines without PostgreSQL have none.
const server = await startPostgres();
const onServer = where(server !== null);

describe('a PostgreSQL server', () => {
  const url = server?.url ?? '';
  it('plans statements for their values, and once those that say so', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [], max: 1 });
    for (let value = 0; value < 8; value += 1) {
      await sql`select ${value}::int as free`.execute(db);
      await sql`${sql.raw(PREPARED)} select ${value}::int as kept`.execute(db);
    }
    const { rows } =
      await sql`select generic_plans > 0 as kept, statement like '%as kept' as asked from pg_prepared_statements where name <> ''`.execute(
        db,
      );
    expect(rows).toEqual([{ kept: true, asked: true }]);
    await close();
  });

  it(
    'behind a pooler sets nothing of a session, prepares nothing, and ends what is late itself',
    onServer,
    async () => {
      const { db, reads, close } = openPostgres({
        url,
        replicaUrls: [],
        max: 5,
        pooled: true,
        statementTimeout: 60_000,
      });
      await expect(sql`select pg_sleep(60)`.execute(reads)).rejects.toMatchObject({ code: '57014' });
      for (const each of [db, reads]) {
        const { rows } = await sql<{ prepared: number; limit: string; jit: string }>`${sql.raw(PREPARED)}
        select (select count(*)::int from pg_prepared_statements where name <> '') as prepared,
          current_setting('statement_timeout') as limit, current_setting('jit') as jit`.execute(each);
        expect(rows).toEqual([{ prepared: 0, limit: '0', jit: 'on' }]);
      }
      await close();
    },
  );

  it(
    'plans what readers prepare for all values from the first time on, and their other statements for their values',
    onServer,
    async () => {
      const { reads, close } = openPostgres({ url, replicaUrls: [], max: 3 });
      const plans = () =>
        sql<{ generic: number; custom: number }>`${sql.raw(PREPARED)}
        select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom from pg_prepared_statements`.execute(
          reads,
        );
      for (const ids of [[1], [1, 2, 3]]) {
        await sql`${sql.raw(PREPARED)} select id from unnest(${ids}::int[]) as kept (id)`.execute(reads);
        await sql`select id from unnest(${ids}::int[]) as free (id)`.execute(reads);
      }
      expect((await plans()).rows).toEqual([{ generic: 3, custom: 0 }]);
      const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(reads);
      expect(rows).toEqual([{ mode: 'auto' }]);
      await close();
    },
  );

  it('a connection that was made while the thread was kept from its loop is lent', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [], max: 1, silence: 500 });
    const one = sql<{ one: number }>`select 1 as one`;
    // The first makes the connection, the second waits for it.
    const asked = Promise.all([one.execute(db), one.execute(db)]);
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    expect((await asked).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await close();
  });

  it('who waits too long for a connection is told, and its turn is for others', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [], max: 1, silence: 500 });
    const one = sql<{ one: number }>`select 1 as one`;
    await db.connection().execute(async (lent) => {
      await one.execute(lent);
      await expect(one.execute(db)).rejects.toMatchObject({ code: 'database-unavailable' });
    });
    // Nobody asks for a moment after one who asked in vain.
    await expect.poll(async () => (await one.execute(db)).rows, { timeout: 10_000 }).toEqual([{ one: 1 }]);
    await close();
  });

  it('a connection that nobody needs is kept for five minutes, in every pool', onServer, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { db, reads, close } = openPostgres({ url, replicaUrls: [], max: 5 });
    const backends = async () => {
      const [primary, planned, prepared] = await Promise.all(
        ([db, reads, reads] as const).map((each, at) =>
          sql<{ pid: number }>`${sql.raw(at === 2 ? PREPARED : '')} select pg_backend_pid() as pid`.execute(each),
        ),
      );
      return [primary!, planned!, prepared!].map(({ rows }) => rows[0]!.pid);
    };
    try {
      const first = await backends();
      vi.advanceTimersByTime(299_999);
      expect(await backends()).toEqual(first);
      vi.advanceTimersByTime(300_000);
      const later = await backends();
      expect(later.filter((pid) => first.includes(pid))).toEqual([]);
    } finally {
      vi.useRealTimers();
      await close();
    }
  });

  it('ends statements that take too long, and those of readers soon', onServer, async () => {
    const { db, reads, close } = openPostgres({ url, replicaUrls: [] });
    expect((await sql`select current_setting('statement_timeout') as timeout`.execute(db)).rows).toEqual([
      { timeout: '30s' },
    ]);
    await expect(sql`select pg_sleep(10)`.execute(reads)).rejects.toMatchObject({ code: '57014' });
    expect((await sql`select 1 as one`.execute(reads)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('asks once more what readers have prepared, where the server was held up', onServer, async () => {
    const { db, reads, close } = openPostgres({ url, replicaUrls: [] });
    await sql`create sequence tries`.execute(db);
    const late = (until: number) =>
      sql<{ at: number }>`${sql.raw(PREPARED)}
        with tried as materialized (select nextval('tries') as at)
        select at, case when at < ${until}::int then pg_sleep(10) end from tried`.execute(reads);
    expect((await late(2)).rows).toMatchObject([{ at: 2 }]);
    await expect(late(100)).rejects.toMatchObject({ code: '57014' });
    await close();
  });

  it('refuses a database whose locale knows no letters beyond ASCII', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [] });
    await sql`create database plain template template0 encoding 'UTF8' locale 'C'`.execute(db);
    await close();
    const plain = url.replace(/postgres$/, 'plain');
    await expect(openDatabase({ dataDir: '', url: plain })).rejects.toMatchObject({
      code: 'database-unsuitable',
      params: { found: expect.stringContaining('UTF8, C') },
    });
  });

  it('migrates once when several processes start together', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [] });
    await sql`create database together`.execute(db);
    await close();
    const together = url.replace(/postgres$/, 'together');
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir: '', url: together })));
    expect(await opened[0]!.db.selectFrom('migrations').select('name').execute()).not.toEqual([]);
    await Promise.all(opened.map((database) => database.close()));
  });

  it('outlives a connection that breaks inside a transaction', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [] });
    const outside = new pg.Client({ connectionString: url });
    await outside.connect();
    await expect(
      withTransaction(db, async (tx) => {
        const {
          rows: [backend],
        } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await outside.query('select pg_terminate_backend($1, 5000)', [backend!.pid]);
        await sql`select 1`.execute(tx);
      }),
    ).rejects.toMatchObject({ code: 'database-unavailable' });
    await sql`select 1`.execute(db);
    await outside.end();
    await close();
  });

  it('says that the database is unavailable when the server goes away', onServer, async () => {
    const { db, close } = openPostgres({ url, replicaUrls: [] });
    const failure = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number;
            }>`select count(*) as n from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(
              db,
            )
          ).rows[0]!.n,
      )
      .toBe(1);
    await server?.stop();
    expect(await failure).toMatchObject({ code: 'database-unavailable' });
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'database-unavailable' });
    await close();
  });
});
