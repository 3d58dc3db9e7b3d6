import { sql } from 'kysely';
import type { AdminImportQuery } from '#contract/imports.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import type { ImportWarning } from '#server/features/intake/public/import-metadata.ts';

/** An import as admins see it. */
export interface AdminImportRow {
  id: number;
  file: string;
  state: 'waiting' | 'reading' | 'imported' | 'refused';
  comic: { slug: string; title: string } | null;
  error: { code: ProblemCode; params: ProblemParams } | null;
  warnings: ImportWarning[];
  created_at: string;
}

/** Imports, the newest first, and how many there are. */
export async function adminImports(
  db: Db,
  { state, page, per_page: perPage }: AdminImportQuery,
): Promise<{ rows: AdminImportRow[]; total: number }> {
  const which = state === 'all' ? sql`` : sql`where state = ${state}`;
  const { rows } = await sql<AdminImportRow>`
    select i.id, i.file, i.state, i.error, i.warnings, ${isoTimestamp('i.created_at')} as created_at,
      case when c.id is not null then jsonb_build_object('slug', c.slug, 'title', c.title) end as comic
    from (select * from imports ${which} order by id desc limit ${perPage} offset ${(page - 1) * perPage}) i left join comics c on c.id = i.comic_id
    order by i.id desc`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from imports ${which}`.execute(
    db,
  );
  return { rows, total: counts[0]?.total ?? 0 };
}
