import type { CommentPage } from '#contract/comments.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import type { LoadFailure } from '#web/ui/page/members-only.tsx';
import { CommentSection } from './comment-section.tsx';
import { commentsPath, commentsQuery, type CommentTarget } from '#web/community/subjects/comment-target.ts';

/** The component that says why comments could not be had, and tries again: most visits never need it. */
const personal = () => import('#web/ui/page/members-only.tsx');
export const WhyUnloaded = lazyPart(async () => (await personal()).WhyUnloaded, { whenMissing: 'nothing' });

/**
 * The comments of a place. In the browser those that may be had another time are answered, too, not thrown: what they are
 * about stays, and `<Comments>` says under it what failed.
 *
 * @throws ApiFailure 404 for an unknown comment.
 */
export async function loadComments<Page extends CommentPage = CommentPage>(
  place: CommentTarget,
  request: Request,
): Promise<Page | LoadFailure> {
  try {
    return await apiGet<Page>(commentsPath(place), { request, params: commentsQuery(place) });
  } catch (error) {
    // A page that the server makes has the status of what failed.
    if (import.meta.env.SSR) throw error;
    return (await personal()).notLoaded(error);
  }
}

/** The comments on something, or why that could not be had. @param of what its page shows of that, which `useCommentCount` counts by. */
export function Comments({ place, of, found }: { place: CommentTarget; of: object; found: CommentPage | LoadFailure }) {
  return 'error' in found ? (
    <WhyUnloaded error={found.error} />
  ) : (
    <CommentSection place={place} of={of} loaded={found} />
  );
}
