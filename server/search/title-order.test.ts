import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '#contract/locales.ts';
import { orderOfLocale, titleComparer, titleKey } from './title-order.ts';

function sorted(titles: readonly string[], locale: Locale): string[] {
  const compare = titleComparer(locale);
  return titles.toSorted((a, b) => compare(titleKey(a), titleKey(b)));
}

it.each<[Locale, string[]]>([
  ['es', ['Nube', 'Nuez', 'Ñandú', 'Oca']],
  ['en', ['Ñandú', 'Nube', 'Nuez', 'Oca']],
  ['de', ['Apfel', 'Ärger', 'Azur', 'Straße', 'Strasse 2', 'Zebra']],
  ['fr', ['coté', 'côte', 'été', 'étude', 'zèbre']],
  ['ru', ['Ёж', 'Жук', 'Яма', 'Ant', 'Zoo']],
  ['en', ['Ant', 'Zoo', 'Ёж', 'Жук', 'Яма']],
  ['zh', ['阿姨', '北京', '上海', '中国', 'Ant']],
  ['ar', ['أحمد', 'بيت', 'قطة', 'Ant']],
  ['hi', ['अनार', 'कमल', 'नमस्ते', 'Ant']],
  ['pt', ['ação', 'ácido', 'avó', 'zebra']],
  ['id', ['2 Fast', '10 Cats', 'Anak', 'Zaman']],
])('readers of %s find titles in this order: %j', (locale, titles) => {
  expect(sorted(titles.toReversed(), locale)).toEqual(titles);
});

it.each(LOCALES)(
  'what stands before the first letter does not count, titles without one come last, numbers go by their value: %s',
  (locale) => {
    const titles = ['2 Cats', '“10 Cats”', '  ¿Bee?', '[c] Cat', '(Dog)', '!', '★'];
    expect(sorted(titles.toReversed(), locale).slice(0, 2)).toEqual(titles.slice(0, 2));
    expect(sorted(titles.toReversed(), locale).slice(2, 5)).toEqual(titles.slice(2, 5));
    expect(sorted(titles, locale).slice(5).toSorted()).toEqual(['!', '★']);
    expect(titleKey('a\tb\nc')).toBe('a b c');
  },
);

it('languages that are said to share an order do, in all scripts', () => {
  const signs = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    /[\p{L}\p{N}]/u.test(sign),
  );
  const order = (locale: Locale) => signs.toSorted(titleComparer(locale)).join('');
  for (const locale of LOCALES) {
    expect([locale, order(locale) === order(orderOfLocale(locale))]).toEqual([locale, true]);
  }
});
