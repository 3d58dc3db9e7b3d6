import type { Config } from '#server/config/config.ts';
import { openDeps } from '../deps.ts';
import { createLog } from '../log.ts';
import type { Terminal } from './terminal.ts';

/** Opens the database, which brings it up to date, and closes it. Throws what opening throws. */
export async function migrateCommand(config: Config, { say, out }: Terminal): Promise<number> {
  const deps = await openDeps(config, createLog('error'));
  await deps.close();
  out.write(`${say('cli.migrate.done')}\n`);
  return 0;
}
