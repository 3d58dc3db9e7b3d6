import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { Deps } from '#server/deps.ts';
import type { ComicArchive } from '#server/features/downloads/archive.ts';
import { slicePieces, type Piece } from '#server/images/archives/zip-stream.ts';
import { putServedFile } from './queries-served.ts';

/** Files whose digest is written down already, of each process. */
const KNOWN = 10_000;
/** Bytes of each of the samples that a partial MD5 is made of, and where they begin: at the start, then at 1024 × 4ⁿ. */
const SAMPLE = 1024;
const STARTS = [0, ...Array.from({ length: 11 }, (_start, n) => SAMPLE * 4 ** n)];

/**
 * Answers what writes down by which digest KOReader will know a file of one chapter that leaves the site. It reads 12 KiB of
 * the file at most, and once for each process; of several chapters it writes nothing.
 *
 * @throws in it: Problem `storage-missing`, `storage-unavailable`.
 */
export function createServedFiles(deps: Pick<Deps, 'db' | 'blobs'>): (archive: ComicArchive) => Promise<void> {
  const known = new LRUCache<string, true>({ max: KNOWN });
  return async (archive) => {
    if (archive.chapter === null || known.has(archive.etag)) return;
    await putServedFile(deps.db, await partialMd5(deps.blobs, archive), archive.chapter);
    known.set(archive.etag, true);
  };
}

/** The partial MD5 of a file, as KOReader calls it: of a few samples, ever further apart. */
async function partialMd5(blobs: Blobs, { parts, size }: Pick<ComicArchive, 'parts' | 'size'>): Promise<string> {
  const samples = STARTS.filter((start) => start < size).map((start) =>
    Promise.all(slicePieces(parts, start, Math.min(start + SAMPLE, size) - 1).map((piece) => readPiece(blobs, piece))),
  );
  const digest = createHash('md5');
  for (const bytes of (await Promise.all(samples)).flat()) {
    digest.update(bytes);
  }
  return digest.digest('hex');
}

async function readPiece(blobs: Blobs, { part, from, to }: Piece): Promise<Buffer> {
  if ('bytes' in part) return part.bytes.subarray(from, to);
  const { stream } = await blobs.stream(part.blob, { start: from, end: to - 1 });
  const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
  if (bytes.length !== to - from) throw problem('storage-missing');
  return bytes;
}
