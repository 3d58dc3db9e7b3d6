import type { BookmarkEntry } from '#contract/library.ts';
import type { Page as Paged } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { BookmarksView, GuestBookmarks } from './bookmarks-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PageProps } from '#web/platform/page/page.ts';
import { Personal, memberPage, type MemberData } from '#web/ui/page/members-only.tsx';
import { readAccessToken } from '#web/platform/session/session.ts';

/** The pages the member marked, the one marked last first. */
export const loader = memberPage(({ request }) =>
  apiGet<Paged<BookmarkEntry>>('/account/bookmarks', {
    request,
    params: { page: new URL(request.url).searchParams.get('page') },
  }),
);

/** The head of the page. */
export function head(_bookmarks: MemberData<Paged<BookmarkEntry>>, { t }: HeadContext): PageHead {
  return { title: t('bookmarks.title'), hidden: true };
}

/** Every page that was marked: in the account, or by a guest in this browser. */
export function Page({ data }: PageProps<MemberData<Paged<BookmarkEntry>>>) {
  const t = useTranslate();
  const isGuest = useHydrated() && data === null && readAccessToken() === null;
  return (
    <div className="stack">
      <LibraryHead title={t('bookmarks.title')} />
      {isGuest ? (
        <GuestBookmarks />
      ) : (
        <Personal data={data}>{(bookmarks) => <BookmarksView bookmarks={bookmarks} />}</Personal>
      )}
    </div>
  );
}
