import type { Addresses } from '#contract/addresses.ts';
import type { CommentTargetKind, CommentSort } from '#contract/comments.ts';
import type { Query } from '#contract/query-string.ts';

/** The subject of comments, and their view: all that the address says. */
export interface CommentTarget {
  /** `reviews`: those of a comic. */
  kind: CommentTargetKind | 'reviews';
  slug: string;
  /** Of a comic, whose chapter it is. */
  chapter: string | null;
  sort: CommentSort;
  /** Null where the address names a comment: then the page that has it. */
  page: number | null;
  /** The comment that the address names. */
  comment: string | null;
  /** Whether the address names a comment, or something that is none, to be shown. */
  named: boolean;
}

/** Where the API has the comments of a place. */
export function commentsPath({ kind, slug, chapter }: Pick<CommentTarget, 'kind' | 'slug' | 'chapter'>): string {
  if (kind === 'reviews') return `/comics/${encodeURIComponent(slug)}/reviews`;
  return `/${kind}/${encodeURIComponent(slug)}${chapter === null ? '' : `/${encodeURIComponent(chapter)}`}/comments`;
}

/** The address of the comments of a place; with an identifier the page that has it. */
export function commentsAddress(
  to: Addresses,
  { kind, slug, chapter }: Pick<CommentTarget, 'kind' | 'slug' | 'chapter'>,
  identifier?: string | null,
  query?: Query,
): string {
  if (kind === 'reviews') return to.reviews(slug, identifier, query);
  return chapter === null
    ? to.comments(kind, slug, identifier, query)
    : to.chapterComments(slug, chapter, identifier, query);
}

/** The parameters of a list of comments. */
export function commentsQuery({ sort, page, comment }: Pick<CommentTarget, 'sort' | 'page' | 'comment'>): Query {
  return { sort, page, comment: page === null ? comment : null };
}

/** The subject and view that the address of a page of comments asks for. Anything it cannot mean is the usual: the best ones first, page 1. */
export function commentTarget(
  kind: CommentTarget['kind'],
  slug: string,
  identifier: string | undefined,
  search: URLSearchParams,
  chapter: string | null = null,
): CommentTarget {
  const sort = search.get('sort');
  const page = Number(search.get('page'));
  const comment = identifier !== undefined && /^[1-9]\d{0,15}$/.test(identifier) ? identifier : null;
  const requested = Number.isInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : null;
  return {
    kind,
    slug,
    chapter,
    sort: sort === 'new' || sort === 'old' ? sort : 'top',
    page: requested ?? (comment === null ? 1 : null),
    comment,
    named: identifier !== undefined && requested === null,
  };
}
