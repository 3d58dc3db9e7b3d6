import type { NotificationPage } from '#contract/notifications.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { NotificationsView } from './notifications-view.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';

/** Loads the notifications of the member. */
export const loader = memberPage(({ request }) =>
  apiGet<NotificationPage>('/account/notifications', {
    request,
    params: { page: new URL(request.url).searchParams.get('page') },
  }),
);

/** The head of the page. */
export function head(_page: MemberData<NotificationPage>, { t }: HeadContext): PageHead {
  return { title: t('notifications.title'), hidden: true };
}

/** Everything the member was told. */
export function Page({ data }: PageProps<MemberData<NotificationPage>>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <h1>{t('notifications.title')}</h1>
      <Personal data={data}>{(page) => <NotificationsView key={page.current_page} page={page} />}</Personal>
    </div>
  );
}
