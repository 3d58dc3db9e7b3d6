import type { Locale } from './locales.ts';

/** Width and height of the pictures that link previews show, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** How Open Graph calls the languages of the site: with the country most of their readers are from. */
export const OPEN_GRAPH_LOCALES: Record<Locale, string> = {
  ar: 'ar_AR',
  de: 'de_DE',
  en: 'en_GB',
  es: 'es_ES',
  fr: 'fr_FR',
  hi: 'hi_IN',
  id: 'id_ID',
  pt: 'pt_BR',
  ru: 'ru_RU',
  zh: 'zh_CN',
};
