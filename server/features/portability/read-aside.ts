import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { problem } from '#contract/problems.ts';
import type { ForeignLibrary } from './foreign-library.ts';
import type { ReadAnswer } from './read-child.ts';

/** Milliseconds and MiB that a file may take to read: many times what the largest real ones do. */
const [PATIENCE, MEMORY] = [20_000, 768];

/** The file that is being read: the next one waits for it, so that no number of them takes more than one processor. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The content of a file, read in a process beside the server.
 *
 * @throws Problem `import-file-unknown`, `request-too-large` also for one that takes too long or too much memory.
 */
export function readLibraryInChild(bytes: Buffer, now: Date): Promise<ForeignLibrary> {
  const next = last.then(() => readInChild(bytes, now));
  last = next.catch(() => {});
  return next;
}

async function readInChild(bytes: Buffer, now: Date): Promise<ForeignLibrary> {
  const child = fork(fileURLToPath(new URL('./read-child.ts', import.meta.url)), {
    serialization: 'advanced', execArgv: [`--max-old-space-size=${MEMORY}`], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], timeout: PATIENCE, killSignal: 'SIGKILL',
  });
  try {
    const answer = await new Promise<ReadAnswer | null>((resolve, reject) => {
      child.on('message', (message) => resolve(message as ReadAnswer)).on('exit', () => resolve(null)).on('error', reject);
      // It may be gone before it has read all of this; then it says nothing.
      child.send({ bytes, now }, () => {});
    });
    if (answer === null) { throw problem('request-too-large'); }
    if ('problem' in answer) { throw problem(answer.problem); }
    return answer.library;
  } finally {
    child.kill('SIGKILL');
  }
}
