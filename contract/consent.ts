/** The purposes a visitor may agree to, each for itself: page views told to the operator's analytics, ads that are not the site's own. */
export const CONSENT_KINDS = ['analytics', 'ads'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** The answers of a visitor; null where they were not asked or have not answered. */
export type Consent = Record<ConsentKind, boolean | null>;

/** The cookie that keeps the answers. */
export const CONSENT_COOKIE = 'consent';
/** Days until a visitor is asked again: no more than six months (CNIL, recommendation of 17 September 2020). */
export const CONSENT_DAYS = 180;

export const NO_CONSENT: Consent = { analytics: null, ads: null };

const DAY = 86_400_000;
const ANSWERS = { '1': true, '0': false, '-': null } as const;
/** Version, the day of the answer since 1970, an answer for each kind. */
const WRITTEN = /^1\.(\d{1,6})\.([01-])([01-])$/;

/** The value of the cookie for these answers, given now. */
export function writeConsent(consent: Consent, now: Date): string {
  const answers = CONSENT_KINDS.map((kind) => {
    const answer = consent[kind];
    return answer === null ? '-' : Number(answer);
  });
  return `1.${Math.floor(now.getTime() / DAY)}.${answers.join('')}`;
}

/**
 * The answers in a `Cookie` header or `document.cookie`. Whatever this version of the site did not write itself, is
 * older than 180 days, lies in the future or stands there twice is no answer.
 */
export function readConsent(cookies: string, now: Date): Consent {
  const found = cookies
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${CONSENT_COOKIE}=`));
  const [, day, analytics, ads] =
    (found.length === 1 ? WRITTEN.exec(found[0]!.slice(CONSENT_COOKIE.length + 1)) : null) ?? [];
  if (day === undefined) return NO_CONSENT;
  const age = Math.floor(now.getTime() / DAY) - Number(day);
  if (age < 0 || age >= CONSENT_DAYS) return NO_CONSENT;
  return { analytics: ANSWERS[analytics as '1'], ads: ANSWERS[ads as '1'] };
}
