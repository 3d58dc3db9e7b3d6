import { availableParallelism } from 'node:os';
import { putSetting } from '#server/db/queries/settings.ts';
import type { Deps } from '../deps.ts';
import { addViews, rollPopularity } from '../features/comics/comics.ts';
import { addSlides } from '../features/slides/slides.ts';
import { importMetadata, type ImportMetadata, type ImportTerm } from '../features/imports/import-metadata.ts';
import type { Imports } from '../features/imports/imports.ts';
import { withTransaction } from '../db/database.ts';
import { describeTerm, findOrCreateTerms } from '../features/taxonomy/taxonomy.ts';
import { demoCatalogue, demoTerms } from './catalogue.ts';
import type { DemoComic, DemoTerm } from './comic.ts';
import { chapterPictures, rasterised, pageTranscripts } from './draw.ts';
import { drawPortrait } from './portrait.ts';
import { demoSlides } from './slides.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Comics under way at once: while one is finished, pages of the others are drawn. */
const AT_ONCE = availableParallelism() + 1;

/** The progress the loader reports. */
export interface DemoProgress {
  done: number;
  all: number;
}

/**
 * Draws the demo library and imports it where it is wanted (`wanted.ts`); a load that was cut off goes on.
 *
 * @returns how many comics it has made.
 */
export async function loadDemo(deps: Pick<Deps, 'db' | 'now'>, { imports }: { imports: Pick<Imports, 'make' | 'picture'> }, onProgress: (progress: DemoProgress) => void, signal: AbortSignal): Promise<number> {
  await putSetting(deps.db, 'demo', 'loading');
  const catalogue = demoCatalogue();
  const terms = new Map(demoTerms().map((term) => [`${term.kind}:${term.key}`, term]));
  const ids = new Map<DemoComic, number>();
  const waiting = catalogue.toSorted((a, b) => b.uploadedDaysAgo - a.uploadedDaysAgo);
  const now = deps.now().getTime();
  const work = async () => {
    for (let comic = waiting.shift(); comic !== undefined; comic = waiting.shift()) {
      ids.set(comic, await make(comic, { imports, terms, now, signal }));
      onProgress({ done: ids.size, all: catalogue.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await showFaces(deps.db, imports, [...terms.values()], signal);
  // Before the slides and views: they would be there twice if they were written and the rest cut off.
  await putSetting(deps.db, 'demo', 'done');
  await addSlides(deps.db, demoSlides(catalogue).map(({ comic, ...slide }) => ({ ...slide, comicId: ids.get(comic)! })));
  await countViews(deps.db, ids, now);
  return ids.size;
}

interface Making {
  imports: Pick<Imports, 'make'>;
  terms: ReadonlyMap<string, DemoTerm>;
  /** Milliseconds since 1970 that days are counted back from. */
  now: number;
  signal: AbortSignal;
}

async function make(comic: DemoComic, { imports, terms, now, signal }: Making): Promise<number> {
  let comicId = 0;
  for (const [index, chapter] of comic.chapters.entries()) {
    let pictures: string[] | null = null;
    let texts: (string | null)[] | null = null;
    const pages = Array.from({ length: chapter.pages }, (_, page) => ({
      name: `${String(page + 1).padStart(3, '0')}.webp`,
      read: () => rasterised((pictures ??= chapterPictures(comic, index))[page] as string),
      transcript: async () => (texts ??= pageTranscripts(comic, index))[page] ?? null,
    }));
    const metadata = demoMetadata(comic, index, terms, now);
    ({ comicId } = await imports.make({ key: `demo/${comic.key}/${index}`, metadata, pages, publish: true }, signal));
  }
  return comicId;
}

/** The metadata the pipeline is given for one chapter of a demo comic. */
export function demoMetadata(comic: DemoComic, index: number, terms: ReadonlyMap<string, DemoTerm>, now: number): ImportMetadata {
  const chapter = comic.chapters[index];
  const series = chapter?.number !== null;
  return importMetadata({
    title: series ? (chapter?.name ?? null) : comic.title,
    series: series ? comic.title : null,
    number: series ? String(chapter?.number) : null,
    alternativeTitle: comic.alternativeTitle,
    description: comic.description,
    translations: Object.fromEntries(Object.entries(comic.titles).map(([locale, title]) => [locale, { title }])),
    language: comic.language,
    rating: comic.rating,
    status: comic.status,
    direction: comic.direction,
    translated: comic.translated,
    speechless: comic.speechless,
    rewritten: comic.rewritten,
    premium: comic.premium,
    uploadedAt: new Date(now - (chapter?.addedHoursAgo ?? 0) * HOUR).toISOString(),
    workKey: `demo/${comic.work}`,
    terms: termsOf(comic, terms),
  });
}

function termsOf(comic: DemoComic, terms: ReadonlyMap<string, DemoTerm>): ImportMetadata['terms'] {
  const byKind: Partial<Record<DemoTerm['kind'], ImportTerm[]>> = {};
  for (const { kind, key } of comic.terms) {
    const term = terms.get(`${kind}:${key}`);
    if (term === undefined || kind === 'language') { continue; }
    (byKind[kind] ??= []).push({
      name: term.name,
      translations: term.names,
      ...(term.color === undefined ? {} : { color: term.color }),
      ...(term.gender === undefined ? {} : { gender: term.gender === 'other' ? 'nonbinary' : term.gender }),
      ...(term.hair === undefined ? {} : { hair: term.hair }),
    });
  }
  return byKind;
}

/** Gives characters, artists and authors their portraits. */
async function showFaces(db: Deps['db'], imports: Pick<Imports, 'picture'>, terms: readonly DemoTerm[], signal: AbortSignal): Promise<void> {
  const waiting = terms.flatMap((term) => {
    const portrait = drawPortrait(term);
    return portrait === null ? [] : [{ term, portrait }];
  });
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const { term: { kind, name }, portrait } = next;
      const image = await imports.picture(await rasterised(portrait));
      await withTransaction(db, async (tx) => {
        const [id] = await findOrCreateTerms(tx, [{ kind, name }]);
        await describeTerm(tx, id!, { image });
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function countViews(db: Deps['db'], ids: ReadonlyMap<DemoComic, number>, now: number): Promise<void> {
  const days = new Map<string, Map<number, number>>();
  for (const [comic, id] of ids) {
    for (const { daysAgo, count } of comic.views) {
      const day = new Date(now - daysAgo * DAY).toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? new Map<number, number>()).set(id, count));
    }
  }
  for (const [day, views] of days) { await addViews(db, day, views); }
  await rollPopularity(db, new Date(now).toISOString().slice(0, 10));
}
