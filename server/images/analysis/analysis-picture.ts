/** A small picture to look at: red, green and blue, three bytes a pixel, row by row. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A rectangle of whole pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The colour of paper or of ink that something stands on: each channel 0 to 255, how far a pixel may stray from it, and whether it is light. */
export interface Ground {
  color: readonly [number, number, number];
  tolerance: number;
  light: boolean;
}

/** How bright a pixel is, 0 to 255 (weights of ITU-R BT.601). `at` is where its three bytes begin. */
export function brightnessAt(data: Uint8Array, at: number): number {
  return (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
}

/**
 * The colour that at least `share` of these pixels have, within 28 of each channel, and how far they stray on average;
 * null when there is none. `starts` is where each pixel's bytes begin.
 */
export function commonColor(
  data: Uint8Array,
  starts: ArrayLike<number>,
  share: number,
): { color: [number, number, number]; stray: number } | null {
  const color: [number, number, number] = [0, 0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    color[channel] = median(data, starts, channel);
  }
  let near = 0;
  let stray = 0;
  for (let i = 0; i < starts.length; i += 1) {
    const at = starts[i]!;
    const off = Math.max(
      Math.abs(data[at]! - color[0]),
      Math.abs(data[at + 1]! - color[1]),
      Math.abs(data[at + 2]! - color[2]),
    );
    if (off <= 28) {
      near += 1;
      stray += off;
    }
  }
  return near > 0 && near >= share * starts.length ? { color, stray: stray / near } : null;
}

/** The ground that a colour is, if it is like paper (light and pale) or like black; null for the colours of drawings. */
export function toGround({ color, stray }: { color: readonly [number, number, number]; stray: number }): Ground | null {
  const [least, most] = [Math.min(...color), Math.max(...color)];
  // Old newsprint is as dark as (215, 195, 150).
  const light = least >= 150 && most >= 200;
  // Brighter than this, what is dark may be a drawing of the night.
  if (!light && most > 32) return null;
  return { color, tolerance: light ? Math.min(48, 12 + 3 * stray) : Math.min(32, 10 + 2 * stray), light };
}

/** Whether a pixel is drawn on a ground: darker than light paper, or lighter than black. `at` is where its three bytes begin. */
export function isDrawn(
  data: Uint8Array,
  at: number,
  { color: [red, green, blue], tolerance, light }: Ground,
): boolean {
  return light
    ? red - data[at]! > tolerance || green - data[at + 1]! > tolerance || blue - data[at + 2]! > tolerance
    : data[at]! - red > tolerance || data[at + 1]! - green > tolerance || data[at + 2]! - blue > tolerance;
}

function median(data: Uint8Array, starts: ArrayLike<number>, channel: number): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < starts.length; i += 1) {
    const value = data[starts[i]! + channel]!;
    counts[value] = counts[value]! + 1;
  }
  let sum = 0;
  for (let value = 0; value < 256; value += 1) {
    sum += counts[value]!;
    if (sum * 2 >= starts.length) return value;
  }
  return 255;
}
