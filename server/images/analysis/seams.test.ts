import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openArchive } from '#server/images/archives/archive.ts';
import { drawBook } from '#server/images/testing/books.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { SAMPLES, withSamples } from '#server/testing/samples.ts';
import { analyse, sizeToAnalyse } from './analysis.ts';
import { pageSeams, type SidedPage } from './seams.ts';

async function lookAt(bytes: Buffer): Promise<SidedPage> {
  const { width, height } = (await sharp(bytes).metadata()) as { width: number; height: number };
  const { data, info } = await sharp(bytes)
    .resize({ ...sizeToAnalyse({ width, height }), fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { trim, sides } = analyse({ data, width: info.width, height: info.height }, { width, height });
  return { width, height, trim, sides };
}

/** The first page stands alone where more drawings run on from even pages than from odd ones; null where they are as many. */
function coverAlone(seams: readonly number[]): boolean | null {
  const even = seams.filter((page) => page % 2 === 0).length;
  return even * 2 === seams.length ? null : even * 2 > seams.length;
}

describe('drawings that run over two pages', () => {
  it('tell of at least 95 % of books whether their first page stands alone', { timeout: 240_000 }, async () => {
    const wrong: number[] = [];
    const books = 20;
    for (let seed = 1; seed <= books; seed += 1) {
      const cover = seed % 2 === 0;
      const { pages, direction } = await drawBook(seed, { pages: 6, spreads: 1 + (seed % 2), cover });
      const seams = pageSeams(await Promise.all(pages.map(lookAt))).flatMap((seam, at) =>
        seam === direction ? [at + 1] : [],
      );
      if (coverAlone(seams) !== cover) {
        wrong.push(seed);
      }
    }
    expect(wrong.length, `wrong: ${wrong.join()}`).toBeLessThanOrEqual(books * 0.05);
  });

  it('are not found in books without any, but for one in ten', { timeout: 240_000 }, async () => {
    const wrong: number[] = [];
    for (let seed = 100; seed < 110; seed += 1) {
      const { pages, direction } = await drawBook(seed, { pages: 6, spreads: 0 });
      if (pageSeams(await Promise.all(pages.map(lookAt))).includes(direction)) {
        wrong.push(seed);
      }
    }
    expect(wrong.length, `wrong: ${wrong.join()}`).toBeLessThanOrEqual(1);
  });

  it(
    'never change how the sample comics are paired: by their covers alone',
    { ...withSamples, timeout: 60_000 },
    async () => {
      const comics = [
        ['haruko-san-no-kareshi/ハルコさんの彼氏.cbz', 'rtl'],
        ['tori-no-me/鳥の眼.cbz', 'rtl'],
        ['science-comics/Science Comics 001 - ch01.cbz', 'ltr'],
        ['pepper-and-carrot/en/Pepper and Carrot 04 [en].cbz', 'ltr'],
        ['african-storybook/ar/0156 The hungry crocodile [ar].cbz', 'rtl'],
      ];
      for (const [file, direction] of comics) {
        const archive = await openArchive(`${SAMPLES}comics/${file}`);
        const pages: SidedPage[] = [];
        for (const entry of archive.entries) {
          pages.push(await lookAt(await archive.read(entry)));
        }
        await archive.close();
        const seams = pageSeams(pages).flatMap((seam, at) => (seam === direction ? [at + 1] : []));
        expect(coverAlone(seams), file).not.toBe(false);
      }
    },
  );
});

describe('the seams of a chapter', () => {
  it('are none where sides are unknown, blank, or behind a margin, and beside wide pages', () => {
    const lines = Uint8Array.from({ length: 512 }, (_, at) => ((at % 128) * 37) % 256);
    const page = { width: 600, height: 900, trim: null, sides: lines };
    const pairs: [SidedPage, SidedPage, string | null][] = [
      [page, page, 'ltr'],
      [page, { ...page, sides: null }, null],
      [page, { ...page, sides: new Uint8Array(512).fill(255) }, null],
      [page, { ...page, trim: [60, 0, 480, 900] }, null],
      [page, { ...page, width: 1800 }, null],
      [page, { ...page, height: 1200 }, null],
    ];
    for (const [a, b, seam] of pairs) {
      expect(pageSeams([a, b])).toEqual([seam, null]);
    }
    expect(pageSeams([])).toEqual([]);
  });

  it('are looked for with work in proportion to the pages, even where every side goes on on the next page', async () => {
    const wave = (kind: number) =>
      Uint8Array.from({ length: 128 }, (_, row) => 128 + 100 * Math.sin(row * ((kind % 97) + 1) * 0.05));
    const inner = new Uint8Array(128);
    const pages = Array.from({ length: 200 }, (_, at): SidedPage => ({
      width: 800,
      height: 1200,
      trim: null,
      sides: Uint8Array.from([...wave(at), ...inner, ...wave(at + 1), ...inner]),
    }));
    const [half = NaN, all] = await countSteps(new URL('./seams.ts', import.meta.url), pageSeams, [
      [pages.slice(0, 100)],
      [pages],
    ]);
    expect(all).toBeLessThan(2.2 * half);
    expect(pageSeams(pages)).toHaveLength(200);
  });
});
