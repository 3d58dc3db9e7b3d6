import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { demoCatalogue, demoTerms } from './catalogue.ts';
import type { DemoComic } from './comic.ts';
import { drawPages, pageTranscripts, rasterised } from './drawing/draw.ts';
import { drawPortrait } from './drawing/portrait.ts';
import { archiveName, demoComicInfo, demoLibrary, portraitName, serializeLibrary } from './library.ts';

// Draws the demo library into `library/` and `portraits/`: `npm run demo`. Equal code makes equal files.
const [LIBRARY, PORTRAITS] = ['library', 'portraits'].map((name) => join(import.meta.dirname, name)) as [
  string,
  string,
];
/** Portraits hold no lettering, and are shown small. */
const PORTRAIT_QUALITY = 50;
/** A fixed time, so that equal entries make equal archives. */
const MADE = new Date(2020, 0, 1);

for (const folder of [LIBRARY, PORTRAITS]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}
await eachAtOnce(
  demoCatalogue().flatMap((comic) => comic.chapters.map((_, index) => ({ comic, index }))),
  async ({ comic, index }) => {
    await writeArchive(comic, index);
    console.log(archiveName(comic, index));
  },
);
const terms = demoTerms().map((term) => ({ term, portrait: drawPortrait(term) }));
await eachAtOnce(terms, async ({ term, portrait }) => {
  if (portrait !== null) {
    writeFileSync(join(PORTRAITS, portraitName(term)), (await rasterised(portrait, PORTRAIT_QUALITY)).bytes);
  }
});
const drawn = new Set(terms.filter(({ portrait }) => portrait !== null).map(({ term }) => `${term.kind} ${term.key}`));
writeFileSync(
  join(LIBRARY, 'library.json'),
  serializeLibrary(demoLibrary(({ kind, key }) => drawn.has(`${kind} ${key}`))),
);

/** Writes the archive of a chapter: its pages, the text on each beside it, and ComicInfo.xml. */
async function writeArchive(comic: DemoComic, index: number): Promise<void> {
  const pages = await drawPages(comic, index);
  const texts = pageTranscripts(comic, index);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(demoComicInfo(comic, index, pages)), 'ComicInfo.xml', { mtime: MADE });
  for (const [at, { name, bytes }] of pages.entries()) {
    zip.addBuffer(bytes, name, { mtime: MADE, compress: false });
    const text = texts[at];
    if (text) {
      zip.addBuffer(Buffer.from(text), name.replace('.webp', '.txt'), { mtime: MADE });
    }
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(LIBRARY, archiveName(comic, index))));
}

/** Works on as many at once as there are cores. */
async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}
