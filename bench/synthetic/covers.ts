import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { catalogue } from './catalogue.ts';
import { randomFor } from './random.ts';
import { VARIANT_BYTES } from './seed.ts';

/** Different pictures; the covers of the catalogue share them. */
export const DRAWN = 24;
const [WIDTH, HEIGHT] = [320, 480];

/**
 * Puts the covers of the synthetic catalogue into a site's data folder, where a seeded database says that they are: a
 * WebP file under each hash, though it is not that of its bytes, and as long as the database says.
 */
export async function drawCovers(dataDir: string): Promise<void> {
  const drawn = await Promise.all(Array.from({ length: DRAWN }, (_, index) => drawCover(index)));
  for (const [index, { hash }] of catalogue().images.entries()) {
    const file = join(dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, drawn[index % DRAWN]!);
  }
}

/** A WebP file of `VARIANT_BYTES`: flat panels with dots; decoders do not read what stands behind the picture. */
export async function drawCover(index: number): Promise<Buffer> {
  const random = randomFor(13, index);
  const colour = () => `hsl(${random.below(360)} 45% ${35 + random.below(50)}%)`;
  const dots = Array.from(
    { length: 150 },
    () =>
      `<circle cx="${random.below(WIDTH)}" cy="${random.below(HEIGHT)}" r="${1 + random.below(20)}" fill="${colour()}"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${colour()}"/>${dots}</svg>`;
  for (let quality = 90; ; quality -= 10) {
    const picture = await sharp(Buffer.from(svg)).webp({ quality }).toBuffer();
    if (picture.length <= VARIANT_BYTES) return Buffer.concat([picture, Buffer.alloc(VARIANT_BYTES - picture.length)]);
  }
}
