import type { SignedIn } from '#contract/accounts.ts';
import type { SiteConfig } from '#contract/site.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { inLocale } from '#contract/addresses.ts';
import { beginSession } from '#web/platform/session/session.ts';
import { chooseTheme } from '#web/platform/state/theme.ts';
import { writeCookie, writeLocal } from '#web/platform/state/browser-storage.ts';

/**
 * Begins the session of a member who has signed in, with the choices of their account: theme, locale and
 * ratings. `then` says where to go: a path, or null to stay. Answers false where that page is loaded anew, because
 * its language or what it lists is another one now.
 */
export function signIn({ user, auth }: SignedIn, site: SiteConfig, then: string | null): boolean {
  const page = document.documentElement;
  const { theme, nsfw, locale } = user.settings;
  if (theme !== undefined) {
    chooseTheme(theme);
  }
  const speaks = locale !== undefined && site.locales.includes(locale) ? locale : null;
  if (speaks !== null) {
    writeLocal('lang', speaks);
    writeCookie('lang', speaks);
  }
  const lists = nsfw !== undefined && site.features.includes('nsfw') ? String(nsfw) : null;
  if (lists === 'false') {
    writeCookie('nsfw', lists);
  }
  const anew = (speaks !== null && speaks !== page.lang) || (lists !== null && lists !== page.dataset.nsfw);
  beginSession(auth.access_token, user);
  if (!anew) return true;
  const here = location.pathname + location.search + location.hash;
  const target = inLocale(then ?? here, speaks ?? (page.lang as SiteConfig['defaultLocale']));
  // To lead to a fragment of the same page loads nothing.
  const go = () => {
    if (target === here) {
      location.reload();
    } else {
      location.assign(target);
    }
  };
  // Where an age check stands before works for adults, that of the account opens them here, too.
  if (lists === 'true') {
    apiPost('/age/restore').then(go, go);
  } else {
    go();
  }
  return false;
}
