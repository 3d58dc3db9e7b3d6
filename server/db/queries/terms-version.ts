import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** Which version of the terms holds: 1 until an admin says that members are to accept them anew. */
export function termsVersion(): RawBuilder<number> {
  return sql`coalesce((select value::int from settings where key = 'terms.version'), 1)`;
}

/** Makes the terms a new version. @returns it. */
export async function raiseTerms(tx: Tx): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ version: number }>`
    insert into settings as s (key, value) values ('terms.version', '2') on conflict (key) do update
    set value = (s.value::int + 1)::text returning value::int as version`.execute(tx);
  return row!.version;
}

/** Remembers that a member has accepted the terms as they are. */
export async function acceptTerms(db: Db, userId: number): Promise<void> {
  await sql`update users set terms_version = ${termsVersion()} where id = ${userId}`.execute(db);
}
