import { brightnessAt, type Box, type Picture } from './analysis-picture.ts';

/** Rows of the profile of a side: enough to tell lines apart, and too few to be misled by halves that were cut some pixels apart. */
export const SIDE_ROWS = 128;
/** How much of the width is one column of the profile: the outermost may be blurred by compression. */
const COLUMN = 0.006;

/**
 * Promises how bright the left and the right side of a picture are, for finding drawings that run on into the next page:
 * 4 × 128 bytes, 0 black to 255 white, from the top of the page to its bottom. First the outermost column at the left of
 * what is drawn (`box`), then the column next to it further in, then the outermost at the right, then the one further in.
 * Each column is 0.6 % of the page wide. Null for pictures over three times as tall as wide, which have no neighbour.
 */
export function sideProfiles(picture: Picture, box: Box): Uint8Array | null {
  const { width, height } = picture;
  if (height > 3 * width) return null;
  const column = Math.max(1, Math.round(width * COLUMN));
  const right = box.left + box.width - column;
  const starts = [box.left, box.left + column, right, right - column];
  const sides = new Uint8Array(starts.length * SIDE_ROWS);
  starts.forEach((start, side) => {
    const left = Math.max(0, Math.min(start, width - column));
    for (let row = 0; row < SIDE_ROWS; row += 1) {
      const top = Math.min(height - 1, Math.floor((row * height) / SIDE_ROWS));
      const end = Math.max(top + 1, Math.floor(((row + 1) * height) / SIDE_ROWS));
      sides[side * SIDE_ROWS + row] = mean(picture, left, top, left + Math.min(column, width), end);
    }
  });
  return sides;
}

function mean({ data, width }: Picture, left: number, top: number, right: number, bottom: number): number {
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      sum += brightnessAt(data, (y * width + x) * 3);
    }
  }
  return Math.round(sum / ((right - left) * (bottom - top)));
}
