import { sql } from 'kysely';
import type { Bulk } from '#contract/bulk-editing.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import { incompleteAmong } from '#server/features/chapters/public/queries-missing.ts';
import type { Changes } from '#server/features/editing/comics/fields.ts';
import { moment } from '#server/features/editing/comics/queries-fields.ts';
import type { BulkComic, BulkPlan } from './bulk-rules.ts';

/** Writes a bulk edit down before it begins. @returns its id. */
export async function putBulk(
  tx: Tx,
  { userId, plan, comics }: { userId: number; plan: BulkPlan; comics: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into comic_bulks (user_id, changes, comics) values (${userId}, ${JSON.stringify(plan)}::jsonb, ${[...comics]}::int[]) returning id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** A bulk edit as the database tells of it, without its comics. */
export interface BulkRow extends Omit<Bulk, 'by' | 'changes' | 'kept' | 'kept_comics'> {
  user_id: number | null;
  username: string | null;
  changes: BulkPlan;
  kept: number[];
}

const selected = sql`
  select b.id, b.state, b.user_id, u.username, ${isoTimestamp('b.created_at')} as created_at,
    ${isoTimestamp('b.finished_at')} as finished_at,
    cardinality(b.comics) as total, b.done, b.changed, b.undone, b.kept, b.changes
  from comic_bulks b left join users u on u.id = b.user_id`;

/** Bulk edits, the newest first: one member's, or all. */
export async function listBulks(
  db: Db,
  userId: number | null,
  offset: number,
  limit: number,
): Promise<{ rows: BulkRow[]; total: number }> {
  const whose = sql`where ${userId}::int is null or b.user_id = ${userId}`;
  const { rows } = await sql<BulkRow>`${selected} ${whose} order by b.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from comic_bulks b ${whose}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** One bulk edit, where it is this member's, or whoever's; else null. `hold`: nobody else works on it until the end of the transaction. */
export async function findBulk(db: Db | Tx, id: number, userId: number | null, hold = false): Promise<BulkRow | null> {
  const { rows } =
    await sql<BulkRow>`${selected} where b.id = ${id} and (${userId}::int is null or b.user_id = ${userId}) ${hold ? sql`for update of b` : sql``}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** The next comics of a bulk edit that are not looked at. */
export async function nextOfBulk(tx: Tx, id: number, most: number): Promise<number[]> {
  const { rows } = await sql<{
    ids: number[];
  }>`select comics[done + 1:done + ${most}::int] as ids from comic_bulks where id = ${id}`.execute(tx);
  return rows[0]?.ids ?? [];
}

/** Says how far a bulk edit is. */
export async function moveBulk(
  tx: Tx,
  id: number,
  { done, changed }: { done: number; changed: number },
): Promise<void> {
  await sql`update comic_bulks set done = done + ${done}, changed = changed + ${changed} where id = ${id}`.execute(tx);
}

/** Says how far the undo of a bulk edit is, and which comics it left alone. */
export async function moveUndo(
  tx: Tx,
  id: number,
  { undone, kept }: { undone: number; kept: readonly number[] },
): Promise<void> {
  await sql`update comic_bulks set undone = undone + ${undone}, kept = kept || ${[...kept]}::int[] where id = ${id}`.execute(
    tx,
  );
}

/** Moves a bulk edit on; `ended` where nothing is left to do. */
export async function setBulkState(db: Db | Tx, id: number, state: Bulk['state'], ended: boolean): Promise<void> {
  await sql`update comic_bulks set state = ${state}, finished_at = case when ${ended} then now() end where id = ${id}`.execute(
    db,
  );
}

/** Comics as bulk edits see them, in order of their ids; held until the end of the transaction where `hold` says so. */
export async function bulkComics(db: Db | Tx, ids: readonly number[], hold: boolean): Promise<BulkComic[]> {
  const incomplete = new Set(await incompleteAmong(db, ids));
  const { rows } = await sql<Omit<BulkComic, 'incomplete'>>`
    select c.id, c.terms, c.rating, c.status, c.direction, c.translated, c.speechless, c.rewritten, c.premium, ${moment('premium_until')} as premium_until,
      c.state, ${moment('publish_at')} as publish_at, ${moment('uploaded_at')} as uploaded_at, c.pages, c.published_at is not null as published,
      abs(extract(epoch from c.uploaded_at - c.created_at)) < 60 as dated
    from comics c where c.id = any(${[...ids]}::int[]) order by c.id ${hold ? sql`for update` : sql``}`.execute(db);
  return rows.map((row) => ({ ...row, incomplete: incomplete.has(row.id) }));
}

/** Which of these comics an uploader brought. */
export async function broughtBy(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from comics where id = any(${[...ids]}::int[]) and uploader_id = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A comic as it becomes, and what that changes. */
export interface BulkEdit {
  comic: BulkComic;
  changes: Changes;
}

/** Gives comics what a bulk edit makes of them, and writes each change down: two statements, however many they are. */
export async function applyBulk(
  tx: Tx,
  edits: readonly BulkEdit[],
  written: { userId: number | null; source: 'bulk' | 'undo'; bulkId: number },
): Promise<void> {
  const rows = edits.map(({ comic }) => comic);
  await sql`
    update comics c set terms = n.terms, rating = n.rating, status = n.status, direction = n.direction, translated = n.translated, speechless = n.speechless,
      rewritten = n.rewritten, premium = n.premium, premium_until = n.premium_until, state = n.state, publish_at = n.publish_at,
      uploaded_at = case when ${moment('uploaded_at')} = n.uploaded_text then c.uploaded_at else n.uploaded_text::timestamptz end,
      published_at = case when n.state = 'published' then coalesce(c.published_at, now()) else c.published_at end, updated_at = now()
    from (select *, uploaded_at as uploaded_text
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, terms int[], rating text, status text, direction text,
      translated boolean, speechless boolean, rewritten boolean, premium boolean, premium_until timestamptz, state text,
      publish_at timestamptz, uploaded_at text)) n
    where c.id = n.id`.execute(tx);
  const revisions = edits.map(({ comic, changes }) => ({ id: comic.id, changes }));
  await sql`
    insert into comic_revisions (comic_id, user_id, source, bulk_id, changes)
    select r.id, ${written.userId}, ${written.source}, ${written.bulkId}, r.changes
    from jsonb_to_recordset(${JSON.stringify(revisions)}::jsonb) as r (id int, changes jsonb) order by r.id`.execute(
    tx,
  );
}

/** The next changes that a bulk edit made, after so many of them. */
export async function bulkRevisions(
  tx: Tx,
  bulkId: number,
  offset: number,
  most: number,
): Promise<{ comic_id: number; changes: Changes }[]> {
  const { rows } = await sql<{ comic_id: number; changes: Changes }>`
    select comic_id, changes from comic_revisions where bulk_id = ${bulkId} and source = 'bulk' order by id limit ${most} offset ${offset}`.execute(
    tx,
  );
  return rows;
}

/** Comics by their ids, as they are named. */
export async function namedComics(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; slug: string; title: string }[]> {
  const { rows } = await sql<{
    id: number;
    slug: string;
    title: string;
  }>`select id, slug, title from comics where id = any(${[...ids]}::int[]) order by id`.execute(db);
  return rows;
}

/** Of comics that come out: those whose followers, or followers of whose terms, are to be told, with the `release` of their first chapter. */
export async function listAwaited(
  tx: Tx,
  ids: readonly number[],
  all: boolean,
): Promise<{ id: number; from: number }[]> {
  const { rows } = await sql<{ id: number; from: number }>`
    select c.id, (select min(h.release) from chapters h where h.comic_id = c.id) as "from" from comics c
    where c.id = any(${[...ids]}::int[])
    and (${all} or exists (select from follows f where f.comic_id = c.id)
      or exists (select from follows f where f.term_id = any(c.terms)))`.execute(tx);
  return rows;
}
