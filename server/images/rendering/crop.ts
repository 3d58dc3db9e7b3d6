import sharp from 'sharp';
import { problem } from '#contract/problems.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import { checkSize } from '#server/images/inspect.ts';

/** A part of a picture, in pixels, once it is upright. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The request to crop a picture whose bytes have been inspected. */
export interface CropRequest {
  input: Uint8Array;
  /** Null: the whole of it. */
  part: Part | null;
  /** Sides that the picture must have at least; it is refused as outside otherwise. */
  least?: { width: number; height: number };
  limits: ImageLimits;
}

/**
 * Promises a part of a picture as a WebP of its own: upright, in sRGB, without metadata, the first frame of an animation.
 * Blocks a thread for long; throws whatever a decoder throws, `page-too-large`, and `crop-outside` for a part that is
 * not inside: run it in a process that can be killed.
 */
export async function cropPart({ input, part, least, limits }: CropRequest): Promise<Buffer> {
  const {
    autoOrient: { width, height },
    pages: frames = 1,
  } = await sharp(input, { limitInputPixels: limits.pixels }).metadata();
  checkSize({ width, height, frames }, limits);
  const isOutside = part !== null && (part.left + part.width > width || part.top + part.height > height);
  if (isOutside || (least !== undefined && (width < least.width || height < least.height))) {
    throw problem('crop-outside', { width, height });
  }
  const upright = sharp(input, { failOn: 'error', limitInputPixels: limits.pixels }).autoOrient();
  return (part === null ? upright : upright.extract(part)).toColourspace('srgb').webp({ quality: 92 }).toBuffer();
}
