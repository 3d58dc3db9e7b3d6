import { Editor } from './comic-editor.tsx';
import { loadEditor, type EditorData } from '#web/staff/comic-parts/load-editor.ts';
import { StaffFrame } from '#web/staff/frame/staff-frame.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, LoadFailure, type MemberData } from '#web/ui/page/members-only.tsx';
import { useUser } from '#web/platform/session/session.ts';

/** A comic of the uploader's own. @throws ApiFailure 404 for one of someone else's. */
export const loader = memberPage<EditorData>(({ request, params }: LoaderArgs) =>
  loadEditor(request, params.slug ?? '', params.tab ?? null, new URL(request.url).searchParams),
);

/** The editor of a comic for those who uploaded it, and for moderators. */
export function Page({ data }: PageProps<MemberData<EditorData>>) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const content = (
    <Personal data={data} heading="h1">
      {(given) => (
        <Editor
          key={given.comic.id}
          data={given}
          addressFor={links.uploadComic}
          back={{ to: links.upload(), name: t('upload.back') }}
        />
      )}
    </Personal>
  );
  return user === null ? content : <StaffFrame place="upload">{content}</StaffFrame>;
}

/** The head of the page. */
export function head(data: MemberData<EditorData>, { t }: HeadContext): PageHead {
  return {
    title: data instanceof LoadFailure ? t('admin.comics.edit') : (data?.comic.title ?? t('admin.comics.edit')),
    hidden: true,
  };
}
