import type { Follows } from '#contract/library.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { FollowingView } from './following-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';

/** Loads the works and terms the member follows. */
export const loader = memberPage(({ request }) => apiGet<Follows>('/account/follows', { request }));

/** The head of the page. */
export function head(_follows: MemberData<Follows>, { t }: HeadContext): PageHead {
  return { title: t('library.following.title'), hidden: true };
}

/** Comics and terms of which the member wants to hear. */
export function Page({ data }: PageProps<MemberData<Follows>>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('library.following.title')} />
      <Personal data={data}>{(follows) => <FollowingView follows={follows} />}</Personal>
    </div>
  );
}
