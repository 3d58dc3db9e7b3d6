import type { ChapterChanges, NewChapter } from '#contract/chapter-editing.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { requireWholeWhereSeen } from '#server/features/editing/public/publication.ts';
import { termIds } from '#server/features/editing/comics/queries-editing.ts';
import { requireNotRemoved } from '#server/features/editing/comics/queries-publication.ts';
import { moveLinks } from '#server/features/editing/comics/queries-links.ts';
import { moveRelations } from '#server/features/editing/comics/queries-relations.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { toSlug } from '#server/search/slug.ts';
import { createChapter, recountChapters } from '#server/features/chapters/public/queries-writing.ts';
import { requireCreditable, setCredits } from '#server/features/chapters/public/queries-credits.ts';
import { requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import { requireUploadRights } from '#server/features/groups/public/upload-rights.ts';
import { announceOpened } from '#server/features/notifications/public/queries-releases.ts';
import { requireAnother } from './chapter-states.ts';
import {
  changeChapter,
  chapterIds,
  deleteChapter,
  type ChapterEdit,
  isEarly,
  snapshotChapter,
  leadOver,
  moveChapters,
  orderChapters,
  publishedAmong,
} from './queries-chapters.ts';

const [source, action] = ['chapters', 'comic.chapters'] as const;

/** Adds an empty chapter; its number says where. @returns its id. @throws Problem `comic-not-found`, `slug-taken`, `group-delay`. */
export async function addChapter(
  tx: Tx,
  { comicId, by, bound }: Omit<ChapterEdit, 'chapterId'>,
  { state, ...changes }: NewChapter,
  now: Date,
): Promise<number> {
  let id = 0;
  await recordRevision(tx, { comicId, by, source, action }, async () => {
    const { name = '', number = null } = changes;
    ({ id } = await createChapter(tx, comicId, { name, number, state }));
    await applyToChapter(tx, { comicId, chapterId: id, by }, changes);
    if (state === 'published') {
      await requireNoDelay(tx, { bound }, { chapters: [id], at: now });
    }
  });
  return id;
}

/**
 * Changes what is said about a chapter. Where that ends its early access, followers are told. @throws Problem `slug-taken`, `term-not-found`, `credit-member-unknown`,
 * `group-delay` where one that is out gets a number or groups that have to wait.
 */
export async function editChapter(
  tx: Tx,
  { comicId, chapterId, by, bound }: ChapterEdit,
  changes: ChapterChanges,
  at: Date,
): Promise<void> {
  await recordRevision(tx, { comicId, by, source, action }, async () => {
    const [before, wasEarly] = [await snapshotChapter(tx, chapterId), await isEarly(tx, chapterId)];
    await applyToChapter(tx, { comicId, chapterId, by }, changes);
    const after = await snapshotChapter(tx, chapterId);
    const anew = before.number !== after.number || before.volume !== after.volume;
    const isOut = after.state === 'published' || after.state === 'removed';
    if (isOut && (anew || JSON.stringify(before.groups) !== JSON.stringify(after.groups))) {
      await requireNoDelay(tx, { bound }, { chapters: [chapterId], at, anew });
    }
    if (wasEarly && !(await isEarly(tx, chapterId))) {
      await announceOpened(tx, { comic_id: comicId, chapter_id: chapterId }, new Date());
    }
    const [told, now] = [before, after].map(({ pages: _pages, ...said }) => said);
    return {
      changes: JSON.stringify(told) === JSON.stringify(now) ? {} : { chapter_said: { before: told, after: now } },
      images: [],
    };
  });
}

async function applyToChapter(
  tx: Tx,
  { comicId, chapterId: id, by }: Omit<ChapterEdit, 'bound'>,
  { groups, slug, credits, ...columns }: ChapterChanges,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries({ ...columns, ...(slug === undefined ? {} : { slug: toSlug(slug, 'chapter') }) }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const wanted = groups === undefined ? undefined : await termIds(tx, 'group', groups);
  if (wanted !== undefined) {
    const { groups: had } = await snapshotChapter(tx, id);
    await requireUploadRights(
      tx,
      wanted.filter((group) => !had.includes(group)),
      by,
    );
  }
  if (credits !== undefined) {
    const { credits: had = [] } = await snapshotChapter(tx, id);
    await requireCreditable(tx, credits, by, had);
    await setCredits(tx, id, credits);
  }
  const isFree = await changeChapter(tx, id, given, wanted);
  if (!isFree) throw problem('slug-taken');
  // Its comic is counted and found by these.
  if (wanted !== undefined || columns.number !== undefined || columns.volume !== undefined) {
    await recountChapters(tx, comicId);
  }
}

/** Puts all chapters of a comic in this order. @throws Problem `edit-conflict` where these are not its chapters any more. */
export async function arrangeChapters(tx: Tx, comicId: number, by: number, ids: readonly number[]): Promise<void> {
  await recordRevision(tx, { comicId, by, source, action }, async () => {
    const there = new Set(await chapterIds(tx, comicId));
    if (ids.length !== there.size || !ids.every((id) => there.delete(id))) throw problem('edit-conflict');
    await orderChapters(tx, ids);
  });
}

/**
 * Deletes a chapter; a restore of that change brings it back with its pages, though not the readers' places in it.
 *
 * @throws Problem `chapter-last` for the only one of a comic that readers see.
 */
export async function removeChapter(tx: Tx, { comicId, chapterId, by }: ChapterEdit): Promise<void> {
  await requireAnother(tx, { comicId, chapterId });
  await recordRevision(tx, { comicId, by, source, action: 'chapter.delete' }, async () => {
    const snapshot = await snapshotChapter(tx, chapterId);
    await deleteChapter(tx, comicId, chapterId);
    return {
      changes: { chapter: { before: snapshot, after: null } },
      images: snapshot.pages.map(({ image }) => image),
    };
  });
}

/**
 * Moves a chapter to the end of another comic, with readers' places and bookmarks in it.
 *
 * @throws Problem `comic-not-found`, `comic-state-wrong` where either comic is removed, `chapter-last` for the only one of a
 * comic that readers see, `comic-pages-missing`, `comic-pages-fewer` where it would join such a one and lacks pages, `group-delay`.
 */
export async function moveChapter(
  tx: Tx,
  { comicId, chapterId, by, bound }: ChapterEdit,
  to: number,
  at: Date,
): Promise<void> {
  if (to === comicId) return;
  await requireNotRemoved(tx, [comicId, to]);
  await requireAnother(tx, { comicId, chapterId });
  await recordRevision(tx, { comicId: to, by, source, action }, async () => {
    await recordRevision(tx, { comicId, by, source, action }, () => moveChapters(tx, [chapterId], comicId, to));
    await requireWholeWhereSeen(tx, to);
    await requireMovable(tx, { bound }, [chapterId], at);
  });
}

/**
 * Moves all chapters of a comic to another, which takes over its favorites, shelves, follows, addresses, relations and links; what is left
 * is an empty draft.
 *
 * @throws Problem `comic-not-found`, `comic-state-wrong` where either is removed, `comic-pages-missing`, `comic-pages-fewer` as
 * and `group-delay` for a chapter.
 */
export async function mergeComics(
  tx: Tx,
  from: number,
  to: number,
  { by, bound }: Pick<ChapterEdit, 'by' | 'bound'>,
  at: Date,
): Promise<void> {
  if (from === to) return;
  await requireNotRemoved(tx, [from, to]);
  await recordRevision(tx, { comicId: to, by, source, action: 'comic.merge' }, async () => {
    const moved = await chapterIds(tx, from);
    await recordRevision(tx, { comicId: from, by, source, action: 'comic.merge' }, async () => {
      await moveChapters(tx, moved, from, to);
      await leadOver(tx, from, to, `merged-${from}`);
      await moveRelations(tx, from, to);
      await moveLinks(tx, from, to);
    });
    await requireWholeWhereSeen(tx, to);
    await requireMovable(tx, { bound }, moved, at);
  });
}

/** @throws Problem `group-delay` where chapters that are out came to a comic in which they have to wait. */
async function requireMovable(tx: Tx, by: Pick<ChapterEdit, 'bound'>, ids: readonly number[], at: Date): Promise<void> {
  await requireNoDelay(tx, by, { chapters: await publishedAmong(tx, ids), at, anew: true });
}
