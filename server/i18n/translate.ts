import { readFileSync } from 'node:fs';
import format from 'icu-minify/format';
import { LOCALES, type Locale } from '#contract/locales.ts';

type CompiledMessages = Record<string, Parameters<typeof format>[0]>;
type Values = Record<string, string | number>;

const formatters = {
  getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  getPluralRules: (locale: string, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
};
const loaded = new Map<Locale, CompiledMessages>();

/**
 * A sentence for people in one of the ten locales, from the compiled `messages/generated/<locale>.server.json`.
 * A key that has no message answers itself; a test sees to it that none is missing.
 */
export function translate(locale: Locale, key: string, values: Values = {}): string {
  const message = messagesFor(locale)[key];
  if (message === undefined) return key;
  return typeof message === 'string' ? message : (format(message, locale, values, { formatters } as never) as string);
}

/** The locale of a terminal or a header that may name none of ours. */
export function localeOr(text: string, fallback: Locale): Locale {
  return LOCALES.find((locale) => locale === text) ?? fallback;
}

/** The locale someone has chosen, where a site speaks it; else the site's own. */
export function localeOn(
  { locales, defaultLocale }: { locales: readonly Locale[]; defaultLocale: Locale },
  chosen: string | null,
): Locale {
  return locales.find((locale) => locale === chosen) ?? defaultLocale;
}

/** A day (UTC) as a sentence in a locale names it: `March 18, 2026`. */
export function formatDay(locale: Locale, date: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

function messagesFor(locale: Locale): CompiledMessages {
  const known = loaded.get(locale);
  if (known) return known;
  const file = new URL(`../../messages/generated/${locale}.server.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as CompiledMessages;
  loaded.set(locale, messages);
  return messages;
}
