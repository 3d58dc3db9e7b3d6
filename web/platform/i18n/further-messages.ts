import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts';
import { addMessages } from './i18n.tsx';

/**
 * A function that fetches, once, messages that most pages do without, in the page's locale; asked again after a failure. On the server
 * every message is there already.
 *
 * @param addressFor where a locale's are.
 */
export function furtherMessages(addressFor: (locale: Locale) => string | undefined): () => Promise<void> {
  let pending: Promise<void> | undefined;
  return async () => {
    if (typeof document === 'undefined') return;
    const { lang } = document.documentElement;
    const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
    pending ??= fetch(addressFor(locale) ?? '').then(async (answer) => addMessages(locale, await answer.json()));
    await pending.catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
  };
}
