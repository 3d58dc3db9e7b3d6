import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { recountComic } from '#server/features/comics/public/queries-writing.ts';
import { isSame, type Changes } from '#server/features/editing/comics/fields.ts';
import { requireWholeWhereSeen } from '#server/features/editing/public/publication.ts';
import { requireNotRemoved } from '#server/features/editing/comics/queries-publication.ts';
import { recordRevision, type EditExtras } from '#server/features/editing/public/revision-recorder.ts';
import { comicOfChapter, moveTalk, type ChapterEdit } from './queries-chapters.ts';
import { arrangePages, followCover, listPages, type PageSnapshot, type WantedPage } from './queries-pages.ts';

/** The pages of a chapter as a revision keeps them. */
export interface PagesSnapshot {
  chapter_id: number;
  pages: PageSnapshot[];
}

/** Whether a value of a revision is the pages of a chapter. */
export function isPagesSnapshot(value: unknown): value is PagesSnapshot {
  return typeof value === 'object' && value !== null && 'chapter_id' in value && 'pages' in value;
}

/** Puts all pages of a chapter in this order. @throws Problem `edit-conflict` where these are not its pages any more. */
export function orderPages(tx: Tx, edit: ChapterEdit, ids: readonly number[]): Promise<void> {
  return editPages(tx, edit, (pages) => {
    const byId = new Map(pages.map((page) => [page.id, page]));
    const ordered = ids.flatMap((id) => byId.get(id) ?? []);
    if (ids.length !== pages.length || new Set(ordered).size !== pages.length) throw problem('edit-conflict');
    return ordered;
  });
}

/** Takes pages out of a chapter. @throws Problem `page-not-found`. */
export function deletePages(tx: Tx, edit: ChapterEdit, ids: readonly number[]): Promise<void> {
  return editPages(tx, edit, (pages) => {
    requireAll(pages, ids);
    return pages.filter(({ id }) => !ids.includes(id));
  });
}

/** Adds a picture as the last page. */
export function addPage(tx: Tx, edit: ChapterEdit, page: { image: string; name: string }): Promise<void> {
  return editPages(tx, edit, (pages) => [...pages, { id: null, transcript: null, missing: null, ...page }]);
}

/** Changes one page: its picture, or what is written on it. @throws Problem `page-not-found`. */
export function changePage(
  tx: Tx,
  edit: ChapterEdit,
  pageId: number,
  change: Partial<Pick<PageSnapshot, 'image' | 'transcript'>>,
): Promise<void> {
  return editPages(tx, edit, async (pages) => {
    requireAll(pages, [pageId]);
    const former = pages.find(({ id }) => id === pageId)?.image;
    if (change.image !== undefined && former !== undefined) {
      await followCover(tx, edit.comicId, former, change.image);
    }
    // Text on another picture is another text.
    return pages.map((page) =>
      page.id !== pageId
        ? page
        : {
            ...page,
            ...(change.image !== undefined && change.image !== page.image ? { transcript: null, missing: null } : {}),
            ...change,
          },
    );
  });
}

/**
 * Moves pages, in the order they have, to the end of another chapter; with the last of them what was said of the chapter.
 *
 * @throws Problem `page-not-found`, `chapter-not-found`, `comic-state-wrong` out of or into another comic that is removed,
 * `comic-pages-missing` where a missing one would join a comic that readers see.
 */
export async function movePages(
  tx: Tx,
  edit: ChapterEdit,
  ids: readonly number[],
  to: { comicId: number; chapterId: number },
): Promise<void> {
  if (to.chapterId === edit.chapterId) return;
  if (to.comicId !== edit.comicId) {
    await requireNotRemoved(tx, [edit.comicId, to.comicId]);
  }
  const before = await listPages(tx, edit.chapterId);
  requireAll(before, ids);
  const moving = before.filter(({ id }) => ids.includes(id));
  await editPages(tx, { ...edit, ...to }, (pages) => [...pages, ...moving]);
  const staying = before.filter(({ id }) => !ids.includes(id));
  await editPages(tx, edit, () => staying, before);
  if (staying.length === 0) {
    await moveTalk(tx, edit.chapterId, to);
  }
  if (moving.some(({ missing }) => missing)) {
    await requireWholeWhereSeen(tx, to.comicId);
  }
}

/** Gives a chapter the pages that a revision kept; pages that are in no chapter any more are made anew. */
export async function restorePages(
  tx: Tx,
  comicId: number,
  { chapter_id: chapterId, pages }: PagesSnapshot,
): Promise<EditExtras> {
  if ((await comicOfChapter(tx, { id: 0, role: 'admin' }, chapterId)) !== comicId) {
    throw problem('revision-not-restorable');
  }
  const before = await listPages(tx, chapterId);
  const there = new Set(before.map(({ id }) => id));
  await arrangePages(
    tx,
    chapterId,
    pages.map((page) => ({ ...page, id: there.has(page.id) ? page.id : null })),
  );
  await recountComic(tx, comicId);
  return pagesEdit(chapterId, before, await listPages(tx, chapterId));
}

async function editPages(
  tx: Tx,
  { comicId, chapterId, by }: ChapterEdit,
  arrange: (pages: PageSnapshot[]) => readonly WantedPage[] | Promise<readonly WantedPage[]>,
  former?: PageSnapshot[],
): Promise<void> {
  await recordRevision(tx, { comicId, by, source: 'chapters', action: 'comic.pages' }, async () => {
    const before = former ?? (await listPages(tx, chapterId));
    await arrangePages(tx, chapterId, await arrange(before), before);
    await recountComic(tx, comicId);
    return pagesEdit(chapterId, before, await listPages(tx, chapterId));
  });
}

/** The change of the pages of a chapter as a revision keeps it, with the pictures that its restore needs. */
export function pagesEdit(chapterId: number, before: PageSnapshot[], after: PageSnapshot[]): EditExtras {
  const changes: Changes = isSame(before, after)
    ? {}
    : {
        chapter_pages: {
          before: { chapter_id: chapterId, pages: before },
          after: { chapter_id: chapterId, pages: after },
        },
      };
  return { changes, images: before.map(({ image }) => image) };
}

function requireAll(pages: readonly PageSnapshot[], ids: readonly number[]): void {
  const there = new Set(pages.map(({ id }) => id));
  if (!ids.every((id) => there.has(id))) throw problem('page-not-found');
}
