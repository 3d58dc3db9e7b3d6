import { sql } from 'kysely';
import type {
  TransferFound,
  TransferItemState,
  TransferKind,
  TransferOptions,
  TransferState,
  TransferSubject,
} from '#contract/transfers.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** Why something failed, by code and values. */
export interface Failure {
  code: string;
  params: Record<string, string | number>;
}

/**
 * Whether an item `i` was refused, or came without some of its files: what is tried again. A dump of Madara is read anew for its chapters, as what was kept of it
 * is about people.
 */
const isLacking = sql<boolean>`(i.state = 'refused'
  or (i.state in ('imported', 'unchanged') and i.error->>'code' = 'transfer-files-left'))`;

type Later = 'incomplete' | 'chapters';

/** Where the database and the uploads of a site with Madara lie, and below which path its works were. */
export interface MadaraPlace {
  dump: string;
  uploads: string;
  base: string;
}

/** A library on its way, as it is worked on. */
export interface TransferRow {
  id: number;
  kind: TransferKind;
  name: string;
  address: string | null;
  secret: string | null;
  file: string | null;
  /** Earlier ones do not say all of it. */
  options: Omit<TransferOptions, Later> &
    Partial<Pick<TransferOptions, Later>> & { madara?: MadaraPlace; preview?: boolean };
  state: TransferState;
  /** Of a database that was read, or of lists that were to be shown first. */
  found: TransferFound | null;
  user_id: number | null;
}

/** A library on its way, as admins see it. */
export interface TransferView {
  id: number;
  kind: TransferKind;
  name: string;
  state: TransferState;
  total: number;
  imported: number;
  unchanged: number;
  refused: number;
  incomplete: number;
  found: TransferFound | null;
  error: Failure | null;
  created_at: string;
  finished_at: string | null;
  by: string | null;
}

/** Writes down a library that is to come; answers its id. */
export async function insertTransfer(
  tx: Tx,
  {
    kind,
    name,
    address,
    secret,
    file,
    options,
    userId,
  }: {
    kind: TransferKind;
    name: string;
    address: string | null;
    secret: string | null;
    file: string | null;
    options: TransferRow['options'];
    userId: number;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transfers (kind, name, address, secret, file, options, user_id)
    values (${kind}, ${name}, ${address}, ${secret}, ${file}, ${JSON.stringify(options)}::jsonb, ${userId}) returning id`.execute(
    tx,
  );
  return rows[0]!.id;
}

/** A library by its id, held until the transaction ends where it is to change; null where there is none. */
export async function findTransfer(db: Db | Tx, id: number, hold = false): Promise<TransferRow | null> {
  const { rows } =
    await sql<TransferRow>`select id, kind, name, address, secret, file, options, state, found, user_id from transfers
      where id = ${id} ${hold ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Libraries, the newest first, and how many there are; with an id that one. */
export async function transferViews(
  db: Db,
  { id = null, offset = 0, limit = 1 }: { id?: number | null; offset?: number; limit?: number },
): Promise<{ rows: TransferView[]; total: number }> {
  const { rows } = await sql<TransferView>`
    select t.id, t.kind, t.name, t.state, t.found, t.error, ${isoTimestamp('t.created_at')} as created_at,
    ${isoTimestamp('t.finished_at')} as finished_at, u.username as by,
      n.total, n.imported, n.unchanged, n.refused, n.incomplete
    from (select * from transfers ${id === null ? sql`` : sql`where id = ${id}`} order by id desc limit ${limit} offset ${offset}) t
    left join users u on u.id = t.user_id
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where state = 'imported'))::int as imported,
        (count(*) filter (where state = 'unchanged'))::int as unchanged, (count(*) filter (where state = 'refused'))::int as refused,
        (count(*) filter (where state <> 'refused' and ${isLacking}))::int as incomplete
      from transfer_items i where transfer_id = t.id) n
    order by t.id desc`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from transfers`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}

/** The works to bring, once each; what is known already stays as it is. */
export async function addItems(
  tx: Db | Tx,
  id: number,
  items: readonly { key: string; title: string; data?: object }[],
): Promise<void> {
  await sql`
    insert into transfer_items (transfer_id, key, title, data, position)
    select ${id}, i.key, left(i.title, 500), coalesce(i.data, '{}'), coalesce((select max(position) from transfer_items where transfer_id = ${id}), 0) + i.place
    from jsonb_to_recordset(${JSON.stringify(items.map((item, place) => ({ ...item, place: place + 1 })))}::jsonb) as i (key text, title text, data jsonb, place int)
    on conflict do nothing`.execute(tx);
}

/** The next comic that was not brought yet; null once all were tried. */
export async function nextItem(
  db: Db,
  id: number,
): Promise<{ key: string; title: string; subject: TransferSubject; data: unknown } | null> {
  const { rows } = await sql<{ key: string; title: string; subject: TransferSubject; data: unknown }>`
    select key, title, subject, data from transfer_items where transfer_id = ${id} and state = 'waiting' order by position limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Says what became of a comic; one that was imported before it was tried again stays so. */
export async function markItem(
  db: Db | Tx,
  id: number,
  key: string,
  to: { state: TransferItemState; comicId?: number | null; error?: Failure | null },
): Promise<void> {
  await sql`
    update transfer_items set state = case when ${to.state} = 'unchanged' and data->'imported' is not null then 'imported' else ${to.state} end,
      comic_id = ${to.comicId ?? null}, error = ${to.error ? JSON.stringify(to.error) : null}::jsonb
    where transfer_id = ${id} and key = ${key}`.execute(db);
}

/** Says how a library stands; at an end its key is forgotten, unless something of it was refused or lacks files and may be tried again. */
export async function markTransfer(
  db: Db | Tx,
  id: number,
  state: TransferState,
  error: Failure | null = null,
): Promise<void> {
  await sql`
    update transfers t set state = ${state}, error = ${error === null ? null : JSON.stringify(error)}::jsonb,
      finished_at = case when ${state} in ('done', 'failed', 'cancelled') then now() end,
      secret = case when ${state} = 'done'
          and not exists (select 1 from transfer_items i where i.transfer_id = t.id and ${isLacking}) then null
          else secret end
    where id = ${id}`.execute(db);
}

/** Notes how much a database or a server has that was read. */
export async function noteFound(db: Db, id: number, found: TransferFound): Promise<void> {
  await sql`update transfers set found = ${JSON.stringify(found)}::jsonb where id = ${id}`.execute(db);
}

/** Forgets what was kept of a database, unless something of it was refused and may be tried again. */
export async function forgetRead(tx: Tx, id: number): Promise<void> {
  await sql`
    delete from transfer_rows where transfer_id = ${id}
      and not exists (select from transfer_items i where i.transfer_id = ${id} and (i.state = 'waiting' or ${isLacking}))`.execute(
    tx,
  );
}

/** Says why a library that is brought has to wait for another try. */
export async function noteFailure(db: Db, id: number, error: Failure): Promise<void> {
  await sql`update transfers set error = ${JSON.stringify(error)}::jsonb where id = ${id} and state = 'running'`.execute(
    db,
  );
}

/** Has what was refused, or came without some of its files, tried again; answers how many. */
export async function tryAgain(tx: Tx, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
      update transfer_items i set state = 'waiting', error = null,
        data = case when i.state = 'imported' then i.data || '{"imported": true}' else i.data end
      where i.transfer_id = ${id} and ${isLacking}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** How many comics of a library were tried, and how many there are. */
export async function countItems(db: Db, id: number): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select (count(*) filter (where state <> 'waiting'))::int as done, count(*)::int as total from transfer_items where transfer_id = ${id}`.execute(
    db,
  );
  return rows[0]!;
}

/** A line of a transfer. */
interface TransferItemRow {
  key: string;
  subject: TransferSubject;
  title: string;
  state: TransferItemState;
  slug: string | null;
  error: Failure | null;
}

/** The comics of a library in their order, and how many there are. */
export async function transferItems(
  db: Db,
  id: number,
  state: TransferItemState | 'all',
  offset: number,
  limit: number,
): Promise<{
  rows: TransferItemRow[];
  total: number;
}> {
  const which = state === 'all' ? sql`` : sql`and i.state = ${state}`;
  const { rows } = await sql<TransferItemRow>`
    select i.key, i.subject, i.title, i.state, i.error, c.slug from transfer_items i left join comics c on c.id = i.comic_id
    where i.transfer_id = ${id} ${which} order by i.position limit ${limit} offset ${offset}`.execute(db);
  const { rows: counts } = await sql<{
    total: number;
  }>`select count(*)::int as total from transfer_items i where i.transfer_id = ${id} ${which}`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}

/** The comic with a slug. */
export async function comicOfSlug(db: Db | Tx, slug: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from comics where slug = ${slug}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether a comic is a draft that a transfer imported and was cut off before it described it: nobody has changed it. */
export async function isCutOff(db: Db, transferId: number, comicId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from comics c join transfers t on t.id = ${transferId}
    where c.id = ${comicId} and c.state = 'draft' and c.created_at >= t.created_at and not exists (select from comic_revisions r where r.comic_id = c.id)
      and not exists (select from transfer_items i where i.transfer_id = t.id and i.comic_id = c.id)`.execute(db);
  return rows.length > 0;
}

/** Whether a transfer had to do with a comic before: it was described then, or was here already. */
export async function isKnownTo(db: Db, transferId: number, comicId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from transfer_items where transfer_id = ${transferId} and comic_id = ${comicId}`.execute(db);
  return rows.length > 0;
}

/** The comic that the same thing became in an earlier transfer from the same place. */
export async function findImportedBefore(
  db: Db | Tx,
  kind: TransferKind,
  key: string,
  name: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select i.comic_id as id /* id is never null: asked for */ from transfer_items i join transfers t on t.id = i.transfer_id
    where t.kind = ${kind} and t.name = ${name} and i.key = ${key} and i.comic_id is not null limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** The chapters that imports became, by the hashes of those. */
export async function chaptersByHash(
  tx: Db | Tx,
  hashes: readonly string[],
): Promise<Map<string, { id: number; comic_id: number; pages: number }>> {
  const { rows } = await sql<{ hash: string; id: number; comic_id: number; pages: number }>`
    select i.hash, h.id, h.comic_id, h.pages from imports i join all_chapters h on h.id = i.chapter_id
    where i.hash = any(${[...hashes]}::text[])`.execute(tx);
  return new Map(rows.map(({ hash, ...chapter }) => [hash, chapter]));
}

/** Deletes what is remembered of a library; what it brought stays. */
export async function deleteTransfer(tx: Tx, id: number): Promise<void> {
  await sql`delete from transfers where id = ${id}`.execute(tx);
}
