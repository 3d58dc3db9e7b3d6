import { expect, it } from 'vitest';
import { acceptedLocale, textDirection } from './locales.ts';

it.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['ja,ko;q=0.9,de;q=0.1', 'de'],
  ['en;q=0.2, ar;q=0.9', 'ar'],
  ['fr;q=0, en', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['ja', null],
  ['*', null],
  [undefined, null],
  [';;;q=,,', null],
])('understands Accept-Language: %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});

it('chooses among the locales a site offers', () => {
  expect(acceptedLocale('ar,fr;q=0.5', ['en', 'fr'])).toBe('fr');
});

it('knows which languages run right to left', () => {
  expect(['ar', 'ar-EG', 'he', 'fa', 'ja', 'en', 'arn'].map(textDirection)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ]);
});
