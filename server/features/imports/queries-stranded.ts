import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Refuses imports that wait or are read while no job does it any more: it failed at its last try, was cut off too often or
 * was cancelled. The reason is what the job says of itself, where that is one.
 *
 * @returns their files.
 */
export async function refuseStranded(db: Db, importKind: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    update imports i set state = 'refused', finished_at = now(), error = coalesce(
      (select jsonb_build_object('code', j.error->>'code', 'params', coalesce(j.error->'params', '{}')) from jobs j
        where j.kind = ${importKind} and j.key = i.hash and j.state = 'failed' and j.error->>'code' <> 'internal-error' order by j.id desc limit 1),
      '{"code": "reading-given-up", "params": {}}')
    where i.state in ('waiting', 'reading') and i.source not like 'made:%'
      and not exists (select from jobs j where j.kind = ${importKind} and j.key = i.hash and j.state in ('waiting', 'running'))
    returning i.file`.execute(db);
  return rows.map(({ file }) => file);
}
