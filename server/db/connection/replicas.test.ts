import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readPosition } from '#server/db/following/queries.ts';
import { PREPARED, type Db } from '#server/db/kysely.ts';
import { where } from '#server/testing/samples.ts';
import { silentProxy, type SilentProxy } from '#server/testing/silent-proxy.ts';
import { startPostgres, type PostgresServer } from '../../../tools/postgres.ts';
import { openPostgres } from './postgres.ts';
import { readingFrom } from './reading-scope.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const primary = await startPostgres();
const onServer = where(primary !== null);
let replica: PostgresServer;
let way: SilentProxy;
let opened: ReturnType<typeof openPostgres>;
let direct: ReturnType<typeof openPostgres>;
let warnings: string[];
beforeAll(async () => {
  if (primary === null) return;
  replica = await primary.replica();
  way = await silentProxy(Number(new URL(replica.url).port));
  direct = openPostgres({ url: replica.url, replicaUrls: [], max: 1 });
});
afterAll(async () => {
  await direct?.close();
  await way?.close();
  await replica?.stop();
  await primary?.stop();
});
beforeEach(async () => {
  if (primary === null) return;
  way.resume();
  warnings = [];
  const url = new URL(replica.url);
  url.port = String(way.port);
  opened = openPostgres({
    url: primary.url,
    replicaUrls: [url.href],
    // A busy machine is slow; the replica is left because of what is asked here.
    readTimeout: 10_000,
    silence: 300_000,
    replicaLag: 2_000,
    log: {
      warn: (_details, message) => {
        warnings.push(message);
      },
    },
  });
  return () => opened.close();
});

const isReplica = sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`;
const readsReplica = async () => (await isReplica.execute(opened.reads)).rows[0]!.replica;
const becomes = (expected: boolean) =>
  vi.waitFor(async () => expect(await readsReplica()).toBe(expected), { timeout: 60_000, interval: 20 });
const replay = (act: 'pause' | 'resume') => sql`select ${sql.raw(`pg_wal_replay_${act}()`)}`.execute(direct.db);
/** Writes something, and answers how far the log is then. */
async function write(db: Db): Promise<number> {
  await sql`create table written (a int)`.execute(db);
  await sql`drop table written`.execute(db);
  return readPosition(db);
}

it('a replica is read once it has answered, and one that is away costs nobody anything', onServer, async () => {
  await becomes(true);
  way.cut();
  // From the first read on: where a connection is lost, the primary answers.
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await readsReplica()).toBe(false);
  }
  expect(warnings).toContain('replica does not answer; it is left');
  way.resume();
  await becomes(true);
  expect(warnings).toEqual(['replica does not answer; it is left', 'replica answers again']);
});

it(
  'who waits for a replica that hangs is answered by the primary, long before its own time is over',
  onServer,
  async () => {
    await becomes(true);
    way.silence();
    // The connection itself would be given up after five minutes.
    expect(await readsReplica()).toBe(false);
  },
);

it(
  'a replica that stands still is left by what must be newer: a change, a member’s own, and everything once it is too far',
  onServer,
  async () => {
    await becomes(true);
    const before = await readPosition(opened.db);
    await vi.waitFor(async () => expect(await readPosition(direct.db)).toBeGreaterThanOrEqual(before), 60_000);
    opened.replicas!.notePrimary(before, false);
    await becomes(true);
    await replay('pause');
    try {
      const position = await write(opened.db);
      opened.replicas!.notePrimary(position, false);
      expect(await readsReplica()).toBe(true);
      expect(await readingFrom(position, readsReplica)).toBe(false);
      expect(await readingFrom(Infinity, readsReplica)).toBe(false);
      // Two seconds later it is too far behind, whatever is asked.
      await vi.waitFor(
        async () => {
          opened.replicas!.notePrimary(position, false);
          expect(await readsReplica()).toBe(false);
        },
        { timeout: 60_000, interval: 100 },
      );
      expect(opened.replicas!.state()).toMatchObject([{ answers: true, used: false }]);
      await replay('resume');
      await becomes(true);
      await replay('pause');
      // Nobody sees it any more any more is not, from the moment that this process knows of it.
      opened.replicas!.notePrimary(await write(opened.db), true);
      expect(await readsReplica()).toBe(false);
    } finally {
      await replay('resume');
    }
    await becomes(true);
  },
);

it('a prepared statement that is late on a replica is asked of the primary, any other is ended', onServer, async () => {
  const url = new URL(replica.url);
  const hurried = openPostgres({ url: primary!.url, replicaUrls: [url.href], readTimeout: 1_000 });
  try {
    const slowOnReplica = (prepared: string) =>
      sql<{ replica: boolean }>`${sql.raw(prepared)}select pg_is_in_recovery() as replica from
        pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`.execute(hurried.reads);
    await vi.waitFor(() => expect(hurried.replicas!.state()).toMatchObject([{ used: true }]), {
      timeout: 60_000,
      interval: 20,
    });
    expect((await slowOnReplica(PREPARED)).rows).toEqual([{ replica: false }]);
    await expect(slowOnReplica('')).rejects.toMatchObject({ code: '57014' });
  } finally {
    await hurried.close();
  }
});
