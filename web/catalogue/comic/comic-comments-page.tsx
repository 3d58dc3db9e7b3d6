import { useLocation, useOutletContext, useParams } from 'react-router';
import type { CommentPage } from '#contract/comments.ts';
import { Comments, loadComments } from '#web/community/comments/comments.tsx';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { loadComic, type ComicView } from './comic-data.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import type { LoadFailure } from '#web/ui/page/members-only.tsx';

interface CommentData {
  comments: CommentPage | LoadFailure;
  title: string;
}

/** The page of comments that the address asks for, and what they are on. @throws ApiFailure 404 for an unknown comment. */
export async function loader({ request, params }: LoaderArgs): Promise<CommentData> {
  const slug = params.slug ?? '';
  const place = commentTarget('comics', slug, params.identifier, new URL(request.url).searchParams);
  const [{ title }, comments] = await Promise.all([loadComic(request, slug), loadComments(place, request)]);
  return { title, comments };
}

/** The comments on the comic. */
export function Page({ data: { comments } }: PageProps<CommentData>) {
  const { comic } = useOutletContext<ComicView>();
  const { identifier } = useParams();
  const { search } = useLocation();
  return (
    <Comments
      key={comic.id}
      of={comic}
      place={commentTarget('comics', comic.slug, identifier, new URLSearchParams(search))}
      found={comments}
    />
  );
}

/** The head of this page; it is the comic's page that is to be found. */
export function head({ title, comments }: CommentData, { t }: HeadContext): PageHead {
  return {
    title: 'error' in comments ? title : t('comments.head', { name: title, count: comments.comments }),
    hidden: true,
  };
}
