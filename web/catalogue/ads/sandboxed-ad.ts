import { AD_SECONDS, adFrame, type AdSpot } from '#contract/ads.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { hasConsent, consentStore } from '#web/legal/consent/consent.ts';
import type { PlacedAd } from '#web/platform/page/root-data.ts';

/** The rights of an ad: run, and open a window when it is clicked. It has no origin, cannot leave its frame, and reads nothing. */
export const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
const WIDE = '(min-width: 48rem)';

/** The ad in each spot, and since when; a spot that is gone and comes back is the same one. */
const shown = new Map<AdSpot, { box: HTMLElement; ad: number; at: number; timer?: number }>();

/** The last request for each spot: who agrees sees ads at once, and who changes their mind no longer does. */
const wanted = new Map<AdSpot, Parameters<typeof showAd>>();
consentStore.watch(() => {
  for (const ad of wanted.values()) {
    if (ad[0].isConnected) {
      showAd(...ad);
    }
  }
});

/**
 * Puts one of the ads into the box of a spot, each as often as its weight says; none for members who are free of ads,
 * and of those that ask, none where the visitor has not agreed.
 * The ad that stands there stays for five seconds, as long as it fits; the language of a page never
 * changes without another document.
 */
export function showAd(box: HTMLElement, spot: AdSpot, ads: readonly PlacedAd[], label: string): void {
  wanted.set(spot, [box, spot, ads, label]);
  const before = shown.get(spot);
  clearTimeout(before?.timer);
  if ('adFree' in document.documentElement.dataset) return;
  const device = matchMedia(WIDE).matches ? 'narrow' : 'wide';
  const fitting = ads.filter((ad) => ad.device !== device && (!ad.asks || hasConsent('ads')));
  const stands = before?.box === box && fitting.some(({ id }) => id === before.ad);
  if (!stands) {
    box.replaceChildren();
  }
  const wait = before ? before.at + AD_SECONDS * 1000 - performance.now() : 0;
  if (wait > 0) {
    // A box that was emptied, or is new, is filled once the time has passed; what stands waits for the next page.
    if (!stands) {
      before!.timer = window.setTimeout(() => showAd(box, spot, ads, label), wait);
    }
    return;
  }
  const ad = chooseAd(fitting);
  if (ad === undefined) return;
  shown.set(spot, { box, ad: ad.id, at: performance.now() });
  box.replaceChildren(createFrame(ad.id, label));
}

/** One of them by chance, each as often as its weight says. */
function chooseAd(ads: readonly PlacedAd[]): PlacedAd | undefined {
  let left = Math.random() * ads.reduce((sum, { weight }) => sum + weight, 0);
  return ads.find(({ weight }) => (left -= weight) < 0);
}

function createFrame(id: number, label: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.title = label;
  frame.src = adFrame(id);
  const hear = ({ source, ports: [port] }: MessageEvent) => {
    if (source !== frame.contentWindow || !port) return;
    // Our own script in the frame speaks first; what the ad says later is not heard.
    removeEventListener('message', hear);
    port.onmessage = () => {
      port.close();
      count({ clicks: [id] });
    };
  };
  addEventListener('message', hear);
  frame.addEventListener('load', () => seenOnce(frame, () => count({ views: [id] })), { once: true });
  return frame;
}

/** Calls `then` once half of the frame has been in sight. */
function seenOnce(frame: HTMLElement, then: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      then();
    },
    { threshold: 0.5 },
  );
  watcher.observe(frame);
}

function count(seen: { views?: number[]; clicks?: number[] }): void {
  // That an ad was not counted is nothing to its reader.
  void apiSend('POST', '/ads/seen', { body: seen, keepalive: true }).catch(() => {});
}
