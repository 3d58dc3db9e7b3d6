import type { DemoComic, DemoTermKind } from './comic.ts';
import type { Edition, Work } from './work.ts';
import { works } from './works.ts';

export { demoTerms } from './terms.ts';

/** In hours. */
const WEEK = 168;

/** Views by day over the last 60 days or since the upload: most in the first week, then fewer, always the same numbers. */
function viewsFor({ interest, daysAgo, title }: Edition): DemoComic['views'] {
  return Array.from({ length: Math.min(daysAgo, 59) + 1 }, (_, day) => {
    const age = daysAgo - day;
    const wave = 0.8 + 0.4 * Math.abs(Math.sin(day * 1.7 + title.length));
    return { daysAgo: day, count: Math.round((interest / 7) * wave * (0.25 + 0.75 * Math.exp(-age / 9))) };
  });
}

function listTerms(work: Work, edition: Edition): DemoComic['terms'] {
  const terms = (Object.entries(work.terms) as [DemoTermKind, string[]][]).flatMap(([kind, keys]) =>
    keys.map((key) => ({ kind, key })),
  );
  terms.push({ kind: 'language', key: edition.language });
  if (!work.terms.parody) {
    terms.push({ kind: 'parody', key: 'original' });
  }
  if (edition.group && !work.terms.group?.includes(edition.group)) {
    terms.push({ kind: 'group', key: edition.group });
  }
  for (const { key } of Object.values(work.cast)) {
    if (key) {
      terms.push({ kind: 'character', key });
    }
  }
  return terms;
}

/** A chapter a week, or sooner where there was less time: the newest has been there for a while, too. */
function addedHoursAgo(uploadedDaysAgo: number, chapters: number, index: number): number {
  const hours = uploadedDaysAgo * 24;
  return Math.round(hours - index * Math.min(WEEK, hours / chapters));
}

function toComic(work: Work, edition: Edition): DemoComic {
  const series = work.boards.length > 1;
  return {
    key: `${work.key}-${edition.language}`,
    work: work.key,
    language: edition.language,
    title: edition.title,
    alternativeTitle: edition.alternative ?? (edition.translated ? work.editions[0]!.title : null),
    description: edition.description,
    titles: edition.titles ?? {},
    direction: work.direction === 'ltr' && edition.language === 'ar' ? 'rtl' : work.direction,
    status: work.status,
    rating: work.rating,
    premium: work.premium ?? false,
    rewritten: edition.rewritten ?? false,
    translated: edition.translated ?? false,
    speechless: work.speechless ?? false,
    terms: listTerms(work, edition),
    chapters: work.boards.map((pages, i) => ({
      number: series ? i + 1 : null,
      name: series ? edition.chapters![i]! : null,
      pages: pages.length + 1,
      addedHoursAgo: addedHoursAgo(edition.daysAgo, work.boards.length, i),
    })),
    uploadedDaysAgo: edition.daysAgo,
    views: viewsFor(edition),
  };
}

/** Every comic of the demo library, the most recent first. Always the same; nothing is drawn to make it. */
export function demoCatalogue(): DemoComic[] {
  return works
    .flatMap((work) => work.editions.map((edition) => toComic(work, edition)))
    .toSorted((a, b) => a.uploadedDaysAgo - b.uploadedDaysAgo);
}
