import { textDirection } from '#contract/locales.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { PagerWords } from './pager.tsx';

/** The words of the pager of a list with `last` pages, in the page's locale. */
export function usePagerWords(last: number): PagerWords {
  const t = useTranslate();
  const locale = useLocale();
  const number = (page: number) => formatNumber(locale, page);
  return {
    label: t('latest.pager.label'),
    first: t('latest.pager.first'),
    previous: t('latest.pager.previous'),
    next: t('latest.pager.next'),
    last: t('latest.pager.last', { page: number(last) }),
    page: (page) => t('latest.pager.page', { page: number(page) }),
    number,
    goto: t('latest.pager.goto'),
    go: t('latest.pager.go'),
    forward: textDirection(locale) === 'rtl' ? 'ArrowLeft' : 'ArrowRight',
  };
}
