import { expect, it } from 'vitest';
import { nameKey, numberedSlug, toSlug } from './slug.ts';

it.each([
  ['Long Hair', 'long-hair'],
  ['  A  --  B ', 'a-b'],
  ['Don’t', 'dont'],
  ['café', 'café'],
  ['日本語 テスト', '日本語-テスト'],
  ['がんばれ', 'がんばれ'],
  ['한국어', '한국어'],
  ['العَرَبِيَّة', 'العربية'],
  ['עִבְרִית', 'עברית'],
  ['Ёлка', 'ёлка'],
  ['İstanbul', 'istanbul'],
  ['1984', 'tag-1984'],
  ['★', 'tag-u2605'],
  ['', 'tag-u0'],
  ['../../etc', 'etc'],
  ['a/b?c#d', 'a-b-c-d'],
  ['\u0301x', 'x'],
  ['ＦＵＬＬ', 'full'],
  ['二〇二六', '二0二六'],
  ['x\u0302y', 'xy'],
])('makes of %j the slug %j', (name, slug) => expect(toSlug(name, 'tag')).toBe(slug));

it.each([
  ['हिन्दी', 'hindi'],
  ['भूखा मगरमच्छ', 'bhukha-mgrmcch'],
  ['मुझे पढ़ना पसंद है!', 'mujhe-pdhna-psmd-hai'],
  ['अध्याय १२', 'adhyay-12'],
  ['१२', 'tag-12'],
  ['คนไทย การ์ตูน', 'khnaithy-kartun'],
  ['தமிழ் நாடு', 'tmil-natu'],
  ['বাংলা', 'bamla'],
  ['తెలుగు', 'telugu'],
  ['ខ្មែរ', 'khmaer'],
  ['Manga हिन्दी 3', 'manga-hindi-3'],
])('writes %j, whose script needs combining signs, in Latin letters: %j', (name, slug) =>
  expect(toSlug(name, 'tag')).toBe(slug),
);

it('holds nothing that programs of readers cut out of an address, whatever sign is in the name', () => {
  const odd: string[] = [];
  for (let point = 1; point <= 0x10ffff; point += 1) {
    const sign = String.fromCodePoint(point);
    // All others part words.
    if (!/[\p{L}\p{M}\p{N}]/u.test(sign)) continue;
    const slug = toSlug(`a${sign}b`, 'tag');
    if (!/^[\p{L}\p{Nd}_-]+$/u.test(slug.normalize('NFC')) || slug !== toSlug(slug, 'tag')) {
      odd.push(`${point.toString(16)}: ${slug}`);
    }
  }
  expect(odd).toEqual([]);
});

it('tells names apart that are written alike in Latin letters, and is the slug of all other names', () => {
  expect([toSlug('दिन', 'tag'), toSlug('दीन', 'tag')]).toEqual(['din', 'din']);
  expect([nameKey('दिन', 'tag'), nameKey('दीन', 'tag')]).toEqual(['दिन', 'दीन']);
  for (const name of ['Long Hair', 'Don’t', '日本語 テスト', '1984', '★', 'café']) {
    expect(nameKey(name, 'tag')).toBe(toSlug(name, 'tag'));
  }
});

it('is at most 80 letters, counted as people count them', () => {
  expect(Array.from(toSlug('𠮷'.repeat(500), 'tag'))).toHaveLength(80);
  expect(toSlug('हि'.repeat(500), 'tag')).toHaveLength(80);
  expect(numberedSlug('moon', 1)).toBe('moon');
  expect(numberedSlug('moon', 3)).toBe('moon-3');
});
