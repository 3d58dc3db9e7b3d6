import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openArchive, openFolder } from './archive.ts';

/** Real archives beside the checkout; where there are none, this file is not among the tests (vitest.config.ts). */
const samples = new URL('../../../shared/samples/', import.meta.url);
const manifest = new URL('MANIFEST.json', samples);

interface Item {
  file: string;
  pages: number | null;
  order?: string[] | null;
}

const { items } = JSON.parse(readFileSync(manifest, 'utf8')) as { items: Item[] };
const where = (file: string): string => join(fileURLToPath(samples), file);

const otherContainers: Record<string, string> = {
  'Captain Science #001-cix-cbi.cbr': 'RAR', 'Captain Science #001-cix.cbt': 'TAR', 'Captain Science #001.cb7': '7z', 'actually-rar5.cbz': 'RAR',
  'haruko-fixed-layout-rtl.epub': 'EPUB', 'images.pdf': 'PDF', 'komga-rar4.cbr': 'RAR', 'komga-rar5-solid.cbr': 'RAR', 'lzma2-solid.cb7': '7z',
  'plain.cbt': 'TAR', 'rar4-store.cbr': 'RAR', 'rar5-store-unicode.cbr': 'RAR',
};
const otherMethods: Record<string, string> = { 'zip-bzip2.cbz': 'bzip2' };

const refused: Record<string, string> = {
  'empty.cbz': 'archive-empty', 'encrypted.cbr': 'archive-encrypted', 'encrypted.cbz': 'archive-encrypted', 'high-ratio.cbz': 'archive-suspicious',
  'no-images.cbz': 'archive-empty', 'path-traversal.cbz': 'archive-suspicious', 'text.cbz': 'archive-unreadable', 'truncated.cbz': 'archive-truncated',
  'zero-bytes.cbz': 'archive-empty',
};

describe('the sample comics', () => {
  for (const { file, pages, order } of items) {
    const name = basename(file);
    if (file.startsWith('odd/image-folder/')) { continue; }
    if (file.startsWith('invalid/')) {
      const code = refused[name];
      if (code !== undefined) { test(`${file} is refused: ${code}`, () => expect(openArchive(where(file))).rejects.toMatchObject({ code })); }
    } else if (name in otherContainers) {
      const params = { format: otherContainers[name] };
      test(`${file} is refused as ${params.format}`, () => expect(openArchive(where(file))).rejects.toMatchObject({ params }));
    } else if (name in otherMethods) {
      test(`${file} is refused for its method`, () => expect(openArchive(where(file))).rejects.toMatchObject({ params: { method: otherMethods[name] } }));
    } else {
      test(`${file} gives its pages in order, all readable`, async () => {
        const archive = await openArchive(where(file));
        expect(archive.entries).toHaveLength(pages ?? 0);
        if (order) { expect(archive.entries.map(({ path }) => path)).toEqual(order.map((path) => path.replaceAll('\\', '/'))); }
        for (const entry of archive.entries) { expect(await archive.read(entry)).toHaveLength(entry.size); }
        await archive.close();
      });
    }
  }

  if (items.length > 0) {
    test('the folder of images gives its three pages', async () => {
      const folder = await openFolder(where('odd/image-folder/Ch 2'));
      expect(folder.entries.map(({ path }) => path)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
    });

    test.each([
      ['odd/names-cp866-no-utf8-flag.cbz', ['Обложка.jpg', 'Страница 01.jpg', 'Страница 02.jpg']],
      ['odd/names-shift-jis-no-utf8-flag.cbz', ['第01話 能力.jpg', '第02話 ソ連.jpg', '表紙.jpg']],
    ])('%s has names that people can read', async (file, names) => {
      const archive = await openArchive(where(file));
      await archive.close();
      expect(archive.entries.map(({ path }) => path)).toEqual(names);
    });
  }
});
