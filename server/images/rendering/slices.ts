/** Pages taller than this many pixels are shown in slices: browsers refuse pictures of some more, and telephones run out of memory. */
export const MAX_UNSLICED_HEIGHT = 10_000;
/** About the height of a slice, in pixels, and what it is a multiple of: the blocks of a JPEG, so that none is cut. */
const SLICE = 2048;
const BLOCK = 16;
/**
 * A JPEG that is packed again at this quality, at the same blocks, differs by less than the eye sees (45 dB, for a
 * quarter more bytes: measured on a drawn strip).
 */
export const SLICE_QUALITY = 90;

/** A part of a page, as rows of it from `top` on. */
export interface Slice {
  top: number;
  height: number;
}

/** How a page of this height is sliced: slices of nearly one height, without gaps, from top to bottom; none of one that is not tall. */
export function splitIntoSlices(height: number): Slice[] {
  if (height <= MAX_UNSLICED_HEIGHT) return [];
  const each = Math.ceil(height / Math.ceil(height / SLICE) / BLOCK) * BLOCK;
  return Array.from({ length: Math.ceil(height / each) }, (_, at) => ({
    top: at * each,
    height: Math.min(each, height - at * each),
  }));
}

/** The same rows of a page that was brought to another height. */
export function scaledSlice({ top, height }: Slice, scale: number, most: number): Slice {
  const from = Math.round(top * scale);
  return { top: from, height: Math.min(most, Math.round((top + height) * scale)) - from };
}
