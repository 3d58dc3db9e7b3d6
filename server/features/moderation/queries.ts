import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** Open reports of comments, and why each was last hidden, shown or deleted; those with neither are missing. */
export async function opinionsOn(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { reports: number; reason: string | null }>> {
  const { rows } = await sql<{ id: number; reports: number; reason: string | null }>`
    select w.id, (select count(*)::int from reports r where r.subject = 'comment' and r.subject_id = w.id and r.state = 'open') as reports,
      (select nullif(a.details->>'reason', '') from audit_log a where a.subject = 'comment' and a.subject_id = w.id order by a.id desc limit 1) as reason
    from unnest(${[...ids]}::bigint[]) as w (id)`.execute(db);
  return new Map(rows.map(({ id, ...opinion }) => [id, opinion]));
}

/** Puts a comment into a state. @returns the state it was in; null where its words are gone for good. */
export async function moveComment(tx: Db, id: number, state: 'shown' | 'hidden' | 'deleted'): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ state: string }>`select state from comments where id = ${id} and text <> '' for update`.execute(tx);
  if (!row) return null;
  if (row.state !== state) {
    await sql`update comments set state = ${state} where id = ${id}`.execute(tx);
  }
  return row.state;
}

/** Shuts a member out until a moment, ISO 8601, or for good: every token of theirs ends at once. @returns when, ISO 8601. */
export async function storeBan(tx: Db, id: number, reason: string, until: string | null): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ at: string }>`
    update users set banned_at = coalesce(banned_at, now()), banned_reason = ${reason}, banned_until = ${until}::timestamptz where id = ${id}
    returning ${isoMoment(sql`banned_at`)} as at`.execute(tx);
  await sql`delete from tokens where user_id = ${id} and purpose <> 'unsubscribe'`.execute(tx);
  return row!.at;
}

/** Whether a member is shut out for good. */
export async function isShutOut(db: Db, id: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from users where id = ${id} and banned_at is not null and banned_until is null`.execute(db);
  return rows.length > 0;
}

/** Lets a member in again whose ban is over; whether it was. */
export async function liftBan(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    update users set banned_at = null, banned_reason = null, banned_until = null where id = ${id} and banned_until <= now() returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Lets a member in again. */
export async function letIn(tx: Db, id: number): Promise<void> {
  await sql`update users set banned_at = null, banned_reason = null, banned_until = null where id = ${id}`.execute(tx);
}

/** Hides every comment of a member that is shown or held back, in one act. @returns its id and how many there were. */
export async function sweepComments(
  tx: Tx,
  member: number,
  by: number,
  reason: string,
): Promise<{ id: number; count: number }> {
  const {
    rows: [sweep],
  } = await sql<{
    id: number;
  }>`insert into comment_sweeps (member_id, user_id, reason) values (${member}, ${by}, ${reason}) returning id`.execute(
    tx,
  );
  const { id } = sweep!;
  await sql`
    insert into swept_comments (sweep_id, comment_id, state)
    select ${id}, c.id, c.state
    from (select m.id, m.state from comments m where m.user_id = ${member} and m.state in ('shown', 'held')
      order by m.id for update) c`.execute(tx);
  const { rows } =
    await sql`update comments set state = 'hidden' where id in (select s.comment_id from swept_comments s where s.sweep_id = ${id}) returning id`.execute(
      tx,
    );
  return { id, count: rows.length };
}

/** Puts back what one act hid, as far as nobody decided otherwise since. @returns how many; null where there is nothing to undo. */
export async function undoSweep(tx: Tx, member: number, id: number): Promise<number | null> {
  const {
    rows: [sweep],
  } =
    await sql`update comment_sweeps set undone_at = now() where id = ${id} and member_id = ${member} and undone_at is null returning id`.execute(
      tx,
    );
  if (!sweep) return null;
  const { rows } = await sql`
    update comments c set state = s.state from swept_comments s where s.sweep_id = ${id} and s.comment_id = c.id and c.state = 'hidden' returning c.id`.execute(
    tx,
  );
  return rows.length;
}
