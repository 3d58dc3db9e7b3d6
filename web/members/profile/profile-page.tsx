import { redirect } from 'react-router';
import type { ProfileUser } from '#contract/accounts.ts';
import type { ComicCard } from '#contract/comics.ts';
import type { PlacedComment } from '#contract/comments.ts';
import type { ComicList } from '#contract/library.ts';
import type { Page as List } from '#contract/paging.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { Grid } from '#web/catalogue/cards/grid.tsx';
import { ProfileComments } from './profile-comments.tsx';
import { ProfileHead } from './profile-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { Addresses } from '#contract/addresses.ts';
import { requestAddresses, useAddresses } from '#web/platform/page/addresses.ts';
import { ListCards } from '#web/members/library/list-cards.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { hasFeature } from '#web/platform/page/required-feature.ts';
import { notLoaded, WhyUnloaded, type LoadFailure } from '#web/ui/page/members-only.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Tabs } from '#web/ui/basic/tabs.tsx';

/** Cards and comments a page. */
const PER_PAGE = 24;
/** As many pages as the API counts. */
const MAX_PAGES = 2_147_483_647;

type ShownTab =
  | { tab: 'favorites'; found: List<ComicCard> | null }
  | { tab: 'lists'; found: ComicList[] }
  | { tab: 'comments'; found: List<PlacedComment> };
type ProfileData = { user: ProfileUser } & (ShownTab | { tab: ShownTab['tab']; failed: LoadFailure });

/**
 * Someone, and what the tab named by the address shows of them. In the browser a tab that may be had another time is
 * answered, too, not thrown: the page says within what failed.
 *
 * @throws Response leading to the last page when the address names a later one.
 * @throws ApiFailure 404 for nobody and for no tab.
 */
export async function loader({
  request,
  params: { username = '', tab = 'favorites' },
}: LoaderArgs): Promise<ProfileData> {
  const path = `/users/${encodeURIComponent(username)}`;
  const requested = Math.trunc(Number(new URL(request.url).searchParams.get('page')));
  const page = requested >= 1 && requested <= MAX_PAGES ? requested : 1;
  const user = await apiGet<ProfileUser>(path, { request });
  const shownTab = tab === 'favorites' && !hasFeature(request, 'favorites') ? 'lists' : tab;
  const shown = await loadTab().catch((error: unknown) => {
    // A page that the server makes has the status of what failed.
    if (import.meta.env.SSR) throw error;
    return { tab: shownTab as ShownTab['tab'], failed: notLoaded(error) };
  });
  if ('failed' in shown) return { user, ...shown };
  if (shown.tab !== 'lists' && shown.found !== null && page > shown.found.last_page) {
    throw redirect(addressFor(requestAddresses(request), user.username, shown.tab, shown.found.last_page));
  }
  return { user, ...shown };

  async function loadTab(): Promise<ShownTab> {
    const params = { page, per_page: PER_PAGE };
    if (shownTab === 'favorites') {
      // Without a count they are private.
      return {
        tab: shownTab,
        found:
          user.favorites_count === null
            ? null
            : await apiGet<List<ComicCard>>(`${path}/favorites`, { request, params }),
      };
    }
    if (shownTab === 'lists') return { tab: shownTab, found: await apiGet<ComicList[]>(`${path}/lists`, { request }) };
    if (shownTab === 'comments') {
      return { tab: shownTab, found: await apiGet<List<PlacedComment>>(`${path}/comments`, { request, params }) };
    }
    throw new ApiFailure(404, '', null);
  }
}

/** The head of the page; members are not for search engines to list. */
export function head({ user: { username } }: ProfileData, { t, site }: HeadContext): PageHead {
  const hasAll = site.features.includes('favorites') && site.features.includes('comments');
  return {
    title: username,
    description: hasAll ? t('profile.description', { name: username, site: site.name }) : `${username} · ${site.name}`,
    type: 'profile',
    hidden: true,
  };
}

/** Those who keep their favorites private see them all the same. */
export function isPersonal({ user }: ProfileData): boolean {
  return user.favorites_count === null;
}

/** Who a member is, their favorites, public lists and comments. */
export function Page({ data }: PageProps<ProfileData>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { features } = useSite();
  const { user, tab } = data;
  const { username: name, favorites_count: favorites, comments_count: comments } = user;
  const tabs = [
    ...(features.includes('favorites')
      ? [
          {
            to: links.profile(name),
            name: t('profile.tabs.favorites'),
            ...(favorites === null ? {} : { count: formatNumber(locale, favorites) }),
          },
        ]
      : []),
    { to: links.profile(name, 'lists'), name: t('profile.tabs.lists') },
    ...(features.includes('comments')
      ? [
          {
            to: links.profile(name, 'comments'),
            name: t('profile.tabs.comments'),
            count: formatNumber(locale, comments),
          },
        ]
      : []),
  ];
  return (
    <div className="stack">
      <ProfileHead user={user} />
      <Tabs label={t('profile.tabs.label')} tabs={tabs} />
      <h2 className="visually-hidden">{t(`profile.tabs.${tab}`)}</h2>
      {'failed' in data ? <WhyUnloaded error={data.failed.error} /> : <Found user={user} shown={data} />}
    </div>
  );
}

function Found({ user, shown }: { user: ProfileUser; shown: ShownTab }) {
  const t = useTranslate();
  const { username: name } = user;
  return (
    <>
      {shown.tab === 'favorites' ? <Favorites user={user} found={shown.found} /> : null}
      {shown.tab === 'lists' ? (
        shown.found.length === 0 ? (
          <EmptyState title={t('profile.lists.none', { name })} />
        ) : (
          <ListCards lists={shown.found} />
        )
      ) : null}
      {shown.tab === 'comments' ? <ProfileComments name={name} comments={shown.found.data} /> : null}
      {shown.tab !== 'lists' && shown.found !== null ? <Pages user={user} tab={shown.tab} found={shown.found} /> : null}
    </>
  );
}

function Favorites({ user: { id, username: name }, found }: { user: ProfileUser; found: List<ComicCard> | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const own = useUser()?.id === id;
  if (found !== null && found.total > 0) return <Grid comics={found.data} />;
  if (!own) {
    return <EmptyState title={t(found === null ? 'profile.favorites.private' : 'profile.favorites.none', { name })} />;
  }
  return found === null ? (
    <EmptyState key="private" title={t('profile.favorites.own.private')} text={t('profile.favorites.own.private.text')}>
      <ButtonLink to={links.settings('profile')}>{t('profile.edit')}</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState key="none" title={t('profile.favorites.own.none')} text={t('profile.favorites.own.none.text')}>
      <ButtonLink look={['primary']} to={links.latest()}>
        {t('profile.browse')}
      </ButtonLink>
    </EmptyState>
  );
}

function Pages({ user, tab, found }: { user: ProfileUser; tab: ShownTab['tab']; found: List<unknown> }) {
  const links = useAddresses();
  const words = usePagerWords(found.last_page);
  return (
    <Pager
      page={found.current_page}
      last={found.last_page}
      addressFor={(page) => addressFor(links, user.username, tab, page)}
      words={words}
    />
  );
}

function addressFor(links: Addresses, username: string, tab: ShownTab['tab'], page: number): string {
  return links.profile(username, tab === 'favorites' ? undefined : tab, { page: page > 1 ? page : null });
}
