import type { SitePage } from '#contract/site-pages.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { SiteText } from './site-text.tsx';
import type { PageHead } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { metaDescription, toPlainText } from '#web/platform/page/structured-data.ts';

/** The operator's page that the route is named after. @throws ApiFailure 404 for one that was not written. */
export function loader({ request, route }: LoaderArgs): Promise<SitePage> {
  return apiGet<SitePage>(`/pages/${route}`, { request });
}

/** A page of the operator: about the site, its terms, privacy, rules. */
export function Page({ data }: PageProps<SitePage>) {
  return <SiteText page={data} />;
}

/** The head of the page. */
export function head({ title, html }: SitePage): PageHead {
  return { title, description: metaDescription(toPlainText(html)), type: 'article' };
}
