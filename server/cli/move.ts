import type { Config } from '#server/config/config.ts';
import { deleteEmbedded, move, type Destination } from '../features/backups/moving.ts';
import { FLAWED, stoppable } from './backup.ts';
import type { Terminal } from './terminal.ts';
import { megabytes } from './transfer-progress.ts';

/** Moves the site and says with which settings it is to be started from now on. The exit status. Throws what moving throws. */
export async function moveCommand(
  config: Config,
  terminal: Terminal,
  { database, store, deleteOld }: Destination & { deleteOld: boolean },
): Promise<number> {
  const { say, out, err } = terminal;
  return stoppable(terminal, async (watched) => {
    const { rows, pictures, bytes, lost } = await move(config, { database, store, deleteOld }, watched);
    if (deleteOld && database !== null && config.databaseUrl === undefined) {
      await deleteEmbedded(config);
    }
    if (lost > 0) {
      err.write(`${say('cli.backup.lost', { count: lost })}\n`);
    }
    const settings = [
      ...(database === null ? [] : [database === 'embedded' ? 'DATABASE_URL=' : 'DATABASE_URL=…']),
      ...(store === null ? [] : [`S3_BUCKET=${store === 'disk' ? '' : store.replace(/^s3:\/\//, '')}`]),
    ];
    out.write(`${say('cli.move.done', { rows, pictures, size: megabytes(bytes), settings: settings.join(' ') })}\n`);
    out.write(`${say(deleteOld ? 'cli.move.gone' : 'cli.move.kept')}\n`);
    return lost > 0 ? FLAWED : 0;
  });
}
