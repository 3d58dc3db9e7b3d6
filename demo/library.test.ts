import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS } from '../server/images/archives/archive-limits.ts';
import { openArchive } from '../server/images/archives/archive.ts';
import { DEMO, demoFolders } from '../server/features/demo/library-file.ts';
import { readMetadata } from '../server/features/intake/public/metadata.ts';
import { demoCatalogue } from './catalogue.ts';
import { archiveName, demoLibrary, portraitName, serializeLibrary } from './library.ts';

/** Bytes that the whole library may take. */
const MAX_BYTES = 20_000_000;

const { archives: LIBRARY, portraits: PORTRAITS } = demoFolders(DEMO);
const comics = demoCatalogue();
const archives = comics.flatMap((comic) =>
  comic.chapters.map((chapter, index) => ({ comic, chapter, name: archiveName(comic, index) })),
);
const portraits = readdirSync(PORTRAITS);

// Whether what `npm run demo` drew is there, whole, and of this code.
describe('the library as it is committed', () => {
  it('has the archives of the catalogue, portraits and no other file, in 20 MB', () => {
    const files = readdirSync(LIBRARY);
    expect(files.toSorted()).toEqual([...archives.map(({ name }) => name), 'library.json'].toSorted());
    const bytes = [
      ...files.map((name) => join(LIBRARY, name)),
      ...portraits.map((name) => join(PORTRAITS, name)),
    ].reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('has a file with what the catalogue says and archives have no place for', () => {
    const made = serializeLibrary(demoLibrary((term) => portraits.includes(portraitName(term))));
    expect(readFileSync(join(LIBRARY, 'library.json'), 'utf8')).toBe(made);
    expect(new Set([...made.matchAll(/"portrait":"([^"]+)"/g)].map(([, name]) => name))).toEqual(new Set(portraits));
  });

  it.each(archives)('has in $name the pages and facts of its chapter', async ({ comic, chapter, name }) => {
    const archive = await openArchive(join(LIBRARY, name), ARCHIVE_LIMITS, tmpdir());
    try {
      const pages = await Promise.all(archive.entries.map((entry) => archive.read(entry)));
      const sizes = await Promise.all(
        pages.map(async (page) => {
          const { format, width, height } = await sharp(page).metadata();
          return [format, width, height];
        }),
      );
      const [opening, ...others] = sizes;
      expect(opening).toEqual(['webp', 900, 1280]);
      expect(others).toEqual(
        Array.from({ length: chapter.pages - 1 }, () =>
          comic.direction === 'vertical' ? ['webp', 800, 2400] : ['webp', 900, 1280],
        ),
      );
      expect(archive.entries.map(({ text }) => text !== null)).toEqual(
        archive.entries.map((_, at) => at === 0 || !comic.speechless),
      );
      const { metadata, warnings } = await readMetadata(archive, '', null);
      expect(warnings).toEqual([]);
      expect(metadata).toMatchObject({
        title: chapter.number === null ? comic.title : chapter.name,
        series: chapter.number === null ? null : comic.title,
        number: chapter.number === null ? null : String(chapter.number),
        alternativeTitle: comic.alternativeTitle,
        description: comic.description,
        language: comic.language,
        rating: comic.rating,
        status: comic.status,
        direction: comic.direction,
        translated: comic.translated,
        speechless: comic.speechless,
        rewritten: comic.rewritten,
        pageCount: chapter.pages,
      });
    } finally {
      await archive.close();
    }
  });

  it('has square portraits', async () => {
    for (const name of portraits) {
      expect(await sharp(join(PORTRAITS, name)).metadata()).toMatchObject({ format: 'webp', width: 400, height: 400 });
    }
  });
});
