import type { DataRouter } from 'react-router';
import type { Analytics } from '#contract/analytics.ts';
import { hasConsent, consentStore, refusesTracking } from '#web/legal/consent/consent.ts';
import { userStore } from '#web/platform/session/session.ts';
import type { RootData } from '#web/platform/page/root-data.ts';
import { forgetGoogle, switchGoogle, sendToGoogle } from './google.ts';
import { isReader, matomoCall, plausibleCall, reportedPath, type PageView } from './page-view.ts';

/**
 * Tells the operator's analytics of the first page and of every other the visitor comes to, but for readers; of nothing
 * as long as the visitor has not agreed where they are asked, or their browser refuses. Members are named only where
 * they agreed.
 */
export function followPageViews(
  router: DataRouter,
  analytics: Analytics,
  { site, origin }: Pick<RootData, 'site' | 'origin'>,
): void {
  const asks = site.consent.analytics;
  const isLet = () => !refusesTracking() && (!asks || hasConsent('analytics'));
  const isGoogle = analytics.provider === 'ga4';
  let last = '';
  let first = true;

  const come = (anew = false) => {
    const { location, matches } = router.state;
    const address = location.pathname + location.search;
    if (address === last && !anew) return;
    last = address;
    if (!isLet() || isReader(matches)) {
      if (isGoogle) {
        switchGoogle(analytics, false);
      }
      return;
    }
    tell(analytics, {
      origin,
      path: reportedPath(matches, analytics.paths),
      referrer: first ? leader() : '',
      user: asks ? memberNow() : null,
    });
    first = false;
  };

  router.subscribe(() => come());
  let agreed = isLet();
  consentStore.watch(() => {
    const before = agreed;
    agreed = isLet();
    if (agreed && !before) {
      come(true);
    }
    if (!agreed && isGoogle) {
      forgetGoogle(analytics);
    }
  });
  come();
}

function tell(analytics: Analytics, view: PageView): void {
  if (analytics.provider === 'ga4') {
    sendToGoogle(analytics, view);
    return;
  }
  const { url, body } =
    analytics.provider === 'plausible' ? plausibleCall(analytics, view) : matomoCall(analytics, view);
  // Nothing of the answer is wanted, and nothing of this browser is told beside what stands in the body.
  fetch(url, {
    method: 'POST',
    body,
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {});
}

/** The id of the member who is signed in. */
function memberNow(): string | null {
  return userStore.get()?.analytics_id ?? null;
}

/** The site that led here. */
function leader(): string {
  const { referrer } = document;
  const from = URL.canParse(referrer) ? new URL(referrer).origin : '';
  return from === window.location.origin ? '' : from;
}
