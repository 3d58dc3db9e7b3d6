import { describe, expect, it } from 'vitest';
import { ATTRIBUTES, DIRECTIONS, RATINGS, STATUSES } from '../contract/comics.ts';
import { LOCALES } from '../contract/locales.ts';
import { TERM_KINDS } from '../contract/taxonomy.ts';
import { demoCatalogue, demoTerms } from './catalogue.ts';
import { demoSlides } from './slides.ts';
import { works } from './works.ts';

const comics = demoCatalogue();
const terms = demoTerms();

describe('the demo catalogue', () => {
  it('has at least 40 comics, each with its own key', () => {
    expect(comics.length).toBeGreaterThanOrEqual(40);
    expect(new Set(comics.map((comic) => comic.key)).size).toBe(comics.length);
  });

  it('is the same every time', () => {
    expect(demoCatalogue()).toEqual(comics);
    expect(demoTerms()).toEqual(terms);
  });

  it('has comics in every locale of the site, and in Japanese and Korean', () => {
    const languages = new Set<string>(comics.map((comic) => comic.language));
    expect([...LOCALES, 'ja', 'ko'].filter((language) => !languages.has(language))).toEqual([]);
  });

  it('has every direction, status, rating and attribute, and premium comics', () => {
    expect(new Set(comics.map((comic) => comic.direction))).toEqual(new Set(DIRECTIONS));
    expect(new Set(comics.map((comic) => comic.status))).toEqual(new Set([...STATUSES, null]));
    expect(new Set(comics.map((comic) => comic.rating))).toEqual(new Set(RATINGS));
    expect(ATTRIBUTES.filter((attribute) => !comics.some((comic) => comic[attribute]))).toEqual([]);
    expect(comics.some((comic) => comic.premium)).toBe(true);
  });

  it('has one-shots, and series of two to five chapters numbered from one', () => {
    const lengths = new Set(comics.map((comic) => comic.chapters.length));
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5]);
    for (const { chapters } of comics) {
      expect(chapters.map((chapter) => chapter.number)).toEqual(
        chapters.length === 1 ? [null] : chapters.map((_, i) => i + 1),
      );
      expect(chapters.every((chapter) => (chapter.name === null) === (chapters.length === 1))).toBe(true);
    }
  });

  it('has works in two to four languages', () => {
    const editions = Object.values(Object.groupBy(comics, (comic) => comic.work)).map((list) => list?.length ?? 0);
    expect(editions.filter((count) => count >= 2).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...editions)).toBe(4);
  });

  it('describes every comic, and translates some titles', () => {
    expect(
      comics.filter((comic) => comic.description.length < 20 && !['zh', 'ja', 'ko'].includes(comic.language)),
    ).toEqual([]);
    expect(comics.filter((comic) => Object.keys(comic.titles).length > 0).length).toBeGreaterThanOrEqual(20);
    expect(comics.some((comic) => comic.alternativeTitle !== null)).toBe(true);
  });

  it('was uploaded over the last sixty days, several comics on the last ones, with views on each day since', () => {
    expect(comics.every((comic) => comic.uploadedDaysAgo >= 0 && comic.uploadedDaysAgo <= 60)).toBe(true);
    expect(comics.filter((comic) => comic.uploadedDaysAgo <= 2).length).toBeGreaterThanOrEqual(6);
    expect(
      comics.every(
        (comic) =>
          comic.views.length > 0 && comic.views.every((day) => day.count > 0 && day.daysAgo <= comic.uploadedDaysAgo),
      ),
    ).toBe(true);
  });
});

describe('chapters of the demo library', () => {
  const newest = ({ chapters }: (typeof comics)[number]) => chapters.at(-1)!.addedHoursAgo;

  it('came one after another: the first with its comic, the newest of some series today, of others days and weeks ago', () => {
    for (const { chapters, uploadedDaysAgo } of comics) {
      const hours = chapters.map(({ addedHoursAgo }) => addedHoursAgo);
      expect(hours[0]).toBe(uploadedDaysAgo * 24);
      expect(hours.every((each) => each >= 0)).toBe(true);
      expect(uploadedDaysAgo === 0 || new Set(hours).size === hours.length).toBe(true);
      expect(hours).toEqual(hours.toSorted((a, b) => b - a));
    }
    const days = new Set(
      comics.filter(({ chapters }) => chapters.length > 1).map((comic) => Math.floor(newest(comic) / 24)),
    );
    expect(Math.min(...days)).toBe(0);
    expect(Math.max(...days)).toBeGreaterThanOrEqual(14);
    expect(days.size).toBeGreaterThanOrEqual(8);
    expect(comics.some((comic) => comic.uploadedDaysAgo > 7 && newest(comic) < 5 * 24)).toBe(true);
  });
});

describe('the demo terms', () => {
  const known = new Set(terms.map((term) => `${term.kind} ${term.key}`));

  it('has every kind, each term once', () => {
    expect(new Set(terms.map((term) => term.kind))).toEqual(new Set(TERM_KINDS));
    expect(known.size).toBe(terms.length);
  });

  it('knows every term that a comic carries, and has none that no comic carries', () => {
    const carried = new Set(comics.flatMap((comic) => comic.terms.map((term) => `${term.kind} ${term.key}`)));
    expect([...carried].filter((term) => !known.has(term))).toEqual([]);
    expect([...known].filter((term) => !carried.has(term))).toEqual([]);
  });

  it('gives every comic a language, a category, an artist, an author and tags', () => {
    for (const kind of ['language', 'category', 'artist', 'author', 'tag'] as const) {
      expect(
        comics.filter((comic) => !comic.terms.some((term) => term.kind === kind)).map((comic) => comic.key),
      ).toEqual([]);
    }
  });

  it('gives tags colours, people genders, and some characters hair', () => {
    expect(terms.filter((term) => term.kind === 'tag' && !/^#[0-9a-f]{6}$/.test(term.color ?? ''))).toEqual([]);
    expect(terms.filter((term) => ['character', 'artist', 'author'].includes(term.kind) && !term.gender)).toEqual([]);
    expect(terms.filter((term) => term.kind === 'character' && term.hair).length).toBeGreaterThan(10);
  });

  it('translates tags, genres, categories and relationships into every other locale', () => {
    const translated = terms.filter((term) =>
      ['tag', 'genre', 'category', 'relationship', 'platform', 'parody'].includes(term.kind),
    );
    expect(
      translated.filter((term) => Object.keys(term.names).length !== LOCALES.length - 1).map((term) => term.key),
    ).toEqual([]);
  });
});

describe('the demo slides', () => {
  it("fill the landing page of every locale with safe works, in the reader's language where there is such an edition", () => {
    const slides = demoSlides(comics);
    for (const locale of LOCALES) {
      const own = slides.filter(({ language }) => language === locale);
      expect(own.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
      for (const { comic } of own) {
        expect(comic.rating).toBe('safe');
        expect(
          comic.language === locale || !comics.some(({ work, language }) => work === comic.work && language === locale),
        ).toBe(true);
      }
    }
  });

  it('have covers with a figure in the middle, where a panel shows them, and no lettering', () => {
    const covers = demoSlides(comics).map(({ comic }) => {
      const work = works.find(({ key }) => key === comic.work)!;
      return [comic.key, work.editions.find(({ language }) => language === comic.language)!.cover ?? work.cover.kind];
    });
    expect(covers.filter(([, kind]) => ['band', 'split', 'tiny'].includes(kind!))).toEqual([]);
  });
});
