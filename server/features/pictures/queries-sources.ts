import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';

/** A picture that is kept: whether its covers are, and how copies of it are known. */
export interface KnownPicture {
  hash: string;
  covers: boolean;
  phash: Buffer | null;
}

/** The picture that these bytes (by their hash, as they came or clean) became; null where they never came, or before pictures were cleaned. */
export async function pictureFrom(db: Db, source: string): Promise<KnownPicture | null> {
  const { rows } = await sql<KnownPicture>`
    select i.hash, i.variants ?& array['cover320', 'cover640'] as covers, i.phash from images i
    where i.hash = coalesce((select s.image from image_sources s where s.hash = ${source}), ${source}) and i.cleaned <> 0`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Remembers what pictures came as, where that is not what is kept of them. */
export async function keepSources(tx: Tx, images: readonly { hash: string; source: string }[]): Promise<void> {
  const rows = images
    .filter(({ hash, source }) => hash !== source)
    .map(({ hash, source }) => ({ hash, source }))
    .toSorted((a, b) => (a.source < b.source ? -1 : 1));
  if (rows.length === 0) return;
  await sql`
    insert into image_sources (hash, image)
    select s.source, s.hash from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (hash text, source text)
    on conflict (hash) do nothing`.execute(tx);
}
