import { sql } from 'kysely';
import type { BackupRecord } from '#contract/backups.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

const RECORD = sql`place, id, ${isoMoment(sql`made_at`)} as made_at, seconds, bytes, new_bytes, comics, members, pictures, lost, encrypted,
  case when verified_at is null then null else ${isoMoment(sql`verified_at`)} end as verified_at, damaged`;

/** The newest backup in a place, or null. */
export async function newestBackup(db: Db, place: string): Promise<BackupRecord | null> {
  const { rows } = await sql<BackupRecord>`
    select ${RECORD} from backups where place = ${place} order by made_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Backups that were made, the newest first. */
export async function listRecords(db: Db, limit: number): Promise<BackupRecord[]> {
  const { rows } = await sql<BackupRecord>`
    select ${RECORD} from backups order by made_at desc limit ${limit}`.execute(db);
  return rows;
}
