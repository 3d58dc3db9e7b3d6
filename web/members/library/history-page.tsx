import type { HistoryEntry } from '#contract/library.ts';
import type { Page as Paged } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { HistoryView } from './history-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';

/** Loads the history of the member, the newest first. */
export const loader = memberPage(({ request }) =>
  apiGet<Paged<HistoryEntry>>('/account/history', {
    request,
    params: { page: new URL(request.url).searchParams.get('page') },
  }),
);

/** The head of the page. */
export function head(_history: MemberData<Paged<HistoryEntry>>, { t }: HeadContext): PageHead {
  return { title: t('library.history.title'), hidden: true };
}

/** Everything the member read. */
export function Page({ data }: PageProps<MemberData<Paged<HistoryEntry>>>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('library.history.title')} />
      <Personal data={data}>{(history) => <HistoryView history={history} />}</Personal>
    </div>
  );
}
