import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { problem } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { Db } from '#server/db/database.ts';
import { addPart, cutParts, filesWithParts, listParts, receivedInParts, removeParts } from './queries-parts.ts';
import type { RawFiles } from './raw-files.ts';

/** Bytes of a part: what a PATCH holds in memory. */
const PART = 8 * 1024 ** 2;

/**
 * Files whose bytes are parts in the store that all processes share, and rows that say which: any process may receive
 * the next part, and any may read the whole. To be read, a file is copied to `folder` of this machine for the time.
 */
export function partedRawFiles({ db, blobs }: { db: Db; blobs: Blobs }, folder: string): RawFiles {
  async function* bytes(file: number): AsyncGenerator<Buffer> {
    for (const { blob } of await listParts(db, file)) {
      yield await blobs.read(blob);
    }
  }
  return {
    received: (file) => receivedInParts(db, file),
    begin: (file) => removeParts(db, file),
    async write(file, at, from) {
      let start = at;
      const put = async (chunks: Buffer[]) => {
        const part = Buffer.concat(chunks);
        if (part.length === 0) return;
        if (!(await addPart(db, file, { start, bytes: part.length, blob: await blobs.put(part) }))) {
          throw problem('upload-offset-wrong', { offset: await receivedInParts(db, file) });
        }
        start += part.length;
      };
      let [held, size]: [Buffer[], number] = [[], 0];
      try {
        for await (const chunk of from as AsyncIterable<Buffer>) {
          held.push(chunk);
          size += chunk.length;
          if (size >= PART) {
            [held, size] = [await put(held).then(() => []), 0];
          }
        }
      } finally {
        // The bytes that came before a connection broke is kept.
        await put(held);
      }
    },
    cut: (file, at) => cutParts(db, file, at),
    keep: async () => {},
    async local(file, work) {
      await mkdir(folder, { recursive: true });
      // Of its own: several jobs may read the same file at once.
      const path = join(folder, `${file}.${randomUUID()}.copy`);
      try {
        await pipeline(Readable.from(bytes(file)), createWriteStream(path));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    // The blobs go with the next sweep: other files may share them.
    remove: (file) => removeParts(db, file),
    all: () => filesWithParts(db),
  };
}
