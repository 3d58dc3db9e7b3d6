import { useParams } from 'react-router';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts';

/** The locale of the page: the first part of its address. */
export function useLocale(): Locale {
  const { lang } = useParams();
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
}
