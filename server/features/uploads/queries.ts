import { sql, type RawBuilder } from 'kysely';
import type { UploadFile, UploadSummary } from '#contract/uploads.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** Who asks: an uploader or moderator reaches their own uploads, an admin all. */
export interface Asker {
  id: number | null;
  role: string;
}

export type UploadState = UploadSummary['state'];
export type FileState = UploadFile['state'];

export interface UploadRow extends Pick<
  UploadSummary,
  'state' | 'publish' | 'error' | 'files_count' | 'files_done' | 'bytes' | 'titles'
> {
  id: number;
  user_id: number;
  username: string;
  version: number;
  publish_at: Date | null;
  created_at: Date;
  changed_at: Date;
}

export interface FileRow extends Pick<UploadFile, 'warnings' | 'error'> {
  id: number;
  upload_id: number;
  path: string;
  bytes: number;
  state: FileState;
  pages: number | null;
  pages_done: number;
}

function reachableSql({ id, role }: Asker): RawBuilder<unknown> {
  return role === 'admin' ? sql`true` : sql`u.user_id = ${id}`;
}

const summary = sql`
  u.id, u.user_id, m.username, u.state, u.version, u.publish, u.publish_at, u.error, u.created_at, u.changed_at,
  f.files_count, f.files_done, f.bytes,
  array(select w.fields->>'title' from upload_works w where w.upload_id = u.id order by w.place, w.id limit 3) as titles
  from uploads u join users m on m.id = u.user_id
  cross join lateral (
    select count(*)::int as files_count, count(*) filter (where state in ('ready', 'refused'))::int as files_done, coalesce(sum(bytes), 0)::float8 as bytes
    from upload_files where upload_id = u.id) f`;

/** An upload that the asker may reach, or null. */
export async function findUpload(db: Db, asker: Asker, id: number): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`select ${summary} where u.id = ${id} and ${reachableSql(asker)}`.execute(db);
  return rows[0] ?? null;
}

/** The uploads the asker may reach, the newest first, and how many there are. */
export async function listUploads(
  db: Db,
  asker: Asker,
  state: UploadState | undefined,
  from: number,
  most: number,
): Promise<{ rows: UploadRow[]; total: number }> {
  const which = sql`${reachableSql(asker)} and ${state === undefined ? sql`true` : sql`u.state = ${state}`}`;
  const { rows } =
    await sql<UploadRow>`select ${summary} where ${which} order by u.id desc limit ${most} offset ${from}`.execute(db);
  const {
    rows: [count],
  } = await sql<{ total: number }>`select count(*)::int as total from uploads u where ${which}`.execute(db);
  return { rows, total: count?.total ?? 0 };
}

/** Begins an upload; null when the member has `most` open ones already. */
export async function addUpload(tx: Tx, userId: number, most: number): Promise<number | null> {
  await sql`select 1 from users where id = ${userId} for update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into uploads (user_id) select ${userId}
    where (select count(*) from uploads where user_id = ${userId} and state = 'open') < ${most} returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Holds an upload until the end of the transaction: its state, version and whose it is; null when it is gone. */
export async function holdUpload(
  tx: Tx,
  id: number,
): Promise<{ state: UploadState; version: number; user_id: number } | null> {
  const { rows } = await sql<{
    state: UploadState;
    version: number;
    user_id: number;
  }>`select state, version, user_id from uploads where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Says that something of an upload changed; `arranged`: works, chapters or pages came, went or moved. */
export async function touchUpload(db: Db, id: number, { arranged }: { arranged: boolean }): Promise<void> {
  await sql`update uploads set changed_at = now(), version = version + ${arranged ? 1 : 0} where id = ${id}`.execute(
    db,
  );
}

/** Deletes an upload with all it holds; the bytes of its files are the caller's. Ids of its files. */
export async function deleteUpload(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from upload_files where upload_id = ${id}`.execute(tx);
  await sql`delete from uploads where id = ${id}`.execute(tx);
  return rows.map((row) => row.id);
}

/** The sizes of what an upload holds and what its member brought since the start of the day (UTC). Call it holding the upload. */
export async function usedBy(
  db: Db,
  uploadId: number | null,
  userId: number,
): Promise<{ files: number; bytes: number; filesToday: number; bytesToday: number }> {
  const { rows } = await sql<{ files: number; bytes: number; filesToday: number; bytesToday: number }>`
    select count(*) filter (where f.upload_id = ${uploadId}::int)::int as files,
    coalesce(sum(f.bytes) filter (where f.upload_id = ${uploadId}::int), 0)::float8 as bytes,
      count(*) filter (where f.created_at >= date_trunc('day', now(), 'UTC'))::int as "filesToday",
      coalesce(sum(f.bytes) filter (where f.created_at >= date_trunc('day', now(), 'UTC')), 0)::float8 as "bytesToday"
    from upload_files f join uploads u on u.id = f.upload_id where u.user_id = ${userId}`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0, filesToday: 0, bytesToday: 0 };
}

/** Adds a file that is to be received. */
export async function addFile(tx: Tx, uploadId: number, path: string, bytes: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into upload_files (upload_id, path, bytes) values (${uploadId}, ${path}, ${bytes}) returning id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

const file = sql`
  f.id, f.upload_id, f.path, f.bytes::float8 as bytes, f.state, f.pages, f.warnings, f.error,
  (select count(*)::int from upload_pages p where p.file_id = f.id) as pages_done from upload_files f`;

/** The files of an upload, in the order they were named. */
export async function listUploadFiles(db: Db, uploadId: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select ${file} where f.upload_id = ${uploadId} order by f.id`.execute(db);
  return rows;
}

/** One file, or null. */
export async function findFile(db: Db, id: number): Promise<FileRow | null> {
  const { rows } = await sql<FileRow>`select ${file} where f.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Says that all of a file has arrived; false when that was said before. */
export async function markReceived(tx: Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`update upload_files set state = 'waiting', received_at = now() where id = ${id} and state = 'receiving' returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Takes a file out, with its pages, and the chapters and works that held no others. */
export async function deleteFile(tx: Tx, uploadId: number, id: number): Promise<void> {
  const { rows } = await sql<{ chapter_id: number }>`
    select distinct chapter_id /* chapter_id is never null: asked for */ from upload_pages where file_id = ${id} and chapter_id is not null`.execute(
    tx,
  );
  await sql`delete from upload_files where id = ${id} and upload_id = ${uploadId}`.execute(tx);
  await sql`
    delete from upload_chapters c where c.id = any(${rows.map((row) => row.chapter_id)}::int[])
      and not exists (select 1 from upload_pages p where p.chapter_id = c.id)`.execute(tx);
  await sql`
    delete from upload_works w where w.upload_id = ${uploadId}
      and not exists (select 1 from upload_chapters c where c.work_id = w.id)`.execute(tx);
}

/** Whether files of an upload have arrived that are not read yet. */
export async function isReading(db: Db, uploadId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from upload_files where upload_id = ${uploadId} and state in ('waiting', 'reading') limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Files of an upload that are neither read nor refused. */
export async function unfinishedFiles(db: Db, uploadId: number): Promise<number> {
  const { rows } = await sql<{
    files: number;
  }>`select count(*)::int as files from upload_files where upload_id = ${uploadId} and state not in ('ready', 'refused')`.execute(
    db,
  );
  return rows[0]?.files ?? 0;
}

/** Says that an upload is being committed, and as what. */
export async function markCommitting(
  tx: Tx,
  id: number,
  { publish, at, incomplete }: { publish: 'draft' | 'now' | 'at'; at: Date | null; incomplete: boolean },
): Promise<void> {
  await sql`
    update uploads set state = 'committing', publish = ${publish}, publish_at = ${at?.toISOString() ?? null},
    incomplete = ${incomplete}, rights_at = now(), error = null, changed_at = now()
    where id = ${id}`.execute(tx);
}

/** Opens an upload again whose commit failed, and says why. */
export async function markFailed(tx: Tx, id: number, error: object): Promise<void> {
  await sql`update uploads set state = 'open', error = ${JSON.stringify(error)}::jsonb, changed_at = now() where id = ${id} and state = 'committing'`.execute(
    tx,
  );
}

/** Says that an upload has become comics. */
export async function markCommitted(tx: Tx, id: number): Promise<void> {
  await sql`update uploads set state = 'committed', error = null, version = version + 1, changed_at = now() where id = ${id}`.execute(
    tx,
  );
}

/** Deletes an upload that is still forgotten, as `forgottenUploads` says; the bytes of its files are the caller's. */
export async function deleteForgotten(db: Db, id: number, days: number): Promise<void> {
  await sql`delete from uploads where id = ${id} and state <> 'committing' and changed_at < now() - make_interval(days => ${days})`.execute(
    db,
  );
}

/** The uploads nobody touched for so many days, but those that are being committed. */
export async function forgottenUploads(db: Db, days: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from uploads where state <> 'committing' and changed_at < now() - make_interval(days => ${days}) order by id limit ${most}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Which of these files are still needed: those of uploads that are not committed. */
export async function neededFiles(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from upload_files f join uploads u on u.id = f.upload_id
    where f.id = any(${[...ids]}::int[]) and u.state <> 'committed' and f.state <> 'refused'`.execute(db);
  return rows.map((row) => row.id);
}
