import sharp, { type Sharp } from 'sharp';
import { SHARE_SIZE } from '#contract/sharing.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import { checkSize } from '#server/images/inspect.ts';

/** The request to draw a card of a cover whose bytes have been inspected. */
export interface ShareRequest {
  input: Uint8Array;
  limits: ImageLimits;
  share: true;
}

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
/** Pixels above and below the cover, and how round its corners are. */
const MARGIN = 36;
const ROUND = 18;
/** Pixels that the shadow is soft for. */
const SOFT = 28;
/** The ground is blurred at an eighth of its size, which looks the same and takes a fraction of the time. */
const SMALLER = 8;

/**
 * Promises the picture of a comic for link previews, as JPEG: its cover, upright and whole, before itself blurred and dimmed.
 * Blocks a thread for long; throws whatever a decoder throws, and `page-too-large`: run it in a process that can be killed.
 */
export async function shareCard({ input, limits }: ShareRequest): Promise<Buffer> {
  const { autoOrient, pages: frames = 1 } = await sharp(input, { limitInputPixels: limits.pixels }).metadata();
  checkSize({ ...autoOrient, frames }, limits);
  const { data, info } = await sharp(input, { failOn: 'error', limitInputPixels: limits.pixels })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cover = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const small = await cover()
    .resize(Math.ceil(WIDTH / SMALLER), Math.ceil(HEIGHT / SMALLER), { fit: 'cover' })
    .blur(6)
    .modulate({ brightness: 0.5, saturation: 1.15 })
    .png()
    .toBuffer();
  const [left, top] = [Math.round((WIDTH - info.width) / 2), Math.round((HEIGHT - info.height) / 2)];
  const rounded = cover()
    .ensureAlpha()
    .composite([{ ...corners(info.width, info.height), blend: 'dest-in' }]);
  return sharp(small)
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .composite([
      {
        input: await shadow(info.width, info.height),
        left: Math.max(0, left - SOFT),
        top: Math.max(0, top - SOFT + 8),
      },
      { input: await rounded.png().toBuffer(), left, top },
    ])
    .flatten()
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

function shadow(width: number, height: number): Promise<Buffer> {
  const dark = (alpha: number) => ({ r: 0, g: 0, b: 0, alpha });
  const box: Sharp = sharp({
    create: { width, height: Math.min(height, HEIGHT - 2 * MARGIN), channels: 4, background: dark(0.75) },
  });
  return box
    .extend({ top: SOFT, bottom: SOFT, left: SOFT, right: SOFT, background: dark(0) })
    .png()
    .toBuffer()
    .then((drawn) =>
      sharp(drawn)
        .blur(SOFT / 2)
        .png()
        .toBuffer(),
    );
}

/** A mask that is whole but at its corners. */
function corners(
  width: number,
  height: number,
): { input: Buffer; raw: { width: number; height: number; channels: 4 } } {
  const mask = Buffer.alloc(width * height * 4, 255);
  const round = Math.min(ROUND, width / 2, height / 2);
  for (let y = 0; y < round; y += 1) {
    for (let x = 0; x < round; x += 1) {
      const out = Math.hypot(round - x - 0.5, round - y - 0.5) - round;
      const alpha = Math.round(255 * Math.min(1, Math.max(0, 0.5 - out)));
      for (const row of [y, height - 1 - y]) {
        for (const column of [x, width - 1 - x]) {
          mask[(row * width + column) * 4 + 3] = alpha;
        }
      }
    }
  }
  return { input: mask, raw: { width, height, channels: 4 } };
}
