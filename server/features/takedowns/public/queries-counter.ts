import { sql } from 'kysely';
import type { AnswerableTakedown, NewCounterNotice } from '#contract/takedowns.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** A counter-notice as it goes out, `c` in a query; null where there is none. */
export const COUNTER = sql`case when c.takedown_id is not null then jsonb_build_object(
  'created_at', ${isoTimestamp('c.created_at')}, 'put_back_at', ${isoTimestamp('c.put_back_at')}, 'action_filed_at', ${isoTimestamp('c.action_filed_at')}) end`;

/** A notice that was upheld, with whom it hit, as that one sees it; null for none. */
export async function findAnswerable(
  db: Db,
  id: number,
): Promise<(AnswerableTakedown & { owner_id: number | null }) | null> {
  const {
    rows: [row],
  } = await sql<AnswerableTakedown & { owner_id: number | null }>`
    select t.id, t.state, t.scope, t.title, t.work, t.location, t.statement, coalesce(t.outcome, '') as outcome, t.owner_id,
      coalesce(nullif(t.claimant->>'company', ''), t.claimant->>'name', '') as claimant, ${isoTimestamp('t.decided_at')} as decided_at, ${COUNTER} as counter
    from takedowns t left join counter_notices c on c.takedown_id = t.id where t.id = ${id} and t.state in ('upheld', 'countered', 'restored')`.execute(
    db,
  );
  return row ?? null;
}

/** Writes a counter-notice down, and that the notice is countered; false where it cannot be any more. */
export async function insertCounter(
  tx: Tx,
  id: number,
  notice: NewCounterNotice,
  { userId, locale, at, putBackAt }: { userId: number | null; locale: string; at: Date; putBackAt: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update takedowns set state = 'countered' where id = ${id} and state = 'upheld' returning 1`.execute(tx);
  if (rows.length === 0) return false;
  const { name, address, phone, email, signature, material, statement } = notice;
  await sql`
    insert into counter_notices (takedown_id, user_id, sender, signature, statement, locale, put_back_at, created_at)
    values (${id}, ${userId}, ${JSON.stringify({ name, address, phone, email })}::jsonb, ${signature}, ${[material, statement].filter(Boolean).join('\n\n')}, ${locale}, ${putBackAt.toISOString()}, ${at.toISOString()})`.execute(
    tx,
  );
  return true;
}

/** Writes down that the claimant has gone to court, or that they have not; false where nothing waits to come back. */
export async function markAction(tx: Tx, id: number, by: number, at: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update counter_notices c set action_filed_at = ${at?.toISOString() ?? null}::timestamptz, action_filed_by = ${at === null ? null : by}
    from takedowns t where t.id = c.takedown_id and t.id = ${id} and t.state = 'countered' returning 1`.execute(tx);
  return rows.length > 0;
}

/** Notices whose works are to come back by a moment, at most so many, but for some. */
export async function dueBack(db: Db, by: Date, limit: number, but: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from counter_notices c join takedowns t on t.id = c.takedown_id
    where t.state = 'countered' and c.action_filed_at is null and c.put_back_at <= ${by.toISOString()}
    and t.id <> all(${[...but]}::int[]) order by c.put_back_at, t.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a notice still is to come back by a moment, held until the transaction ends. */
export async function holdDue(tx: Tx, id: number, by: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from takedowns t join counter_notices c on c.takedown_id = t.id
    where t.id = ${id} and t.state = 'countered' and c.action_filed_at is null and c.put_back_at <= ${by.toISOString()} for update of t, c`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Strikes count for so many months (17 U.S.C. 512(i): a policy against who infringes again and again). */
const MONTHS = 12;

/** Notices against a member that were upheld in the twelve months before a moment, and not put back. */
export async function countUserStrikes(tx: Db | Tx, userId: number, now: Date): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ strikes: number }>`
    select count(*)::int as strikes from takedowns
    where owner_id = ${userId} and state in ('upheld', 'countered')
    and decided_at > ${now.toISOString()}::timestamptz - make_interval(months => ${MONTHS})`.execute(tx);
  return row!.strikes;
}

/** Whom a notice hit; null for nobody who is known. */
export async function findOwner(tx: Tx, id: number): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ owner_id: number | null }>`select owner_id from takedowns where id = ${id}`.execute(tx);
  return row?.owner_id ?? null;
}

/** Remembers by which reason a notice shut its owner out. */
export async function noteSuspension(tx: Tx, id: number, reason: string): Promise<void> {
  await sql`update takedowns set suspension = ${reason} where id = ${id}`.execute(tx);
}

/** Forgets why a member was shut out for strikes; answers whether that still is why they are. */
export async function takeSuspension(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ still: boolean }>`
    update takedowns t set suspension = null from users u
    where t.owner_id = ${userId} and t.suspension is not null and u.id = t.owner_id
    returning u.banned_at is not null and u.banned_reason = (select o.suspension from takedowns o where o.id = t.id) as still`.execute(
    tx,
  );
  return rows.some(({ still }) => still);
}
