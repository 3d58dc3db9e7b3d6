import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { problem } from '#contract/problems.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import { checkSize } from '#server/images/inspect.ts';
import type { PageFormat } from '#server/images/inspect.ts';
import { cleanPicture } from './clean.ts';

/** Asks for the clean bytes of a picture that is kept already. */
export interface CleanRequest {
  input: Uint8Array;
  format: PageFormat;
  limits: ImageLimits;
  cleanOnly: true;
}

/**
 * Promises the clean bytes of a picture, null where it is clean, once they have been seen to show the same pixels in
 * every frame. Blocks a thread for long; throws whatever a decoder throws, `page-too-large`, and `page-undecodable`
 * where the bytes cannot be cleaned: run it in a process that can be killed.
 */
export async function cleanChecked({ input, format, limits }: CleanRequest): Promise<Buffer | null> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const clean = cleanPicture(bytes, format);
  if (clean === null) throw problem('page-undecodable');
  if (clean === bytes) return null;
  // One after the other: a page may be three hundred megabytes once it is decoded.
  const before = await fingerprint(bytes, format, limits);
  if (before !== (await fingerprint(clean, format, limits))) throw problem('page-undecodable');
  return clean;
}

/** The pixels, colours and frames by which two pictures differ. */
async function fingerprint(bytes: Buffer, format: PageFormat, limits: ImageLimits): Promise<string> {
  const {
    autoOrient,
    pages: frames = 1,
    orientation = 1,
    icc,
    loop,
    delay,
  } = await sharp(bytes, { limitInputPixels: limits.pixels }).metadata();
  checkSize({ ...autoOrient, frames }, limits);
  const pages = format === 'gif' || format === 'webp' ? -1 : 1;
  const pixels = await sharp(bytes, { failOn: 'error', limitInputPixels: limits.pixels, pages }).raw().toBuffer();
  return createHash('sha256')
    .update(JSON.stringify([autoOrient, frames, orientation, loop, delay]))
    .update(icc ?? '')
    .update(pixels)
    .digest('hex');
}
