import { sql } from 'kysely';
import type { Db } from '#server/db/kysely.ts';
import { PREPARED } from '#server/db/kysely.ts';

/** The changes of a site since a moment, and the moment of reading. */
export interface SiteMoment {
  /** The oldest transaction that has not ended: every change of an older one is seen. */
  horizon: string;
  /** How far the log of this server is, in bytes, with everything that is seen; of a replica, how far it has come. */
  position: number;
  /** Whether this is a replica. */
  replica: boolean;
  /** Whether the database is another one, or an earlier state of itself. */
  lost: boolean;
  /** The transactions that were not seen before, and what they changed. */
  transactions: string[];
  areas: string[];
}

/** More changes in half a second than this are every change there can be. */
const MAX_CHANGES = 1_000;

/**
 * Where a server's log stands, in bytes: of a primary with everything that is committed, of a replica with everything it shows. At the
 * beginning of a block (8 KiB) a primary counts the block's head (24 or 40 bytes), a replica does so with the next record; neither counts here.
 */
export const logPosition = sql<number>`(select at - case when at % 8192 <= 40 then at % 8192 else 0 end from (select
  ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end) - '0/0')::int8 as at) as log)`;

/** The changes that are seen now of transactions from a horizon on, without those that were seen before. */
export async function readSiteChanges(db: Db, since: string, seen: readonly string[]): Promise<SiteMoment> {
  const { rows } = await sql<{
    horizon: string;
    position: number;
    replica: boolean;
    lost: boolean;
    tx: string | null;
    area: string | null;
  }>`${sql.raw(PREPARED)}
    select pg_snapshot_xmin(at.snapshot)::text as horizon, ${logPosition} as position, pg_is_in_recovery() as replica,
      pg_snapshot_xmin(at.snapshot) < ${since}::text::xid8 as lost, changed.tx::text as tx, changed.area
    from (select pg_current_snapshot() as snapshot) as at
    left join lateral (
      select tx, area from site_changes
      where tx >= ${since}::text::xid8 and tx < pg_snapshot_xmax(at.snapshot) and tx <> all(${[...seen]}::text[]::xid8[])
      limit ${MAX_CHANGES}) as changed on true`.execute(db);
  const { horizon, position, replica, lost } = rows[0]!;
  return {
    horizon,
    position,
    replica,
    lost,
    transactions: [...new Set(rows.flatMap(({ tx }) => (tx === null ? [] : [tx])))],
    areas: [...new Set(rows.flatMap(({ area }) => (area === null ? [] : [area])))],
  };
}

/** The oldest transaction that has not ended: what is committed from now on is at or after it. */
export async function readHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
  return rows[0]!.horizon;
}

/** Forgets the changes that were noted more than an hour ago, which every process has seen or takes for lost. */
export async function forgetSiteChanges(db: Db): Promise<void> {
  await sql`delete from site_changes where noted_at < now() - interval '1 hour'`.execute(db);
}

/** Where a server's log stands (`logPosition`). */
export async function readPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`select ${logPosition} as position`.execute(db);
  return rows[0]!.position;
}

/** Notes that a member has written until now, so that what they read next has it. */
export async function noteMemberWrite(db: Db, userId: number): Promise<void> {
  await sql`
    insert into member_writes as w (user_id, position) select u.id, ${logPosition} from users u where u.id = ${userId}
    on conflict (user_id) do update set position = greatest(w.position, excluded.position)`.execute(db);
}
