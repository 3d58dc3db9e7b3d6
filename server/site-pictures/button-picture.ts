/** Pixels of a button's picture on each side, and of what it is made of at most. */
const SIZE = 64;
const MAX_PIXELS = 16_000_000;

/** A picture in the shape of a button's: a small square PNG, with nothing cut off. @throws whatever the decoder throws. */
export async function drawButtonPicture(bytes: Buffer): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  // Most sites never ask for it: 29 MB of a process.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(SIZE, SIZE, { fit: 'contain', background })
    .png()
    .toBuffer();
}
