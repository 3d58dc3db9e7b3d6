import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Has the system write out what it still holds of a folder's disk: a call for each file takes many times as long. */
export async function syncDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]).catch(() =>
    // Systems whose `sync` knows no folder, or that have none.
    promisify(execFile)('sync').catch(() => {}),
  );
}

/** Bytes after which a disk is asked to write: by itself it waits for half a minute, and then keeps everyone else waiting. */
const WRITE_OUT = 64 * 1024 ** 2;

/** Has a disk write out while more comes what much is put into a folder at once. */
export function createWriteOut(folder: string): {
  /** Notes bytes that were written. Whoever waits for the promise writes no faster than the disk does. */
  written(bytes: number): Promise<void>;
  /** Promises that everything so far outlives a crash. */
  settle(): Promise<void>;
} {
  let waiting = 0;
  let writing: Promise<void> | null = null;
  return {
    async written(bytes) {
      waiting += bytes;
      if (waiting >= WRITE_OUT && writing === null) {
        waiting = 0;
        writing = syncDisk(folder).finally(() => {
          writing = null;
        });
      }
      await writing;
    },
    async settle() {
      await writing;
      await syncDisk(folder);
    },
  };
}
