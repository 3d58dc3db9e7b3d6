// A thread that copies blobs from one place to another, for as long as it is given some.
import { parentPort, workerData } from 'node:worker_threads';
import { isProblem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import type { Config } from '#server/config/config.ts';
import type { ReferredBlob, StoreName } from '#server/db/copying/references.ts';
import { openPlaceToRead } from '../places/open-place.ts';
import { openRepository } from '../repository.ts';
import { readSound } from '../sound-blobs.ts';

/** From where to where blobs are copied: out of a backup or of a site's store. */
export interface CopyTask {
  name: StoreName;
  from:
    | { place: string; config: Pick<Config, 'backupStore' | 'backupPassphrase'> }
    | { store: Pick<Config, 's3' | 'dataDir'> };
  to: Pick<Config, 's3' | 'dataDir'>;
}

/** Bytes of each blob that is there now, and how many there were none of; or why it could not go on. */
export type CopyAnswer = { copied: number[]; lost: number } | { problem: { code: ProblemCode; params: ProblemParams } };

/** Blobs that are read and written at once where a store answers by a network. */
const AT_ONCE = 8;

const { name, from, to } = workerData as CopyTask;
const opened = open();
opened.catch(() => {});

parentPort!.on('message', (blobs: readonly ReferredBlob[]) => {
  void copy(blobs)
    .catch((error: unknown): CopyAnswer => {
      if (!isProblem(error)) throw error;
      return { problem: { code: error.code, params: error.params } };
    })
    .then((answer) => parentPort!.postMessage(answer satisfies CopyAnswer));
});

async function open(): Promise<{ store: Blobs; read: (hash: string) => Promise<Buffer | undefined> }> {
  const store = await openBlobs(to, name, { settled: false });
  if ('store' in from) {
    const old = await openBlobs(from.store, name, { settled: false });
    return { store, read: (hash) => readSound(old, hash) };
  }
  const place = await openPlaceToRead(from.place, from.config, { alone: true });
  const repository = await openRepository(place, { path: from.place, passphrase: from.config.backupPassphrase });
  return { store, read: (hash) => repository.get('blobs', hash) };
}

async function copy(blobs: readonly ReferredBlob[]): Promise<CopyAnswer> {
  const { store, read } = await opened;
  const answer = { copied: [] as number[], lost: 0 };
  const { signal } = new AbortController();
  const there = await store.sizes(blobs.map(({ hash }) => hash));
  await forEachConcurrent(blobs, { concurrency: AT_ONCE, signal }, async ({ hash, bytes }) => {
    // A machine that lost its power may have left empty files.
    if (there.get(hash) === bytes) {
      answer.copied.push(bytes);
      return;
    }
    const sound = await read(hash);
    if (sound === undefined) {
      answer.lost += 1;
      return;
    }
    await store.put(sound, hash);
    answer.copied.push(sound.length);
  });
  return answer;
}
