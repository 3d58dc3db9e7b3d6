import { problem } from '#contract/problems.ts';
import { askOnce } from '#server/child-processes/child.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import type { ForeignLibrary } from './foreign-library.ts';
import type { ReadAnswer, ReadQuestion } from './read-child.ts';

/** Milliseconds and MiB that a file may take to read: many times what the largest real ones do. */
const [PATIENCE, MEMORY] = [20_000, 768];

/** One file is read at a time, so that no number of them takes more than one processor. */
const reading = createSemaphore(1);

/**
 * The content of a file, read in a process beside the server.
 *
 * @throws Problem `import-file-unknown`, `request-too-large` also for one that takes too long or too much memory.
 */
export async function readLibraryInChild(bytes: Buffer, now: Date): Promise<ForeignLibrary> {
  await reading.enter();
  try {
    const outcome = await askOnce<ReadQuestion, ReadAnswer>(
      {
        module: new URL('./read-child.ts', import.meta.url),
        env: {},
        timeoutMs: PATIENCE,
        execArgv: [`--max-old-space-size=${MEMORY}`],
      },
      { bytes, now },
    );
    if ('lost' in outcome) throw problem('request-too-large');
    if ('problem' in outcome.answer) throw problem(outcome.answer.problem);
    return outcome.answer.library;
  } finally {
    reading.leave();
  }
}
