import type { DataRouter } from 'react-router';
import { CONSENT_KINDS } from '#contract/consent.ts';
import { followPageViews } from './page-views.ts';
import { consentStore, refusesTracking } from '#web/legal/consent/consent.ts';
import type { RouteHandle } from '#web/platform/page/page.ts';
import type { RootData } from '#web/platform/page/root-data.ts';

/**
 * Loads the third parties of a site: page views are sent where that is allowed, and visitors are asked what they have not
 * answered yet. Nobody is asked whose browser refuses already, in a reader, or where the answers are given anyway.
 */
export function loadThirdParties(router: DataRouter, root: RootData): void {
  const { site } = root;
  if (site.analytics) {
    followPageViews(router, site.analytics, root);
  }
  const needed = CONSENT_KINDS.filter((kind) =>
    kind === 'ads' ? Object.values(root.ads).some((ads) => ads.some(({ asks }) => asks)) : site.consent.analytics,
  );
  const open = () => {
    const free = 'adFree' in document.documentElement.dataset;
    return refusesTracking()
      ? []
      : needed.filter((kind) => consentStore.get()[kind] === null && (kind !== 'ads' || !free));
  };
  if (open().length === 0) return;
  void import('#web/legal/consent/consent-banner.tsx').then(
    ({ showBanner }) => {
      const isInTheWay = () =>
        router.state.matches.some(
          ({ route }) => route.id === 'cookies' || (route.handle as RouteHandle | undefined)?.frame === 'bare',
        );
      // Who is signed in may have turned out to be free of ads meanwhile.
      const kinds = open();
      if (kinds.length === 0) return;
      const banner = showBanner(kinds, site, (to) => void router.navigate(to));
      const place = () => banner.toggle(!isInTheWay());
      const stops = [
        router.subscribe(place),
        consentStore.watch(() => {
          if (open().length > 0) return;
          for (const stop of stops) {
            stop();
          }
          banner.close();
        }),
      ];
      place();
    },
    () => {},
  );
}
