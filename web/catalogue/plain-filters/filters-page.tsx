import { termTitle } from '#contract/term-titles.ts';
import { listingTitle } from '#web/catalogue/listing/listing.ts';
import { filtersQuery } from '#web/catalogue/filters/filters.ts';
import { withQuery } from '#contract/query-string.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { HeadContext, PageHead } from '#web/platform/page/head.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { loadPlainFilters, type PlainFilters } from './plain-filters.ts';
import { PlainFiltersForm } from './plain-filters-form.tsx';

export const loader = loadPlainFilters;

/** The head of the page; it is the list that is to be found. */
export function head(data: PlainFilters, { t, locale }: HeadContext): PageHead {
  return { title: title(data, t, locale), hidden: true };
}

/** The filters of a list for visitors without scripts, the terms of one kind at a time. */
export function Page({ data }: PageProps<PlainFilters>) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <div className="stack">
      <header>
        <BackLink to={withQuery(data.list, filtersQuery(data.filters))}>{t('latest.filters.back')}</BackLink>
        <h1>{title(data, t, locale)}</h1>
      </header>
      <PlainFiltersForm data={data} />
    </div>
  );
}

function title({ of, filters }: PlainFilters, t: HeadContext['t'], locale: HeadContext['locale']): string {
  return t('latest.filters.title', {
    list: of ? t('taxonomy.term.title', termTitle(locale, of.kind, of.term)) : listingTitle(filters, t),
  });
}
