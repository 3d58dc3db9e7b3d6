import { addressesFor } from '#contract/addresses.ts';
import { LOCALES, textDirection, type Locale } from '#contract/locales.ts';
import type { Site } from '#server/config/site-file.ts';
import { translate } from '#server/i18n/translate.ts';

/** The ground of either theme (`--ground` in the site's style sheet). */
const GROUNDS = { dark: '#0e0f12', light: '#f7f5f1', system: '#0e0f12' } as const;

/**
 * The manifest that makes a site installable (W3C App Manifest), in one of its languages. Every language is the same application
 * (`id`), which opens in the one it was installed from. Shortcuts lead to what the site has.
 */
export function webManifest(
  site: Pick<Site, 'name' | 'description' | 'theme' | 'features' | 'locales' | 'variant'>,
  locale: Locale,
): object {
  const ground = GROUNDS[site.theme];
  const to = addressesFor(locale, site.variant);
  const shortcuts = [
    ['offline.title', to.offline()],
    [site.variant === 'webtoon' ? 'site.nav.webtoons' : 'site.nav.comics', to.latest()],
    ['library.history.title', to.history()],
    ...(site.features.includes('favorites') ? [['library.favorites.title', to.favorites()]] : []),
  ] as [string, string][];
  return {
    id: '/',
    name: site.name,
    short_name: site.name,
    description:
      site.description ||
      translate(locale, site.locales.length === LOCALES.length ? 'site.description' : 'site.description.plain'),
    lang: locale,
    dir: textDirection(locale),
    start_url: to.home(),
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['books', 'entertainment'],
    icons: [
      { src: '/images/icon.png', sizes: '192x192', type: 'image/png' },
      { src: '/images/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/images/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: shortcuts.map(([key, url]) => ({
      name: translate(locale, key),
      url,
      icons: [{ src: '/images/icon.png', sizes: '192x192', type: 'image/png' }],
    })),
  };
}
