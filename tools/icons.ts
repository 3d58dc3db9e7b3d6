import { join } from 'node:path';
import sharp from 'sharp';

/** The mark, in a box of 40×52 (`public/images/icon.svg`), on the dark ground. */
const MARK =
  '<path fill="#eceef2" d="M0 0h10.5v52H0zM14.5 0h22.6L14.5 21.36ZM14.5 30.64 37.1 52H14.5Z"/><path fill="#ff5a3c" d="M40 2.75v46.50L15.4 26Z"/>';
const GROUND = '#0e0f12';

/**
 * The icon of the installed site, square. `part` of its height is the mark: systems that cut icons into their own shape
 * leave a circle of 80% of it (W3C App Manifest, "Icon masks"), which the mark of a maskable one keeps within.
 */
function icon(size: number, part: number, corner: number): string {
  const scale = (size * part) / 52;
  const at = `translate(${(size - 40 * scale) / 2} ${(size - 52 * scale) / 2}) scale(${scale})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * corner}" fill="${GROUND}"/><g transform="${at}">${MARK}</g></svg>`;
}

/** Draws the icons of the installed site anew; run by hand when the mark changes: `node tools/icons.ts`. */
async function drawIcons(): Promise<void> {
  const images = join(import.meta.dirname, '..', 'public', 'images');
  await sharp(Buffer.from(icon(512, 0.72, 0.19)))
    .png({ palette: true })
    .toFile(join(images, 'icon-512.png'));
  await sharp(Buffer.from(icon(512, 0.54, 0)))
    .png({ palette: true })
    .toFile(join(images, 'icon-maskable.png'));
}

await drawIcons();
