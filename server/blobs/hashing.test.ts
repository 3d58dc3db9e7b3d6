import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { blobKey } from './blobs.ts';
import { checksum, hashBlob } from './hashing.ts';

it.each([0, 10, 1024 ** 2, 9 * 1024 ** 2 + 1])(
  'the sums of %i bytes are those of all of them, and others have their turn while many are summed',
  async (length) => {
    const bytes = Buffer.alloc(length, 'bytes of a page ');
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    expect(await hashBlob(bytes)).toBe(blobKey(bytes));
    expect(turns).toBe(length > 1024 ** 2 ? 1 : 0);
    expect(await checksum(bytes)).toBe(crc32(bytes) | 0);
  },
);
