import { addressesFor, type Addresses } from '#contract/addresses.ts';
import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts';
import { serverContext } from '#web/platform/api/api.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import { useSite } from './root-data.ts';

/** The addresses of the site's pages in the page's locale. */
export function useAddresses(): Addresses {
  return addressesFor(useLocale(), useSite().variant);
}

/** The addresses of the site's pages, for a loader: of the site and locale its request is for. */
export function requestAddresses(request: Request): Addresses {
  const server = serverContext(request);
  if (server) return addressesFor(server.locale, server.site.variant);
  const { lang, dataset } = document.documentElement;
  return addressesFor(isLocale(lang) ? lang : DEFAULT_LOCALE, dataset.variant === 'webtoon' ? 'webtoon' : 'comic');
}
