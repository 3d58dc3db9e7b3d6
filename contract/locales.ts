/** The locales the interface is written in, in the order lists of languages have. */
export const LOCALES = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'pt', 'ru', 'zh'] as const;

export type Locale = (typeof LOCALES)[number];

/** The locale used when nothing better is known. */
export const DEFAULT_LOCALE: Locale = 'en';

/** Whether a text names one of the interface's locales. */
export function isLocale(text: unknown): text is Locale {
  return LOCALES.includes(text as Locale);
}

/** The direction text of a language runs in; languages we do not know run left to right. */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur|yi|ps|sd|ug|dv)(-|$)/.test(language) ? 'rtl' : 'ltr';
}

/** How each locale calls itself, for the language menu. */
export const LOCALE_NAMES: Record<Locale, string> = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
};

/**
 * The best locale for an `Accept-Language` header, or null when it names none of `offered`.
 *
 * Higher quality wins, earlier wins among equals, and a region falls back to its language (`pt-BR` → `pt`).
 * Only the first 20 ranges of the header are read.
 */
export function acceptedLocale(header: string | undefined, offered: readonly Locale[] = LOCALES): Locale | null {
  const ranges = (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (
    offered.find(
      (locale) => locale === ranges.find(({ language }) => offered.includes(language as Locale))?.language,
    ) ?? null
  );
}
