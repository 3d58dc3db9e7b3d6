import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { blobKey } from './blobs.ts';

/** Bytes that are summed before others have their turn: a millisecond or two. */
const AT_ONCE = 1024 ** 2;

/** Promises the key of some bytes, as `blobKey`; however many they are, no turn of the loop is long. */
export async function hashBlob(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= AT_ONCE) return blobKey(bytes);
  const hash = createHash('sha256');
  for await (const part of streamParts(bytes)) {
    hash.update(part);
  }
  return hash.digest('hex');
}

/** Promises the CRC-32 of some bytes as a signed number of 32 bits, in the same way. */
export async function checksum(bytes: Uint8Array): Promise<number> {
  let sum = 0;
  for await (const part of streamParts(bytes)) {
    sum = crc32(part, sum);
  }
  return sum | 0;
}

async function* streamParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    if (at > 0) {
      await setImmediate();
    }
    yield bytes.subarray(at, at + AT_ONCE);
  }
}
