import type { CommentTargetKind, CommentSubject } from '#contract/comments.ts';
import { problem } from '#contract/problems.ts';
import { threadKey } from '#server/db/queries/comment-counts.ts';
import type { Db } from '#server/db/database.ts';
import { hasPictures } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { findComic, requirePages } from '#server/features/comics/public/queries-one.ts';
import { findTerm } from '#server/features/taxonomy/public/queries-terms.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { chapterAt, chaptersById, chapterSubject, type CommentedChapter } from './public/queries-chapters.ts';
import { openComic, findSubjects } from './public/queries-places.ts';
import type { CommentRow } from './public/queries-comments.ts';

/** The subject of comments, and the one number its comments are found by. */
export interface Subject extends CommentSubject {
  thread: number;
}

const KINDS = { characters: 'character', artists: 'artist', authors: 'author' } as const;

/**
 * The subject an address leads to, if this viewer reaches it: comments are as open as what they stand under.
 *
 * @throws Problem `comic-not-found`, `comic-removed`, `term-not-found`.
 */
export async function findSubject(
  deps: Pick<Deps, 'reads' | 'catalogue'>,
  viewing: RequestContext,
  kind: CommentTargetKind,
  address: string,
): Promise<Subject> {
  if (kind === 'comics') {
    // Who asks for more than an open comic is told what it is.
    const { id, slug, title } =
      (await openComic(deps.reads, viewing, address)) ?? (await findComic(deps.reads, viewing, address));
    return { kind, id, slug, title, comic: null, thread: threadKey({ comic: id }) };
  }
  const term = await findTerm(deps.reads, null, viewing, viewing.locale, KINDS[kind], address);
  if (!term) throw problem('term-not-found');
  return { kind, id: term.id, slug: term.slug, title: term.name, comic: null, thread: threadKey({ term: term.id }) };
}

/** A comic whose reviews are asked for. @throws Problem as `findSubject`. */
export async function findReviewed(
  deps: Pick<Deps, 'reads' | 'catalogue'>,
  viewing: RequestContext,
  address: string,
): Promise<Subject> {
  const comic = await findSubject(deps, viewing, 'comics', address);
  return { ...comic, kind: 'reviews', thread: threadKey({ reviewed: comic.id }) };
}

/**
 * A chapter as the subject of comments, if this viewer may read it: comments tell what its pages show. The chapter of a
 * one-shot does not show, and what is said there is said of the comic.
 *
 * @throws Problem `comic-not-found`, `comic-removed`, `chapter-not-found`, `age-check-required`, `premium-sign-in-required`,
 * `premium-not-entitled`.
 */
export async function findChapterSubject(
  { reads }: Pick<Deps, 'reads'>,
  viewing: RequestContext,
  comic: string,
  address: string,
): Promise<Subject> {
  return openedChapter(reads, viewing, comic, await chapterAt(reads, viewing, comic, address));
}

async function openedChapter(
  reads: Db,
  viewing: RequestContext,
  comic: string,
  chapter: CommentedChapter | null,
): Promise<Subject> {
  if (chapter === null || !hasPictures(chapter) || (viewing.owesCheck && chapter.rating === 'explicit')) {
    // It says what is wrong with the comic, if that is it.
    await findComic(reads, viewing, comic);
  }
  if (chapter === null || chapter.oneshot) throw problem('chapter-not-found');
  requirePages(viewing, { ...chapter, id: chapter.comic_id });
  return { ...chapterSubject(viewing, chapter), thread: threadKey({ chapter: chapter.id }) };
}

/** The subject of a comment. @throws Problem as `findSubject`; `comment-not-found` where it stands under nothing this site has. */
export async function getSubject(
  deps: Pick<Deps, 'reads' | 'catalogue'>,
  viewing: RequestContext,
  row: CommentRow,
): Promise<Subject> {
  if (row.comic_id !== null) return findSubject(deps, viewing, 'comics', String(row.comic_id));
  if (row.review_of !== null) {
    if (!viewing.site.features.includes('reviews')) throw problem('comment-not-found');
    return findReviewed(deps, viewing, String(row.review_of));
  }
  if (row.chapter_id !== null) {
    const [chapter] = await chaptersById(deps.reads, viewing, [row.chapter_id]);
    if (!chapter) throw problem('comment-not-found');
    return openedChapter(deps.reads, viewing, String(chapter.comic_id), chapter);
  }
  const subject = (await findSubjects(deps.reads, viewing, [row])).get(row.thread);
  if (!subject) throw problem('comment-not-found');
  return { ...subject, thread: row.thread };
}
