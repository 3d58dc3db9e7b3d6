import type { OwnList } from '#contract/library.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { LibraryHead } from './library-head.tsx';
import { ListsView } from './lists-view.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, personal, type Own } from '#web/ui/page/members-only.tsx';

/** The member's lists. */
export const loader = personal(({ request }) => apiGet<OwnList[]>('/account/lists', { request }));

/** The head of the page. */
export function head(_lists: Own<OwnList[]>, { t }: HeadContext): Head {
  return { title: t('library.lists.title'), hidden: true };
}

/** Everything the member put together. */
export function Page({ data }: PageProps<Own<OwnList[]>>) {
  const t = useT();
  return (
    <div className="stack">
      <LibraryHead title={t('library.lists.title')} />
      <Personal data={data}>{(lists) => <ListsView lists={lists} />}</Personal>
    </div>
  );
}
