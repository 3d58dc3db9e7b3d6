import { sql } from 'kysely';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';

/** Any number that no other program on the same server locks: whoever backs pictures up holds it shared, whoever removes some alone. */
export const KEEP_BLOBS_LOCK = 0x6b6f6d62;

/** Copies of the embedded database that are read at this moment: while there are any, pictures stay. */
const lent = perDatabase(() => ({ count: 0 }));

/** Has the pictures that the embedded database has referred to stay until the answer is called. */
export function keepBlobs(db: Db): () => void {
  lent(db).count += 1;
  return () => {
    lent(db).count -= 1;
  };
}

/**
 * Does `work`, which removes some pictures that nothing refers to, unless a backup reads them at this moment; one that begins waits for it.
 *
 * @returns whether it was done.
 */
export async function whileNotKept(db: Db, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  if (lent(db).count > 0) return false;
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${KEEP_BLOBS_LOCK}) as free`.execute(
      tx,
    );
    if (!rows[0]?.free) return false;
    await work(tx);
    return true;
  });
}
