import { redirect, useLocation, useParams } from 'react-router';
import type { CommentTargetKind, CommentPage } from '#contract/comments.ts';
import { KIND_PATHS, type TermDetail, type TermKind } from '#contract/taxonomy.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { Comments, loadComments } from '#web/community/comments/comments.tsx';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { TermHead } from './term-head.tsx';
import { TermTabs } from './term-tabs.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { requestAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import type { LoadFailure } from '#web/ui/page/members-only.tsx';

interface TermCommentData {
  kind: TermKind;
  path: CommentTargetKind;
  term: TermDetail;
  comments: CommentPage | LoadFailure;
}

/** The character, artist or author, and the page of comments that the address asks for; a former name leads to its own address. */
export async function loader({ request, params, route }: LoaderArgs): Promise<TermCommentData> {
  const kind = route.replace('-comments', '') as TermKind;
  const path = KIND_PATHS[kind] as CommentTargetKind;
  const slug = params.slug ?? '';
  const term = await apiGet<TermDetail>(`/${path}/${encodeURIComponent(slug)}`, { request });
  const { search, searchParams } = new URL(request.url);
  if (term.slug !== slug) {
    throw redirect(requestAddresses(request).comments(path, term.slug, params.identifier ?? null) + search);
  }
  const place = commentTarget(path, slug, params.identifier, searchParams);
  return { kind, path, term, comments: await loadComments(place, request) };
}

/** The comments on a character, an artist or an author. */
export function Page({ data: { kind, path, term, comments } }: PageProps<TermCommentData>) {
  const { identifier } = useParams();
  const { search } = useLocation();
  return (
    <div className="stack">
      <TermHead kind={kind} term={term} action={null} />
      <TermTabs kind={kind} term={term} />
      <Comments
        key={term.id}
        of={term}
        place={commentTarget(path, term.slug, identifier, new URLSearchParams(search))}
        found={comments}
      />
    </div>
  );
}

/** The head of this page; it is the term's page that is to be found. */
export function head({ term, comments }: TermCommentData, { t }: HeadContext): PageHead {
  return {
    title: 'error' in comments ? term.name : t('comments.head', { name: term.name, count: comments.comments }),
    hidden: true,
  };
}
