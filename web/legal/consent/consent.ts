import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  NO_CONSENT,
  readConsent,
  writeConsent,
  type Consent,
  type ConsentKind,
} from '#contract/consent.ts';
import { createStore } from '#web/platform/state/store.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** The answers of this visitor, as last heard of; nothing on the server and while hydrating. */
export const consentStore = createStore<Consent>(NO_CONSENT);
if (typeof document !== 'undefined') {
  consentStore.set(hasAnswered());
}

/** Whether this visitor has answered, in any tab. */
export function hasAnswered(): Consent {
  return readConsent(document.cookie, new Date());
}

/** Whether the browser says by itself that its owner is not to be followed (Global Privacy Control, Do Not Track). */
export function refusesTracking(): boolean {
  return (
    (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1'
  );
}

/** Whether this visitor has agreed to something, now. */
export function hasConsent(kind: ConsentKind): boolean {
  return !refusesTracking() && hasAnswered()[kind] === true;
}

/** Keeps answers, and lets everyone know who waits for them; what is not named stays as it was answered. */
export function setConsent(given: Partial<Consent>): void {
  const next = { ...hasAnswered(), ...given };
  writeCookie(CONSENT_COOKIE, writeConsent(next, new Date()), CONSENT_DAYS * 86_400);
  document.documentElement.toggleAttribute('data-no-ads', next.ads === false);
  consentStore.set(next);
}
