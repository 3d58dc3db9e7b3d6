import type { OwnList } from '#contract/library.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { LibraryHead } from './library-head.tsx';
import { ListsView } from './lists-view.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';

/** The member's lists. */
export const loader = memberPage(({ request }) => apiGet<OwnList[]>('/account/lists', { request }));

/** The head of the page. */
export function head(_lists: MemberData<OwnList[]>, { t }: HeadContext): PageHead {
  return { title: t('library.lists.title'), hidden: true };
}

/** Everything the member put together. */
export function Page({ data }: PageProps<MemberData<OwnList[]>>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('library.lists.title')} />
      <Personal data={data}>{(lists) => <ListsView lists={lists} />}</Personal>
    </div>
  );
}
