import type { PageFormat } from '#server/images/inspect.ts';
import { cleanAvif } from './clean-avif.ts';
import { cleanGif } from './clean-gif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

/** The version of this code, kept with each picture that it cleaned: raise it, and set those it is to clean again back to 0. */
export const CLEANING = 1;

const CLEANERS: Record<PageFormat, (bytes: Buffer) => Buffer | null> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  avif: cleanAvif,
  gif: cleanGif,
};

/**
 * A picture without what cameras and programs write into it (EXIF, XMP, IPTC, comments, texts, times, thumbnails, bytes
 * after its end); its pixels, frames, ICC profile and how it lies stay as they are, undecoded. Answers `bytes` itself
 * where there is nothing to take away, and for its own answers; null for bytes whose structure cannot be followed.
 *
 * Whatever the bytes are, it throws nothing, answers no more bytes than it got, and takes time and memory in proportion to them.
 */
export function cleanPicture(bytes: Buffer, format: PageFormat): Buffer | null {
  return CLEANERS[format](bytes);
}
