import { useLocation } from 'react-router';
import type { ListDetail } from '#contract/library.ts';
import { ApiFailure, apiGet, serverContext } from '#web/platform/api/api.ts';
import { Grid } from '#web/catalogue/cards/grid.tsx';
import { ListHead } from './list-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { metaDescription, firstTitles, sharePicture } from '#web/platform/page/structured-data.ts';
import { Personal } from '#web/ui/page/members-only.tsx';
import { readAccessToken } from '#web/platform/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { TitleSearch } from './title-search.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const OwnListActs = lazyPart(async () => (await import('./own-list-actions.tsx')).OwnListActs, { whenMissing: 'fail' });

/** Cards a page. */
const PER_PAGE = 24;

/**
 * A list: a public one for everyone, in HTML too. One that is not found may be the member's own, which the server that
 * makes the HTML cannot know, nor a guest see: null.
 */
export async function loader({ request, params: { id = '' } }: LoaderArgs): Promise<ListDetail | null> {
  const { searchParams } = new URL(request.url);
  try {
    return await apiGet<ListDetail>(`/lists/${encodeURIComponent(id)}`, {
      request,
      params: { page: searchParams.get('page'), q: searchParams.get('q'), per_page: PER_PAGE },
    });
  } catch (failure) {
    if (
      failure instanceof ApiFailure &&
      failure.status === 404 &&
      /^\d+$/.test(id) &&
      (serverContext(request) !== undefined || readAccessToken() === null)
    ) {
      return null;
    }
    throw failure;
  }
}

/** The head of the page. */
export function head(list: ListDetail | null, { t }: HeadContext): PageHead {
  if (list === null) return { title: t('library.lists.title'), hidden: true };
  return {
    title: list.name,
    ...(list.comics.current_page > 1 ? { query: `page=${list.comics.current_page}` } : {}),
    hidden: !list.public || isSearched(list),
    description: metaDescription(
      `${t('library.list.by', { name: list.user.username })}.`,
      list.description,
      firstTitles(list.comics.data),
    ),
    image: sharePicture(list.comics.data),
  };
}

/** Whether it is what was found in a list, which is no page for search engines. */
function isSearched({ comics, comics_count: all }: ListDetail): boolean {
  return comics.total !== all;
}

/** Comics somebody put together. */
export function Page({ data }: PageProps<ListDetail | null>) {
  return <Personal data={data}>{(list) => <Shown list={list} />}</Personal>;
}

function Shown({ list }: { list: ListDetail }) {
  const t = useTranslate();
  const links = useAddresses();
  const hydrated = useHydrated();
  const { comics } = list;
  const q = new URLSearchParams(useLocation().search).get('q')?.trim() ?? '';
  const addressFor = (page: number) => links.list(list.id, { q: q || null, page: page > 1 ? page : null });
  const words = usePagerWords(comics.last_page);
  return (
    <div className="stack">
      <ListHead list={list} />
      {/* The HTML is a guest's: whose list it is only the browser knows. */}
      {hydrated && readAccessToken() !== null ? <OwnListActs list={list} /> : null}
      <h2 className="visually-hidden">{t('latest.results')}</h2>
      {list.comics_count > 0 ? (
        <TitleSearch
          key={q}
          q={q}
          label={t('library.list.search')}
          addressFor={(words) => links.list(list.id, { q: words || null })}
        />
      ) : null}
      {comics.total === 0 && q !== '' && list.comics_count > 0 ? (
        <EmptyState title={t('library.list.nothing', { words: q })}>
          <ButtonLink to={links.list(list.id)}>{t('library.list.all')}</ButtonLink>
        </EmptyState>
      ) : comics.total === 0 ? (
        <EmptyState title={t('library.list.empty')} text={t('library.list.emptyText')} />
      ) : (
        <Grid comics={comics.data} />
      )}
      <Pager page={comics.current_page} last={comics.last_page} addressFor={addressFor} words={words} />
    </div>
  );
}
