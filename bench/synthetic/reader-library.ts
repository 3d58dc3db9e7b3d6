import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import yazl from 'yazl';
import { randomFor } from './random.ts';
import { startScript } from '../servers/processes.ts';

/** The comics the reader is measured with: pages one by one, and one long strip. */
export const BOOKS = {
  paged: { title: 'Bench pages', slug: 'bench-pages', pages: 40, width: 1100, height: 1600 },
  strip: { title: 'Bench strip', slug: 'bench-strip', pages: 300, width: 800, height: 1280 },
} as const;

/** Draws both comics and imports them into a data folder, as an operator would. */
export async function plantBooks(folder: string): Promise<void> {
  const archives = join(folder, 'archives');
  mkdirSync(archives);
  for (const [name, { title, pages, width, height }] of Object.entries(BOOKS)) {
    const zip = new yazl.ZipFile();
    for (let page = 1; page <= pages; page += 1) {
      zip.addBuffer(await drawPage(page, width, height), `${String(page).padStart(3, '0')}.jpg`, { compress: false });
    }
    const format = name === 'strip' ? '<Format>Webtoon</Format>' : '';
    zip.addBuffer(
      Buffer.from(
        `<?xml version="1.0"?><ComicInfo><Title>${title}</Title>${format}<AgeRating>Everyone</AgeRating></ComicInfo>`,
      ),
      'ComicInfo.xml',
    );
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(archives, `${title}.cbz`)));
  }
  const run = startScript('server/cli.ts', ['import', archives, '--publish', '--rating', 'safe'], {
    KOMAWARI_DATA: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
  });
  if ((await run.ended) !== 0) throw new Error(`the comics were not imported:\n${run.output()}`);
}

/** A page of a few hundred kilobytes, like no other: panels of colour with lines and dots. */
function drawPage(number: number, width: number, height: number): Promise<Buffer> {
  const random = randomFor(11, number);
  const colour = () => `hsl(${random.below(360)} 45% ${35 + random.below(50)}%)`;
  const dots = Array.from(
    { length: 200 },
    () =>
      `<circle cx="${random.below(width)}" cy="${random.below(height)}" r="${1 + random.below(30)}" fill="${colour()}"/>`,
  ).join('');
  const lines = Array.from(
    { length: 80 },
    () => `M${random.below(width)} ${random.below(height)}L${random.below(width)} ${random.below(height)}`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour()}"/>${dots}<path d="${lines}" stroke="#111" stroke-width="2"/><text x="40" y="140" font-size="120">${number}</text></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
