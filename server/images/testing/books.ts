import sharp from 'sharp';
import { seededRandom } from '#server/testing/random.ts';

/** A drawn book: its pages in reading order, and the pages (from 1) that are the first half of a drawing over two. */
export interface DrawnBook {
  pages: Buffer[];
  direction: 'ltr' | 'rtl';
  seams: number[];
}

const WIDTH = 480;
const HEIGHT = 700;

type Random = () => number;

/**
 * Draws a book as printed ones are: a cover, pages with margins or with panels that bleed, and drawings that run over two
 * pages, cut apart as scans are: some pixels lost in the gutter, halves shifted and of another brightness, compressed.
 * The first page stands alone where `cover`; else pages 1 and 2 face each other.
 */
export async function drawBook(
  seed: number,
  { pages = 16, spreads = 2, cover = true }: { pages?: number; spreads?: number; cover?: boolean } = {},
): Promise<DrawnBook> {
  const random = seededRandom(seed * 2654435761);
  const between = (least: number, most: number) => least + random() * (most - least);
  const direction = random() < 0.5 ? 'rtl' : 'ltr';
  const palette = Array.from(
    { length: 5 },
    () => `hsl(${Math.round(between(0, 360))} ${Math.round(between(10, 80))}% ${Math.round(between(15, 85))}%)`,
  );
  const facing = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (page) => page < pages && page % 2 === (cover ? 0 : 1),
  );
  const seams = new Set<number>();
  while (seams.size < Math.min(spreads, facing.length)) {
    seams.add(facing[Math.floor(random() * facing.length)]!);
  }
  const grid = {
    rows: 2 + Math.floor(random() * 3),
    columns: 1 + Math.floor(random() * 2),
    bleeds: random() < 0.5,
    margin: Math.round(between(14, 40)),
  };
  const drawn: Buffer[] = [];
  for (let page = 1; page <= pages; page += 1) {
    if (seams.has(page)) {
      const lost = Math.round(between(0, 5));
      const whole = await sharp(svg(WIDTH * 2 + lost, HEIGHT, scene(WIDTH * 2 + lost, HEIGHT, palette, random)))
        .png()
        .toBuffer();
      const halves = await Promise.all(
        [0, WIDTH + lost].map((left) =>
          half(whole, left, {
            shift: Math.round(between(0, 8)),
            light: between(0.94, 1.06),
            quality: Math.round(between(60, 90)),
          }),
        ),
      );
      drawn.push(...(direction === 'ltr' ? halves : halves.reverse()));
      page += 1;
    } else {
      drawn.push(
        await sharp(svg(WIDTH, HEIGHT, panels(grid, palette, random)))
          .jpeg({ quality: Math.round(between(60, 90)) })
          .toBuffer(),
      );
    }
  }
  return { pages: drawn, direction, seams: [...seams].sort((a, b) => a - b) };
}

function half(
  whole: Buffer,
  left: number,
  { shift, light, quality }: { shift: number; light: number; quality: number },
): Promise<Buffer> {
  return sharp(whole)
    .extract({ left, top: shift, width: WIDTH, height: HEIGHT - 8 })
    .linear(light, 0)
    .jpeg({ quality })
    .toBuffer();
}

function svg(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${body}</svg>`,
  );
}

/** Rectangles of scenes in a grid; those at the outside run off the page where the book bleeds. */
function panels(
  { rows, columns, bleeds, margin }: { rows: number; columns: number; bleeds: boolean; margin: number },
  palette: readonly string[],
  random: Random,
): string {
  const high = (HEIGHT - margin * 2) / rows;
  const wide = (WIDTH - margin * 2) / columns;
  let body = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const out = bleeds && random() < 0.5 ? margin + 4 : 0;
      const x = margin + column * wide + 4 - (column === 0 ? out : 0);
      const width = wide - 8 + (column === 0 ? out : 0) + (column === columns - 1 ? out : 0);
      const y = margin + row * high + 4;
      body += `<svg x="${x}" y="${y}" width="${width}" height="${high - 8}">${scene(width, high - 8, palette, random)}</svg><rect x="${x}" y="${y}" width="${width}" height="${high - 8}" fill="none" stroke="black" stroke-width="3"/>`;
    }
  }
  return body;
}

/** A ground, hills, things and lines, so much of them that they meet every side. */
function scene(width: number, height: number, palette: readonly string[], random: Random): string {
  const some = (most: number) => (random() * most).toFixed(1);
  const color = () => palette[Math.floor(random() * palette.length)]!;
  let body = `<rect width="${width}" height="${height}" fill="${color()}"/>`;
  for (let hill = 0; hill < 3; hill += 1) {
    body += `<path d="M0 ${some(height)} C ${width / 3} ${some(height)} ${(width * 2) / 3} ${some(height)} ${width} ${some(height)} V ${height} H 0 Z" fill="${color()}"/>`;
  }
  for (let thing = 0; thing < width / 12; thing += 1) {
    const [x, y] = [some(width), some(height)];
    body +=
      random() < 0.5
        ? `<ellipse cx="${x}" cy="${y}" rx="${some(width / 8)}" ry="${some(height / 8)}" fill="${color()}" stroke="black" stroke-width="2"/>`
        : `<path d="M${x} ${y} L ${some(width)} ${some(height)}" stroke="black" stroke-width="${(1 + random() * 4).toFixed(1)}"/>`;
  }
  return body;
}
