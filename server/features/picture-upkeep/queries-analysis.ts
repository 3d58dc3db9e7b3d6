import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import {
  analysisColumns,
  type KeptVariants,
  type StoredAnalysis,
} from '#server/features/pictures/public/queries-images.ts';
import { ANALYSIS } from '#server/images/analysis/analysis.ts';
import { IMPORT_JOB } from '#server/features/imports/public/jobs.ts';

/** Whether there are pictures that nobody has looked at. */
export async function isAnyNotAnalysed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from images where analysis = 0) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

/** Pictures that nobody has looked at, in the order of their hashes; at most `count`. */
export async function notAnalysed(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{
    hash: string;
  }>`select hash from images where analysis = 0 order by hash limit ${count}`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Keeps what a picture tells of itself, to be looked at again until `markAnalysed`; null: it cannot be told, and nobody looks again. */
export async function keepAnalysis(
  tx: Tx,
  hash: string,
  found: (StoredAnalysis & { variants: KeptVariants }) | null,
): Promise<void> {
  const { trim, edge, sides, panels, phash } = analysisColumns(found ?? { analysis: null, phash: null });
  await sql`
    update images set trim = ${trim}::int[], edge = ${edge}, sides = decode(${sides}::text, 'hex'),
    panels = ${panels}::int[], phash = decode(${phash}::text, 'hex'),
    variants = variants || ${JSON.stringify(found?.variants ?? {})}::jsonb,
      analysis = ${found === null ? -1 : 0}
    where hash = ${hash} and analysis = 0`.execute(tx);
}

/** Remembers that everything these pictures tell was kept. */
export async function markAnalysed(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`update images set analysis = ${ANALYSIS} where hash = any (${[...hashes]}) and analysis = 0`.execute(db);
}

/** Whether archives are being imported, or could be now. */
export async function isImporting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from jobs where kind = ${IMPORT_JOB.kind} and state in ('waiting', 'running') and run_at <= now()) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}
