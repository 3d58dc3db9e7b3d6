import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/database.ts';
import { findFile } from '../queries.ts';
import { diskRawFiles } from '../raw-files.ts';
import { partedRawFiles } from '../raw-parts.ts';

/**
 * Brings the bytes of files on their way to where the configuration has them, after a site came from another kind of store: from
 * the data folder into parts in a bucket, or back. It may be cut off and begun again.
 *
 * @param keep whether they stay where they were, too.
 */
export async function settleRawFiles({
  config,
  db,
  blobs,
  keep,
}: {
  config: Pick<Config, 'dataDir' | 's3'>;
  db: Db;
  blobs: Blobs;
  keep: boolean;
}): Promise<void> {
  const folder = join(config.dataDir, 'uploads');
  const disk = diskRawFiles(folder);
  const parted = partedRawFiles({ db, blobs }, folder);
  const [from, to] = config.s3 === null ? [parted, disk] : [disk, parted];
  for (const file of await from.all()) {
    // Bytes of a file that nobody knows of any more are left to whoever clears such things away.
    if ((await findFile(db, file)) === null) continue;
    const size = await from.received(file);
    if ((await to.received(file)) < size) {
      await from.local(file, async (path) => {
        await to.begin(file);
        await to.write(file, 0, createReadStream(path));
      });
      await to.keep(file);
    }
    if (!keep) {
      await from.remove(file);
    }
  }
}
