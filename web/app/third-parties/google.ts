import type { Analytics } from '#contract/analytics.ts';
import { CONSENT_DAYS } from '#contract/consent.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';
import type { PageView } from './page-view.ts';

const page = () => window as unknown as Record<string, unknown> & { dataLayer?: unknown[] };

/** Tells Google Analytics of a view; its script comes with the first one, and lives in cookies of this host alone. */
export function sendToGoogle(analytics: Analytics, { origin, path, referrer, user }: PageView): void {
  switchGoogle(analytics, true);
  if (page().dataLayer === undefined) {
    load(analytics);
  }
  // Events that Google's script sends by itself say no more than ours.
  command('set', { page_location: origin + path, page_title: path, page_referrer: referrer, user_id: user });
  command('event', 'page_view');
}

/** Whether anything may be sent to Google at the moment: not from a reader, nor for those who changed their mind. */
export function switchGoogle({ siteId }: Analytics, on: boolean): void {
  page()[`ga-disable-${siteId}`] = !on;
}

/** Stops for good and takes away what Google's script kept in the browser. */
export function forgetGoogle(analytics: Analytics): void {
  switchGoogle(analytics, false);
  for (const name of ['_ga', `_ga_${analytics.siteId.slice(2)}`]) {
    writeCookie(name, '', 0);
  }
}

function load({ url, siteId }: Analytics): void {
  page().dataLayer = [];
  command('js', new Date());
  command('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'granted',
  });
  command('config', siteId, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_domain: 'none',
    cookie_expires: CONSENT_DAYS * 86_400,
    ...(url === '' ? {} : { server_container_url: url }),
  });
  const script = document.createElement('script');
  script.src = `${url || 'https://www.googletagmanager.com'}/gtag/js?id=${siteId}`;
  script.async = true;
  script.referrerPolicy = 'origin';
  document.head.append(script);
}

/** Google's script tells its commands from other things by their being `arguments`. */
function command(..._words: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  page().dataLayer?.push(arguments);
}
