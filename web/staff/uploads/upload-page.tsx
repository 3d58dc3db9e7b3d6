import type { AdminComicPage } from '#contract/editing.ts';
import type { Page as List } from '#contract/paging.ts';
import type { Upload, UploadLimits, UploadSummary } from '#contract/uploads.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { StaffFrame } from '#web/staff/frame/staff-frame.tsx';
import { StartView, type Start } from './start-view.tsx';
import { UploadView } from './upload-view.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { NotFound } from '#web/ui/page/not-found.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { userStore, useUser } from '#web/platform/session/session.ts';

type Data = { upload: Upload; limits: UploadLimits } | Start;

/** One upload, or where uploads begin. @throws ApiFailure 404 for an upload that is not the member's, and for whoever may not upload. */
export const loader = memberPage<Data>(async ({ request, params: { id } }: LoaderArgs) => {
  try {
    const limits = apiGet<UploadLimits>('/admin/uploads/limits', { request });
    if (id !== undefined) {
      if (!/^\d+$/.test(id)) throw new ApiFailure(404, '', null);
      const [upload, allowed] = await Promise.all([apiGet<Upload>(`/admin/uploads/${id}`, { request }), limits]);
      return { upload, limits: allowed };
    }
    const user = userStore.get();
    const [allowed, uploads, works] = await Promise.all([
      limits,
      apiGet<List<UploadSummary>>('/admin/uploads', { request, params: { per_page: 100 } }),
      // The state of earlier uploads is told beside; without it one can still upload.
      apiGet<AdminComicPage>('/admin/comics', {
        request,
        params: { uploader: user?.username ?? '', per_page: 12 },
      }).catch((error: Error) => error.message),
    ]);
    return {
      limits: allowed,
      works,
      open: uploads.data.filter(({ state, user: of }) => state !== 'committed' && of.id === user?.id),
    };
  } catch (failure) {
    // Whoever may not see it learns nothing of it.
    throw failure instanceof ApiFailure && failure.status === 403 ? new ApiFailure(404, '', null) : failure;
  }
});

/** Where uploaders bring comics. */
export function Page({ data }: PageProps<MemberData<Data>>) {
  const user = useUser();
  if (user !== null && user.role === 'user') return <NotFound />;
  const content = (
    <Personal data={data} heading="h1">
      {(found) =>
        'upload' in found ? (
          <UploadView key={found.upload.id} first={found.upload} limits={found.limits} />
        ) : (
          <StartView data={found} />
        )
      }
    </Personal>
  );
  return user === null ? content : <StaffFrame place="upload">{content}</StaffFrame>;
}

/** The head of the page; it is a member's own. */
export function head(_data: MemberData<Data>, { t }: HeadContext): PageHead {
  return { title: t('staff.upload'), hidden: true };
}
