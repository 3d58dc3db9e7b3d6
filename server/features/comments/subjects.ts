import type { Commented, CommentSubject } from '#contract/comments.ts';
import { problem } from '#contract/problems.ts';
import { threadKey } from '#server/db/queries/comment-counts.ts';
import type { Deps } from '#server/deps.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { findTerm } from '#server/features/taxonomy/public/queries-terms.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
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
  kind: Commented,
  address: string,
): Promise<Subject> {
  if (kind === 'comics') {
    // Who asks for more than an open comic is told what it is.
    const { id, slug, title } =
      (await openComic(deps.reads, viewing, address)) ?? (await findComic(deps.reads, viewing, address));
    return { kind, id, slug, title, thread: threadKey({ comic: id }) };
  }
  const term = await findTerm(deps.reads, null, viewing, viewing.locale, KINDS[kind], address);
  if (!term) throw problem('term-not-found');
  return { kind, id: term.id, slug: term.slug, title: term.name, thread: threadKey({ term: term.id }) };
}

/** The subject of a comment. @throws Problem as `findSubject`; `comment-not-found` where it stands under nothing this site has. */
export async function getSubject(
  deps: Pick<Deps, 'reads' | 'catalogue'>,
  viewing: RequestContext,
  row: CommentRow,
): Promise<Subject> {
  if (row.comic_id !== null) return findSubject(deps, viewing, 'comics', String(row.comic_id));
  const subject = (await findSubjects(deps.reads, viewing, [row])).get(row.thread);
  if (!subject) throw problem('comment-not-found');
  return { ...subject, thread: row.thread };
}
