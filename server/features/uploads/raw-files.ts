import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { problem } from '#contract/problems.ts';

/** The bytes of uploaded files, by the file's id, while they arrive and until their upload is over. Throws `storage-full`, `storage-unavailable`. */
export interface RawFiles {
  /** How many bytes are there: the truth about where the file goes on. */
  received(file: number): Promise<number>;
  /** Makes an empty file, whatever was there. */
  begin(file: number): Promise<void>;
  /** Writes what a stream brings behind byte `at`. What was written before it broke stays. */
  write(file: number, at: number, from: Readable): Promise<void>;
  /** Forgets all behind byte `at`. */
  cut(file: number, at: number): Promise<void>;
  /** Promises that a whole file survives a crash. */
  keep(file: number): Promise<void>;
  /** Lets `work` read the file under a path of this machine. */
  local<Result>(file: number, work: (path: string) => Promise<Result>): Promise<Result>;
  remove(file: number): Promise<void>;
  /** Ids of the files of which something lies there. */
  all(): Promise<number[]>;
}

/** Bytes written at a time. */
const CHUNK = 1024 ** 2;

/** Files in a folder, which is made when it is first written to; all processes of a cluster see the same one. */
export function diskRawFiles(folder: string): RawFiles {
  const pathFor = (file: number) => join(folder, String(file));
  return {
    received: async (file) => (await translateErrors(stat(pathFor(file)).catch(noneYet)))?.size ?? 0,
    async begin(file) {
      await translateErrors(mkdir(folder, { recursive: true }));
      await translateErrors(open(pathFor(file), 'w').then((handle) => handle.close()));
    },
    async write(file, at, from) {
      await translateErrors(
        pipeline(from, createWriteStream(pathFor(file), { flags: 'r+', start: at, highWaterMark: CHUNK })),
      );
    },
    cut: (file, at) => translateErrors(truncate(pathFor(file), at)),
    async keep(file) {
      const handle = await translateErrors(open(pathFor(file), 'r+'));
      try {
        await translateErrors(handle.sync());
      } finally {
        await handle.close();
      }
    },
    local: (file, work) => work(pathFor(file)),
    remove: (file) => translateErrors(rm(pathFor(file), { force: true })),
    async all() {
      const names = (await translateErrors(readdir(folder).catch(noneYet))) ?? [];
      return names.flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
    },
  };
}

function noneYet(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The result of work, with an error of the system as a problem. */
async function translateErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOSPC', 'EDQUOT'].includes(code)) throw problem('storage-full');
    if (['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'].includes(code)) throw problem('storage-unavailable');
    throw error;
  }
}
