import { realpath } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import type { TransferSubject } from '#contract/transfers.ts';
import type { Config } from '#server/config/config.ts';
import type { SyncContext, SyncResult } from '../bringing.ts';
import { noteFound, type MadaraPlace } from '../queries.ts';
import { findUploads, findWithin, type UploadFolders } from './page-paths.ts';
import { bringMember, bringTalk } from './people.ts';
import { readMadara } from './reading.ts';
import { bringWork } from './works.ts';

/** A site with Madara that is being brought. */
export interface Madara {
  /** Reads its database, and notes what was found. */
  read(): Promise<void>;
  /** Brings what one line is about. */
  bring(line: { key: string; subject: TransferSubject }): Promise<SyncResult>;
}

/**
 * Where a dump and uploads really are.
 *
 * @throws Problem `transfers-folder-unset` where the operator has no folder for them; `dump-not-found`, `uploads-not-found`, also for what is outside of it.
 */
export async function findMadara(
  { transfersDir }: Pick<Config, 'transfersDir'>,
  { dump, uploads }: Pick<MadaraPlace, 'dump' | 'uploads'>,
): Promise<{ dump: string; folders: UploadFolders }> {
  const folder = transfersDir === null ? null : await realpath(transfersDir).catch(() => null);
  if (folder === null) throw problem('transfers-folder-unset');
  const file = await findWithin(folder, dump);
  if (file === null) throw problem('dump-not-found');
  const path = uploads === '.' ? folder : await findWithin(folder, uploads);
  if (path === null) throw problem('uploads-not-found');
  return { dump: file, folders: await findUploads(path) };
}

/** Opens the site that a transfer is about. @throws Problem as `findMadara`. */
export async function openMadara(bringing: SyncContext): Promise<Madara> {
  const { deps, row, signal } = bringing;
  const { madara } = row.options;
  if (madara === undefined) throw problem('madara-unknown');
  const { dump, folders } = await findMadara(deps.config, madara);
  const place = { folders, site: row.name, base: madara.base };
  return {
    async read() {
      await noteFound(deps.db, row.id, await readMadara(deps.db, row.id, { dump, pages: folders.pages }, signal));
    },
    bring({ key, subject }) {
      switch (subject) {
        case 'member':
          return bringMember(bringing, key, place.site);
        case 'comments':
          return bringTalk(bringing, key, place.site);
        default:
          return bringWork(bringing, key, place);
      }
    },
  };
}
