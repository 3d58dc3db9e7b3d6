import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** A link of the chain as it is stored, with what it seals; `content` is null where that row is gone. */
export interface Seal {
  position: number;
  audit_id: number;
  hash: Buffer;
  content: string | null;
}

/** A number that nothing else locks by. */
const LOCK = 22_000_001;

/** All of a row `a` that counts, as one text that is the same on every database. */
const CONTENT = sql`jsonb_build_array(a.id, a.user_id, a.action, a.subject, a.subject_id, a.details, (extract(epoch from a.created_at) * 1000000)::bigint)::text`;

/** Lets one process at a time go on until its transaction ends. Whoever writes into the log does not wait. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** The last link; null where there is none. */
export async function lastSeal(db: Db): Promise<Pick<Seal, 'position' | 'hash'> | null> {
  const {
    rows: [row],
  } = await sql<{
    position: number;
    hash: Buffer;
  }>`select position, hash from audit_seals order by position desc limit 1`.execute(db);
  return row ? { position: Number(row.position), hash: Buffer.from(row.hash) } : null;
}

/** Takes the oldest rows that are not sealed out of line. */
export async function takeUnsealed(tx: Tx, limit: number): Promise<{ id: number; content: string }[]> {
  const { rows } = await sql<{ id: number; content: string }>`
    with taken as (delete from audit_unsealed where audit_id in (select audit_id from audit_unsealed order by audit_id limit ${limit}) returning audit_id)
    select a.id, ${CONTENT} as content from taken t join audit_log a on a.id = t.audit_id order by a.id`.execute(tx);
  return rows;
}

/** Adds links to the chain. */
export async function insertSeals(
  tx: Tx,
  seals: readonly { position: number; audit_id: number; hash: Buffer }[],
): Promise<void> {
  await sql`
    insert into audit_seals (position, audit_id, hash)
    select p, a, decode(h, 'hex') from unnest(${seals.map(({ position }) => position)}::bigint[], ${seals.map((seal) => seal.audit_id)}::bigint[],
      ${seals.map(({ hash }) => hash.toString('hex'))}::text[]) as s (p, a, h)`.execute(tx);
}

/** The links after a position, in order. */
export async function sealsAfter(db: Db, position: number, limit: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select s.position, s.audit_id, s.hash, case when a.id is not null then ${CONTENT} end as content
    from audit_seals s left join audit_log a on a.id = s.audit_id where s.position > ${position} order by s.position limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, position: Number(row.position), hash: Buffer.from(row.hash) }));
}

/** Rows that wait to be sealed, and the first that neither is sealed nor waits: it came past the log's own trigger. */
export async function countUnsealed(db: Db): Promise<{ waiting: number; stray: number | null }> {
  const {
    rows: [row],
  } = await sql<{ waiting: number; stray: number | null }>`
    select (select count(*)::int from audit_unsealed) as waiting, (
      select min(a.id) from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)
        and not exists (select from audit_unsealed w where w.audit_id = a.id)) as stray`.execute(db);
  return row ?? { waiting: 0, stray: null };
}
