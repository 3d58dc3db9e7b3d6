import type { Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { deleteForgotten, forgottenUploads, neededFiles } from './queries.ts';
import type { RawFiles } from './raw-files.ts';

/** Discards uploads that nobody goes on with, and the bytes of files that nobody needs, every hour. */
export const EXPIRE_UPLOADS_JOB: JobKind = { kind: 'uploads.expire', attempts: 3, atOnce: 1, every: 3600 };

/** Uploads, and files, that are looked for at once. */
const AT_ONCE = 100;

/** Deletes uploads nobody touched for `days`, committed ones included (their comics stay), and then all bytes without a file that needs them. */
export function expireUploadsJob({ db, raw, days }: { db: Db; raw: RawFiles; days: number }): JobFunction {
  return async ({ signal }) => {
    for (
      let ids = await forgottenUploads(db, days, AT_ONCE);
      ids.length > 0;
      ids = await forgottenUploads(db, days, AT_ONCE)
    ) {
      for (const id of ids) {
        signal.throwIfAborted();
        await deleteForgotten(db, id, days);
      }
    }
    await sweepRawFiles({ db, raw });
  };
}

/** Removes the bytes of files that are gone, refused or committed. A file is named in the database before its first byte is written. */
export async function sweepRawFiles({ db, raw }: { db: Db; raw: RawFiles }): Promise<void> {
  const ids = await raw.all();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const needed = new Set(await neededFiles(db, some));
    for (const id of some.filter((each) => !needed.has(each))) {
      await raw.remove(id);
    }
  }
}
