import type { SitePage } from '#contract/site-pages.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Prose } from './prose.tsx';

/** The operator's text on a page, or the text that stands there until they do. */
export function SiteText({ page: { title, html, locale, updated_at: at } }: { page: SitePage }) {
  const t = useTranslate();
  const reader = useLocale();
  return (
    <article className="stack">
      <h1 lang={locale}>
        <bdi>{title}</bdi>
      </h1>
      <p className="muted small">
        {at === null ? t('site.page.template') : t('site.page.updated', { date: formatDate(reader, at) })}
      </p>
      <Prose html={html} lang={locale} />
    </article>
  );
}
