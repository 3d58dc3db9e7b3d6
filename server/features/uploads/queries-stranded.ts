import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Refuses files that wait or are read while no job does it any more: it failed at its last try, was cut off too often or was
 * cancelled. The reason is what the job says of itself, where that is one.
 *
 * @returns their uploads.
 */
export async function refuseStranded(db: Db, readKind: string): Promise<number[]> {
  const { rows } = await sql<{ upload_id: number }>`
    update upload_files f set state = 'refused', error = coalesce(
      (select jsonb_build_object('code', j.error->>'code', 'params', coalesce(j.error->'params', '{}')) from jobs j
        where j.kind = ${readKind} and j.key = f.id::text and j.state = 'failed' and j.error->>'code' <> 'internal-error' order by j.id desc limit 1),
      '{"code": "reading-given-up", "params": {}}')
    where f.state in ('waiting', 'reading')
    and not exists (select from jobs j where j.kind = ${readKind} and j.key = f.id::text
      and j.state in ('waiting', 'running'))
    returning f.upload_id`.execute(db);
  return [...new Set(rows.map((row) => row.upload_id))];
}

/** Opens uploads again whose commit nobody does any more: its job was cancelled, or given up. */
export async function reopenAbandoned(db: Db, commitKind: string): Promise<void> {
  await sql`
    update uploads u set state = 'open', error = '{"code": "internal-error", "params": {}}', changed_at = now() where u.state = 'committing'
      and not exists (select from jobs j where j.kind = ${commitKind} and j.key = u.id::text and j.state in ('waiting', 'running'))`.execute(
    db,
  );
}
