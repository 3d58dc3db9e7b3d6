import { readFile } from 'node:fs/promises';
import type { BlockKind } from '#contract/blocklist.ts';
import { problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { openDeps } from '../deps.ts';
import { addFile } from '../features/blocklist/blocklist.ts';
import { createLog } from '../log.ts';
import type { Terminal } from './terminal.ts';

/** Exit status where a file has lines that were not understood. */
const SOME_REFUSED = 2;

/**
 * Puts what a file says on the blocklist and says what became of it; the library is searched for it by the next process
 * that runs jobs. The exit status. Throws what opening throws, and Problem `blocklist-file-unknown`.
 */
export async function importListCommand(
  config: Config,
  { say, out }: Terminal,
  { file, kind }: { file: string; kind: BlockKind },
): Promise<number> {
  const bytes = await readFile(file).catch(() => {
    throw problem('blocklist-file-unknown');
  });
  const deps = await openDeps(config, createLog('error'));
  try {
    const { added, known, refused } = await addFile(deps.db, null, bytes, kind);
    out.write(`${say('cli.blocklist.added', { added, known })}\n`);
    if (refused.length > 0) {
      out.write(
        `${say('cli.blocklist.refused', { count: refused.length, lines: refused.map(({ line }) => line).join(', ') })}\n`,
      );
    }
    return refused.length > 0 ? SOME_REFUSED : 0;
  } finally {
    await deps.close();
  }
}
