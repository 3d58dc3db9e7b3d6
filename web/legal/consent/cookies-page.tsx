import type { KeptList } from '#contract/cookies.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { ConsentChoices } from './consent-choices.tsx';
import { KeptThings } from './stored-data-list.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';

/** What the site keeps in browsers. */
export function loader({ request }: LoaderArgs): Promise<KeptList> {
  return apiGet<KeptList>('/cookies', { request });
}

/** What the site keeps in browsers, and what of others a visitor lets it load. */
export function Page({ data }: PageProps<KeptList>) {
  const t = useT();
  return (
    <div className="stack">
      <h1>{t('cookies.title')}</h1>
      <p>{t('law.cookies.intro')}</p>
      <ConsentChoices />
      <KeptThings things={data} />
    </div>
  );
}

/** What the page says about itself. */
export function head(_data: KeptList, { t, site }: HeadContext): Head {
  return { title: t('cookies.title'), description: t('law.cookies.description', { site: site.name }) };
}
