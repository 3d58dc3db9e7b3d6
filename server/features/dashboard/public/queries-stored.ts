import { sql } from 'kysely';
import type { StorageKind } from '#contract/dashboard.ts';
import type { Db } from '#server/db/database.ts';

/** Writes down how many bytes are kept on a day. */
export async function putStored(db: Db, day: string, bytes: Record<StorageKind, number>): Promise<void> {
  for (const [name, value] of Object.entries(bytes)) {
    await sql`
      insert into daily_figures (day, figure, value) values (${day}::date, ${`stored.${name}`}, ${Math.round(value)})
      on conflict (figure, day) do update set value = excluded.value`.execute(db);
  }
}
