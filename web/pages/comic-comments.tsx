import { useLocation, useOutletContext, useParams } from 'react-router';
import type { ComicDetail } from '#contract/comics.ts';
import type { CommentPage } from '#contract/comments.ts';
import { apiGet } from '../api.ts';
import { CommentSection } from '../features/comments/comment-section.tsx';
import { commentsPath, commentsQuery, placeOf } from '../features/comments/comment-subject.ts';
import type { ComicView } from '../features/comic-page/comic-view.ts';
import type { Head, HeadContext } from '../head.ts';
import type { LoaderArgs, PageProps } from '../page.ts';

interface CommentData { comments: CommentPage; title: string }

/** The page of comments that the address asks for, and what they are on. @throws ApiFailure 404 for an unknown comment. */
export async function loader({ request, params }: LoaderArgs): Promise<CommentData> {
  const slug = params.slug ?? '';
  const place = placeOf('comics', slug, params.identifier, new URL(request.url).searchParams);
  const [{ title }, comments] = await Promise.all([
    apiGet<ComicDetail>(`/comics/${encodeURIComponent(slug)}`, { request }), apiGet<CommentPage>(commentsPath(place), { request, params: commentsQuery(place) }),
  ]);
  return { title, comments };
}

/** What people say about the comic. */
export function Page({ data: { comments } }: PageProps<CommentData>) {
  const { comic } = useOutletContext<ComicView>();
  const { identifier } = useParams();
  const { search } = useLocation();
  return <CommentSection key={comic.id} place={placeOf('comics', comic.slug, identifier, new URLSearchParams(search))} loaded={comments} />;
}

/** What this page says about itself; it is the comic's page that is to be found. */
export function head({ title, comments: { comments } }: CommentData, { t }: HeadContext): Head {
  return { title: t('comments.head', { name: title, count: comments }), hidden: true };
}
