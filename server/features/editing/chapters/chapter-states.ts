import type { ChapterState, ChapterStateChange } from '#contract/chapter-editing.ts';
import { isProblem, problem, type ProblemCode } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { recountChapters } from '#server/features/chapters/public/queries-writing.ts';
import { findLack, requireWhole } from '#server/features/chapters/public/wholeness.ts';
import type { Editor } from '#server/features/editing/editors.ts';
import { holdPublishable } from '#server/features/editing/comics/queries-publication.ts';
import { timeOfPublication } from '#server/features/editing/public/publication-time.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { findWait, isBound, requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { isOnlyChapter, type ChapterEdit } from './queries-chapters.ts';
import { dueChapters, holdChapter, setChapterState, type HeldChapter, type Target } from './queries-chapter-states.ts';

/**
 * Moves a chapter to another state, as `ChapterStateChange` says. One that comes out for the first time counts as added then; followers of a
 * comic that readers see are told.
 *
 * @throws Problem `chapter-not-found`; `chapter-state-wrong` where it cannot be moved so; `chapter-empty` for one without pages,
 * `comic-pages-missing`, `comic-pages-fewer` for one that lacks some and is not said to be shown so; `publication-time-wrong`; `chapter-last` for
 * the only one of a comic that readers see; `not-allowed` to an uploader where someone else removed it; `group-delay` while it
 * has to wait for a group's delay.
 */
export async function changeChapterState(
  tx: Tx,
  { comicId, chapterId, bound }: ChapterEdit,
  change: ChapterStateChange,
  by: Editor,
  now: Date,
): Promise<void> {
  await moveChapterState(tx, { comicId, chapterId, by: by.id }, async (chapter) => {
    if ((chapter.state === 'removed') !== (change.action === 'restore')) throw problem('chapter-state-wrong');
    switch (change.action) {
      case 'publish': {
        if (chapter.state === 'published') throw problem('chapter-state-wrong');
        const at = change.at === null ? null : timeOfPublication(change.at, now);
        if (chapter.pages === 0) throw problem('chapter-empty');
        await requireWhole(tx, { chapter: chapterId }, change.incomplete);
        await requireNoDelay(tx, { bound }, { chapters: [chapterId], at: at ?? now });
        return at === null ? { state: 'published', at: now } : { state: 'scheduled', at, overruled: !bound };
      }
      case 'draft':
        if (chapter.state === 'draft') throw problem('chapter-state-wrong');
        await requireAnother(tx, { comicId, chapterId });
        return { state: 'draft' };
      case 'remove':
        await requireAnother(tx, { comicId, chapterId });
        return { state: 'removed', by: by.id };
      case 'restore':
        if (by.role === 'uploader' && chapter.removed_by !== by.id) throw problem('not-allowed');
        if (chapter.removed_from !== 'published') return { state: 'draft' };
        await requireNoDelay(tx, { bound }, { chapters: [chapterId], at: now });
        return { state: 'published', at: now };
    }
  });
}

/** Keeps a comic that readers see from losing the only chapter that is out. @throws Problem `chapter-last`. */
export async function requireAnother(
  tx: Tx,
  { comicId, chapterId }: Pick<ChapterEdit, 'comicId' | 'chapterId'>,
): Promise<void> {
  const comic = await holdPublishable(tx, comicId);
  const isSeen = comic?.state === 'published' || comic?.state === 'unlisted';
  if (isSeen && (await isOnlyChapter(tx, comicId, chapterId))) throw problem('chapter-last');
}

/** The refusals of a chapter that is not there, or not in its comic, any more. */
const GONE: readonly ProblemCode[] = ['chapter-not-found', 'comic-not-found'];

/** Chapters that are looked for at once. */
const AT_ONCE = 100;

/**
 * Publishes every scheduled chapter whose time has come, each exactly once, in a transaction of its own. One that a group's delay holds
 * back by now is scheduled for its end.
 */
export async function publishDueChapters(
  { db, now, log, config }: Pick<Deps, 'db' | 'now' | 'log' | 'config'>,
  signal: AbortSignal,
): Promise<void> {
  const bound = isBound(config, 'uploader');
  for (;;) {
    const due = await dueChapters(db, now(), AT_ONCE);
    if (due.length === 0) return;
    for (const { id, comic_id: comicId } of due) {
      signal.throwIfAborted();
      try {
        await withTransaction(db, (tx) => publishScheduled(tx, { comicId, chapterId: id }, { now: now(), log, bound }));
      } catch (error) {
        // Since it was looked for it was deleted, or went to another comic, where the next look finds it.
        if (!isProblem(error) || !GONE.includes(error.code)) throw error;
      }
    }
  }
}

async function publishScheduled(
  tx: Tx,
  { comicId, chapterId }: Pick<ChapterEdit, 'comicId' | 'chapterId'>,
  { now, log, bound }: { now: Date; log: Deps['log']; bound: boolean },
): Promise<void> {
  await moveChapterState(tx, { comicId, chapterId, by: null }, async (chapter) => {
    // Someone may have published it, moved it, or taken it back, since it was looked for.
    if (chapter.state !== 'scheduled' || chapter.publish_at === null || new Date(chapter.publish_at) > now) return null;
    if (chapter.pages === 0 || (await findLack(tx, { chapter: chapterId })) !== null) {
      log.warn({ chapter: chapterId }, 'a scheduled chapter that lacks pages is a draft again');
      return { state: 'draft' };
    }
    const wait = bound && !chapter.delay_overruled ? await findWait(tx, { chapters: [chapterId], at: now }) : null;
    if (wait !== null) {
      log.info(
        { chapter: chapterId, until: wait.until },
        'a scheduled chapter waits for the end of the delay of a group',
      );
      return { state: 'scheduled', at: wait.until, overruled: false };
    }
    return { state: 'published', at: now };
  });
}

/** Moves a chapter, which nobody else does meanwhile, to where `choose` says, and writes that down. */
async function moveChapterState(
  tx: Tx,
  { comicId, chapterId, by }: { comicId: number; chapterId: number; by: number | null },
  choose: (chapter: HeldChapter) => Promise<Target | null>,
): Promise<void> {
  await recordRevision(tx, { comicId, by, source: 'chapters', action: 'chapter.state' }, async () => {
    const before = await holdChapter(tx, comicId, chapterId);
    if (before === null) throw problem('chapter-not-found');
    const target = await choose(before);
    if (target === null) return;
    const from = await setChapterState(tx, chapterId, target);
    await recountChapters(tx, comicId);
    const isFresh = target.state === 'published' && before.release_order === null && from !== null;
    if (isFresh && (await holdPublishable(tx, comicId))?.state === 'published') {
      await announceRelease(tx, { comic_id: comicId, from, fresh: false }, target.at);
    }
    const told = (state: ChapterState, at: string | null) => ({
      chapter: before.title,
      state,
      ...(state === 'scheduled' && { publish_at: at }),
    });
    const at = target.state === 'scheduled' ? target.at.toISOString() : null;
    return {
      changes: { chapter_state: { before: told(before.state, before.publish_at), after: told(target.state, at) } },
      images: [],
    };
  });
}
