import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** The title of the comic whose chapters have the shapes that make readers count wrong. */
export const SHAPES_TITLE = 'The Shapes of Endings';

type Size = readonly [width: number, height: number];
const PAGE: Size = [600, 900];

/** Its chapters by name: the sizes of their pages. The last page of each has a picture of its own. */
export const SHAPES = {
  one: [PAGE],
  two: [PAGE, PAGE],
  odd: [PAGE, PAGE, PAGE, PAGE, PAGE],
  even: [PAGE, PAGE, PAGE, PAGE, PAGE, PAGE],
  'last 40 high': [PAGE, PAGE, PAGE, [600, 40]],
  'last two in view': [PAGE, PAGE, [600, 200], [600, 200]],
  'last one wide': [PAGE, PAGE, PAGE, [1200, 600]],
  'all in view': [
    [600, 150],
    [600, 150],
  ],
} as const satisfies Record<string, readonly Size[]>;

/** Draws the comic and imports it as a person would, into the site that runs on this folder. It is not rated safe, so that other tests do not meet it. */
export async function importShapes(folder: string): Promise<void> {
  const names = Object.keys(SHAPES) as (keyof typeof SHAPES)[];
  const files = await Promise.all(
    names.map((name, at) => writeChapter(join(folder, `shapes-${at + 1}.cbz`), name, at + 1)),
  );
  const cli = spawn('node', ['server/cli.ts', 'import', ...files, '--publish', '--rating', 'suggestive'], {
    env: { ...process.env, NODE_ENV: 'production', KOMAWARI_DATA: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  cli.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const status = await new Promise((resolve) => {
    cli.once('close', resolve);
  });
  if (status !== 0) throw new Error(`the chapters were not imported: ${said}`);
}

/** Writes a chapter of those shapes as an archive. @returns its path. */
export async function writeChapter(path: string, name: keyof typeof SHAPES, number: number): Promise<string> {
  const sizes: readonly Size[] = SHAPES[name];
  const zip = new ZipFile();
  const info = { Series: SHAPES_TITLE, Title: name, Number: number, Manga: 'No' };
  zip.addBuffer(
    Buffer.from(
      `<ComicInfo>${Object.entries(info)
        .map(([key, value]) => `<${key}>${value}</${key}>`)
        .join('')}</ComicInfo>`,
    ),
    'ComicInfo.xml',
  );
  for (const [at, size] of sizes.entries()) {
    zip.addBuffer(
      await picture(
        size,
        at === sizes.length - 1 ? { r: 40 + number * 20, g: 90, b: 160 } : { r: 200, g: 210, b: 190 },
      ),
      `${at + 1}.png`,
      { compress: false },
    );
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

function picture([width, height]: Size, background: { r: number; g: number; b: number }): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
