import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { TransferFound } from '#contract/transfers.ts';
import type { KeptRow } from './dump-tables.ts';

/** Keeps rows of a dump; one that is kept already stays. */
export async function keepRows(db: Db | Tx, transferId: number, rows: readonly KeptRow[]): Promise<void> {
  await sql`
    insert into transfer_rows (transfer_id, kind, parent, id, data)
    select ${transferId}, r.kind, r.parent, r.id, r.data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, parent bigint, id bigint, data jsonb)
    on conflict do nothing`.execute(db);
}

/** Forgets the rows of a dump, and the lines that were made of them. */
export async function forgetRows(db: Db | Tx, transferId: number): Promise<void> {
  await sql`delete from transfer_rows where transfer_id = ${transferId}`.execute(db);
}

/** Rows of a kind that belong to one thing, in the order of their numbers. */
export async function listRows<Data>(
  db: Db | Tx,
  transferId: number,
  kind: string,
  parent: number,
): Promise<{ id: number; data: Data }[]> {
  const { rows } = await sql<{ id: number; data: unknown }>`
    select id, data from transfer_rows where transfer_id = ${transferId} and kind = ${kind} and parent = ${parent} order by id`.execute(
    db,
  );
  return rows.map(({ id, data }) => ({ id, data: data as Data }));
}

/** One row of a kind that belongs to nothing else; null where there is none. */
export async function findRow<Data>(db: Db | Tx, transferId: number, kind: string, id: number): Promise<Data | null> {
  const { rows } = await sql<{ data: unknown }>`
    select data from transfer_rows where transfer_id = ${transferId} and kind = ${kind} and parent = 0 and id = ${id}`.execute(
    db,
  );
  return (rows[0]?.data as Data | undefined) ?? null;
}

/** The terms of a post, by the names of their taxonomies. */
export async function listPostTerms(
  db: Db | Tx,
  transferId: number,
  post: number,
): Promise<{ domain: string; name: string }[]> {
  const { rows } = await sql<{ domain: string; name: string }>`
    select x.data->>'name' as domain, n.data->>'name' as name /* never null: kept rows have both */
    from transfer_rows r
    join transfer_rows x on x.transfer_id = r.transfer_id and x.kind = 'taxonomy' and x.parent = 0 and x.id = r.id
    join transfer_rows n on n.transfer_id = r.transfer_id and n.kind = 'term' and n.parent = 0 and n.id = (x.data->>'term')::bigint
    where r.transfer_id = ${transferId} and r.kind = 'relation' and r.parent = ${post} order by r.id`.execute(db);
  return rows;
}

/** The pages of each chapter of a post, by its number: those of the local storage where there are several. */
export async function listPostPages(
  db: Db | Tx,
  transferId: number,
  post: number,
): Promise<Map<number, { storage: string; pages: (string | null)[] }>> {
  const { rows } = await sql<{ chapter: number; data: unknown }>`
    select distinct on (c.id) c.id as chapter, p.data
    from transfer_rows c join transfer_rows p on p.transfer_id = c.transfer_id and p.kind = 'pages' and p.parent = c.id
    where c.transfer_id = ${transferId} and c.kind = 'chapter' and c.parent = ${post}
    order by c.id, p.data->>'storage' <> 'local', p.id`.execute(db);
  return new Map(rows.map(({ chapter, data }) => [chapter, data as { storage: string; pages: (string | null)[] }]));
}

/** A page of each chapter whose pages are not elsewhere, null where that has no path, and how many it has; of those with numbers beyond one, in the order of those. */
export async function listChapterFolders(
  db: Db,
  transferId: number,
  after: number,
  most: number,
): Promise<{ id: number; page: string | null; pages: number }[]> {
  const { rows } = await sql<{ id: number; page: string | null; pages: number }>`
    select parent as id, data->'pages'->>0 as page, jsonb_array_length(data->'pages') as pages from transfer_rows
    where transfer_id = ${transferId} and kind = 'pages' and parent > ${after} and data->>'storage' = 'local' and data->'pages' <> '[]'
    order by parent, id limit ${most}`.execute(db);
  return rows;
}

/** A work that is shown or a draft there, and one of pictures. */
const BROUGHT = sql`p.kind = 'post' and p.data->>'status' <> 'trash' and not exists (
  select from transfer_rows t where t.transfer_id = p.transfer_id and t.kind = 'meta' and t.parent = p.id
    and t.data->>'key' = '_wp_manga_chapter_type' and t.data->>'value' in ('text', 'video'))`;

/**
 * Makes a line of each work, then of each member who kept, scored or said something of those, then of the comments on each work: in that order, for
 * the later ones need the earlier. Counts what they have.
 */
export async function makeLines(tx: Tx, transferId: number): Promise<TransferFound> {
  const works = sql`(select p.id, p.data from transfer_rows p where p.transfer_id = ${transferId} and ${BROUGHT})`;
  const people = sql`(
    select c.data->>'user' as id from transfer_rows c join ${works} w on w.id = c.parent
    where c.transfer_id = ${transferId} and c.kind = 'comment' and c.data->'approved' = 'true'
    union select c.parent::text from transfer_rows c join ${works} w on w.id = c.id where c.transfer_id = ${transferId} and c.kind = 'score'
    union select c.parent::text from transfer_rows c where c.transfer_id = ${transferId} and c.kind in ('bookmarks', 'history'))`;
  await sql`
    insert into transfer_items (transfer_id, key, title, position, subject)
    select ${transferId}, l.key, left(l.title, 500), row_number() over (order by l.place, l.number), l.subject from (
      select w.id::text as key, w.data->>'title' as title, 1 as place, w.id as number, 'comic' as subject from ${works} w
      union all
      select 'member ' || u.id, coalesce(nullif(u.data->>'name', ''), u.data->>'login'), 2, u.id, 'member'
      from transfer_rows u where u.transfer_id = ${transferId} and u.kind = 'user' and u.parent = 0 and u.id::text in (select id from ${people} a)
      union all
      select 'comments ' || w.id, w.data->>'title', 3, w.id, 'comments' from ${works} w
      where exists (select from transfer_rows c where c.transfer_id = ${transferId} and c.kind = 'comment' and c.parent = w.id
        and c.data->'approved' = 'true')) l
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{
    works: number;
    chapters: number;
    pages: number;
    comments: number;
    members: number;
    bookmarks: number;
    works_trash: number;
    works_text: number;
    chapters_elsewhere: number;
    chapters_empty: number;
    comments_held: number;
    members_idle: number;
  }>`
    with w as materialized ${works}, h as materialized (
      select c.id, (select p.data from transfer_rows p where p.transfer_id = ${transferId} and p.kind = 'pages' and p.parent = c.id
        order by p.data->>'storage' <> 'local', p.id limit 1) as data
      from transfer_rows c join w on w.id = c.parent where c.transfer_id = ${transferId} and c.kind = 'chapter'),
    i as (select subject, count(*)::int as n from transfer_items where transfer_id = ${transferId} group by subject)
    select (select count(*)::int from w) as works,
      (select count(*)::int from h where data->>'storage' = 'local' and data->'pages' <> '[]') as chapters,
      coalesce((select sum(jsonb_array_length(data->'pages'))::int from h where data->>'storage' = 'local'), 0) as pages,
      (select count(*)::int from transfer_rows c join w on w.id = c.parent
        where c.transfer_id = ${transferId} and c.kind = 'comment' and c.data->'approved' = 'true') as comments,
      coalesce((select n from i where subject = 'member'), 0) as members,
      (select count(*)::int from transfer_rows c cross join jsonb_array_elements(c.data->'places') b
        join w on w.id = (b.value->>'post')::bigint where c.transfer_id = ${transferId} and c.kind = 'bookmarks') as bookmarks,
      (select count(*)::int from transfer_rows p where p.transfer_id = ${transferId} and p.kind = 'post' and p.data->>'status' = 'trash') as works_trash,
      (select count(*)::int from transfer_rows p where p.transfer_id = ${transferId} and p.kind = 'post' and p.data->>'status' <> 'trash'
        and not (${BROUGHT})) as works_text,
      (select count(*)::int from h where data->>'storage' <> 'local') as chapters_elsewhere,
      (select count(*)::int from h where data is null or data->>'storage' = 'local' and data->'pages' = '[]') as chapters_empty,
      (select count(*)::int from transfer_rows c join w on w.id = c.parent
        where c.transfer_id = ${transferId} and c.kind = 'comment' and c.data->'approved' <> 'true') as comments_held,
      (select count(*)::int from transfer_rows c where c.transfer_id = ${transferId} and c.kind = 'user')
        - coalesce((select n from i where subject = 'member'), 0) as members_idle`.execute(tx);
  const { works: count, chapters, pages, comments, members, bookmarks, ...rest } = rows[0]!;
  const left = Object.fromEntries(Object.entries(rest).filter(([, many]) => many !== 0));
  return { works: count, chapters, pages, comments, members, bookmarks, left };
}
