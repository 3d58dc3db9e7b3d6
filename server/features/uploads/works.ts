import { problem } from '#contract/problems.ts';
import type { Arrangement, ChapterChanges, Commit, WorkChanges } from '#contract/uploads.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import { COMMIT_UPLOAD_JOB } from './committing.ts';
import { findDuplicates } from './duplicates.ts';
import { planChapters, requireGroups } from './group-rights.ts';
import { markCommitting, touchUpload, unfinishedFiles, type Asker } from './queries.ts';
import {
  arrangeable,
  changeChapter,
  changeWork,
  listUploadChapters,
  listUploadWorks,
  mayAddTo,
  mayReplace,
  putChapter,
  putPages,
  putWork,
  replacePage,
  replacesPublished,
} from './queries-works.ts';
import { requireCreditable } from '#server/features/chapters/public/queries-credits.ts';
import { requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import { timeOfPublication } from '#server/features/editing/public/publication-time.ts';
import { lackOfUpload } from './lacking.ts';
import { openUpload } from './receiving.ts';

/**
 * Puts works, chapters and pages into this order; what is not in it is taken out.
 *
 * @throws Problem `upload-not-found`, `upload-closed`, `upload-changed` when `version` is not the upload's, `upload-arrangement-wrong`
 * when something is not the upload's, or there twice.
 */
export async function arrange(db: Db, uploadId: number, { version, works }: Arrangement): Promise<void> {
  await withTransaction(db, async (tx) => {
    const upload = await openUpload(tx, uploadId);
    if (upload.version !== version) throw problem('upload-changed');
    const known = await arrangeable(tx, uploadId);
    const chapterIds = works.flatMap((work) => work.chapters.map(({ id }) => id));
    requireOwn(
      works.map(({ id }) => id),
      known.works,
    );
    requireOwn(
      chapterIds,
      known.chapters.map(({ id }) => id),
    );
    requireOwn(
      works.flatMap((work) => work.chapters.flatMap(({ pages }) => pages)),
      known.pages.map(({ id }) => id),
    );
    const workOfChapter = new Map(known.chapters.map(({ id, work_id }) => [id, work_id]));
    const workOfPage = new Map(known.pages.map(({ id, chapter_id }) => [id, workOfChapter.get(chapter_id ?? 0)]));
    const placed: { id: number; pages: readonly number[] }[] = [];
    const workIds: number[] = [];
    for (const [at, work] of works.entries()) {
      const first =
        work.chapters
          .flatMap(({ pages }) => pages)
          .map((page) => workOfPage.get(page))
          .find((id) => id !== undefined) ?? known.works[0];
      if (work.id === null && first === undefined) throw problem('upload-arrangement-wrong');
      const id = await putWork(tx, uploadId, work.id, at, first ?? null);
      workIds.push(id);
      for (const [place, chapter] of work.chapters.entries()) {
        placed.push({ id: await putChapter(tx, id, chapter.id, place + 1), pages: chapter.pages });
      }
    }
    await putPages(tx, uploadId, placed, workIds);
    await touchUpload(tx, uploadId, { arranged: true });
  });
}

/**
 * Changes what is said about some works of an upload.
 *
 * @throws Problem `upload-not-found`, `upload-closed`, `upload-changed` when there is no such work or `version` is not its own, `comic-not-found`
 * for a comic that the asker may not add to.
 */
export async function describeWorks(
  db: Db,
  asker: Asker,
  uploadId: number,
  ids: readonly number[],
  { version = null, comic, ...fields }: Omit<WorkChanges, 'version'> & { version?: number | null },
): Promise<void> {
  if (comic !== undefined && comic !== null && !(await mayAddTo(db, asker, comic))) throw problem('comic-not-found');
  await withTransaction(db, async (tx) => {
    await openUpload(tx, uploadId);
    for (const id of ids) {
      if (!(await changeWork(tx, uploadId, id, { fields, comic, version }))) throw problem('upload-changed');
    }
    await touchUpload(tx, uploadId, { arranged: false });
  });
  if (
    fields.title !== undefined ||
    fields.alternative_title !== undefined ||
    fields.translations !== undefined ||
    comic !== undefined
  ) {
    await findDuplicates(db, uploadId);
  }
}

/** Changes what is said about a chapter. @throws Problem `upload-not-found`, `upload-closed`, `chapter-not-found`, also for one it may not replace, `credit-member-unknown`. */
export async function describeChapter(db: Db, uploadId: number, id: number, changes: ChapterChanges): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { user_id: userId } = await openUpload(tx, uploadId);
    await requireCreditable(tx, changes.credits ?? [], userId, []);
    const { replaces } = changes;
    if (replaces !== undefined && replaces !== null && !(await mayReplace(tx, uploadId, id, replaces))) {
      throw problem('chapter-not-found');
    }
    if (!(await changeChapter(tx, uploadId, id, changes))) throw problem('chapter-not-found');
    await touchUpload(tx, uploadId, { arranged: false });
  });
}

/**
 * Gives a page the picture of another file of its upload. @throws Problem `upload-not-found`, `upload-closed`,
 * `upload-arrangement-wrong` where that file is no ready picture.
 */
export async function replaceBy(db: Db, uploadId: number, pageId: number, fileId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await openUpload(tx, uploadId);
    if (!(await replacePage(tx, uploadId, pageId, fileId))) throw problem('upload-arrangement-wrong');
    await touchUpload(tx, uploadId, { arranged: true });
  });
}

/**
 * Begins to make comics of an upload.
 *
 * @throws Problem `upload-not-found`, `upload-closed`, `upload-changed`, `upload-unfinished` while files are read, `upload-empty`, `publication-time-wrong`,
 * `upload-joins-published` {title} where pages that are not to be seen yet would replace those of a chapter that is, `upload-pages-missing` {count, pages}
 * where what is to be seen lacks pages and `incomplete` does not say that it may, `group-uploads-members` {name} and `group-uploads-closed` {name} where
 * `groups` count and it names one in whose name its member may not upload, `group-delay` where a chapter has to wait for the delay of one.
 */
export async function commitUpload(
  db: Db,
  uploadId: number,
  { version, publish, at, incomplete }: Commit,
  { now, groups, bound }: { now: Date; groups: boolean; bound: boolean },
): Promise<void> {
  const time = publish === 'at' ? timeOfPublication(at, now) : null;
  await withTransaction(db, async (tx) => {
    const upload = await openUpload(tx, uploadId);
    if (upload.version !== version) throw problem('upload-changed');
    const count = await unfinishedFiles(tx, uploadId);
    if (count > 0) throw problem('upload-unfinished', { count });
    const { pages } = await arrangeable(tx, uploadId);
    if (!pages.some((page) => page.chapter_id !== null)) throw problem('upload-empty');
    if (groups) {
      const filled = new Set(pages.map((page) => page.chapter_id));
      const chapters = (await listUploadChapters(tx, uploadId)).filter(({ id }) => filled.has(id));
      const works = (await listUploadWorks(tx, uploadId)).map((work) => ({
        ...work,
        chapters: chapters.filter((chapter) => chapter.work_id === work.id),
      }));
      await requireGroups(tx, works, upload.user_id);
      if (publish !== 'draft') {
        await requireNoDelay(
          tx,
          { bound },
          { planned: await planChapters(tx, works, upload.user_id), at: time ?? now },
        );
      }
    }
    const replaced = publish === 'now' ? null : await replacesPublished(tx, uploadId);
    if (replaced !== null) throw problem('upload-joins-published', { title: replaced });
    const lack = incomplete || publish === 'draft' ? null : await lackOfUpload(tx, uploadId);
    if (lack !== null) throw problem('upload-pages-missing', lack);
    await markCommitting(tx, uploadId, { publish, at: time, incomplete });
    await enqueue(tx, COMMIT_UPLOAD_JOB.kind, { upload: uploadId }, { key: String(uploadId) });
  });
  announceJobs();
}

/** @throws Problem `upload-arrangement-wrong` unless the ids are known and none is there twice; null is a new one. */
function requireOwn(ids: readonly (number | null)[], known: readonly number[]): void {
  const given = ids.filter((id) => id !== null);
  const allowed = new Set(known);
  if (new Set(given).size !== given.length || given.some((id) => !allowed.has(id))) {
    throw problem('upload-arrangement-wrong');
  }
}
