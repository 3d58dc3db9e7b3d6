import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { ModeratedComment } from '#contract/comments.ts';
import type { Page as List } from '#contract/paging.ts';
import type { Report } from '#contract/reports.ts';
import { ApiFailure, apiGet } from '../api.ts';
import { StaffFrame } from '../features/staff/staff-frame.tsx';
import { ModerationFrame } from '../features/moderation/moderation-frame.tsx';
import { isModerated, stateOf, type ModeratedState } from '../features/moderation/sections.ts';
import type { Head, HeadContext } from '../head.ts';
import { useUser } from '../session/session.ts';
import { personal, Personal } from '../session/personal.tsx';
import type { LoaderArgs, PageProps } from '../page.ts';
import { NotFound } from '../layout/not-found.tsx';

const CommentQueue = lazy(async () => ({ default: (await import('../features/moderation/comment-queue.tsx')).CommentQueue }));
const ReportQueue = lazy(async () => ({ default: (await import('../features/moderation/report-queue.tsx')).ReportQueue }));

type Data = { section: 'comments'; state: ModeratedState; list: List<ModeratedComment> } | { section: 'reports'; state: ModeratedState; list: List<Report> };

/** What waits in a section. @throws ApiFailure 404 for a section there is none of, and for whoever is no moderator. */
export const loader = personal<Data>(async ({ request, params }: LoaderArgs) => {
  const section = params.section ?? 'comments';
  if (!isModerated(section)) { throw new ApiFailure(404, '', null); }
  const search = new URL(request.url).searchParams;
  const state = stateOf(section, search.get('state'));
  try {
    const list = await apiGet<never>(`/moderation/${section}`, { request, params: { state, page: Number(search.get('page')) || 1, per_page: 24 } });
    return { section, state, list };
  } catch (failure) {
    // Whoever may not see it learns nothing of it.
    throw failure instanceof ApiFailure && failure.status === 403 ? new ApiFailure(404, '', null) : failure;
  }
});

/** What moderators look after: comments and reports. */
export function Page({ data }: PageProps<Data | null>) {
  const user = useUser();
  const { section } = useParams();
  if (user !== null && user.role !== 'moderator' && user.role !== 'admin') { return <NotFound />; }
  return (
    <Personal data={data}>
      {(found) => (
        <StaffFrame place="moderation">
          <ModerationFrame key={section ?? ''} section={found.section} state={found.state} list={found.list}>
            <Suspense>{found.section === 'comments' ? <CommentQueue comments={found.list.data} /> : <ReportQueue reports={found.list.data} />}</Suspense>
          </ModerationFrame>
        </StaffFrame>
      )}
    </Personal>
  );
}

/** What the page says about itself. */
export function head(_data: Data | null, { t }: HeadContext): Head {
  return { title: t('moderation.title'), hidden: true };
}
