import { Worker } from 'node:worker_threads';
import type { BlockKind } from '#contract/blocklist.ts';
import { problem } from '#contract/problems.ts';
import type { ReadList } from './list-file.ts';
import type { ListAnswer, ListQuestion } from './list-worker.ts';

/** Milliseconds and MiB that a list may take to read: many times what 100,000 entries do. */
const [PATIENCE, MEMORY] = [60_000, 768];

/**
 * The content of a list (`readList`), read in a thread beside the server, and taken over in parts: no turn of the loop is long.
 *
 * @param bytes given away to the thread where they are all of their memory: copying a large list would be a long turn.
 * @param maxRefused of the lines that are no entry as many are answered.
 * @throws Problem `blocklist-file-unknown`, also for one that takes too long or too much memory.
 */
export async function readListInThread(bytes: Buffer, kind: BlockKind, maxRefused: number): Promise<ReadList> {
  const given = bytes.buffer.byteLength === bytes.length ? bytes : Uint8Array.from(bytes);
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    workerData: { bytes: given, kind, maxRefused } satisfies ListQuestion,
    transferList: [given.buffer as ArrayBuffer],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  const late = setTimeout(() => void worker.terminate(), PATIENCE);
  try {
    const read: ReadList = { entries: [], refused: [] };
    for (;;) {
      const answer = await ask(worker);
      if (answer === null) throw problem('blocklist-file-unknown');
      if ('problem' in answer) throw problem(answer.problem);
      read.refused.push(...answer.refused);
      if (answer.entries.length === 0) return read;
      read.entries.push(...answer.entries);
    }
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

/** The next answer; null where there is none, as the thread has ended. */
function ask(worker: Worker): Promise<ListAnswer | null> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        resolve(null);
      } else {
        reject(error);
      }
    };
    worker.removeAllListeners();
    worker
      .once('message', (answer: ListAnswer) => resolve(answer))
      .once('exit', () => resolve(null))
      .once('error', failed);
    worker.postMessage('next');
  });
}
