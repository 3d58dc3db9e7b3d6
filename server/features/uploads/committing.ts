import { isProblem, problem } from '#contract/problems.ts';
import { ATTRIBUTES } from '#contract/comics.ts';
import { SEEN_STATES } from '#contract/editing.ts';
import { hasGroups } from '#server/config/sites.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { addLinks } from '#server/db/queries/links.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { refuseTerms, requireUnlisted } from '#server/features/blocklist/blocklist.ts';
import { createChapter, setPages, type NewChapter } from '#server/features/chapters/public/queries-writing.ts';
import { setCredits } from '#server/features/chapters/public/queries-credits.ts';
import { requireWhole } from '#server/features/chapters/public/wholeness.ts';
import { setDeclaredPages } from '#server/features/chapters/public/queries-missing.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { askPublication } from '#server/features/editing/public/publication.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { findOrCreateImportTerms } from '#server/features/intake/public/add-to-library.ts';
import { toFailure } from '#server/features/intake/public/failures.ts';
import { isBound, requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import type { Role } from '#server/http/access/permissions.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { imports } from '#server/metrics/counts.ts';
import { catalogueFields } from './fields.ts';
import { requireGroups } from './group-rights.ts';
import { holdUpload, markCommitted, markFailed } from './queries.ts';
import {
  findCommitRequest,
  giveComic,
  holdTarget,
  isSeriesTaken,
  markBecame,
  type CommitRequest,
} from './queries-commit.ts';
import { shortFiles } from './queries-lacking.ts';
import {
  listUploadChapters,
  listUploadPages,
  listUploadWorks,
  type ChapterRow,
  type PageRow,
  type WorkRow,
} from './queries-works.ts';
import { makeCovers, type PictureStore } from '#server/features/pictures/pictures.ts';

/** Makes comics of an upload: `{ upload: id }`, keyed by it. */
export const COMMIT_UPLOAD_JOB: JobKind = { kind: 'uploads.commit', attempts: 5, atOnce: 1 };

/** `more`: how many pages its files say they have and do not hold. `cover`: hash of the picture that is its cover. */
interface Whole extends WorkRow {
  chapters: (ChapterRow & { pages: PageRow[]; more: number })[];
  cover: string;
}

/**
 * Makes all terms, comics, chapters and pages of an upload in one transaction, and asks for their publication in it.
 * Covers are made before. What cannot be is told, and the upload is open again.
 */
export function commitUploadJob(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'log'> & { store: PictureStore },
): JobFunction {
  const { db, store } = deps;
  return async (job) => {
    const { upload: id } = job.payload as { upload: number };
    const request = await findCommitRequest(db, id);
    if (request === null) return;
    try {
      const works = await wholeWorks(db, id);
      if (works.length === 0) throw problem('upload-empty');
      for (const work of works) {
        await refuseTerms(db, listTexts(work), { userId: request.user_id, where: 'upload' });
        work.cover = await makeCovers(store, work.cover, {
          source: 'upload',
          userId: request.user_id,
          file: work.fields.title,
        });
      }
      await withTransaction(db, async (tx) => {
        await job.complete(tx);
        if ((await holdUpload(tx, id))?.state !== 'committing') return;
        await requireUnlisted(
          tx,
          works.flatMap(({ chapters }) => chapters.flatMap(({ pages }) => pages.map(({ image }) => image))),
        );
        if (hasGroups(deps.config)) {
          await requireGroups(tx, works, request.user_id);
        }
        const became: number[] = [];
        for (const work of works) {
          became.push(
            await makeWork(tx, work, request, {
              now: deps.now(),
              reviewFirst: deps.config.site.uploads.reviewFirst,
              bound: isBound(deps.config, request.role as Role),
            }),
          );
        }
        await audit(tx, {
          userId: request.user_id,
          action: 'upload.commit',
          subject: 'upload',
          subjectId: id,
          details: { comics: became, publish: request.publish, rights: true },
        });
        await markCommitted(tx, id);
      });
      imports.labels('upload', 'imported').inc(works.length);
    } catch (error) {
      const failure = toFailure(error);
      const again =
        job.signal.aborted ||
        (!(isProblem(error) && error.status < 500) && job.attempts + 1 < COMMIT_UPLOAD_JOB.attempts);
      if (again) throw error;
      if (failure === null) {
        deps.log.error({ err: error, upload: id }, 'upload could not be committed');
      }
      await withTransaction(db, async (tx) => {
        await job.complete(tx);
        await markFailed(tx, id, failure ?? { code: 'internal-error', params: {} });
      });
    }
  };
}

/** The works of an upload that have pages, with those of their chapters that have some. */
async function wholeWorks(db: Db, id: number): Promise<Whole[]> {
  const pages = Map.groupBy(await listUploadPages(db, id), (page) => page.chapter_id);
  const short = await shortFiles(db, id);
  const moreIn = (own: readonly PageRow[]) =>
    short.reduce((sum, file) => sum + (own.some((page) => page.file_id === file.id) ? file.more : 0), 0);
  const chapters = (await listUploadChapters(db, id))
    .map((chapter) => {
      const own = pages.get(chapter.id) ?? [];
      return { ...chapter, pages: own, more: moreIn(own) };
    })
    .filter((chapter) => chapter.pages.length > 0);
  return (await listUploadWorks(db, id))
    .map((work) => ({ ...work, chapters: chapters.filter((chapter) => chapter.work_id === work.id) }))
    .filter((work) => work.chapters.length > 0)
    .map((work) => ({ ...work, cover: findCover(work) }));
}

function findCover({ fields, chapters }: Omit<Whole, 'cover'>): string {
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const good = pages.filter(({ missing }) => missing === null);
  return (good.find((page) => page.id === fields.cover_page) ?? good[0] ?? (pages[0] as PageRow)).image;
}

function listTexts({ fields, chapters }: Whole): (string | null)[] {
  const words = Object.values(fields.translations).flatMap((each) => [each.title, each.description]);
  return [
    fields.title,
    fields.alternative_title,
    fields.description,
    ...words,
    ...Object.values(fields.terms).flat(),
    ...chapters.flatMap(({ name, groups, credits }) => [
      name,
      ...(groups ?? []),
      ...credits.map((credit) => credit.name),
    ]),
  ];
}

/** Makes or adds to one comic. Its id. */
async function makeWork(
  tx: Tx,
  work: Whole,
  asked: CommitRequest,
  { now, reviewFirst, bound }: { now: Date; reviewFirst: number; bound: boolean },
): Promise<number> {
  const by = { id: asked.user_id, role: asked.role as Role };
  const target = work.comic === null ? null : await holdTarget(tx, work.comic.id);
  if (work.comic !== null && target === null) throw problem('comic-not-found');
  const fields = catalogueFields(work.fields, work.about);
  const { terms, groups } = work.comic === null ? await findOrCreateImportTerms(tx, fields) : { terms: [], groups: [] };
  const comicId = work.comic?.id ?? (await newComic(tx, work, fields, terms, asked.user_id));
  const isSeen = target !== null && SEEN_STATES.has(target.state);
  const state = isSeen ? chapterState(asked, !bound) : 'published';
  const added: number[] = [];
  const fill = async () => {
    for (const [at, chapter] of work.chapters.entries()) {
      const replaced = target?.chapters.find((id) => id === chapter.replaces);
      const id =
        replaced ??
        (await newChapter(tx, comicId, chapter, {
          groups,
          state,
          uploaderId: by.id,
          ...(target === null ? { position: at + 1 } : {}),
        }));
      await setPages(
        tx,
        id,
        chapter.pages.map(({ image, name, transcript, missing }) => ({
          image,
          name,
          transcript,
          missing: missing && { ...missing, accepted: false },
        })),
      );
      if (chapter.more > 0) {
        await setDeclaredPages(tx, id, chapter.pages.length + chapter.more);
      }
      if (replaced === undefined) {
        added.push(id);
      }
    }
  };
  if (target === null) {
    await fill();
  } else {
    await recordRevision(tx, { comicId, by: by.id, source: 'import', action: 'comic.upload' }, fill);
  }
  await markBecame(tx, work.id, comicId);
  if (asked.incomplete) {
    for (const part of [{ comic: comicId }, ...added.map((chapter) => ({ chapter }))]) {
      await requireWhole(tx, part, true);
    }
  }
  if (state !== 'draft') {
    const at = typeof state === 'object' ? state.at : now;
    await requireNoDelay(tx, { bound }, { chapters: added, at });
  }
  if (isSeen && state !== 'published') return comicId;
  if (target?.state === 'published') {
    if (added.length > 0) {
      await announceRelease(tx, { comic_id: comicId, from: Math.min(...added), fresh: false }, now);
    }
  } else if (asked.publish !== 'draft') {
    await askPublication(tx, {
      comicId,
      by,
      at: asked.publish === 'at' ? asked.publish_at : null,
      now,
      reviewFirst,
      incomplete: asked.incomplete,
      bound,
    });
  }
  return comicId;
}

type ChapterState = NonNullable<NewChapter['state']>;

/** Where chapters that join a comic which readers see, or will, are to be. */
function chapterState({ publish, publish_at: at }: CommitRequest, overruled: boolean): ChapterState {
  if (publish === 'now') return 'published';
  return publish === 'at' && at !== null ? { at, overruled } : 'draft';
}

async function newComic(
  tx: Tx,
  work: Whole,
  { workKey, seriesKey }: ReturnType<typeof catalogueFields>,
  terms: readonly number[],
  userId: number,
): Promise<number> {
  const { fields } = work;
  const key = seriesKey !== null && (await isSeriesTaken(tx, seriesKey)) ? null : seriesKey;
  const { id } = await createComic(tx, {
    title: fields.title,
    alternativeTitle: fields.alternative_title,
    description: fields.description,
    rating: fields.rating,
    status: fields.status,
    direction: fields.direction,
    ...Object.fromEntries(ATTRIBUTES.map((attribute) => [attribute, fields[attribute]])),
    premium: fields.premium,
    premiumUntil: fields.premium_until === null ? null : new Date(fields.premium_until),
    oneshot: !fields.series && work.chapters.length === 1,
    releasedOn: fields.released_on,
    translations: fields.translations,
    terms,
    cover: work.cover,
    workKey,
    seriesKey: key,
  });
  await addLinks(tx, id, work.about.links ?? {});
  await giveComic(tx, id, userId);
  return id;
}

async function newChapter(
  tx: Tx,
  comicId: number,
  chapter: ChapterRow,
  { groups, ...facts }: { groups: readonly number[] } & Pick<NewChapter, 'position' | 'state' | 'uploaderId'>,
): Promise<number> {
  const own =
    chapter.groups === null
      ? groups
      : (
          await findOrCreateImportTerms(tx, {
            language: null,
            terms: { group: chapter.groups.map((name) => ({ name })) },
          })
        ).groups;
  const { id } = await createChapter(tx, comicId, {
    name: chapter.name,
    number: chapter.number,
    volume: chapter.volume,
    groups: own,
    ...facts,
    ...(chapter.premium_until === null ? {} : { premiumUntil: chapter.premium_until }),
  });
  await setCredits(tx, id, chapter.credits);
  return id;
}
