import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';

/** Pixels of a button's picture on each side, and of the operator's file at most. */
const SIZE = 64;
const MAX_PIXELS = 4_000_000;
/** Milliseconds that a picture is kept before its file is looked at again. */
const KEPT = 3_600_000;

const icons = new LRUCache<string, Promise<Buffer>>({ max: 100, ttl: KEPT });

/** The picture of a provider's button as a PNG, of the file that the operator named. @throws Problem `image-not-found` for none, or one that cannot be read. */
export async function providerIcon(path: string): Promise<Buffer> {
  if (path === '') throw problem('image-not-found');
  const made = icons.get(path) ?? draw(path);
  icons.set(path, made, { noUpdateTTL: true });
  return made.catch(() => {
    icons.delete(path);
    throw problem('image-not-found');
  });
}

async function draw(path: string): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  // Most sites never ask for it: 29 MB of a process.
  const { default: sharp } = await import('sharp');
  return sharp(await readFile(path), { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(SIZE, SIZE, { fit: 'contain', background })
    .png()
    .toBuffer();
}
