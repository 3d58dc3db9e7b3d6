import { sql } from 'kysely';
import type { QuarantineCase } from '#contract/blocklist.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** The record of a picture that was refused or taken away. `days` is how long its bytes are kept. */
export interface NewCase {
  kind: string;
  value: string;
  image: string;
  evidence: boolean;
  source: 'import' | 'upload' | 'avatar' | 'library';
  file: string;
  page: number | null;
  userId: number | null;
  comicId: number | null;
}

/** Opens a case and answers its id; null where there is one of the same picture from the same place. */
export async function openCase(tx: Tx, found: NewCase, days: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into quarantine (kind, value, image, evidence, source, file, page, user_id, comic_id, frozen, keep_until)
    values (${found.kind}, ${found.value}, ${found.image}, ${found.evidence}, ${found.source}, ${found.file}, ${found.page}, ${found.userId}, ${found.comicId},
      ${found.userId !== null}, now() + make_interval(days => ${days}))
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

const CASE = sql`
  q.id, q.kind, q.value, q.image, q.evidence, q.source, q.file, q.page, q.state, q.frozen, q.note, q.hold,
  to_json(q.keep_until)#>>'{}' as keep_until, to_json(q.created_at)#>>'{}' as created_at, to_json(q.decided_at)#>>'{}' as decided_at,
  case when q.user_id is not null then json_build_object('id', q.user_id, 'username', u.username) end as user,
  case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as comic`;
const FROM = sql`from quarantine q left join users u on u.id = q.user_id left join comics c on c.id = q.comic_id`;

/** Cases, the newest first, and how many there are. */
export async function quarantineCases(
  db: Db,
  { state }: { state?: string | undefined },
  offset: number,
  most: number,
): Promise<{ rows: QuarantineCase[]; total: number }> {
  const where = state === undefined ? sql`` : sql`where q.state = ${state}`;
  const { rows } =
    await sql<QuarantineCase>`select ${CASE} ${FROM} ${where} order by q.id desc limit ${most} offset ${offset}`.execute(
      db,
    );
  const {
    rows: [count],
  } = await sql<{ n: number }>`select count(*)::int as n from quarantine q ${where}`.execute(db);
  return { rows, total: count?.n ?? 0 };
}

/** One case, or null. */
export async function quarantineCase(db: Db, id: number): Promise<QuarantineCase | null> {
  const { rows } = await sql<QuarantineCase>`select ${CASE} ${FROM} where q.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Writes a decision; what is null stays. */
export async function decideCase(
  tx: Tx,
  id: number,
  {
    state,
    frozen,
    hold,
    note,
  }: { state: string | null; frozen: boolean | null; hold: boolean | null; note: string | null },
  by: number,
): Promise<void> {
  await sql`
    update quarantine set state = coalesce(${state}, state), frozen = coalesce(${frozen}, frozen),
    hold = coalesce(${hold}, hold), note = coalesce(${note}, note),
      decided_by = ${by}, decided_at = now() where id = ${id}`.execute(tx);
}

/**
 * Takes what shows these pictures away: comics with them as a page or cover, also of a volume, and drafts, and pictures of members,
 * terms and slides. Answers the comics, with who uploaded them.
 */
export async function withdrawPictures(
  tx: Tx,
  hashes: readonly string[],
): Promise<{ comic_id: number; user_id: number | null; hash: string; number: number | null }[]> {
  const wanted = [...hashes];
  const { rows } = await sql<{ comic_id: number; user_id: number | null; hash: string; number: number | null }>`
    with shown as (
      select distinct on (c.id) c.id, c.uploader_id, s.hash, s.number from (
        select h.comic_id, p.image as hash, p.number from pages p join all_chapters h on h.id = p.chapter_id where p.image = any (${wanted})
        union all
        select id, cover, null from comics where cover = any (${wanted})
        union all
        select comic_id, cover, null from comic_volumes where cover = any (${wanted})
      ) s join comics c on c.id = s.comic_id order by c.id, s.number nulls last
    ), taken as (
      update comics c set removed_from = state, state = 'removed', publish_at = null, removed_at = now(), removed_reason = '', updated_at = now()
      from shown where c.id = shown.id and c.state <> 'removed'
    )
    select id as comic_id, uploader_id as user_id, hash, number from shown`.execute(tx);
  await sql`update users set avatar = null where avatar = any (${wanted})`.execute(tx);
  await sql`update terms set image = null where image = any (${wanted})`.execute(tx);
  await sql`update slides set image = null where image = any (${wanted})`.execute(tx);
  return rows;
}

/** The blobs of a picture, also by the hash it came with: its own and those made of it. */
export async function listBlobs(db: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with meant as (select * from images where hash in (select ${hash}::text union all select image from image_sources where hash = ${hash}))
    select distinct key from (select hash as key from meant union all select v.value->>'hash' from meant i, jsonb_each(i.variants) v) k`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** Cases whose evidence has had its time, at most so many. */
export async function overdueEvidence(db: Db, before: Date, most: number): Promise<{ id: number; image: string }[]> {
  const { rows } = await sql<{ id: number; image: string }>`
    select id, image from quarantine where evidence and not hold and created_at < ${before.toISOString()} order by created_at limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Remembers that the evidence of a case is gone. Answers whether no other case needs it. */
export async function dropEvidence(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{
    image: string;
  }>`update quarantine set evidence = false where id = ${id} returning image`.execute(tx);
  const {
    rows: [other],
  } = await sql<{
    any: boolean;
  }>`select exists (select 1 from quarantine where image = ${rows[0]?.image ?? ''} and evidence) as any`.execute(tx);
  return other?.any !== true;
}
