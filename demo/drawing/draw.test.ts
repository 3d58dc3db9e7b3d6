import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '../catalogue.ts';
import { chapterPictures, drawPages, rasterised, comicTexts } from './draw.ts';
import type { Face } from './fonts.ts';
import { balloonFace, lettered, missingCharacters, titleFace } from './lettering.ts';
import { textsIn } from './storyboard.ts';
import type { Edition, Work } from '../work.ts';
import { works } from '../works.ts';

const comics = demoCatalogue();
const editions = works.flatMap((work) =>
  work.editions.map((edition): [string, Work, Edition] => [`${work.key} in ${edition.language}`, work, edition]),
);

describe('the words of the pictures', () => {
  it.each(editions)('%s has exactly the texts its storyboard asks for', (_, work, edition) => {
    const asked = work.boards.map((pages) =>
      work.speechless ? 0 : pages.flat().reduce((sum, line) => sum + textsIn(line), 0),
    );
    expect(work.boards.map((__, chapter) => comicTexts(edition, chapter).length)).toEqual(asked);
  });

  it.each(editions)('%s has a glyph for every character', (_, work, edition) => {
    const { language } = edition;
    const set: [string, Face][] = [
      ...[edition.title, ...(edition.chapters ?? [])].map((text): [string, Face] => [
        text,
        titleFace(language, work.latin),
      ]),
      ...[edition.credit, edition.title].map((text): [string, Face] => [text, balloonFace(language)]),
      ...work.boards
        .flatMap((__, chapter) => comicTexts(edition, chapter))
        .flatMap((text): [string, Face][] => [
          [text, balloonFace(language)],
          [text, titleFace(language, 'poster')],
        ]),
    ];
    const missing = set.flatMap(([text, face]) =>
      [text, lettered(text, language)].flatMap((form) => missingCharacters(form, face)),
    );
    expect(missing).toEqual([]);
  });
});

describe('drawing', () => {
  it('gives as many pages as the catalogue says, of the same size within a chapter but for its first', () => {
    for (const comic of comics) {
      comic.chapters.forEach((chapter, index) => {
        const [opening = '', ...pages] = chapterPictures(comic, index);
        expect(pages.length + 1).toBe(chapter.pages);
        expect(opening).toContain('width="900" height="1280"');
        const size = comic.direction === 'vertical' ? 'width="800" height="2400"' : 'width="900" height="1280"';
        expect(pages.every((page) => page.includes(size))).toBe(true);
        expect(pages.filter((page) => /NaN|undefined|Infinity/.test(page))).toEqual([]);
      });
    }
  });

  it('draws the same bytes for the same page', async () => {
    const [comic] = comics;
    const [first, second] = [await drawPages(comic!, 0), await drawPages(comic!, 0)];
    expect(first.map((page) => page.name)).toEqual(['001.webp', '002.webp', '003.webp', '004.webp']);
    expect(second).toEqual(first);
  });

  it('keeps a page of every comic between 10 and 160 KB', async () => {
    for (const comic of comics) {
      const pictures = chapterPictures(comic, 0);
      const { bytes } = await rasterised(pictures.at(-1)!);
      expect((await sharp(bytes).metadata()).format).toBe('webp');
      expect(bytes.length).toBeGreaterThan(10_000);
      expect(bytes.length).toBeLessThan(160_000);
    }
  });
});
