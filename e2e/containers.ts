import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildEpub, epubPage } from '#server/images/testing/hostile-epubs.ts';
import { buildPdf } from '#server/images/testing/raw-pdf.ts';
import { rawRar } from '#server/images/testing/raw-rar.ts';
import { rawSevenZip } from '#server/images/testing/raw-seven-zip.ts';
import { rawTar } from '#server/images/testing/raw-tar.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';

/** Where the odd and the invalid archives of the samples lie, beside the project; elsewhere they are drawn. */
const SAMPLES = join(import.meta.dirname, '../../shared/samples');
const SIZE = [300, 400] as const;

/** A file to be uploaded: how many pages it has, or the words its refusal has. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
  pages?: number;
  refused?: RegExp;
}

/** Draws a folder of three chapters with three pages each; answers its path. Each page is like no other. */
export async function drawFolder(under: string, name: string): Promise<string> {
  const folder = join(under, name);
  for (let chapter = 1; chapter <= 3; chapter += 1) {
    mkdirSync(join(folder, `Chapter ${chapter}`), { recursive: true });
    for (let page = 1; page <= 3; page += 1) {
      writeFileSync(join(folder, `Chapter ${chapter}`, `${page}.jpg`), await drawn(Date.now() + chapter * 10 + page));
    }
  }
  return folder;
}

/** An archive of every container that is read, odd ones of the samples where they are, and three that are refused. */
export async function broughtFiles(): Promise<UploadedFile[]> {
  const jpeg = await drawn(1);
  const pages = (names: string[]) => names.map((name) => ({ name, data: jpeg }));
  const files: UploadedFile[] = [
    sample('odd/actually-zip.cbr', 3) ?? {
      name: 'actually-zip.cbr',
      bytes: rawZip(pages(['1.jpg', '2.jpg', '10.jpg'])),
      pages: 3,
    },
    sample('odd/komga-rar4.cbr', 3) ?? { name: 'drawn.cbr', bytes: rawRar(pages(['1.jpg', '2.jpg'])), pages: 2 },
    sample('odd/lzma2-solid.cb7', 5) ?? { name: 'drawn.cb7', bytes: rawSevenZip(pages(['1.jpg', '2.jpg'])), pages: 2 },
    sample('odd/plain.cbt', 5) ?? { name: 'drawn.cbt', bytes: rawTar(pages(['./1.jpg', './2.jpg'])), pages: 2 },
    sample('odd/images.pdf', 5) ?? {
      name: 'drawn.pdf',
      bytes: buildPdf([
        { jpeg, size: [...SIZE] },
        { jpeg, size: [...SIZE] },
      ]),
      pages: 2,
    },
    {
      name: 'drawn.epub',
      bytes: buildEpub([epubPage('p.jpg')], { files: [{ name: 'OPS/p.jpg', data: jpeg }] }),
      pages: 1,
    },
    sample('odd/UPPER.CBZ', 4) ?? { name: 'UPPER.CBZ', bytes: rawZip(pages(['A.JPG', 'b.Jpg'])), pages: 2 },
    { name: 'empty.cbz', bytes: rawZip([]), refused: /no pages|no pictures|nothing/i },
    {
      name: 'text.cbz',
      bytes: Buffer.from('this is only text, whatever its name says'),
      refused: /archive|format|read/i,
    },
    sample('invalid/encrypted.cbz', 0, /password/i) ?? {
      name: 'encrypted.cbz',
      bytes: rawZip([{ name: '1.jpg', data: jpeg, method: 8, flags: 1 }]),
      refused: /password/i,
    },
  ];
  return files;
}

function sample(path: string, pages: number, refused?: RegExp): UploadedFile | null {
  const file = join(SAMPLES, path);
  if (!existsSync(file)) return null;
  return { name: path.split('/').at(-1)!, bytes: readFileSync(file), ...(refused ? { refused } : { pages }) };
}

/** A JPEG picture made of coarse noise: no two seeds look alike. */
export async function drawn(seed: number): Promise<Buffer> {
  let state = seed % 2_147_483_647 || 1;
  const noise = Buffer.from(
    Array.from({ length: 12 * 16 * 3 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 256;
    }),
  );
  return sharp(noise, { raw: { width: 12, height: 16, channels: 3 } })
    .resize(SIZE[0], SIZE[1], { kernel: 'nearest' })
    .jpeg()
    .toBuffer();
}
