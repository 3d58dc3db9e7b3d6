import { Readable } from 'node:stream';
import { problem } from '#contract/problems.ts';
import type { Blobs, ByteRange } from '#server/blobs/blobs.ts';
import type { Part } from './zip-layout.ts';

/** Blobs up to so many bytes are read in one go, the next one while the last is sent; larger ones in pieces. */
const IN_ONE_GO = 4 * 1024 * 1024;

/**
 * The bytes of a layout from `start` to `end`, both included, as they are asked for: never more in memory than two
 * blobs of 4 MiB. Destroying the stream ends the reading.
 *
 * The stream fails with `storage-missing` for a blob that is gone or has another size than the layout says, and with
 * what the storage fails with: whoever sends it must then break the connection.
 */
export function streamParts(blobs: Blobs, parts: readonly Part[], { start, end }: ByteRange): Readable {
  return Readable.from(streamBytes(blobs, slicePieces(parts, start, end)), { objectMode: false, highWaterMark: 1 });
}

/** A part, and what is wanted of it. */
export interface Piece {
  part: Part;
  from: number;
  to: number;
}

/** The parts that the bytes from `start` to `end`, both included, lie in, and where in them. */
export function slicePieces(parts: readonly Part[], start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const part of parts) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end + 1 - offset, part.size)];
    if (from < to) {
      pieces.push({ part, from, to });
    }
    offset += part.size;
  }
  return pieces;
}

async function* streamBytes(blobs: Blobs, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  const ahead = readAhead(blobs, pieces);
  for (const [at, piece] of pieces.entries()) {
    const { part, from, to } = piece;
    if ('bytes' in part) {
      yield part.bytes.subarray(from, to);
    } else if (part.size > IN_ONE_GO) {
      yield* streamPiece(blobs, part.blob, piece);
    } else {
      yield checkBytes(await ahead(at), part.size).subarray(from, to);
    }
  }
}

/** Answers the bytes of a small blob; the next one is then being read already. */
function readAhead(blobs: Blobs, pieces: readonly Piece[]): (at: number) => Promise<Buffer> {
  const small = pieces.flatMap(({ part }, at) =>
    'blob' in part && part.size <= IN_ONE_GO ? [{ at, blob: part.blob }] : [],
  );
  let nextIndex = 0;
  let next: Promise<Buffer> | undefined;
  return (at) => {
    const now = next ?? blobs.read((small[nextIndex] as { blob: string }).blob);
    nextIndex += 1;
    const following = small[nextIndex];
    // One blob ahead, unless large ones are sent in between.
    next = following !== undefined && following.at <= at + 2 ? blobs.read(following.blob) : undefined;
    // Whoever waits for it hears of its failure; until then it is nobody's.
    next?.catch(() => {});
    return now;
  };
}

async function* streamPiece(blobs: Blobs, key: string, { part, from, to }: Piece): AsyncGenerator<Buffer> {
  const { stream, size } = await blobs.stream(key, { start: from, end: to - 1 });
  if (size !== part.size) {
    stream.destroy();
    throw problem('storage-missing');
  }
  let sent = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== to - from) throw problem('storage-missing');
}

function checkBytes(bytes: Buffer, size: number): Buffer {
  if (bytes.length !== size) throw problem('storage-missing');
  return bytes;
}
