import type { SitePage } from '#contract/site-pages.ts';
import { apiGet } from '../api.ts';
import { Prose } from '../features/site-pages/prose.tsx';
import type { Head } from '../head.ts';
import { formatDate } from '../i18n/format.ts';
import { useLocale, useT } from '../i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '../page.ts';

/** The operator's page that the route is named after. @throws ApiFailure 404 for one that was not written. */
export function loader({ request, route }: LoaderArgs): Promise<SitePage> {
  return apiGet<SitePage>(`/pages/${route}`, { request });
}

/** What the operator says: about the site, its terms, privacy, takedowns. */
export function Page({ data: { title, html, locale, updated_at: at } }: PageProps<SitePage>) {
  const t = useT();
  const reader = useLocale();
  return (
    <article className="stack">
      <h1 lang={locale}><bdi>{title}</bdi></h1>
      <p className="muted small">{t('site.page.updated', { date: formatDate(reader, at) })}</p>
      <Prose html={html} lang={locale} />
    </article>
  );
}

/** What the page says about itself. */
export function head({ title }: SitePage): Head {
  return { title };
}
