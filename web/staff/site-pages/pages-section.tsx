import { EDITABLE_PAGES, type PageText } from '#contract/site-pages.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { isLocale } from '#contract/locales.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { PageEditor } from './page-editor.tsx';
import { PageList } from './page-list.tsx';

type Data = { texts: PageText[] } | { page: PageText; others: PageText[] };

/** Every page, or the one the address names in the language it names. @throws ApiFailure 404 for no page. */
export async function load({ request, id, tab }: SectionArgs): Promise<Data> {
  if (id === null) return { texts: await apiGet<PageText[]>('/admin/pages', { request }) };
  const slug = EDITABLE_PAGES.find((each) => each === id);
  const locale = tab ?? document.documentElement.lang;
  if (slug === undefined || !isLocale(locale)) throw new ApiFailure(404, '', null);
  const others = await apiGet<PageText[]>(`/admin/pages/${slug}`, { request });
  return { page: others.find((each) => each.locale === locale)!, others };
}

/** The section where admins write the pages of the site. */
export function Section({ data }: SectionProps<Data>) {
  return 'texts' in data ? (
    <PageList texts={data.texts} />
  ) : (
    <PageEditor key={`${data.page.slug} ${data.page.locale}`} {...data} />
  );
}
