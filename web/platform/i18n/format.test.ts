import { expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { formatBytes, formatDate, formatDaysAgo, formatExact, formatNumber, formatTimeAgo } from './format.ts';

it('numbers and dates are written as the locale writes them', () => {
  expect(formatNumber('de', 1234567)).toBe('1.234.567');
  expect(formatNumber('hi', 1234567)).toBe('12,34,567');
  expect(formatDate('en', '2026-08-09')).toBe('Aug 9, 2026');
  expect(formatDate('zh', '2026-08-09')).toBe('2026年8月9日');
});

it('a calendar date is the same day everywhere, an instant has its time', () => {
  expect(formatExact('en', '2026-08-09')).toBe('Sunday, August 9, 2026');
  expect(formatExact('en', '2026-08-09T10:05:00Z', 'UTC')).toMatch(/10:05/);
});

it('small numbers are written as every locale of the site writes them', () => {
  for (const locale of LOCALES) {
    const written = new Intl.NumberFormat(locale);
    for (const number of [0, 7, 42, 999, 1000, -3, 2.5]) {
      expect(formatNumber(locale, number)).toBe(written.format(number));
    }
  }
});

it('dates up to a week old are told in days, older and future ones are not', () => {
  const now = new Date('2026-08-09T15:00:00Z');
  expect(formatDaysAgo('en', '2026-08-09', now)).toBe('today');
  expect(formatDaysAgo('en', '2026-08-06', now)).toBe('3 days ago');
  expect(formatDaysAgo('ru', '2026-08-04', now)).toBe('5 дней назад');
  expect(formatDaysAgo('en', '2026-08-01', now)).toBeNull();
  expect(formatDaysAgo('en', '2026-08-10', now)).toBeNull();
});

it('what happened within a day is told in minutes and hours, a calendar date never', () => {
  const now = new Date('2026-08-09T15:00:00Z');
  expect(formatTimeAgo('en', '2026-08-09T14:59:40Z', now)).toBe('now');
  expect(formatTimeAgo('en', '2026-08-09T14:55:00Z', now)).toBe('5 minutes ago');
  expect(formatTimeAgo('de', '2026-08-08T20:00:00Z', now)).toBe('vor 19 Stunden');
  expect(formatTimeAgo('en', '2026-08-08T15:00:00Z', now)).toBeNull();
  expect(formatTimeAgo('en', '2026-08-09T16:00:00Z', now)).toBeNull();
  expect(formatTimeAgo('en', '2026-08-09', now)).toBeNull();
});

it('sizes are told in the unit that fits them, small ones in bytes', () => {
  expect(
    [0, 1, 9, 999, 1000, 850_000, 999_600, 12_400_000, 3_100_000_000].map((bytes) => formatBytes('en', bytes)),
  ).toEqual(['0 bytes', '1 byte', '9 bytes', '999 bytes', '1 kB', '850 kB', '1 MB', '12 MB', '3.1 GB']);
  expect(Object.fromEntries(LOCALES.map((locale) => [locale, formatBytes(locale, 9)]))).toEqual({
    ar: '9 بايت',
    de: '9 Byte',
    en: '9 bytes',
    es: '9 bytes',
    fr: '9\u00a0octets',
    hi: '9 बाइट',
    id: '9 byte',
    pt: '9 bytes',
    ru: '9 байт',
    zh: '9字节',
  });
});
