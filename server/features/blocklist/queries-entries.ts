import { sql } from 'kysely';
import type { BlockEntry, NewBlockEntry, Refusal } from '#contract/blocklist.ts';
import type { Db, Tx } from '#server/db/database.ts';

const KINDS = sql`b.kind in ('prohibited', 'sha256', 'phash')`;

/** Entries of the list, the newest first, and how many there are. */
export async function blockEntries(
  db: Db,
  { kind, q }: { kind?: string | undefined; q?: string | undefined },
  offset: number,
  most: number,
): Promise<{ rows: BlockEntry[]; total: number }> {
  const like = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const where = sql`where ${KINDS} ${kind === undefined ? sql`` : sql`and b.kind = ${kind}`} ${q ? sql`and (b.value ilike ${like} or b.note ilike ${like})` : sql``}`;
  const { rows } = await sql<BlockEntry>`
    select b.id, b.kind, b.value, b.note, b.searched or b.kind = 'prohibited' as searched, to_json(b.created_at)#>>'{}' as created_at,
      case when b.added_by is not null then json_build_object('id', b.added_by, 'username', u.username) end as added_by
    from blocklist b left join users u on u.id = b.added_by ${where} order by b.id desc limit ${most} offset ${offset}`.execute(
    db,
  );
  const {
    rows: [count],
  } = await sql<{ n: number }>`select count(*)::int as n from blocklist b ${where}`.execute(db);
  return { rows, total: count?.n ?? 0 };
}

/** Puts entries on the list; how many of them are new. Whoever publishes pictures meanwhile is waited for, so that the search of the library misses none. */
export async function addEntries(tx: Tx, entries: readonly NewBlockEntry[], by: number | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LIST_LOCK})`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    with added as (
      insert into blocklist (kind, value, note, added_by)
      select kind, value, note, ${by} from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (kind text, value text, note text)
      on conflict (kind, value) do nothing returning 1
    ) select count(*)::int as n from added`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Held shared by those who publish pictures, and alone by those who add to the list. */
const LIST_LOCK = 1_900_019;

/** Keeps the list as it is until the end of the transaction. */
export async function holdList(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LIST_LOCK})`.execute(tx);
}

/** Takes an entry off the list and answers it; null where there is none. */
export async function removeEntry(tx: Tx, id: number): Promise<{ kind: string; value: string } | null> {
  const { rows } = await sql<{
    kind: string;
    value: string;
  }>`delete from blocklist b where id = ${id} and ${KINDS} returning kind, value`.execute(tx);
  return rows[0] ?? null;
}

/** Entries that the library was not searched for yet, the oldest first. */
export async function notSearched(db: Db | Tx, most: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from blocklist where kind in ('sha256', 'phash') and not searched order by id limit ${most}`.execute(db);
  return rows;
}

/** Remembers that the library was searched for these. */
export async function markSearched(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update blocklist set searched = true where id = any (${[...ids]})`.execute(tx);
}

/** The refusals, the newest first, and how much there is. */
export async function refusals(db: Db, offset: number, most: number): Promise<{ rows: Refusal[]; total: number }> {
  const { rows } = await sql<Refusal>`
    select a.id::float8 as id, to_json(a.created_at)#>>'{}' as created_at, a.details->>'where' as where,
    nullif(a.details->>'file', '') as file, a.details->>'text' as text,
      case when a.user_id is not null then json_build_object('id', a.user_id, 'username', u.username) end as user
    from audit_log a left join users u on u.id = a.user_id where a.action = 'blocklist.refused' order by a.id desc limit ${most} offset ${offset}`.execute(
    db,
  );
  const {
    rows: [count],
  } = await sql<{ n: number }>`select count(*)::int as n from audit_log where action = 'blocklist.refused'`.execute(db);
  return { rows, total: count?.n ?? 0 };
}
