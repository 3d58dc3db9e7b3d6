import type { StoredData } from '#contract/cookies.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { ConsentChoices } from './consent-choices.tsx';
import { StoredDataList } from './stored-data-list.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';

/** Loads the list of data the site stores in browsers. */
export function loader({ request }: LoaderArgs): Promise<StoredData> {
  return apiGet<StoredData>('/cookies', { request });
}

/** The page about data the site stores in browsers, and third parties a visitor lets it load. */
export function Page({ data }: PageProps<StoredData>) {
  const t = useTranslate();
  return (
    <div className="stack">
      <h1>{t('cookies.title')}</h1>
      <p>{t('law.cookies.intro')}</p>
      <ConsentChoices />
      <StoredDataList things={data} />
    </div>
  );
}

/** The head of the page. */
export function head(_data: StoredData, { t, site }: HeadContext): PageHead {
  return { title: t('cookies.title'), description: t('law.cookies.description', { site: site.name }) };
}
