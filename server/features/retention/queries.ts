import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The part of an address that sessions were opened from, for the list of a member's sessions. @returns how many were forgotten, at most `limit`. */
export async function forgetAddresses(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update tokens set address = null where id in (
      select id from tokens where purpose = 'access' and address is not null and created_at < ${before.toISOString()}
      order by id limit ${limit}) returning 1`.execute(db);
  return rows.length;
}

/** Sessions that nobody used since. */
export async function forgetSessions(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from tokens where id in (select id from tokens where purpose = 'access' and used_at < ${before.toISOString()}
      order by id limit ${limit}) returning 1`.execute(db);
  return rows.length;
}

/** Jobs that failed or were cancelled before. */
export async function forgetJobs(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from jobs where id in (
      select id from jobs where state in ('failed', 'cancelled') and finished_at < ${before.toISOString()} order by id limit ${limit}) returning 1`.execute(
    db,
  );
  return rows.length;
}

/** Who sent reports that were decided before, and where guests are reached. */
export async function forgetReporters(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update reports set user_id = null, name = null, email = null where id in (
      select id from reports where state <> 'open' and decided_at < ${before.toISOString()}
      and num_nonnulls(user_id, name, email) > 0 order by id limit ${limit}) returning 1`.execute(db);
  return rows.length;
}
