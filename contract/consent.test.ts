import { expect, it } from 'vitest';
import { NO_CONSENT, readConsent, writeConsent } from './consent.ts';

const now = new Date('2026-11-22T10:00:00Z');
const day = Math.floor(now.getTime() / 86_400_000);

it('reads what was answered, among other cookies, until 180 days have passed', () => {
  const given = { analytics: true, ads: false };
  const cookies = `lang=en; consent=${writeConsent(given, now)}; theme=dark`;
  expect(readConsent(cookies, now)).toEqual(given);
  expect(readConsent(`consent=${writeConsent({ analytics: null, ads: true }, now)}`, now)).toEqual({
    analytics: null,
    ads: true,
  });
  expect(readConsent(cookies, new Date(now.getTime() + 179 * 86_400_000))).toEqual(given);
  expect(readConsent(cookies, new Date(now.getTime() + 180 * 86_400_000))).toEqual(NO_CONSENT);
});

it.each([
  '',
  'consent=',
  'consent=true',
  'consent=1',
  `consent=2.${day}.11`,
  `consent=1.${day}.1`,
  `consent=1.${day}.111`,
  `consent=1.${day}.1x`,
  `consent=1.${day}.11.1`,
  `consent=1.${day + 1}.11`,
  'consent=1.0.11',
  'consent=1.-1.11',
  'consent=1.9999999999.11',
  'consent=1.NaN.11',
  `consent=1.${day}.%31%31`,
  `consent="1.${day}.11"`,
  `consent=1.${day}.11; consent=1.${day}.11`,
  `xconsent=1.${day}.11`,
  `consent=${'1'.repeat(100_000)}`,
  'consent={"analytics":true,"ads":true}',
])('takes nothing for an answer that it did not write itself: %.60s', (cookies) => {
  expect(readConsent(cookies, now)).toEqual(NO_CONSENT);
});
