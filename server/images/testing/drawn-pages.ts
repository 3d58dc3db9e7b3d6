import { crc32, deflateSync } from 'node:zlib';
import { seededRandom } from '#server/testing/random.ts';

/** Of a page, in pixels. */
const [WIDTH, HEIGHT] = [24, 32];

/**
 * Promises `count` small pages, PNGs that are the same bytes on every machine and unlike each other: of 8 greys, so that they can be packed, and stored,
 * so that no version of zlib writes them otherwise.
 */
export function drawPages(count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const random = seededRandom(at + 1);
    const rows = Array.from({ length: HEIGHT }, () =>
      Buffer.from([0, ...Array.from({ length: WIDTH }, () => Math.floor(random() * 8) * 32)]),
    );
    const header = Buffer.alloc(13);
    header.writeUInt32BE(WIDTH, 0);
    header.writeUInt32BE(HEIGHT, 4);
    header[8] = 8;
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  });
}

/** The names of the pages, in reading order. */
export function pageNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Chapter 1/${String(at + 1).padStart(2, '0')}.png`);
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
