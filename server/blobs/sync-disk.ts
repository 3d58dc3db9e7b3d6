import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Has the system write out what it still holds of a folder's disk: a call for each file takes many times as long. */
export async function syncDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder]).catch(() =>
    // Systems whose `sync` knows no folder, or that have none.
    promisify(execFile)('sync').catch(() => {}),
  );
}
