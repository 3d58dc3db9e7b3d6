import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ConsentKind } from '#contract/consent.ts';
import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts';
import type { SiteConfig } from '#contract/site.ts';
import { setConsent } from './consent.ts';
import { translatorFor, type Translate } from '#web/platform/i18n/i18n.tsx';
import { addressesFor } from '#contract/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import './consent-banner.css';

/** The question as it stands on the page. */
export interface ShownBanner {
  /** Shows it, or puts it away for a while. */
  toggle: (shown: boolean) => void;
  /** Takes it away for good; a focus inside moves to the page. */
  close: () => void;
}

/**
 * Asks for what has not been answered, above the page's lower edge: nothing moves, and the page can be used meanwhile.
 * It comes first for those who use the keyboard. `go` leads to another page of the site.
 */
export function showBanner(kinds: readonly ConsentKind[], site: SiteConfig, go: (to: string) => void): ShownBanner {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  const t = translatorFor(locale);
  const box = document.createElement('section');
  box.className = 'consent';
  box.setAttribute('aria-label', t('consent.title'));
  const root = createRoot(box);
  // Whole before it is seen: what grows, moves.
  flushSync(() =>
    root.render(
      <Question
        t={t}
        kinds={kinds}
        provider={site.analytics ? PROVIDER_NAMES[site.analytics.provider] : ''}
        more={addressesFor(locale, site.variant).cookies()}
        go={go}
      />,
    ),
  );
  document.getElementById('root')?.before(box);
  return {
    toggle(shown) {
      box.hidden = !shown;
    },
    close() {
      const held = box.contains(document.activeElement);
      root.unmount();
      box.remove();
      if (held) {
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    },
  };
}

function Question({
  t,
  kinds,
  provider,
  more,
  go,
}: {
  t: Translate;
  kinds: readonly ConsentKind[];
  provider: string;
  more: string;
  go: (to: string) => void;
}) {
  const answer = (agreed: boolean) => setConsent(Object.fromEntries(kinds.map((kind) => [kind, agreed])));
  return (
    <>
      <h2>{t('consent.title')}</h2>
      <p>{t('consent.text', { kind: kinds.length > 1 ? 'both' : (kinds[0] ?? 'both'), provider })}</p>
      <div className="consent__acts">
        <Button onClick={() => answer(false)}>{t('consent.reject')}</Button>
        <Button onClick={() => answer(true)}>{t('consent.accept')}</Button>
      </div>
      {/* No link: the first of the page is the one that skips to its content. */}
      <Button look={['ghost']} onClick={() => go(more)}>
        {t('consent.each')}
      </Button>
    </>
  );
}
