import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import yazl from 'yazl';
import { randomFor } from './random.ts';

/** Archives and pages in each; enough that starting the programs weighs little. */
const ARCHIVES = 10;
const PAGES = 20;
const WIDTH = 1400;
const HEIGHT = 2000;

/** Draws archives of comic pages into a folder: the same bytes every time, three in five pages JPEG, the others PNG and WebP. */
export async function drawArchives(folder: string): Promise<void> {
  const grain = makeGrain(WIDTH * HEIGHT);
  for (let archive = 0; archive < ARCHIVES; archive += 1) {
    const zip = new yazl.ZipFile();
    for (let page = 0; page < PAGES; page += 1) {
      const { name, bytes } = await drawPage(archive * PAGES + page, grain);
      zip.addBuffer(bytes, `${String(page + 1).padStart(3, '0')}.${name}`, { compress: false, mtime: new Date(0) });
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(folder, `Bench ${archive + 1}.cbz`)));
  }
}

/** One page: panels of flat colour with lines and dots over them, a little grain as scans have. */
async function drawPage(index: number, grain: Buffer): Promise<{ name: string; bytes: Buffer }> {
  const random = randomFor(7, index);
  const colour = () => `hsl(${random.below(360)} 45% ${35 + random.below(50)}%)`;
  const panels = Array.from({ length: 6 }, (_, panel) => {
    const x = 40 + (panel % 2) * 670;
    const y = 40 + Math.floor(panel / 2) * 650;
    const lines = Array.from(
      { length: 60 },
      () => `M${x + random.below(640)} ${y + random.below(620)}L${x + random.below(640)} ${y + random.below(620)}`,
    ).join('');
    const dots = Array.from(
      { length: 120 },
      () =>
        `<circle cx="${x + random.below(640)}" cy="${y + random.below(620)}" r="${1 + random.below(14)}" fill="${colour()}"/>`,
    ).join('');
    return `<rect x="${x}" y="${y}" width="650" height="630" fill="${colour()}" stroke="#111" stroke-width="6"/>${dots}<path d="${lines}" stroke="#111" stroke-width="2"/>`;
  }).join('');
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${panels}</svg>`,
  );
  const page = sharp(svg)
    .composite([{ input: grain, raw: { width: WIDTH, height: HEIGHT, channels: 1 }, blend: 'soft-light' }])
    .flatten()
    .removeAlpha();
  if (index % 5 < 3) return { name: 'jpg', bytes: await page.jpeg({ quality: 88 }).toBuffer() };
  return index % 5 === 3
    ? { name: 'png', bytes: await page.png().toBuffer() }
    : { name: 'webp', bytes: await page.webp({ quality: 85, effort: 2 }).toBuffer() };
}

function makeGrain(pixels: number): Buffer {
  const random = randomFor(8, 0);
  const grain = Buffer.alloc(pixels);
  for (let at = 0; at < pixels; at += 1) {
    grain[at] = 120 + random.below(16);
  }
  return grain;
}
