import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { derive } from './derive.ts';
import { splitIntoSlices } from './slices.ts';

test('pages up to 10,000 pixels stay whole; taller ones are sliced at the blocks of a JPEG, without gaps', () => {
  expect(splitIntoSlices(10_000)).toEqual([]);
  for (const height of [10_001, 17_200, 32_769, 65_500]) {
    const slices = splitIntoSlices(height);
    expect(
      slices.every(
        ({ top, height: high }, at) =>
          top % 16 === 0 &&
          top === (slices[at - 1] === undefined ? 0 : slices[at - 1]!.top + slices[at - 1]!.height) &&
          high <= 2048 &&
          high > 1000,
      ),
    ).toBe(true);
    expect(slices.at(-1)!.top + slices.at(-1)!.height).toBe(height);
  }
  expect(splitIntoSlices(65_500).length).toBeLessThan(100);
});

const WIDTH = 96;
const HEIGHT = 10_400;

test('the slices of a tall page are its pixels: no more than the eye misses anywhere, and no more at a seam than elsewhere', async () => {
  // Slopes, edges and fine grain that run over every seam.
  const raw = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * 3;
      const edge = (x * 3 + y) % 97 < 40 ? 60 : 0;
      raw[at] = 20 + y / 80 + edge;
      raw[at + 1] = 90 + edge + (((x >> 3) * (y >> 3)) % 5) * 2;
      raw[at + 2] = 200 - edge;
    }
  }
  for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
    const input = await sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 88, chromaSubsampling })
      .toBuffer();
    const { variants } = await derive({
      input,
      format: 'jpeg',
      animated: false,
      cover: false,
      avif: false,
      look: false,
      limits: IMAGE_LIMITS,
    });
    const decoded = async (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
    const page = await decoded(input);
    const slices = splitIntoSlices(HEIGHT).map((_, at) => variants[`slice${at + 1}`]!);
    const together = Buffer.concat(await Promise.all(slices.map(({ bytes }) => decoded(bytes))));
    expect(together.length).toBe(page.length);
    expect(psnr(page, together, 0, HEIGHT)).toBeGreaterThan(40);
    for (const { top } of splitIntoSlices(HEIGHT).slice(1)) {
      expect(psnr(page, together, top - 1, top + 1)).toBeGreaterThan(psnr(page, together, 0, HEIGHT) - 3);
    }
    const savers = splitIntoSlices(HEIGHT).map((_, at) => variants[`saver${at + 1}`]!);
    expect(savers.reduce((sum, { height }) => sum + height, 0)).toBe(HEIGHT);
    expect(savers.every(({ format, bytes }, at) => format === 'webp' && bytes.length < slices[at]!.bytes.length)).toBe(
      true,
    );
  }
});

/** How near two pictures are in some rows, in decibels; above 40 nobody sees a difference. */
function psnr(one: Buffer, other: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let at = from * WIDTH * 3; at < to * WIDTH * 3; at += 1) {
    sum += (one[at]! - other[at]!) ** 2;
  }
  return 10 * Math.log10((255 * 255) / (sum / ((to - from) * WIDTH * 3)));
}
