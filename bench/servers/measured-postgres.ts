import { startPostgres, type PostgresServer } from '../../tools/postgres.ts';

/** Memory as a small server would give it: what the figures in docs/performance.md were measured with. */
const SETTINGS = {
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
};

/** A throw-away PostgreSQL with room for a large catalogue. @throws when this machine has no PostgreSQL. */
export async function startMeasuredPostgres(): Promise<PostgresServer> {
  const server = await startPostgres(SETTINGS);
  if (server === null) throw new Error('PostgreSQL was not found on this machine; name a server with --database.');
  return server;
}
