import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { problem } from '#contract/problems.ts';
import { createWriteOut } from '#server/blobs/sync-disk.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import type { Config } from '#server/config/config.ts';
import type { ReferredBlob } from '#server/db/copying/references.ts';
import type { CopyAnswer, CopyTask } from './copying-thread.ts';

/** The part of a configuration that a thread needs. */
export function toThread({
  s3,
  dataDir,
  backupStore,
  backupPassphrase,
}: Config): CopyTask['to'] & Pick<Config, 'backupStore' | 'backupPassphrase'> {
  return { s3, dataDir, backupStore, backupPassphrase };
}

/** Threads that copy: a disk takes no more from more of them. */
const THREADS = Math.min(4, availableParallelism());
/** Blobs that a thread is given at once. */
const SHARE = 100;
/**
 * Copies blobs by threads beside this one, each compared with its hash; those that are there already are left alone, so that copying that
 * was cut off goes on. All of them outlive a crash once it is done.
 *
 * @param onBlob hears the size of each that is there.
 * @returns how many were missing or damaged where they came from; a backup has none such.
 * @throws Problem `backup-damaged` and what the places throw; the reason of the signal.
 */
export async function copyBlobs(
  task: CopyTask,
  lists: AsyncIterable<readonly ReferredBlob[]>,
  { signal, onBlob }: { signal: AbortSignal; onBlob: (bytes: number) => void },
): Promise<number> {
  const threads = Array.from({ length: THREADS }, () => startThread(task));
  const free = [...threads];
  const disk = task.to.s3 === null ? createWriteOut(task.to.dataDir) : null;
  let lost = 0;
  try {
    await forEachConcurrent(shares(lists), { concurrency: THREADS, signal }, async (share) => {
      const thread = free.pop()!;
      const answer = await thread.ask(share);
      free.push(thread);
      lost += answer.lost;
      for (const bytes of answer.copied) {
        onBlob(bytes);
        void disk?.written(bytes);
      }
    });
    signal.throwIfAborted();
    await disk?.settle();
    return lost;
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

async function* shares(lists: AsyncIterable<readonly ReferredBlob[]>): AsyncGenerator<readonly ReferredBlob[]> {
  for await (const list of lists) {
    for (let at = 0; at < list.length; at += SHARE) {
      yield list.slice(at, at + SHARE);
    }
  }
}

function startThread(task: CopyTask): {
  ask(blobs: readonly ReferredBlob[]): Promise<{ copied: number[]; lost: number }>;
  end(): Promise<unknown>;
} {
  const worker = new Worker(new URL('./copying-thread.ts', import.meta.url), { workerData: task, execArgv: [] });
  let failure: Error | null = null;
  let settle: ((answer: CopyAnswer | Error) => void) | null = null;
  const fail = (error: Error) => {
    failure ??= error;
    settle?.(failure);
  };
  worker
    .on('message', (answer: CopyAnswer) => settle?.(answer))
    .on('error', fail)
    .on('exit', () => fail(new Error('a thread that copies has ended')));
  return {
    async ask(blobs) {
      if (failure !== null) throw failure;
      const answer = await new Promise<CopyAnswer | Error>((resolve) => {
        settle = resolve;
        worker.postMessage(blobs);
      });
      settle = null;
      if (answer instanceof Error) throw answer;
      if ('problem' in answer) throw problem(answer.problem.code, answer.problem.params);
      return answer;
    },
    end: () => worker.terminate(),
  };
}
