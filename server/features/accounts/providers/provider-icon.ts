import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { uploadedBlob } from '#server/config/uploaded-picture.ts';
import { drawButtonPicture } from '#server/site-pictures/button-picture.ts';

/** Milliseconds that a picture is kept before its file is looked at again. */
const KEPT = 3_600_000;

const icons = new LRUCache<string, Promise<Buffer>>({ max: 100, ttl: KEPT });

/**
 * The picture of a provider's button as a PNG, of the file that the operator named, or of the blob that an admin uploaded.
 *
 * @throws Problem `image-not-found` for none, or one that cannot be read.
 */
export async function providerIcon(blobs: Pick<Blobs, 'read'>, icon: string): Promise<Buffer> {
  if (icon === '') throw problem('image-not-found');
  const made = icons.get(icon) ?? draw(blobs, icon);
  icons.set(icon, made, { noUpdateTTL: true });
  return made.catch(() => {
    icons.delete(icon);
    throw problem('image-not-found');
  });
}

async function draw(blobs: Pick<Blobs, 'read'>, icon: string): Promise<Buffer> {
  const blob = uploadedBlob(icon);
  return drawButtonPicture(blob === null ? await readFile(icon) : await blobs.read(blob));
}
