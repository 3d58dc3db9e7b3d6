import { setImmediate } from 'node:timers/promises';
import { problem } from '#contract/problems.ts';
import { askOnce } from '#server/child-processes/child.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import type { ForeignEntry, ForeignLibrary } from './foreign-library.ts';
import type { ReadAnswer, ReadQuestion } from './read-child.ts';

/** Milliseconds and MiB that a file may take to read: many times what the largest real ones do. */
const [PATIENCE, MEMORY] = [20_000, 768];

/** Bytes of JSON that are read before others have their turn. */
const BYTES_AT_ONCE = 512 * 1024;

/** One file is read at a time, so that no number of them takes more than one processor. */
const reading = createSemaphore(1);

/**
 * The content of a file, read in a process beside the server.
 *
 * @throws Problem `import-file-unknown`, `import-file-broken`, `request-too-large` also for one that takes too long or too much memory.
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
    if ('problem' in outcome.answer) throw problem(outcome.answer.problem, outcome.answer.params);
    const { entries, ...rest } = outcome.answer;
    return {
      ...rest,
      entries: await readLines(Buffer.from(entries.buffer, entries.byteOffset, entries.length)),
    };
  } finally {
    reading.leave();
  }
}

/** Values that are written as a line of JSON each. */
async function readLines(bytes: Buffer): Promise<ForeignEntry[]> {
  const values: ForeignEntry[] = [];
  let read = 0;
  for (let at = 0, end = bytes.indexOf('\n'); end >= 0; at = end + 1, end = bytes.indexOf('\n', at)) {
    values.push(JSON.parse(bytes.toString('utf8', at, end)) as ForeignEntry);
    if (end - read > BYTES_AT_ONCE) {
      read = end;
      await setImmediate();
    }
  }
  return values;
}
