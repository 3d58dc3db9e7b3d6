import type { LoggedTakedownPage } from '#contract/takedowns.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { Case } from './notice-details.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';

/** Notices that were decided. @throws ApiFailure 404 where the site takes none. */
export function loader({ request }: LoaderArgs): Promise<LoggedTakedownPage> {
  return apiGet<LoggedTakedownPage>('/takedowns', {
    request,
    params: { page: Number(new URL(request.url).searchParams.get('page')) || 1, per_page: 24 },
  });
}

/** The public log of takedowns. */
export function Page({ data: list }: PageProps<LoggedTakedownPage>) {
  const t = useTranslate();
  const links = useAddresses();
  const words = usePagerWords(list.last_page);
  return (
    <div className="stack">
      <h1>{t('law.log.title')}</h1>
      <p className="muted">{t('law.log.intro')}</p>
      {list.total === 0 ? (
        <EmptyState title={t('law.log.empty')} />
      ) : (
        <ul className="law__list">
          {list.data.map((entry) => (
            <li key={entry.id} className="panel stack">
              <Case entry={entry} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => links.takedowns({ page: page > 1 ? page : null })}
        words={words}
      />
    </div>
  );
}

/** The head of the page. */
export function head({ current_page: page }: LoggedTakedownPage, { t, site }: HeadContext): PageHead {
  const title = t('law.log.title');
  return {
    title: page > 1 ? t('latest.title.page', { title, page }) : title,
    ...(page > 1 ? { query: `page=${page}` } : {}),
    description: t('law.log.description', { name: site.name }),
  };
}
