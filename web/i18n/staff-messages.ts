import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts';
import { addMessages } from './i18n.tsx';

const addresses = import.meta.glob<string>('../../messages/generated/*.staff.json', { query: '?url', import: 'default', eager: true });

let asked: Promise<void> | undefined;

/** Fetches, once, what only pages of staff say in the page's locale. On the server every message is there already. */
export async function staffMessages(): Promise<void> {
  if (typeof document === 'undefined') { return; }
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  asked ??= fetch(addresses[`../../messages/generated/${locale}.staff.json`] ?? '').then(async (answer) => addMessages(locale, await answer.json()));
  await asked.catch((error: unknown) => { asked = undefined; throw error; });
}
