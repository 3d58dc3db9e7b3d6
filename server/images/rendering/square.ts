import sharp from 'sharp';
import { problem } from '#contract/problems.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import { checkSize } from '#server/images/inspect.ts';

/** A square of a picture, in pixels from its upper left corner once it is upright. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

/** The request to cut a square out of a picture whose bytes have been inspected; without `square` the middle of it. */
export interface SquareRequest {
  input: Uint8Array;
  square: Square | null;
  /** Sides of the pictures to make, in pixels. */
  sides: readonly number[];
  limits: ImageLimits;
}

/**
 * Promises the square of a picture in several sizes, as WebP: upright, in sRGB, without metadata, the first frame of an
 * animation. Blocks a thread for long; throws whatever a decoder throws, `page-too-large`, and `crop-outside` for a
 * square that is not inside: run it in a process that can be killed.
 */
export async function cutSquare({ input, square, sides, limits }: SquareRequest): Promise<Buffer[]> {
  const {
    autoOrient: { width, height },
    pages: frames = 1,
  } = await sharp(input, { limitInputPixels: limits.pixels }).metadata();
  checkSize({ width, height, frames }, limits);
  const { x, y, size } = square ?? middleSquare(width, height);
  if (x + size > width || y + size > height || size > limits.side) throw problem('crop-outside', { width, height });
  const { data, info } = await sharp(input, { failOn: 'error', limitInputPixels: limits.pixels })
    .autoOrient()
    .extract({ left: x, top: y, width: size, height: size })
    .resize(Math.max(...sides), Math.max(...sides))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cut = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return Promise.all(sides.map((side) => cut().resize(side, side).webp({ quality: 82 }).toBuffer()));
}

function middleSquare(width: number, height: number): Square {
  const size = Math.min(width, height);
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size };
}
