import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Who gets a mail: `locale` is what they chose, else what they registered in; null where neither is known. */
export interface Addressee {
  username: string;
  /** Null for one who is erased. */
  email: string | null;
  /** The address that waits to be confirmed. */
  pending_email: string | null;
  locale: string | null;
  /** The id of the site they signed in to last; null where it is not known. */
  site: string | null;
}

/** A user as a mail names them, also one who is erased: the last mail says so. Null for a number that is nobody's. */
export async function findAddressee(db: Db, userId: number): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    select username, case when deleted_at is null or erase_at is not null then email end as email, pending_email,
    coalesce(settings->>'locale', locale) as locale, site from users where id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Ends the digests of a user. */
export async function endDigests(db: Db, userId: number): Promise<void> {
  await sql`
    update users set settings = jsonb_set(settings, '{notifications}', coalesce(settings->'notifications', '{}') || '{"mail": "off"}')
    where id = ${userId}`.execute(db);
}
