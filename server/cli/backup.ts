import { problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { backUp, listBackups, restore, verify } from '../features/backups/backups.ts';
import { restoredBytes, type Inventory } from '../features/backups/inventory.ts';
import { askRunningSite } from './ask-copy.ts';
import { giveWay } from './giving-way.ts';
import { STOPPED, stoppingSignal } from './stopping.ts';
import type { Terminal } from './terminal.ts';
import { megabytes, transferProgress } from './transfer-progress.ts';

/** Exit status where pictures were lost before, or something of a backup is damaged. */
export const FLAWED = 2;

/**
 * Backs the site up, giving way to whoever reads it meanwhile, and says what was kept. The exit status.
 *
 * @param to the place; null: the one that is configured.
 * @throws Problem `backup-place-unavailable` where neither names one, and what backing up throws.
 */
export async function backupCommand(
  config: Config,
  terminal: Terminal,
  { to, keepDays, json }: { to: string | null; keepDays: number | null; json: boolean },
): Promise<number> {
  const { say, out, err } = terminal;
  const place = to ?? config.site.backup.to;
  if (place === '') throw problem('backup-place-missing', { command: 'npm run cli -- backup …', key: 'backup.to' });
  giveWay();
  return stoppable(terminal, async (watched) => {
    const made = await backUp(
      config,
      { to: place, keepDays: keepDays ?? config.site.backup.keepDays, askSite: () => askRunningSite(config.dataDir) },
      watched,
    );
    if (made.lost > 0) {
      err.write(`${say('cli.backup.lost', { count: made.lost })}\n`);
    }
    const values = { ...made, size: megabytes(made.bytes), added: megabytes(made.new_bytes) };
    out.write(
      json
        ? `${JSON.stringify(made)}\n`
        : `${say('cli.backup.done', {
            id: values.id,
            place,
            comics: values.comics,
            members: values.members,
            pictures: values.pictures,
            size: values.size,
            added: values.added,
          })}\n`,
    );
    return made.lost > 0 ? FLAWED : 0;
  });
}

/** Says which backups lie in a place. The exit status. Throws what reading them throws. */
export async function listBackupsCommand(
  config: Config,
  { say, out }: Terminal,
  { from, json }: { from: string; json: boolean },
): Promise<number> {
  const found = await listBackups(config, from);
  for (const inventory of found) {
    if (!json) {
      out.write(`${say('cli.backup.listed', describe(inventory))}\n`);
    }
  }
  if (json) {
    out.write(`${JSON.stringify(found.map(describe))}\n`);
  }
  return 0;
}

/** Reads a backup back and says whether it is sound. The exit status. Throws what reading it throws. */
export async function verifyBackupCommand(
  config: Config,
  terminal: Terminal,
  { from, id, scratch }: { from: string; id: string | null; scratch: boolean },
): Promise<number> {
  const { say, out } = terminal;
  giveWay();
  return stoppable(terminal, async (watched) => {
    const { inventory, verification } = await verify(
      config,
      { from, id, scratch, askSite: () => askRunningSite(config.dataDir) },
      watched,
    );
    const { rows, pictures, bytes, damaged } = verification;
    out.write(
      damaged.count === 0
        ? `${say('cli.verify.good', { id: inventory.id, rows, pictures, size: megabytes(bytes) })}\n`
        : `${say('cli.verify.damaged', { id: inventory.id, count: damaged.count })}\n${damaged.first.join('\n')}\n`,
    );
    return damaged.count === 0 ? 0 : FLAWED;
  });
}

/** Restores a backup into the empty site of the configuration and says what came. The exit status. Throws what restoring throws. */
export async function restoreCommand(
  config: Config,
  terminal: Terminal,
  { from, id }: { from: string; id: string | null },
): Promise<number> {
  const { say, out } = terminal;
  return stoppable(terminal, async (watched) => {
    const { inventory, beside } = await restore(config, { from, id }, watched);
    out.write(`${say('cli.restore.done', describe(inventory))}\n`);
    for (const file of beside) {
      out.write(`${say('cli.restore.beside', { file })}\n`);
    }
    return inventory.lost.count > 0 ? FLAWED : 0;
  });
}

function describe(inventory: Inventory) {
  const { id, made_at: made, site, comics, members, blobs, evidence, version } = inventory;
  return {
    id,
    made,
    site: site.name,
    version,
    comics,
    members,
    pictures: blobs.count + evidence.count,
    size: megabytes(restoredBytes(inventory)),
  };
}

/** Does what a person can stop, and says how far it is. The exit status. */
export async function stoppable(
  terminal: Terminal,
  work: (watched: {
    signal: AbortSignal;
    onProgress(progress: { pictures: number; bytes: number }): void;
  }) => Promise<number>,
): Promise<number> {
  const signal = stoppingSignal();
  const progress = transferProgress(terminal);
  try {
    return await work({ signal, onProgress: progress.onProgress });
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.err.write(`${terminal.say('cli.backup.stopped')}\n`);
    return STOPPED;
  } finally {
    progress.end();
  }
}
