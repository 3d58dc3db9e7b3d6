import type { Follows } from '#contract/library.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { FollowingView } from './following-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, personal, type Own } from '#web/ui/page/members-only.tsx';

/** Loads the works and terms the member follows. */
export const loader = personal(({ request }) => apiGet<Follows>('/account/follows', { request }));

/** The head of the page. */
export function head(_follows: Own<Follows>, { t }: HeadContext): Head {
  return { title: t('library.following.title'), hidden: true };
}

/** Comics and terms of which the member wants to hear. */
export function Page({ data }: PageProps<Own<Follows>>) {
  const t = useT();
  return (
    <div className="stack">
      <LibraryHead title={t('library.following.title')} />
      <Personal data={data}>{(follows) => <FollowingView follows={follows} />}</Personal>
    </div>
  );
}
