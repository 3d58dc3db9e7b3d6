import { isProblem } from '#contract/problems.ts';
import type { RunningSite } from '../features/backups/source.ts';
import { openControlLine } from './control-line.ts';

/** The process that has the data folder, as backups ask it; null where none listens. */
export async function askRunningSite(dataDir: string): Promise<RunningSite | null> {
  const line = await openControlLine(dataDir);
  if (line === null) return null;
  return {
    async copy() {
      const answer = await line.ask({ ask: 'copy' });
      return answer.event === 'copied' ? answer.folder : '';
    },
    async note(noted) {
      await line.ask({ ask: 'note', noted }).catch((error: unknown) => {
        // A site that ends meanwhile has heard nothing: the backup is there all the same.
        if (!isProblem(error)) throw error;
      });
    },
    close: () => line.close(),
  };
}
