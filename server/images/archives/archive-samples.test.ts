import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLES, sampleItems, withSamples } from '#server/testing/samples.ts';
import { openArchive, openFolder } from './archive.ts';

interface Item {
  file: string;
  pages: number | null;
  order?: string[] | null;
}

const items = sampleItems<Item>();
const where = (file: string): string => join(SAMPLES, file);

const refused: Record<string, string> = {
  'empty.cbz': 'archive-empty',
  'encrypted.cbr': 'archive-encrypted',
  'encrypted.cbz': 'archive-encrypted',
  'high-ratio.cbz': 'archive-suspicious',
  'no-images.cbz': 'archive-empty',
  'path-traversal.cbz': 'archive-suspicious',
  'text.cbz': 'archive-unreadable',
  'truncated.cbz': 'archive-truncated',
  'zero-bytes.cbz': 'archive-empty',
};

/** The true kinds of samples and their metadata. */
const more: Record<string, object> = {
  'Captain Science #001-cix-cbi.cbr': { container: 'rar' },
  'actually-rar5.cbz': { container: 'rar' },
  'komga-rar4.cbr': { container: 'rar' },
  'komga-rar5-solid.cbr': { container: 'rar' },
  'rar4-store.cbr': { container: 'rar' },
  'rar5-store-unicode.cbr': { container: 'rar' },
  'Captain Science #001.cb7': { container: '7z' },
  'lzma2-solid.cb7': { container: '7z' },
  'Captain Science #001-cix.cbt': { container: 'tar' },
  'plain.cbt': { container: 'tar' },
  'images.pdf': { container: 'pdf', book: { title: 'Pepper&Carrot sample', direction: null } },
  'haruko-fixed-layout-rtl.epub': {
    container: 'epub',
    book: { title: 'ハルコさんの彼氏', language: 'ja-jp', direction: 'rtl' },
  },
};

describe('the sample comics', () => {
  const invalid = items.map(({ file }) => ({ file, code: refused[basename(file)] }));
  it.for(invalid.filter(({ file, code }) => file.startsWith('invalid/') && code !== undefined))(
    '$file is refused: $code',
    withSamples,
    ({ file, code }) => expect(openArchive(where(file))).rejects.toMatchObject({ code }),
  );

  it.for(items.filter(({ file }) => !file.startsWith('invalid/') && !file.startsWith('odd/image-folder/')))(
    '$file gives its pages in order, all readable',
    withSamples,
    async ({ file, pages, order }) => {
      const archive = await openArchive(where(file));
      expect(archive.entries).toHaveLength(pages ?? 0);
      const paths = archive.entries.map(({ path }) => path);
      expect(paths).toEqual(order?.map((path) => path.replaceAll('\\', '/').replace(/^\.\//, '')) ?? paths);
      for (const entry of archive.entries) {
        expect(await archive.read(entry)).toHaveLength(entry.size);
      }
      expect(archive).toMatchObject(more[basename(file)] ?? { container: 'zip', book: null });
      await archive.close();
    },
  );

  it('a PDF gives the JPEGs of its pages as they are', withSamples, async () => {
    const [pdf, zip] = await Promise.all([
      openArchive(where('odd/images.pdf')),
      openArchive(where('odd/unsorted-unpadded-numbers.cbz')),
    ]);
    expect((await pdf.read(pdf.entries[0]!)).equals(await zip.read(zip.entries[0]!))).toBe(true);
    await Promise.all([pdf.close(), zip.close()]);
  });

  it('the folder of images gives its three pages', withSamples, async () => {
    const folder = await openFolder(where('odd/image-folder/Ch 2'));
    expect(folder.entries.map(({ path }) => path)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  });

  it.each([
    ['odd/names-cp866-no-utf8-flag.cbz', ['Обложка.jpg', 'Страница 01.jpg', 'Страница 02.jpg']],
    ['odd/names-shift-jis-no-utf8-flag.cbz', ['第01話 能力.jpg', '第02話 ソ連.jpg', '表紙.jpg']],
  ])('%s has names that people can read', withSamples, async (file, names) => {
    const archive = await openArchive(where(file));
    await archive.close();
    expect(archive.entries.map(({ path }) => path)).toEqual(names);
  });
});
