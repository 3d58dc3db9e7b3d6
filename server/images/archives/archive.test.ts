import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { SiteFile } from '#server/config/site-file.ts';
import { ARCHIVE_LIMITS, archiveLimits } from './archive-limits.ts';
import { openArchive, openFolder } from './archive.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function saved(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${(files += 1)}.cbz`);
  await writeFile(path, bytes);
  return path;
}

async function paths(path: string): Promise<string[]> {
  const archive = await openArchive(path);
  await archive.close();
  return archive.entries.map((entry) => entry.path);
}

const rawPaths = async (...names: (string | Buffer)[]): Promise<string[]> =>
  paths(await saved(rawZip(names.map((name) => ({ name })))));
const refusal = async (bytes: Uint8Array): Promise<unknown> =>
  openArchive(await saved(bytes)).catch((error: unknown) => error);

describe('an honest archive', () => {
  test('gives its pages in natural order with their bytes, stored and deflated', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('ten'), 'Ch 1/10.jpg', { compress: true });
    zip.addBuffer(Buffer.from('two'), 'Ch 1/2.PNG', { compress: false });
    zip.addBuffer(Buffer.alloc(0), 'Ch 1/11.webp');
    zip.addBuffer(Buffer.from('<ComicInfo/>'), 'Ch 1/comicinfo.xml');
    zip.addBuffer(Buffer.from('<ComicInfo>root</ComicInfo>'), 'ComicInfo.xml');
    zip.addBuffer(Buffer.from('words'), 'readme.txt');
    zip.addEmptyDirectory('Ch 1/empty.jpg');
    zip.end({ comment: '{"ComicBookInfo/1.0":{}}' } as never);
    const archive = await openArchive(await saved(await buffer(zip.outputStream)));
    expect(archive.entries.map(({ path, size }) => [path, size])).toEqual([
      ['Ch 1/2.PNG', 3],
      ['Ch 1/10.jpg', 3],
      ['Ch 1/11.webp', 0],
    ]);
    expect(String(await archive.read(archive.entries[0]!))).toBe('two');
    expect(String(await archive.read(archive.entries[1]!))).toBe('ten');
    expect(await archive.read(archive.entries[2]!)).toHaveLength(0);
    expect(archive.metadataFiles.map(({ path }) => path)).toEqual(['ComicInfo.xml', 'Ch 1/comicinfo.xml']);
    expect(String(await archive.read(archive.metadataFiles[0]!))).toBe('<ComicInfo>root</ComicInfo>');
    expect(archive.comment).toBe('{"ComicBookInfo/1.0":{}}');
    await archive.close();
  });

  test('reads ZIP64 and sizes that only stand behind the data', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('one'), '1.jpg', { forceZip64Format: true });
    zip.addReadStreamLazy('2.jpg', (done) => done(null, Readable.from([Buffer.from('two')])));
    zip.end({ forceZip64Format: true, comment: '' });
    const archive = await openArchive(await saved(await buffer(zip.outputStream)));
    expect(await Promise.all(archive.entries.map(async (entry) => String(await archive.read(entry))))).toEqual([
      'one',
      'two',
    ]);
    await archive.close();
  });

  test('may have bytes before its first entry and behind its end', async () => {
    const path = await saved(
      rawZip([{ name: '1.jpg' }], { prefix: 'MZ a program that unpacks itself', suffix: 'tail' }),
    );
    const archive = await openArchive(path);
    expect(String(await archive.read(archive.entries[0]!))).toBe('page');
    await archive.close();
  });

  test('lists images that cannot become pages, so that each is reported', async () => {
    const archive = await openArchive(await saved(rawZip([{ name: '1.jpg' }, { name: '2.svg' }, { name: '3.HEIC' }])));
    await archive.close();
    expect(archive.entries.map(({ unsupported }) => unsupported)).toEqual([null, 'SVG', 'HEIC']);
  });

  test('loses nothing but the damaged page', async () => {
    const archive = await openArchive(
      await saved(rawZip([{ name: '1.jpg', crc: 7 }, { name: '2.jpg', method: 8, size: 3 }, { name: '3.jpg' }])),
    );
    await expect(archive.read(archive.entries[0]!)).rejects.toMatchObject({ code: 'page-undecodable' });
    await expect(archive.read(archive.entries[1]!)).rejects.toMatchObject({ code: 'page-undecodable' });
    expect(String(await archive.read(archive.entries[2]!))).toBe('page');
    await archive.close();
  });
});

describe('names', () => {
  const shiftJis = Buffer.from('955c8e862e6a7067', 'hex');
  const cp866 = Buffer.from('8ea1abaea6aaa02e6a7067', 'hex');
  const cp437 = Buffer.from('436166822e6a7067', 'hex');

  test('without the UTF-8 flag are read as what their bytes look like', async () => {
    expect(await rawPaths(shiftJis)).toEqual(['表紙.jpg']);
    expect(await rawPaths(cp866)).toEqual(['Обложка.jpg']);
    expect(await rawPaths(cp437)).toEqual(['Café.jpg']);
    expect(await rawPaths('صفحة ٢.jpg', 'صفحة ١.jpg')).toEqual(['صفحة ١.jpg', 'صفحة ٢.jpg']);
  });

  test('with backslashes are folders', async () => {
    expect(await rawPaths('Ch10\\1.jpg', 'Ch2\\1.jpg', 'Ch2\\')).toEqual(['Ch2/1.jpg', 'Ch10/1.jpg']);
  });

  test('of files that operating systems leave behind are not pages', async () => {
    expect(await rawPaths('./1.jpg', '__MACOSX/1.jpg', 'a/._1.jpg', 'Thumbs.db', '.DS_Store')).toEqual(['1.jpg']);
  });

  test.each(['../1.jpg', 'a/../../1.jpg', '/1.jpg', 'C:\\1.jpg', '..\\1.jpg', '1.jpg\0.txt'])(
    'that leave the archive are refused: %j',
    async (name) => {
      expect(await refusal(rawZip([{ name: 'ok.jpg' }, { name }]))).toMatchObject({
        code: 'archive-suspicious',
        params: { reason: 'path' },
      });
    },
  );
});

describe('a hostile archive is refused', () => {
  const big = Buffer.alloc(11 * 1024 ** 2);
  const one = { name: '1.jpg' };
  test.each<[string, string, Record<string, unknown>, Buffer]>([
    ['a link', 'archive-suspicious', { entry: '1.jpg', reason: 'link' }, rawZip([{ ...one, mode: 0o120777 }])],
    ['a device', 'archive-suspicious', { reason: 'link' }, rawZip([{ ...one, mode: 0o020666 }])],
    ['a bomb', 'archive-suspicious', { reason: 'ratio' }, rawZip([{ ...one, data: big, method: 8 }])],
    ['entries over each other', 'archive-suspicious', { reason: 'overlap' }, rawZip([one, { ...one, sharing: 0 }])],
    ['two names for an entry', 'archive-suspicious', { reason: 'headers' }, rawZip([{ ...one, localName: '2.jpg' }])],
    ['an encrypted entry', 'archive-encrypted', {}, rawZip([{ ...one, method: 8, flags: 1 }])],
    [
      'a method we cannot read',
      'archive-method-unsupported',
      { method: 'Zstandard' },
      rawZip([{ ...one, method: 93 }]),
    ],
    [
      'too many entries',
      'archive-too-many-entries',
      { limit: 5000 },
      rawZip(Array.from({ length: 5001 }, (_, i) => ({ name: `${i}.jpg` }))),
    ],
  ])('with %s', async (_, code, params, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ code, params });
  });

  test('with more than the site is configured to take', async () => {
    const two = await saved(rawZip([one, { name: '2.jpg' }]));
    const limits = (uploads: object) => archiveLimits(SiteFile.parse({ uploads }).uploads);
    await expect(openArchive(two, limits({ entries: 1 }))).rejects.toMatchObject({
      code: 'archive-too-many-entries',
      params: { limit: 1 },
    });
    await expect(
      openArchive(await saved(Buffer.concat([rawZip([one]), big])), limits({ archiveMegabytes: 10 })),
    ).rejects.toMatchObject({ code: 'archive-too-large', params: { limit: 10 } });
    await (await openArchive(two, limits({ entries: 2 }))).close();
  });

  test('with more bytes than the limits allow', async () => {
    const bytes = await saved(rawZip([one, { name: '2.jpg' }]));
    await expect(openArchive(bytes, { ...ARCHIVE_LIMITS, entryBytes: 3 })).rejects.toMatchObject({
      code: 'archive-too-large',
    });
    const lying = await saved(rawZip([{ ...one, data: Buffer.from('abcdefgh'), method: 8, size: 2 }]));
    await expect(openArchive(lying, { ...ARCHIVE_LIMITS, entryBytes: 4 })).rejects.toMatchObject({
      code: 'archive-too-large',
    });
    await expect(openArchive(bytes, { ...ARCHIVE_LIMITS, totalBytes: 7 })).rejects.toMatchObject({
      code: 'archive-too-large',
    });
  });
});

describe('what is not a readable archive is named', () => {
  const whole = rawZip([{ name: '1.jpg' }, { name: '2.jpg' }]);
  test.each<[string, string, Record<string, unknown>, Buffer]>([
    ['encrypted RAR 4', 'archive-encrypted', {}, Buffer.from('Rar!\x1a\x07\0\0\0\x73\x80\0\r\0\0\0\0\0\0\0', 'latin1')],
    ['encrypted RAR 5', 'archive-encrypted', {}, Buffer.from('Rar!\x1a\x07\x01\0\0\0\0\0\x21\x04\0\0', 'latin1')],
    ['text', 'archive-unreadable', {}, Buffer.from('not an archive')],
    ['nothing', 'archive-empty', {}, Buffer.alloc(0)],
    ['a ZIP without entries', 'archive-empty', {}, rawZip([])],
    ['a ZIP without images', 'archive-empty', {}, rawZip([{ name: 'a.txt' }])],
    ['a ZIP without its end', 'archive-truncated', {}, whole.subarray(0, whole.length - 30)],
  ])('%s', async (_, code, params, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ code, params });
  });

  test('a missing file, and a folder', async () => {
    await expect(openArchive(join(folder, 'none.cbz'))).rejects.toMatchObject({ code: 'archive-not-found' });
    await expect(openArchive(folder)).rejects.toMatchObject({ code: 'archive-unreadable' });
  });
});

describe('a folder of images', () => {
  test('gives its own images in natural order, and not those of folders inside', async () => {
    const chapter = join(folder, 'Ch 2');
    await mkdir(join(chapter, 'inner'), { recursive: true });
    await Promise.all(
      ['10.jpg', '9.jpg', 'ComicInfo.xml', '.DS_Store', 'inner/1.jpg'].map((name) =>
        writeFile(join(chapter, name), name),
      ),
    );
    const opened = await openFolder(chapter);
    expect(opened.entries.map(({ path }) => path)).toEqual(['9.jpg', '10.jpg']);
    expect(opened.metadataFiles.map(({ path }) => path)).toEqual(['ComicInfo.xml']);
    expect(String(await opened.read(opened.entries[0]!))).toBe('9.jpg');
    await opened.close();
  });

  test('with a link is refused', async () => {
    const chapter = join(folder, 'linked');
    await mkdir(chapter);
    await symlink('/etc/hostname', join(chapter, '1.jpg'));
    await expect(openFolder(chapter)).rejects.toMatchObject({
      code: 'archive-suspicious',
      params: { entry: '1.jpg', reason: 'link' },
    });
  });

  test('without images, or missing, is named', async () => {
    await mkdir(join(folder, 'bare'));
    await expect(openFolder(join(folder, 'bare'))).rejects.toMatchObject({ code: 'archive-empty' });
    await expect(openFolder(join(folder, 'none'))).rejects.toMatchObject({ code: 'archive-not-found' });
  });
});
