import { sql } from 'kysely';
import type { Revision } from '#contract/editing.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Changes } from './fields.ts';
import type { VolumeRow } from './queries-volumes.ts';

/** A change to be written down. `images` are pictures that its restore needs: they stay as long as it does. */
export interface NewRevision {
  comicId: number;
  userId: number | null;
  source: Revision['source'];
  changes: Changes;
  images?: readonly string[];
}

/** Writes a change down. */
export async function addRevision(
  tx: Tx,
  { comicId, userId, source, changes, images = [] }: NewRevision,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into comic_revisions (comic_id, user_id, source, changes) values (${comicId}, ${userId}, ${source}, ${JSON.stringify(changes)}::jsonb)
    returning id::int`.execute(tx);
  const { id } = rows[0] as { id: number };
  await sql`
    insert into revision_images (revision_id, image)
    select ${id}, i.hash from images i where i.hash = any(${[...new Set([...images, ...coverHashes(changes)])]}::text[])`.execute(
    tx,
  );
  return id;
}

function coverHashes(changes: Changes): string[] {
  const [cover, volumes] = [changes.cover?.before, changes.volumes?.before];
  const all = [cover, ...(Array.isArray(volumes) ? (volumes as VolumeRow[]) : []).map((volume) => volume.cover)];
  return all.filter((hash): hash is string => typeof hash === 'string');
}

export interface RevisionRow {
  id: number;
  source: Revision['source'];
  user_id: number | null;
  username: string | null;
  at: string;
  changes: Changes;
}

/** A comic's saved changes, the newest first, and how many there are. */
export async function listRevisions(
  db: Db,
  comicId: number,
  offset: number,
  limit: number,
): Promise<{ rows: RevisionRow[]; total: number }> {
  const { rows } =
    await sql<RevisionRow>`${selected} where r.comic_id = ${comicId} order by r.id desc limit ${limit} offset ${offset}`.execute(
      db,
    );
  const {
    rows: [counted],
  } = await sql<{
    total: number;
  }>`select count(*)::int as total from comic_revisions where comic_id = ${comicId}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** One saved change of a comic, or null. */
export async function findRevision(db: Db | Tx, comicId: number, id: number): Promise<RevisionRow | null> {
  const { rows } = await sql<RevisionRow>`${selected} where r.comic_id = ${comicId} and r.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const selected = sql`
  select r.id::int as id, r.source, r.user_id, u.username, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, r.changes
  from comic_revisions r left join users u on u.id = r.user_id`;
