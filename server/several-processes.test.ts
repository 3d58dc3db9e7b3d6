import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPostgres, type PostgresServer } from '../tools/postgres.ts';
import { openPostgres } from './db/connection/postgres.ts';
import { where } from './testing/samples.ts';
import { measureStaleness } from './testing/staleness.ts';
import { ready, startedSite } from './testing/started.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

const primary = await startPostgres();
const onServer = where(primary !== null);
const site = startedSite();
let replica: PostgresServer;
beforeAll(async () => {
  if (primary === null) return;
  replica = await primary.replica();
});
afterAll(async () => {
  await site.clear();
  await replica?.stop();
  await primary?.stop();
});

it(
  'what one process withdraws, publishes, announces or takes from a member another one shows at once, though pages are kept and the replica stands still',
  onServer,
  async () => {
    const env = {
      DATABASE_URL: primary!.url,
      DATABASE_REPLICA_URLS: replica.url,
      // A replica as slow as it may be; what is kept would be kept for longer than the test takes.
      DATABASE_REPLICA_LAG_SECONDS: '3600',
      KOMAWARI_LIMITS_PAGE_CACHE_SECONDS: '600',
      KOMAWARI_LIMITS_READS_PER_MINUTE: '0',
      KOMAWARI_JOBS: 'off',
    };
    const processes = [site.start(env), site.start(env)];
    const [on, seen] = await Promise.all(processes.map((program) => ready(program)));
    const direct = openPostgres({ url: primary!.url, replicaUrls: [], max: 1 });
    const behind = openPostgres({ url: replica.url, replicaUrls: [], max: 1 });
    // From here on the replica shows an empty library for ever.
    await sql`select pg_wal_replay_pause()`.execute(behind.db);
    const measured = await measureStaleness(direct.db, { data: site.data, on: on!, seen: seen! });
    await direct.close();
    await behind.close();
    // A busy machine takes its time; what is kept without being forgotten takes minutes.
    expect(measured.filter(({ seconds }) => seconds > 6)).toEqual([]);
    expect(measured.length).toBeGreaterThan(15);
    for (const program of processes) {
      program.kill('SIGTERM');
    }
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0]);
  },
);
