import { sql } from 'kysely';
import type { TrackerError, TrackerName } from '#contract/trackers.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import type { TrackerAccount } from './tracker.ts';

/** An account of a member at a tracker. */
export interface Connection {
  user_id: number;
  service: TrackerName;
  account_id: string;
  account: string;
  /** Sealed. */
  tokens: string;
  refused: boolean;
  failures: number;
}

/** A connection as its member is told of it. */
export interface ToldConnection {
  service: TrackerName;
  account: string;
  joined_at: string;
  sent_at: string | null;
  fetched_at: string | null;
  waiting: number;
  further: number;
  unknown: number;
  error: TrackerError | null;
}

/** The connections of a member. */
export async function listConnections(db: Db, userId: number): Promise<ToldConnection[]> {
  const { rows } = await sql<ToldConnection>`
    select t.service, t.account, ${isoMoment(sql`t.joined_at`)} as joined_at, ${isoMoment(sql`t.sent_at`)} as sent_at,
      ${isoMoment(sql`t.fetched_at`)} as fetched_at, case when t.refused then 'refused' else t.error end as error,
      (select count(*)::int from tracker_changes c where c.user_id = t.user_id and c.service = t.service) as waiting,
      k.further, k.unknown
    from trackers t cross join lateral (
      select (count(*) filter (where state = 'further'))::int as further, (count(*) filter (where state = 'unknown'))::int as unknown
      from tracked_comics where user_id = t.user_id and service = t.service) k
    where t.user_id = ${userId}`.execute(db);
  return rows;
}

/** A connection of a member; null where they have not joined. */
export async function findConnection(db: Db, userId: number, service: TrackerName): Promise<Connection | null> {
  const { rows } = await sql<Connection>`
    select t.user_id, t.service, t.account_id, t.account, t.tokens, t.refused, t.failures from trackers t
    join users u on u.id = t.user_id and u.banned_at is null and u.deleted_at is null
    where t.user_id = ${userId} and t.service = ${service}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps an account at a tracker. Of another account than before nothing is known. @param tokens sealed. */
export async function putConnection(
  tx: Tx,
  userId: number,
  service: TrackerName,
  { id, name }: TrackerAccount,
  tokens: string,
): Promise<void> {
  await sql`delete from trackers where user_id = ${userId} and service = ${service} and account_id <> ${id}`.execute(
    tx,
  );
  await sql`
    insert into trackers (user_id, service, account_id, account, tokens)
    values (${userId}, ${service}, ${id}, ${name}, ${tokens})
    on conflict (user_id, service) do update set account = excluded.account, tokens = excluded.tokens,
      refused = false, error = null, failures = 0, due_at = now()`.execute(tx);
}

/** Keeps new tokens of a connection, sealed. */
export async function putTokens(db: Db, { user_id: userId, service }: Connection, tokens: string): Promise<void> {
  await sql`update trackers set tokens = ${tokens} where user_id = ${userId} and service = ${service}`.execute(db);
}

/** Forgets an account at a tracker with all that is known of it. */
export async function deleteConnection(db: Db, userId: number, service: TrackerName): Promise<void> {
  await sql`delete from trackers where user_id = ${userId} and service = ${service}`.execute(db);
}

/** Keeps joining that begins; of a member and tracker the last one counts. */
export async function putJoin(
  tx: Tx,
  userId: number,
  service: TrackerName,
  { state, verifier, seconds }: { state: string; verifier: string; seconds: number },
): Promise<void> {
  await sql`delete from tracker_joins where user_id = ${userId} and service = ${service}`.execute(tx);
  await sql`insert into tracker_joins (state, user_id, service, verifier, expires_at)
    values (${state}, ${userId}, ${service}, ${verifier}, now() + make_interval(secs => ${seconds}::int))`.execute(tx);
}

/** Takes joining that a member began, once; null where they began none, or too long ago. */
export async function takeJoin(
  db: Db,
  userId: number,
  state: string,
): Promise<{ service: TrackerName; verifier: string } | null> {
  const { rows } = await sql<{ service: TrackerName; verifier: string }>`
    delete from tracker_joins where state = ${state} and user_id = ${userId} and expires_at > now() returning service, verifier`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Takes connections to which something is to be sent now, at most so many; none of them is due any more. */
export async function takeDue(tx: Tx, limit: number): Promise<{ user: number; service: TrackerName }[]> {
  const { rows } = await sql<{ user: number; service: TrackerName }>`
    update trackers t set due_at = null
    from (select user_id, service from trackers where due_at <= now() and not refused order by due_at limit ${limit} for update skip locked) d
    where t.user_id = d.user_id and t.service = d.service returning t.user_id as "user", t.service`.execute(tx);
  return rows;
}

/** Says that something is to be sent in so many seconds, unless it is to be sooner. */
export async function setDue(db: Db | Tx, userId: number, service: TrackerName, seconds: number): Promise<void> {
  await sql`
    update trackers set due_at = least(due_at, now() + make_interval(secs => ${seconds}::int))
    where user_id = ${userId} and service = ${service}`.execute(db);
}

/** Notes that a tracker has been told. */
export async function noteSent(db: Db, { user_id: userId, service }: Connection, at: Date): Promise<void> {
  await sql`update trackers set sent_at = ${at}::timestamptz, error = null, failures = 0 where user_id = ${userId} and service = ${service}`.execute(
    db,
  );
}

/** Notes why a tracker could not be told, and when it is tried again. */
export async function noteFailure(
  db: Db,
  { user_id: userId, service }: Connection,
  { error, failures, seconds }: { error: TrackerError; failures: number; seconds: number },
): Promise<void> {
  await sql`
    update trackers set error = ${error}, failures = ${failures}, refused = ${error === 'refused'},
      due_at = now() + make_interval(secs => ${seconds}::int)
    where user_id = ${userId} and service = ${service}`.execute(db);
}
