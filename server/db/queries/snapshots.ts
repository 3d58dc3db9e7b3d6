import { sql } from 'kysely';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import type { Db } from '#server/db/kysely.ts';

/** The last result of a query that costs much; null where it never was. */
export async function findSnapshot<Value>(db: Db, key: string): Promise<{ value: Value; made_at: string } | null> {
  const { rows } = await sql<{
    value: Value;
    made_at: string;
  }>`select value, ${isoTimestamp('s.made_at')} as made_at from snapshots s where key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps what was found out. */
export async function putSnapshot(db: Db, key: string, value: object): Promise<void> {
  await sql`
    insert into snapshots (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, made_at = now()`.execute(db);
}
