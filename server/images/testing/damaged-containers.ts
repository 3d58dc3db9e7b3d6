import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { seededRandom } from '#server/testing/random.ts';
import { drawPages, pageNames } from './drawn-pages.ts';
import { entry, buildEpub, epubPage } from './hostile-epubs.ts';
import { buildPdf } from './raw-pdf.ts';
import { rawRar } from './raw-rar.ts';
import { rawRar4 } from './raw-rar4.ts';
import { rawSevenZip } from './raw-seven-zip.ts';
import { rawTar } from './raw-tar.ts';
import { rawZip } from './raw-zip.ts';

/** An archive to be damaged, and its pages in reading order. */
export interface DamagedContainer {
  name: string;
  bytes: Buffer;
  pages: Buffer[];
  /** Whether it has sums of what it holds; without them only a page's own format can tell that its bytes are others. */
  hasSums: boolean;
}

const PAGES = 12;

/**
 * Promises an archive of 12 pages of every kind. What no library writes that comes from the registry alone lies packed beside this file: the same pages,
 * written by 7-Zip (LZMA and LZMA2), bzip2 and xz.
 */
export async function damagedContainers(): Promise<DamagedContainer[]> {
  const pages = drawPages(PAGES);
  const names = pageNames(PAGES);
  const files = names.map((name, at) => ({ name, data: pages[at] as Buffer }));
  const zip64 = new ZipFile();
  for (const { name, data } of files) {
    zip64.addBuffer(data, name, { forceZip64Format: true, compress: false });
  }
  zip64.end({ forceZip64Format: true, comment: '' });
  const tar = rawTar(files);
  const jpegs = await Promise.all(pages.map(photograph));
  const packed = (name: string): Promise<Buffer> => readFile(new URL(`packed/${name}`, import.meta.url));
  const made: [name: string, bytes: Buffer, hasSums?: boolean, pages?: Buffer[]][] = [
    ['ZIP', rawZip(files.map((file, at) => ({ ...file, method: (at % 2) * 8 })))],
    ['ZIP64', await buffer(zip64.outputStream)],
    ['LZMA-ZIP', await packed('lzma.zip')],
    ['RAR 4', rawRar4(files)],
    ['RAR 5', rawRar(files)],
    ['7z', rawSevenZip(files)],
    ['7z, LZMA2', await packed('lzma2.7z')],
    ['TAR', tar, false],
    ['TAR in gzip', gzipSync(tar)],
    ['TAR in bzip2', await packed('pages.tar.bz2')],
    ['TAR in xz', await packed('pages.tar.xz')],
    ['PDF', buildPdf(jpegs.map((jpeg) => ({ jpeg, size: [60, 80] }))), false, jpegs],
    [
      'EPUB',
      buildEpub(
        names.map((_, at) => epubPage(`${at + 1}.png`)),
        { files: files.map(({ data }, at) => entry(`OPS/${at + 1}.png`, data)) },
      ),
    ],
  ];
  return made.map(([name, bytes, hasSums = true, own = pages]) => ({ name, bytes, hasSums, pages: own }));
}

function photograph(_: Buffer, seed: number): Promise<Buffer> {
  const random = seededRandom(seed + 100);
  return sharp(Buffer.from(Array.from({ length: 60 * 80 * 3 }, () => Math.floor(random() * 256))), {
    raw: { width: 60, height: 80, channels: 3 },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
}
