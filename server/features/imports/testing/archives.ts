import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** A picture that no other seed gives: a plain field with a bar across it. */
export function drawPage(
  seed: number,
  { width = 60, height = 90, format = 'png' as 'png' | 'jpeg' | 'webp' } = {},
): Promise<Buffer> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 193) % 256 };
  const bar = {
    create: {
      width,
      height: Math.max(1, (seed % (height - 1)) + 1),
      channels: 3 as const,
      background: { r: seed % 256, g: (seed >> 8) % 256, b: (seed >> 16) % 256 },
    },
  };
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: bar, top: 0, left: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** A ComicInfo.xml that says these fields. */
export function comicInfo(fields: Record<string, string | number>): Buffer {
  const escaped = (value: string | number) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = Object.entries(fields).map(([name, value]) => `  <${name}>${escaped(value)}</${name}>`);
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n${lines.join('\n')}\n</ComicInfo>\n`);
}

/** Writes an archive with these entries, and the folders it lies in. Returns its path. */
export async function writeArchive(path: string, entries: Record<string, Buffer>, comment = ''): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const zip = new ZipFile();
  // A fixed time, so that equal entries make equal archives.
  for (const [name, bytes] of Object.entries(entries)) {
    zip.addBuffer(bytes, name, { compress: false, mtime: new Date(2020, 0, 1) });
  }
  zip.end({ comment } as never);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
