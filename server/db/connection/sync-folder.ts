import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Has the disk keep a folder and all that is in it: files first, so that the name never stands for files a power cut has emptied. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      syncAll(path);
    } else {
      syncOne(path);
    }
  }
  syncOne(folder);
}

/** Has the disk keep one file, or the names in one folder. */
export function syncOne(path: string): void {
  try {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Windows knows no fsync of folders, nor of files open for reading alone.
    if (process.platform !== 'win32') throw error;
  }
}
