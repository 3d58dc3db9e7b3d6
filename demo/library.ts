import type { DemoLibrary, LibraryComic, LibraryTerm } from '../server/features/demo/library-file.ts';
import { comicInfoXml } from '../server/features/downloads/comic-info-xml.ts';
import { demoCatalogue, demoTerms } from './catalogue.ts';
import type { DemoComic, DemoTerm } from './comic.ts';
import type { DrawnPage } from './drawing/draw.ts';
import { demoSlides } from './slides.ts';

/** The archive of a chapter, counted from 0. */
export function archiveName({ key, chapters }: Pick<DemoComic, 'key' | 'chapters'>, index: number): string {
  return chapters.length === 1 ? `${key}.cbz` : `${key}-${index + 1}.cbz`;
}

/** The name of a portrait's file. */
export function portraitName({ kind, key }: Pick<DemoTerm, 'kind' | 'key'>): string {
  return `${kind}-${key}.webp`;
}

/** The content of `library/library.json`; `portraits` says which terms have a portrait. */
export function demoLibrary(hasPortrait: (term: DemoTerm) => boolean): DemoLibrary {
  const catalogue = demoCatalogue();
  return {
    // Of two that came in the same hour, the one named later is the newer.
    comics: catalogue
      .toReversed()
      .toSorted((a, b) => a.uploadedDaysAgo - b.uploadedDaysAgo)
      .map(toComic),
    // The names of languages are the product's own.
    terms: demoTerms()
      .filter(({ kind }) => kind !== 'language')
      .map((term) => toTerm(term, hasPortrait(term))),
    slides: demoSlides(catalogue).map(({ comic, ...slide }) => ({ comic: comic.key, ...slide })),
  };
}

function toComic(comic: DemoComic): LibraryComic {
  return {
    key: comic.key,
    chapters: comic.chapters.map(({ addedHoursAgo }, index) => ({
      file: archiveName(comic, index),
      hoursAgo: addedHoursAgo,
    })),
    workKey: `demo/${comic.work}`,
    premium: comic.premium,
    titles: comic.titles,
    views: comic.views.map(({ count }) => count),
  };
}

function toTerm({ kind, key, name, names, color, gender, hair }: DemoTerm, hasPortrait: boolean): LibraryTerm {
  return {
    kind,
    name,
    names,
    ...(color === undefined ? {} : { color }),
    ...(gender === undefined ? {} : { gender: gender === 'other' ? 'nonbinary' : gender }),
    ...(hair === undefined ? {} : { hair }),
    ...(hasPortrait ? { portrait: portraitName({ kind, key }) } : {}),
  };
}

/** As JSON with a line for each comic, term and slide, so that a change shows as one. */
export function serializeLibrary({ comics, terms, slides }: DemoLibrary): string {
  const list = (each: readonly object[]) => `[\n${each.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  return `{\n  "comics": ${list(comics)},\n  "terms": ${list(terms)},\n  "slides": ${list(slides)}\n}\n`;
}

/** The ComicInfo.xml of a chapter and its drawn pages, as the product itself writes it in downloads. */
export function demoComicInfo(comic: DemoComic, index: number, pages: readonly DrawnPage[]): string {
  const names = new Map(demoTerms().map(({ kind, key, name }) => [`${kind} ${key}`, name]));
  const chapter = comic.chapters[index]!;
  return comicInfoXml(
    {
      title: comic.title,
      alternative_title: comic.alternativeTitle,
      description: comic.description,
      rating: comic.rating,
      status: comic.status,
      direction: comic.direction,
      translated: comic.translated,
      speechless: comic.speechless,
      rewritten: comic.rewritten,
      oneshot: chapter.number === null,
      chapters_count: comic.chapters.length,
      released_on: null,
      cover: pages[0]!.name,
      links: {},
      official_links: [],
      terms: comic.terms.map(({ kind, key }) => ({
        kind,
        name: names.get(`${kind} ${key}`)!,
        code: kind === 'language' ? key : null,
      })),
    },
    {
      id: 0,
      slug: '',
      name: chapter.name ?? '',
      number: chapter.number === null ? null : String(chapter.number),
      volume: null,
      position: index + 1,
      direction: null,
      premium: false,
      credits: [],
      added_at: new Date(0),
      pages: pages.map(({ name, bytes, width, height }) => ({
        image: name,
        format: 'webp',
        bytes: bytes.length,
        width,
        height,
        crc32: null,
      })),
    },
    '',
  );
}
