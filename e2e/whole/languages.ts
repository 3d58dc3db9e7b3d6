import { LOCALES, type Locale } from '#contract/locales.ts';

/** The languages that are walked: all, or those of `KOMAWARI_E2E_LOCALES` (`en,ar`). */
export const WALKED: readonly Locale[] = LOCALES.filter(
  (locale) => process.env.KOMAWARI_E2E_LOCALES?.split(',').includes(locale) ?? true,
);
