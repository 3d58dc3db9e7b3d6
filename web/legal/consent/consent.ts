import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT, readConsent, writeConsent, type Consent, type ConsentKind } from '#contract/consent.ts';
import { signal } from '#web/platform/state/store.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** The answers of this visitor, as last heard of; nothing on the server and while hydrating. */
export const answers = signal<Consent>(NO_CONSENT);
if (typeof document !== 'undefined') { answers.set(answered()); }

/** Whether this visitor has answered, in any tab. */
export function answered(): Consent {
  return readConsent(document.cookie, new Date());
}

/** Whether the browser says by itself that its owner is not to be followed (Global Privacy Control, Do Not Track). */
export function refusesTracking(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1';
}

/** Whether this visitor has agreed to something, now. */
export function agreesTo(kind: ConsentKind): boolean {
  return !refusesTracking() && answered()[kind] === true;
}

/** Keeps answers, and lets everyone know who waits for them; what is not named stays as it was answered. */
export function answerConsent(given: Partial<Consent>): void {
  const next = { ...answered(), ...given };
  writeCookie(CONSENT_COOKIE, writeConsent(next, new Date()), CONSENT_DAYS * 86_400);
  document.documentElement.toggleAttribute('data-no-ads', next.ads === false);
  answers.set(next);
}
