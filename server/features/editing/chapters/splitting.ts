import type { ChapterSplit } from '#contract/chapter-splitting.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { setCredits } from '#server/features/chapters/public/queries-credits.ts';
import { createChapter, recountChapters } from '#server/features/chapters/public/queries-writing.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { pagesEdit } from './page-edits.ts';
import { deleteChapter, moveTalk, orderChapters, snapshotChapter, type ChapterEdit } from './queries-chapters.ts';
import { arrangePages, listPages } from './queries-pages.ts';
import {
  chaptersInOrder,
  continueChapter,
  leadToJoined,
  moveReadersAcross,
  mergeReaders,
  readCredits,
  type SplittableChapter,
} from './queries-splitting.ts';
import { joinCredits, splitCredits } from './split-credits.ts';

const [source, action] = ['chapters', 'comic.chapters'] as const;

/**
 * Makes a chapter of the pages of another one from a page on, right after it and in the same state. Readers' places and bookmarks go with their pages; who was
 * past that page has read the first part, and who had read all has read both; credits go with the pages they are of. Nobody is told of it as something new; comments stay.
 *
 * @returns its id. @throws Problem `chapter-not-found`, `page-not-found`, `chapter-empty` at the first page, `chapter-state-wrong` of a removed one.
 */
export async function splitChapter(
  tx: Tx,
  { comicId, chapterId, by }: ChapterEdit,
  { page_id: pageId, name, number }: ChapterSplit,
): Promise<number> {
  let made = 0;
  await recordRevision(tx, { comicId, by, source, action }, async () => {
    const all = await chaptersInOrder(tx, comicId);
    const at = all.findIndex(({ id }) => id === chapterId);
    const chapter = requireMovable(all[at]);
    const before = await listPages(tx, chapterId);
    const first = before.findIndex(({ id }) => id === pageId);
    if (first < 0) throw problem('page-not-found');
    if (first === 0) throw problem('chapter-empty');
    const [staying, going] = [before.slice(0, first), before.slice(first)];
    const { position, next } = placeAfter(all, at);
    const { id } = await createChapter(tx, comicId, {
      name,
      number,
      position,
      volume: chapter.volume,
      direction: chapter.direction,
      groups: chapter.groups,
      uploaderId: chapter.uploader_id,
      // In the state of the other one once it has its pages.
      state: 'draft',
    });
    made = id;
    await moveReadersAcross(tx, chapterId, id, first);
    const credits = splitCredits(await readCredits(tx, chapterId), first);
    await setCredits(tx, chapterId, credits.first);
    await setCredits(tx, id, credits.second);
    await arrangePages(tx, id, going, []);
    await arrangePages(tx, chapterId, staying, before);
    await continueChapter(tx, chapterId, id);
    if (next !== null && next <= position) {
      const others = all.map((each) => each.id);
      await orderChapters(tx, [...others.slice(0, at + 1), id, ...others.slice(at + 1)]);
    }
    await recountChapters(tx, comicId);
    return pagesEdit(chapterId, before, await listPages(tx, chapterId));
  });
  return made;
}

/**
 * Puts the pages of the chapter right after another one to the end of that one, with readers' places, bookmarks, comments and credits, and takes
 * the empty one away: its addresses lead to the other. Who had read both has read what they became.
 *
 * @throws Problem `chapter-not-found`; `chapters-apart` where it is not the one right after; `chapter-state-wrong` where either is removed, or they are
 * not seen by the same readers at the same time.
 */
export async function joinChapters(tx: Tx, { comicId, chapterId, by }: ChapterEdit, nextId: number): Promise<void> {
  await recordRevision(tx, { comicId, by, source, action }, async () => {
    const all = (await chaptersInOrder(tx, comicId)).filter(({ id, state }) =>
      id === chapterId || id === nextId ? true : state !== 'removed',
    );
    const at = all.findIndex(({ id }) => id === chapterId);
    const [chapter, next] = [requireMovable(all[at]), requireMovable(all.find(({ id }) => id === nextId))];
    if (all[at + 1] !== next) throw problem('chapters-apart');
    const isAlike =
      chapter.state === next.state &&
      chapter.publish_at === next.publish_at &&
      chapter.premium_until === next.premium_until;
    if (!isAlike) throw problem('chapter-state-wrong');
    const [before, added] = [await listPages(tx, chapterId), await listPages(tx, nextId)];
    const snapshot = await snapshotChapter(tx, nextId);
    await mergeReaders(tx, nextId, chapterId, before.length);
    const [own, others] = [await readCredits(tx, chapterId), await readCredits(tx, nextId)];
    await setCredits(tx, chapterId, joinCredits(own, before.length, others, added.length));
    await arrangePages(tx, chapterId, [...before, ...added], before);
    await moveTalk(tx, nextId, { comicId, chapterId });
    await leadToJoined(tx, comicId, nextId, chapterId);
    await deleteChapter(tx, comicId, nextId);
    await recountChapters(tx, comicId);
    const { changes, images } = pagesEdit(chapterId, before, await listPages(tx, chapterId));
    return {
      changes: { ...changes, chapter: { before: snapshot, after: null } },
      images: [...images, ...added.map(({ image }) => image)],
    };
  });
}

/** @throws Problem `chapter-not-found` where it went away or to another comic meanwhile, `chapter-state-wrong` of a removed one. */
function requireMovable(chapter: SplittableChapter | undefined): SplittableChapter {
  if (chapter === undefined) throw problem('chapter-not-found');
  if (chapter.state === 'removed') throw problem('chapter-state-wrong');
  return chapter;
}

/** A place between a chapter and the next one, and the place of that one: where there is none between them they are put in order anew. */
function placeAfter(all: readonly SplittableChapter[], at: number): { position: number; next: number | null } {
  const [here, next = null] = [all[at]!.position, all[at + 1]?.position];
  return { position: next === null ? Math.floor(here) + 1 : (here + next) / 2, next };
}
