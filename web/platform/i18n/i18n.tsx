import format from 'icu-minify/format';
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts';
import type { MessageArguments } from '#messages/generated/keys.ts';
import { dateFormat, formatNumber, numberFormat, pluralRules } from './format.ts';
import { useLocale } from './locale.ts';

export { useLocale };

export type MessageKey = keyof MessageArguments;

/** Says a message; keys and the values they need are checked by the compiler. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: MessageArguments[Key] extends undefined ? [] : [MessageArguments[Key]]
) => string;

type CompiledMessages = Record<string, Parameters<typeof format>[0]>;

const options = {
  formatters: {
    getNumberFormat: (locale: string, style?: Intl.NumberFormatOptions) =>
      style ? numberFormat(locale, style) : { format: (value: number) => formatNumber(locale, value) },
    getDateTimeFormat: (locale: string, style?: Intl.DateTimeFormatOptions) => dateFormat(locale, style),
    getPluralRules: (locale: string, style?: Intl.PluralRulesOptions) => pluralRules(locale, style),
  },
} as Parameters<typeof format>[3];
const spoken = new Map<Locale, Translate>();
const compiled = new Map<Locale, CompiledMessages>();

/** Makes a locale's compiled messages available to `translatorFor` and `useTranslate`, beside those that are already there. */
export function addMessages(locale: Locale, messages: CompiledMessages): void {
  setMessages(locale, { ...compiled.get(locale), ...messages });
}

/** Makes a locale's compiled messages, and no others, available to `translatorFor` and `useTranslate`. */
export function setMessages(locale: Locale, messages: CompiledMessages): void {
  compiled.set(locale, messages);
  spoken.set(locale, ((key: string, values?: Record<string, string | number>) => {
    const message = messages[key];
    if (message === undefined) return key;
    return typeof message === 'string' ? message : (format(message, locale, values, options) as string);
  }) as Translate);
}

/** The messages of a locale; they must have been loaded. */
export function translatorFor(locale: Locale): Translate {
  const t = spoken.get(locale) ?? spoken.get(DEFAULT_LOCALE);
  if (!t) throw new Error(`the messages of ${locale} are not loaded`);
  return t;
}

/** Says messages in the page's locale. */
export function useTranslate(): Translate {
  return translatorFor(useLocale());
}

// A page names its own; the browser needs no others.
const addresses = !import.meta.env.SSR
  ? {}
  : import.meta.glob<string>(
      [
        '../../../messages/generated/*.json',
        '!../../../messages/generated/*.server.json',
        '!../../../messages/generated/*.staff.json',
        '!../../../messages/generated/*.law.json',
        '!../../../messages/generated/*.settings.json',
      ],
      {
        query: '?url',
        import: 'default',
        eager: true,
      },
    );

/** Where a locale's compiled messages are fetched from: a hashed, immutable file. */
export function messagesUrl(locale: Locale): string {
  return addresses[`../../../messages/generated/${locale}.json`] ?? '';
}
