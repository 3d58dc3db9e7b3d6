import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ImportOutcome } from '#contract/imports.ts';
import type { Locale } from '#contract/locales.ts';
import { problem, type ProblemCode } from '#contract/problems.ts';
import { utcDay } from '#contract/utc-day.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { findSetting, putSetting, settingOnce } from '#server/db/queries/settings.ts';
import type { Deps } from '#server/deps.ts';
import { addViews, rollPopularity } from '#server/features/comics/public/queries-views.ts';
import { editComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { importPicture, type PictureStore } from '#server/features/pictures/pictures.ts';
import type { Imports } from '#server/features/imports/imports.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { addSlides } from '#server/features/slides/public/queries-adding.ts';
import { describeTerm } from '#server/features/taxonomy/public/queries-writing.ts';
import { translate } from '#server/i18n/translate.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { pacedProgress } from '#server/jobs/progress.ts';
import { DEMO_SETTING } from './demo.ts';
import {
  DEMO,
  demoFolders,
  findDemoLibrary,
  type DemoLibrary,
  type LibraryComic,
  type LibraryTerm,
} from './library-file.ts';
import { comicIds, dateChapters, holdComic, listUnseenTerms } from './queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Comics under way at once: while one is finished, pages of the others are rendered. */
const AT_ONCE = 3;

type Loading = Pick<Deps, 'db' | 'now' | 'config' | 'blobs' | 'evidence' | 'renderer'> & {
  imports: Pick<Imports, 'run'>;
};

/**
 * Loads the demo library: each comic by the ordinary import, as a draft, and with what the library's file says of it, published, in one
 * transaction. May run again after it was cut off at any point; the same library comes of it.
 *
 * @param words the language of the terminal, which is told how far it is.
 */
export function loadDemoJob({ imports, ...deps }: Loading, words: Locale, folder = DEMO): JobFunction {
  const { archives, portraits } = demoFolders(folder);
  return async (job) => {
    const library = findDemoLibrary(folder);
    // Switched off since it was put in line: the next start with it puts it there again.
    if (library === null || !deps.config.demo) return;
    const { db } = deps;
    if ((await findSetting(db, DEMO_SETTING)) === 'removed') return;
    const { signal } = job;
    const since = new Date(await settingOnce(db, 'demo_since', () => deps.now().toISOString()));
    const progress = reportProgress(pacedProgress(db, job), words, library.comics.length);
    try {
      const describe = termDescriber(deps, library.terms, portraits);
      const slugs = new Map<string, string>();
      await eachAtOnce(library.comics.entries(), signal, async ([at, comic]) => {
        const slug = await importComic(
          imports,
          comic.chapters.map(({ file }) => join(archives, file)),
          signal,
        );
        await describe(slug, signal);
        await withTransaction(db, (tx) =>
          publishWhole(tx, slug, comic, (hoursAgo) => new Date(since.getTime() - hoursAgo * HOUR - at)),
        );
        slugs.set(comic.key, slug);
        progress(slugs.size);
      });
      await rollPopularity(db, utcDay(deps.now()));
      await withTransaction(db, async (tx) => {
        await finish(tx, library, slugs, since);
        await job.complete(tx);
      });
    } catch (error) {
      if (signal.aborted) {
        console.error(translate(words, 'cli.demo.stopped'));
      }
      throw error;
    }
    console.error(translate(words, 'cli.demo.done', { count: library.comics.length }));
  };
}

/** Imports the archives of a comic as a draft, which they may be already. @throws Problem the reason one of them was refused. */
async function importComic(
  imports: Pick<Imports, 'run'>,
  archives: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const outcomes: ImportOutcome[] = [];
  const paths = archives.map((path) => relative(process.cwd(), path));
  await imports.run(
    { paths, publish: false, incomplete: false, chapters: 'now', rating: 'safe', language: null, processes: null },
    {
      onProgress() {},
      onOutcome: (outcome) => {
        outcomes.push(outcome);
      },
    },
    signal,
  );
  signal.throwIfAborted();
  let slug = '';
  for (const outcome of outcomes) {
    if (outcome.state === 'refused') throw problem(outcome.error.code as ProblemCode, outcome.error.params);
    ({ slug } = outcome);
  }
  return slug;
}

/** Says of a comic what its archives do not, and shows it; one that was shown before stays as it is. */
async function publishWhole(
  tx: Tx,
  slug: string,
  { premium, workKey, titles, chapters }: LibraryComic,
  came: (hoursAgo: number) => Date,
): Promise<void> {
  const comic = await holdComic(tx, slug);
  if (!comic?.unseen) return;
  const dates = chapters.map(({ hoursAgo }) => came(hoursAgo));
  const translations = Object.fromEntries(Object.entries(titles).map(([locale, title]) => [locale, { title }]));
  await editComic(tx, comic.id, { premium, workKey, translations, ...(dates[0] && { uploadedAt: dates[0] }) });
  await dateChapters(tx, comic.id, dates);
  await publishComic(tx, comic.id);
  await announceRelease(tx, { comic_id: comic.id, from: 1, fresh: true }, new Date());
}

/** Describes the terms of comics that nobody has seen yet, each term once: what they are called in other languages, how they look. */
function termDescriber(
  store: PictureStore,
  terms: readonly LibraryTerm[],
  portraits: string,
): (slug: string, signal: AbortSignal) => Promise<void> {
  const known = new Map(terms.map((term) => [`${term.kind} ${term.name}`, term]));
  const described = new Map<number, Promise<void>>();
  async function describe(id: number, { names, color, gender, hair, portrait }: LibraryTerm): Promise<void> {
    const image =
      portrait === undefined ? undefined : await importPicture(store, await readFile(join(portraits, portrait)));
    await withTransaction(store.db, (tx) =>
      describeTerm(tx, id, {
        translations: names,
        ...(color && { color }),
        ...(gender && { gender }),
        ...(hair && { hair }),
        ...(image && { image }),
      }),
    );
  }
  return async (slug, signal) => {
    for (const { id, kind, name } of await listUnseenTerms(store.db, slug)) {
      signal.throwIfAborted();
      const term = known.get(`${kind} ${name}`);
      if (term !== undefined && !described.has(id)) {
        described.set(id, describe(id, term));
      }
      await described.get(id);
    }
  };
}

/** Counts the views of all comics, adds the slides of the landing page, and says that the library is there. */
async function finish(
  tx: Tx,
  { comics, slides }: DemoLibrary,
  slugs: ReadonlyMap<string, string>,
  since: Date,
): Promise<void> {
  const bySlug = await comicIds(tx, [...slugs.values()]);
  // A comic that somebody deleted meanwhile has none.
  const ids = new Map(
    [...slugs].flatMap(([key, slug]) => {
      const id = bySlug.get(slug);
      return id === undefined ? [] : [[key, id] as const];
    }),
  );
  const days = new Map<string, Map<number, number>>();
  for (const { key, views } of comics) {
    const id = ids.get(key);
    for (const [daysAgo, count] of views.entries()) {
      const day = utcDay(new Date(since.getTime() - daysAgo * DAY));
      if (id !== undefined) {
        days.set(day, (days.get(day) ?? new Map<number, number>()).set(id, count));
      }
    }
  }
  for (const [day, views] of days) {
    await addViews(tx, day, views);
  }
  await addSlides(
    tx,
    slides.flatMap(({ comic, ...slide }) => {
      const comicId = ids.get(comic);
      return comicId === undefined ? [] : [{ ...slide, comicId }];
    }),
  );
  await putSetting(tx, DEMO_SETTING, 'done');
}

/** Reports each comic that is done: to whoever looks at the job, and by tenths to the terminal. */
function reportProgress(
  report: (done: number, total: number) => void,
  words: Locale,
  total: number,
): (done: number) => void {
  let reported = 0;
  return (done) => {
    report(done, total);
    const tenth = Math.floor((done / total) * 10);
    if (tenth > reported) {
      console.error(translate(words, 'cli.demo.progress', { done, all: total }));
    }
    reported = tenth;
  };
}

/** Works on some at a time, in order; after a failure none is begun, and it is thrown when those under way have ended. */
async function eachAtOnce<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  await forEachConcurrent(items, { concurrency: AT_ONCE, signal: AbortSignal.any([signal, failed.signal]) }, (item) =>
    work(item).catch((error: unknown) => failed.abort(error)),
  );
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
}
