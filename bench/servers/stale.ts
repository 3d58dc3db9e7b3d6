import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/connection/postgres.ts';
import { measureStaleness } from '#server/testing/staleness.ts';
import { startPostgres } from '../../tools/postgres.ts';
import type { Figure } from '../figures.ts';
import { startServer } from './processes.ts';

/** A start that takes longer is given up, in seconds. */
const LONGEST = 120;

/**
 * Changes at one process of a site all that can be withdrawn, published, announced or taken from a member, and measures when another
 * one shows it, with a replica that stands still.
 *
 * @throws Error where PostgreSQL is not installed.
 */
export async function benchStale(): Promise<Figure[]> {
  const primary = await startPostgres();
  if (primary === null) throw new Error('PostgreSQL 15 or later is not installed');
  const replica = await primary.replica();
  const data = mkdtempSync(join(tmpdir(), 'komawari-stale-'));
  const env = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: replica.url,
    DATABASE_REPLICA_LAG_SECONDS: '3600',
    KOMAWARI_DATA: data,
    KOMAWARI_DEMO: 'off',
    KOMAWARI_JOBS: 'off',
    KOMAWARI_LIMITS_READS_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  };
  const both = await Promise.all([startServer(env, LONGEST), startServer(env, LONGEST)]);
  const direct = openPostgres({ url: primary.url, replicaUrls: [], max: 1 });
  const behind = openPostgres({ url: replica.url, replicaUrls: [], max: 1 });
  try {
    await sql`select pg_wal_replay_pause()`.execute(behind.db);
    const measured = await measureStaleness(direct.db, { data, on: both[0]!.url, seen: both[1]!.url });
    return measured.map(({ what, seconds, most }) => ({
      name: what,
      value: seconds,
      unit: 's',
      limit: most,
      bound: 'most',
    }));
  } finally {
    await Promise.all(both.map((server) => server.stop()));
    await direct.close();
    await behind.close();
    await replica.stop();
    await primary.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
