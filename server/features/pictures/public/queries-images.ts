import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { ANALYSIS, type Analysis } from '#server/images/analysis/analysis.ts';
import { CLEANING } from '#server/images/cleaning/clean.ts';
import { keepSources } from '#server/features/pictures/queries-sources.ts';

/** A picture and its variants, whose bytes are kept already. */
export interface NewImage {
  /** Of its clean bytes, and of those it came as, which may be the same. */
  hash: string;
  source: string;
  format: string;
  bytes: number;
  width: number;
  height: number;
  animated: boolean;
  thumbhash: Uint8Array;
  color: number;
  /** Of its bytes, as signed as the database keeps 32 bits. */
  crc32: number;
  analysis: Analysis | null;
  /** How copies of it are known (`pdq.ts`). */
  phash: Uint8Array | null;
  variants: KeptVariants;
}

/** Keeps pictures; one that is there already gets the variants it lacks. */
export async function keepImages(tx: Tx, images: readonly NewImage[]): Promise<void> {
  const distinct = new Map<string, NewImage>();
  for (const image of images) {
    distinct.set(image.hash, { ...image, variants: { ...distinct.get(image.hash)?.variants, ...image.variants } });
  }
  // One order for all writers, so that two of them cannot wait for each other.
  const rows = [...distinct.values()]
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map((image) => ({ ...image, ...analysisColumns(image), thumbhash: Buffer.from(image.thumbhash).toString('hex') }));
  if (rows.length === 0) return;
  await sql`
    insert into images (hash, format, bytes, width, height, animated, thumbhash, color, crc32, variants, trim, edge, sides, panels, phash, analysis, cleaned)
    select i.hash, i.format, i.bytes, i.width, i.height, i.animated, decode(i.thumbhash, 'hex'), i.color, i.crc32, i.variants,
      i.trim, i.edge, decode(i.sides, 'hex'), i.panels, decode(i.phash, 'hex'), i.analysis, ${CLEANING}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i (hash text, format text, bytes int, width int, height int, animated boolean, thumbhash text, color int, crc32 int, variants jsonb,
        trim int[], edge int, sides text, panels int[], phash text, analysis smallint)
    on conflict (hash) do update set variants = images.variants || excluded.variants, crc32 = excluded.crc32, cleaned = excluded.cleaned
    where not images.variants @> excluded.variants or images.cleaned <> excluded.cleaned`.execute(tx);
  await keepSources(tx, images);
}

/** How a picture is kept: whether its covers are, and how copies of it are known; null when it is not. */
export async function imageCovers(db: Db, hash: string): Promise<{ covers: boolean; phash: Buffer | null } | null> {
  const { rows } = await sql<{
    covers: boolean;
    phash: Buffer | null;
  }>`select variants ?& array['cover320', 'cover640'] as covers, phash from images where hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** The analysis of a picture as the columns of its row, bytes as hexadecimal digits; null: nobody has looked yet. */
export function analysisColumns({ analysis, phash }: StoredAnalysis): {
  trim: number[] | null;
  edge: number | null;
  sides: string | null;
  panels: number[] | null;
  phash: string | null;
  analysis: number;
} {
  const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');
  if (analysis === null) return { trim: null, edge: null, sides: null, panels: null, phash: hex(phash), analysis: 0 };
  return { ...analysis, sides: hex(analysis.sides), phash: hex(phash), analysis: ANALYSIS };
}

/** Pictures made of a picture, whose bytes are kept: by name. */
export type KeptVariants = Record<
  string,
  { hash: string; format: string; bytes: number; width: number; height: number }
>;

/** The analysis of a picture and how copies of it are known; null where nobody has looked yet. */
export interface StoredAnalysis {
  analysis: Analysis | null;
  phash: Uint8Array | null;
}
