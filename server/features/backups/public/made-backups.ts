import type { System } from '#contract/system.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Db } from '#server/db/database.ts';
import { listRecords, newestBackup } from '../queries.ts';

/** Backups that are shown. */
const MAX_SHOWN = 10;

/** The backups of the site, and when the next is due by its configuration. */
export async function getBackups(db: Db, { backup: { to, everyHours } }: Site): Promise<System['backups']> {
  const made = await listRecords(db, MAX_SHOWN);
  if (to === '') return { made, next: null };
  const last = await newestBackup(db, to);
  const at = last === null ? Date.now() : new Date(last.made_at).getTime() + everyHours * 3_600_000;
  return { made, next: { place: to, at: new Date(Math.max(at, Date.now())).toISOString() } };
}
