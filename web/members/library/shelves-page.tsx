import { SHELF_SORTS, SHELVES, type ShelfPage } from '#contract/shelves.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { LibraryHead } from './library-head.tsx';
import { ShelvesView, type ShownShelf } from './shelves-view.tsx';

/** The shelf that the address names, in its order, as far as it has the words. */
export const loader = memberPage(async ({ request }): Promise<ShownShelf> => {
  const { searchParams } = new URL(request.url);
  const [shelf, sort] = [searchParams.get('shelf'), searchParams.get('sort')];
  const asked = {
    shelf: SHELVES.find((each) => each === shelf) ?? 'reading',
    sort: SHELF_SORTS.find((each) => each === sort) ?? 'updated',
    q: (searchParams.get('q') ?? '').trim().slice(0, 200),
  };
  const params = {
    ...asked,
    page: searchParams.get('page'),
    ...(asked.sort === 'title' ? { order: 'asc' } : {}),
  };
  return { ...asked, found: await apiGet<ShelfPage>('/account/shelves', { request, params }) };
});

/** The head of the page. */
export function head(_shelf: MemberData<ShownShelf>, { t }: HeadContext): PageHead {
  return { title: t('library.shelves.title'), hidden: true };
}

/** The shelves on which the member has comics. */
export function Page({ data }: PageProps<MemberData<ShownShelf>>) {
  useRequiredFeature('shelves');
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('library.shelves.title')} />
      <Personal data={data}>{(shelf) => <ShelvesView shown={shelf} />}</Personal>
    </div>
  );
}
