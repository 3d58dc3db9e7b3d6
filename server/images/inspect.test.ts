import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_LIMITS } from './image-limits.ts';
import { inspect } from './inspect.ts';

const drawn = (width = 30, height = 20): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const refusal = (bytes: Buffer): unknown => {
  try {
    return inspect(bytes, IMAGE_LIMITS);
  } catch (error) {
    return error;
  }
};

describe('an image is known by its bytes', () => {
  test.each([
    ['jpeg', () => drawn().jpeg()],
    ['png', () => drawn().png()],
    ['gif', () => drawn().gif()],
    ['webp', () => drawn().webp()],
    ['webp', () => drawn().webp({ lossless: true })],
    ['webp', () => drawn().ensureAlpha(0.5).webp()],
  ] as const)('%s, with its size', async (format, image) => {
    expect(inspect(await image().toBuffer(), IMAGE_LIMITS)).toEqual({ format, width: 30, height: 20, animated: false });
  });

  test('avif, whose size only a decoder knows', async () => {
    expect(inspect(await drawn().avif({ effort: 0 }).toBuffer(), IMAGE_LIMITS)).toEqual({
      format: 'avif',
      width: null,
      height: null,
      animated: false,
    });
  });

  test('a JPEG with metadata before its frame still tells its size', async () => {
    const bytes = await drawn()
      .withExif({ IFD0: { Copyright: 'x'.repeat(9000) } })
      .jpeg({ progressive: true })
      .toBuffer();
    expect(inspect(bytes, IMAGE_LIMITS)).toMatchObject({ width: 30, height: 20 });
  });

  test('an animated PNG is told from a still one', async () => {
    const bytes = await drawn().png().toBuffer();
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    expect(inspect(Buffer.concat([bytes.subarray(0, 33), control, bytes.subarray(33)]), IMAGE_LIMITS).animated).toBe(
      true,
    );
  });
});

describe('what cannot be a page is refused before it is decoded', () => {
  test.each([
    ['SVG', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['HTML', '<!DOCTYPE html><title>page</title><p>no page'],
    ['BMP', 'BM\x10\0\0\0\0\0\0\0\x36\0\0\0\x28'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['PDF', '%PDF-1.7\n'],
    ['JPEG XL', '\0\0\0\x0cJXL \r\n\x87\n'],
    ['JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['PSD', '8BPS\0\x01'],
  ])('%s by its name', (format, head) => {
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(64)]);
    expect(refusal(bytes)).toMatchObject({ code: 'page-format-unsupported', params: { format } });
  });

  test('a picture with more pixels than a decoder should hold', async () => {
    const bytes = await drawn().png().toBuffer();
    bytes.writeUInt32BE(30_000, 16);
    bytes.writeUInt32BE(30_000, 20);
    expect(refusal(bytes)).toMatchObject({ code: 'page-too-large', params: { pixels: 900_000_000 } });
  });

  test('a JPEG of thousands of scans', async () => {
    const bytes = await drawn().jpeg({ progressive: true }).toBuffer();
    const scan = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])), bytes.length - 2);
    expect(
      inspect(Buffer.concat([bytes.subarray(0, -2), ...Array(50).fill(scan.subarray(0, 12))]), IMAGE_LIMITS),
    ).toMatchObject({ format: 'jpeg' });
    expect(refusal(Buffer.concat([bytes.subarray(0, -2), ...Array(101).fill(scan.subarray(0, 12))]))).toMatchObject({
      code: 'page-undecodable',
    });
  });

  test('text, nothing, and an image of no pixels', async () => {
    const flat = await drawn().gif().toBuffer();
    flat.writeUInt16LE(0, 6);
    for (const bytes of [Buffer.from('just some words that are no picture'), Buffer.alloc(0), flat]) {
      expect(refusal(bytes)).toMatchObject({ code: 'page-undecodable' });
    }
  });
});
