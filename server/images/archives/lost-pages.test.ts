import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProblem } from '#contract/problems.ts';
import { drawPages } from '#server/images/testing/drawn-pages.ts';
import { entry, buildEpub, epubPage, picture } from '#server/images/testing/hostile-epubs.ts';
import { rawRar } from '#server/images/testing/raw-rar.ts';
import { rawRar4 } from '#server/images/testing/raw-rar4.ts';
import { rawSevenZip } from '#server/images/testing/raw-seven-zip.ts';
import { rawTar } from '#server/images/testing/raw-tar.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';
import { unpack } from '#server/images/unpacking/unpack.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { openArchive, openFolder } from './archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komawari-lost-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Each page of an archive: its path, and why it cannot be read; or why the archive is refused. */
async function met(bytes: Buffer): Promise<unknown> {
  const path = join(folder, 'archive');
  await writeFile(path, bytes);
  try {
    const archive = await openArchive(path, ARCHIVE_LIMITS, join(folder, 'unpacked'), unpack);
    const pages: string[] = [];
    for (const page of archive.entries) {
      pages.push(
        page.path +
          (await archive.read(page).then(
            () => '',
            (error: unknown) => `: ${isProblem(error) ? error.code : String(error)}`,
          )),
      );
    }
    await archive.close();
    return pages;
  } catch (error) {
    return isProblem(error) ? error.code : error;
  }
}

const [one, two, three] = ['1.jpg', '2.jpg', '3.jpg'].map((name, at) => ({
  name,
  data: Buffer.from(`page ${at}`.repeat(20)),
})) as [{ name: string; data: Buffer }, { name: string; data: Buffer }, { name: string; data: Buffer }];
const all = [one, two, three];
const damaged = ['1.jpg', '2.jpg: page-undecodable', '3.jpg'];

describe('a ZIP', () => {
  test('whose directory lacks what lies between its entries names what is missing', async () => {
    expect(await met(rawZip([one, { ...two, unlisted: true }, three]))).toEqual([
      '1.jpg',
      '2.jpg: page-missing',
      '3.jpg',
    ]);
    expect(await met(rawZip([{ ...one, unlisted: true }, two, { ...three, unlisted: true }]))).toEqual([
      '1.jpg: page-missing',
      '2.jpg',
      '3.jpg: page-missing',
    ]);
  });

  test('that another library unpacks names what its directory lacks, too', async () => {
    const packed = { ...one, method: 12, data: Buffer.from('QlpoOTFBWSZTWQ==', 'base64') };
    expect(await met(rawZip([packed, { ...two, unlisted: true }, three]))).toContain('2.jpg: page-missing');
  });

  test('that holds an older copy of a file, or one that is no page, is whole', async () => {
    expect(await met(rawZip([{ ...one, unlisted: true }, one, { name: 'notes.nfo', unlisted: true }, two]))).toEqual([
      '1.jpg',
      '2.jpg',
    ]);
  });

  test.each<[string, Buffer]>([
    ['end record says fewer entries than there are', rawZip(all, { count: 2 })],
    ['end record says more', rawZip(all, { count: 4 })],
    [
      'directory knows nothing of the bytes between two entries',
      rawZip([one, { ...two, name: 'x', unlisted: true }, three]).fill(1, 30 + 5 + 120, 30 + 5 + 120 + 30),
    ],
    ['place another archive stands in front of', rawZip([three], { prefix: rawZip([one, two]) })],
    ['end another one stands behind that has none', rawZip([one], { suffix: rawZip([two]).subarray(0, 100) })],
  ])('whose %s is refused', async (_, bytes) => {
    expect(['archive-damaged', 'archive-unreadable', 'archive-truncated']).toContain(await met(bytes));
  });
});

describe('a RAR or 7z', () => {
  test.each<[string, Buffer]>([
    ['RAR 5', rawRar([one, { ...two, crc: 7 }, three])],
    ['RAR 4', rawRar4([one, { ...two, crc: 7 }, three])],
    ['7z', rawSevenZip([one, { ...two, crc: 7 }, three])],
  ])('with a wrong sum names the page that is damaged: %s', async (_, bytes) => {
    expect(await met(bytes)).toEqual(damaged);
  });

  test('has names in every script and without what controls a terminal', async () => {
    // The plain letters, then how Unicode differs from them: a letter of the block 30, three and two plain ones.
    const unicode = Buffer.concat([
      Buffer.from('?1.jpg\0'),
      Buffer.from([0x30, 0x40, 0x42, 0x31, 0x2e, 0x6a, 0x00, 0x70, 0x67]),
    ]);
    expect(
      await met(
        rawRar4([
          { name: 'b\u0007.jpg', data: one.data },
          { name: unicode, flags: 0x200 },
        ]),
      ),
    ).toEqual(['b\ufffd.jpg', '\u30421.jpg']);
    expect(await met(rawSevenZip([{ name: 'line\nbreak.jpg' }]))).toEqual(['line\ufffdbreak.jpg']);
  });

  test('whose headers are cut or changed is refused, and so is what libarchive cannot read', async () => {
    expect(await met(rawRar4(all, { end: false }))).toBe('archive-truncated');
    expect(await met(rawRar4([one, { ...two, flags: 0x10 }]))).toBe('archive-solid');
    const renamed = rawRar(all);
    renamed.write('4', renamed.indexOf('3.jpg'));
    expect(await met(renamed)).toBe('archive-damaged');
    expect(await met(Buffer.concat([rawRar([one]), rawRar([two]).subarray(8)]))).toBe('archive-damaged');
    expect(await met(Buffer.concat([rawRar([one]), Buffer.alloc(100)]))).toEqual(['1.jpg']);
  });
});

describe('a TAR', () => {
  test('without its end is refused, wherever it was cut', async () => {
    expect(await met(rawTar(all, { end: false }))).toBe('archive-truncated');
    expect(await met(rawTar(all).subarray(0, 1024))).toBe('archive-truncated');
  });

  test('with a hole of zeros is refused: what was there is lost', async () => {
    expect(await met(rawTar(all).fill(0, 1024, 2048))).toBe('archive-damaged');
    expect(await met(Buffer.concat([rawTar([one]), rawTar([two])]))).toBe('archive-damaged');
  });

  test('names a page of a kind that cannot be read', async () => {
    expect(await met(rawTar([one, { ...two, type: 'S' }, three]))).toEqual(['1.jpg', '2.jpg: page-missing', '3.jpg']);
  });

  test('with a picture whose name is no page’s is refused: the letters of a name may have changed places', async () => {
    const [drawn] = drawPages(1) as [Buffer];
    expect(await met(rawTar([one, { name: '2jp.g', data: drawn }]))).toBe('archive-damaged');
    expect(await met(rawTar([one, { name: '.2.jpg', data: drawn }, { name: 'words.nfo' }]))).toEqual(['1.jpg']);
  });
});

describe('an EPUB', () => {
  const fixed = { files: [picture('1.jpg'), picture('3.jpg')] };
  test('names the pictures, pages and items that it lacks, in their places', async () => {
    expect(await met(buildEpub([epubPage('1.jpg'), epubPage('2.jpg'), epubPage('3.jpg')], fixed))).toEqual([
      'OPS/1.jpg',
      'OPS/2.jpg: page-missing',
      'OPS/3.jpg',
    ]);
    expect(
      await met(buildEpub([epubPage('1.jpg')], { ...fixed, spine: '<itemref idref="gone"/><itemref idref="d0"/>' })),
    ).toEqual(['OPS/1.jpg', 'gone: page-missing', 'OPS/1.jpg']);
    expect(await met(buildEpub([epubPage('1.jpg'), '<html><body><img src="3.jpg"', epubPage('3.jpg')], fixed))).toEqual(
      ['OPS/1.jpg', 'OPS/d1.xhtml: page-missing', 'OPS/3.jpg'],
    );
  });

  test('of many pictures in one document without words has them all in the order of the document', async () => {
    const shown = Array.from({ length: 22 }, (_, at) =>
      at % 3 === 0
        ? `<p><img src="${22 - at}.jpg"/></p>`
        : at % 3 === 1
          ? `<div><div><img src="${22 - at}.jpg"/></div></div>`
          : `<svg><image href="${22 - at}.jpg"/></svg>`,
    );
    const book = (words: string): Buffer =>
      buildEpub([`<html><head><title>Book</title></head><body>${words}${shown.join('\n')}</body></html>`], {
        metadata: '<title>Book</title>',
        files: Array.from({ length: 22 }, (_, at) => entry(`OPS/${at + 1}.jpg`, 'page')),
      });
    expect(await met(book(''))).toEqual(Array.from({ length: 22 }, (_, at) => `OPS/${22 - at}.jpg`));
    expect(await met(book('Once upon a time'))).toBe('archive-empty');
  });

  test('of words has no pages, however long its chapters are', async () => {
    const chapter = `<html><body>${'<p>Once upon a time</p>'.repeat(5000)}<img src="1.jpg"/></body></html>`;
    expect(await met(buildEpub([epubPage('1.jpg'), chapter], { metadata: '<title>Book</title>', ...fixed }))).toEqual([
      'OPS/1.jpg',
    ]);
  });
});

test('what is hidden is no page, and an ellipsis hides nothing', async () => {
  expect(
    await met(
      rawZip(
        ['.hidden.jpg', 'a/.thumbs/1.jpg', '__MACOSX/1.jpg', '…and/1.jpg', '...and/2.jpg'].map((name) => ({ name })),
      ),
    ),
  ).toEqual(['...and/2.jpg', '…and/1.jpg']);
});

test('the names of a folder’s files are free of what controls a terminal, and the files are read', async () => {
  const chapter = join(folder, 'chapter');
  await mkdir(chapter);
  await writeFile(join(chapter, 'a\u001b[31m.jpg'), 'page');
  const opened = await openFolder(chapter);
  expect(opened.entries.map(({ path }) => path)).toEqual(['a\ufffd[31m.jpg']);
  expect(String(await opened.read(opened.entries[0]!))).toBe('page');
  await opened.close();
});
