import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/public-users.ts';

/** Open reports of comments, and why each was last hidden, shown or deleted; those with neither are missing. */
export async function opinionsOn(db: Db, ids: readonly number[]): Promise<Map<number, { reports: number; reason: string | null }>> {
  const { rows } = await sql<{ id: number; reports: number; reason: string | null }>`
    select w.id, (select count(*)::int from reports r where r.subject = 'comment' and r.subject_id = w.id and r.state = 'open') as reports,
      (select nullif(a.details->>'reason', '') from audit_log a where a.subject = 'comment' and a.subject_id = w.id order by a.id desc limit 1) as reason
    from unnest(${[...ids]}::bigint[]) as w (id)`.execute(db);
  return new Map(rows.map(({ id, ...opinion }) => [id, opinion]));
}

/** Puts a comment into a state. @returns the state it was in; null where its words are gone for good. */
export async function moveComment(tx: Db, id: number, state: 'shown' | 'hidden' | 'deleted'): Promise<string | null> {
  const { rows: [row] } = await sql<{ state: string }>`select state from comments where id = ${id} and text <> '' for update`.execute(tx);
  if (!row) { return null; }
  if (row.state !== state) { await sql`update comments set state = ${state} where id = ${id}`.execute(tx); }
  return row.state;
}

/** Shuts a member out: every token of theirs ends at once. @returns when, ISO 8601. */
export async function shutOut(tx: Db, id: number, reason: string): Promise<string> {
  const { rows: [row] } = await sql<{ at: string }>`
    update users set banned_at = coalesce(banned_at, now()), banned_reason = ${reason} where id = ${id} returning ${isoMoment(sql`banned_at`)} as at`.execute(tx);
  await sql`delete from tokens where user_id = ${id} and purpose <> 'unsubscribe'`.execute(tx);
  return row!.at;
}

/** Lets a member in again. */
export async function letIn(tx: Db, id: number): Promise<void> {
  await sql`update users set banned_at = null, banned_reason = null where id = ${id}`.execute(tx);
}
