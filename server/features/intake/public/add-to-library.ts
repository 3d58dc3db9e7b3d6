import { type Direction, type Rating, RATINGS } from '#contract/comics.ts';
import { SEEN_STATES } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { JoiningChapters } from '#contract/imports.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import type { Tx } from '#server/db/database.ts';
import { addLinks } from '#server/db/queries/links.ts';
import { requireUnlisted } from '#server/features/blocklist/blocklist.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import {
  findLack,
  pagesFewer,
  pagesMissing,
  requireWhole,
  type Lack,
} from '#server/features/chapters/public/wholeness.ts';
import { setCredits } from '#server/features/chapters/public/queries-credits.ts';
import { setDeclaredPages } from '#server/features/chapters/public/queries-missing.ts';
import {
  createComic,
  editComic,
  publishComic,
  type ComicDraft,
} from '#server/features/comics/public/queries-writing.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { Placement } from './grouping.ts';
import type { ImportMetadata } from './import-metadata.ts';
import {
  completeWhenWhole,
  coverFromFirstChapter,
  holdSeries,
  type SeriesComic,
} from '#server/features/intake/queries-series.ts';
import type { ReadPage } from './read-pages.ts';

/** An archive or folder whose pages are all kept. */
export interface ReadWork {
  metadata: ImportMetadata;
  placement: Placement;
  /** In reading order; at least one is not missing. */
  pages: readonly ReadPage[];
  /** Hash of a picture that has covers. */
  cover: string;
  /** Its rating, and whether it or someone said so. */
  rating: Rating;
  rated: boolean;
  publish: boolean;
  /** Whether someone said that it may be shown with missing pages. */
  incomplete: boolean;
  /** When it comes out where it joins a series that readers see. */
  chapters: JoiningChapters;
}

/**
 * Makes a comic or a chapter of what was read, all in the caller's transaction: terms, comic, chapter, pages, counts,
 * state, and word to the followers of what is new. One that lacks pages stays a draft, unless it is said that it may be
 * shown so. A chapter that is kept back from the readers of its series comes out as any draft or scheduled one does.
 *
 * @returns what it became, and whether it was to be published and is held back because it lacks pages.
 * @throws Problem `image-prohibited` for pictures that came onto the blocklist meanwhile, `import-joins-published` {title, count,
 * pages} for a chapter that lacks pages of a series that readers see or are about to.
 */
export async function addToLibrary(
  tx: Tx,
  read: ReadWork,
): Promise<{ comicId: number; chapterId: number; held: boolean }> {
  const { placement, metadata, pages } = read;
  await requireUnlisted(tx, [...pages.map(({ image }) => image), read.cover]);
  const series = placement.kind === 'chapter' ? await holdSeries(tx, placement.seriesKey) : null;
  const isKept = series !== null && SEEN_STATES.has(series.state) && read.chapters !== 'now';
  if (series !== null && !read.incomplete && !isKept) {
    refuseJoining(series, lackIn(read));
  }
  const { terms, groups } = await findOrCreateImportTerms(tx, metadata);
  const direction = metadata.direction ?? guessDirection(pages.filter(({ problem: found }) => found === null));
  const comic = series ?? (await createComic(tx, toDraft(read, terms, direction)));
  if (series === null) {
    await addLinks(tx, comic.id, metadata.links);
  }
  const chapter = series
    ? await addToSeries(tx, series, read, () =>
        addChapter(tx, read, series, direction, groups, isKept ? read.chapters : 'now'),
      )
    : await addChapter(tx, read, comic, direction, groups);
  const fresh = series === null || series.state === 'draft';
  const isToBeSeen = fresh ? read.publish : SEEN_STATES.has(series.state);
  if (isToBeSeen && read.incomplete) {
    await requireWhole(tx, isKept ? { chapter: chapter.id } : { comic: comic.id }, true);
  }
  const held = fresh && read.publish && (await findLack(tx, { comic: comic.id })) !== null;
  const publish = read.publish && !held;
  if (publish && fresh) {
    await publishComic(tx, comic.id);
  }
  // Nobody hears of what is kept back, scheduled, unlisted or removed.
  if (fresh ? publish : series.state === 'published' && !isKept) {
    await announceRelease(tx, { comic_id: comic.id, from: chapter.id, fresh }, new Date());
  }
  return { comicId: comic.id, chapterId: chapter.id, held };
}

/** A chapter that joins a comic that is seen is seen at once, where it is not kept back. */
function refuseJoining({ state, title }: SeriesComic, lack: Lack | null): void {
  if (lack === null || !SEEN_STATES.has(state)) return;
  const { count, pages, said } = lack.params;
  throw problem(
    'import-joins-published',
    lack.code === 'comic-pages-missing'
      ? { title, count: count ?? 0, pages: pages ?? '' }
      : { title, count: Number(said) - Number(pages), pages: '?' },
  );
}

function lackIn({ pages, metadata: { pageCount } }: ReadWork): Lack | null {
  const missing = pages.filter(({ problem: found }) => found !== null);
  if (missing.length > 0) {
    return pagesMissing(missing.map(({ number, name }) => ({ chapter: null, page: number, name })));
  }
  return pageCount !== null && pageCount > pages.length ? pagesFewer({ pages: pages.length, said: pageCount }) : null;
}

/** Adds a chapter to a comic that is there already, with what it says of it. Fields that staff locked stay as they are; the rest is in the comic's history. */
async function addToSeries(
  tx: Tx,
  series: SeriesComic,
  read: ReadWork,
  addIt: () => Promise<{ id: number }>,
): Promise<{ id: number }> {
  let chapter = { id: 0 };
  await recordRevision(tx, { comicId: series.id, by: null, source: 'import' }, async () => {
    const { terms } = await findOrCreateImportTerms(tx, withoutLocked(read.metadata, series.locked));
    const addition = Object.entries(additionTo(series, read, terms)).filter(
      ([field]) => !series.locked.includes(LOCKED_AS[field] ?? field),
    );
    await editComic(tx, series.id, Object.fromEntries(addition));
    if (!series.locked.includes('links')) {
      await addLinks(tx, series.id, read.metadata.links);
    }
    chapter = await addIt();
  });
  return chapter;
}

/** The names of the fields of a draft where they are locked, where that is something else. */
const LOCKED_AS: Record<string, string> = { releasedOn: 'released_on' };

/** The metadata of an archive without terms of kinds that are locked. */
function withoutLocked(metadata: ImportMetadata, locked: readonly string[]): ImportMetadata {
  const terms = Object.fromEntries(
    TERM_KINDS.filter((kind) => !locked.includes(KIND_PATHS[kind])).map((kind) => [kind, metadata.terms[kind] ?? []]),
  );
  return { ...metadata, terms, language: locked.includes(KIND_PATHS.language) ? null : metadata.language };
}

async function addChapter(
  tx: Tx,
  { placement, metadata, pages, cover }: ReadWork,
  comic: { id: number } & Partial<SeriesComic>,
  direction: Direction,
  groups: number[],
  comesOut: JoiningChapters = 'now',
): Promise<{ id: number }> {
  const chapter = await createChapter(tx, comic.id, {
    state: comesOut === 'now' ? 'published' : comesOut === 'draft' ? 'draft' : { at: new Date(comesOut) },
    ...toChapter(placement, comic.direction !== undefined && comic.direction !== direction ? direction : null),
    groups,
  });
  await setCredits(tx, chapter.id, metadata.credits);
  await setPages(
    tx,
    chapter.id,
    pages.map(({ image, name, transcript, problem: found }) => ({
      image,
      name,
      transcript,
      missing: found && { ...found, accepted: false },
    })),
  );
  if (metadata.pageCount !== null && metadata.pageCount > pages.length) {
    await setDeclaredPages(tx, chapter.id, metadata.pageCount);
  }
  if (!comic.locked?.includes('cover')) {
    await coverFromFirstChapter(tx, comic.id, chapter.id, cover);
  }
  if (metadata.count !== null && placement.kind === 'chapter' && !comic.locked?.includes('status')) {
    await completeWhenWhole(tx, comic.id, metadata.count);
  }
  return chapter;
}

function toDraft(
  { metadata, placement, cover, rating }: ReadWork,
  terms: readonly number[],
  direction: Direction,
): ComicDraft {
  const { alternativeTitle, description, translated, speechless, rewritten, releasedOn, status } = metadata;
  return {
    alternativeTitle,
    description,
    translated,
    speechless,
    rewritten,
    releasedOn,
    status,
    rating,
    direction,
    cover,
    terms,
    title: placement.kind === 'chapter' ? placement.series : placement.title,
    oneshot: placement.kind === 'oneshot',
    workKey: placement.workKey,
    seriesKey: placement.kind === 'chapter' ? placement.seriesKey : null,
  };
}

/** The changes a further chapter makes to its comic: its terms, an earlier date, a stricter rating where one was given. */
function additionTo(
  series: SeriesComic,
  { metadata, rating, rated }: ReadWork,
  terms: readonly number[],
): Partial<ComicDraft> {
  const stricter = rated && RATINGS.indexOf(rating) > RATINGS.indexOf(series.rating);
  const earlier =
    metadata.releasedOn !== null && (series.released_on === null || metadata.releasedOn < series.released_on);
  return {
    terms: [...series.terms, ...terms],
    ...(stricter ? { rating } : {}),
    ...(earlier ? { releasedOn: metadata.releasedOn } : {}),
    ...(series.description === null && metadata.description !== null ? { description: metadata.description } : {}),
    ...(metadata.translated && !series.translated ? { translated: true } : {}),
  };
}

function toChapter(placement: Placement, direction: Direction | null): Parameters<typeof createChapter>[2] {
  if (placement.kind === 'oneshot') return {};
  const { name, number, volume, position } = placement;
  return { name, number, volume, direction, ...(position === null ? {} : { position }) };
}

/** Pages of a strip are taller than three widths (decisions, "Import"); most of them decide. */
const STRIP = 3;

/** How pages without word on it are read: `vertical` where most are strips, else `ltr`. */
export function guessDirection(pages: readonly { width: number; height: number }[]): Direction {
  const strips = pages.filter(({ width, height }) => height > width * STRIP).length;
  return strips * 2 > pages.length ? 'vertical' : 'ltr';
}

/** The ids of every term that is mentioned, made where they are new, and of the groups among them. */
export async function findOrCreateImportTerms(
  tx: Tx,
  metadata: Pick<ImportMetadata, 'language' | 'terms'>,
): Promise<{ terms: number[]; groups: number[] }> {
  const language =
    metadata.language === null ? [] : [{ kind: 'language' as const, name: metadata.language, code: metadata.language }];
  const named = TERM_KINDS.flatMap((kind) => (metadata.terms[kind] ?? []).map(({ name }) => ({ kind, name })));
  const ids = await findOrCreateTerms(tx, [...language, ...named]);
  return {
    terms: ids,
    groups: named.flatMap(({ kind }, at) => (kind === 'group' ? [ids[language.length + at] as number] : [])),
  };
}
