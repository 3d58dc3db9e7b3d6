import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/**
 * Does some work unless another process of the cluster does it at this moment. The database lets go of the lock when the
 * work ends, however the process ends; it takes one connection meanwhile.
 *
 * @returns whether it was done here.
 */
export async function aloneInCluster({ driver, db }: Pick<Database, 'driver' | 'db'>, name: string, work: () => Promise<void>): Promise<boolean> {
  // The embedded database is one process's alone, and has one connection.
  if (driver === 'pglite') {
    await work();
    return true;
  }
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`komawari ${name}`}, 0)`;
    const { rows: [row] } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(connection);
    if (row?.taken !== true) { return false; }
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
