import { commonColor, type Picture } from './analysis-picture.ts';

/** How much of the outline must have one colour for it to be the colour around the picture. */
const SHARE = 0.8;

/** Promises the one colour along the outline of a picture as 0xRRGGBB, null where it has several. The outline is the outermost 1 % of the width. */
export function edgeColor({ data, width, height }: Picture): number | null {
  const depth = Math.max(1, Math.round(width * 0.01));
  const starts: number[] = [];
  for (let y = 0; y < height; y += 1) {
    const whole = y < depth || y >= height - depth;
    for (let x = 0; x < width; x += 1) {
      if (!whole && x === depth && width > 2 * depth) {
        x = width - depth;
      }
      starts.push((y * width + x) * 3);
    }
  }
  const found = commonColor(data, starts, SHARE);
  return found && found.color.reduce((sum, channel) => sum * 256 + channel, 0);
}
