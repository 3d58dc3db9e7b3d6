import { useLocation, useOutletContext, useParams } from 'react-router';
import type { ReviewPage } from '#contract/reviews.ts';
import { loadComments, WhyUnloaded } from '#web/community/comments/comments.tsx';
import { ReviewSection } from '#web/community/comments/review-section.tsx';
import { useMark } from '#web/library/marks/marks.ts';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { loadComic, reviewsOn, type ComicView } from './comic-data.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import type { LoadFailure } from '#web/ui/page/members-only.tsx';

interface ReviewData {
  reviews: ReviewPage | LoadFailure;
  title: string;
}

/** The page of reviews that the address asks for. @throws ApiFailure 404 for an unknown comic. */
export async function loader({ request, params }: LoaderArgs): Promise<ReviewData> {
  const slug = params.slug ?? '';
  const place = commentTarget('reviews', slug, params.identifier, new URL(request.url).searchParams);
  const [{ title }, reviews] = await Promise.all([loadComic(request, slug), loadComments<ReviewPage>(place, request)]);
  return { title, reviews };
}

/** The reviews of the comic, each with a score. */
export function Page({ data: { reviews } }: PageProps<ReviewData>) {
  const { comic } = useOutletContext<ComicView>();
  const { identifier } = useParams();
  const { search } = useLocation();
  const mark = useMark(comic.id);
  if ('error' in reviews) return <WhyUnloaded error={reviews.error} />;
  return (
    <ReviewSection
      key={comic.id}
      place={commentTarget('reviews', comic.slug, identifier, new URLSearchParams(search))}
      loaded={reviews}
      comic={comic}
      of={reviewsOn(comic)}
      score={mark?.score ?? null}
    />
  );
}

/** The head of this page; it is the comic's page that is to be found. */
export function head({ title, reviews }: ReviewData, { t }: HeadContext): PageHead {
  return {
    title: 'error' in reviews ? title : t('reviews.head', { name: title, count: reviews.total }),
    hidden: true,
  };
}
