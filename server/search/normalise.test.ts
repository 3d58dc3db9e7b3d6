import { describe, expect, it } from 'vitest';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { normalise, searchText, sortKey } from './normalise.ts';

describe('normalise', () => {
  it.each([
    ['Café', 'cafe'],
    ['CAFE\u0301', 'cafe'],
    ['ÉCLAIR', 'eclair'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Ёлка', 'елка'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['İstanbul', 'istanbul'],
    ['ısı', 'isi'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﾊﾟﾝﾀﾞ', 'ぱんだ'],
    ['パンダ', 'ぱんだ'],
    ['ヴァイオリン', 'ゔぁいおりん'],
    ['أحمد', 'احمد'],
    ['إسلام', 'اسلام'],
    ['آلة', 'اله'],
    ['مستشفى', 'مستشفي'],
    ['مُحَمَّد', 'محمد'],
    ['كـــتاب', 'كتاب'],
    ['ﻛﺘﺎﺏ', 'كتاب'],
    ['גִּיטָרָה', 'גיטרה'],
    ['हिन्दी', 'हिन्दी'],
    ['हिंदी क़लम', 'हिंदी कलम'],
    ['२०२६', '2026'],
    ['٣', '3'],
    ['③', '3'],
    ["Don't", 'dont'],
    ['Don’t', 'dont'],
    ['Spider-Man: Part  2!', 'spider man part 2'],
    ['★ love ♥', '★ love ♥'],
    ['한국어', '한국어'],
    ['\u1112\u1161\u11ab국어', '한국어'],
    ['𠮷野家', '𠮷野家'],
    ['ﬁ', 'fi'],
    ['', ''],
    ['!!! ...', ''],
    ['\ud800x\0', 'x'],
  ])('folds %j to %j', (text, folded) => expect(normalise(text)).toBe(folded));

  it('keeps the voicing of kana, which makes other words', () => {
    expect(normalise('ぢ')).not.toBe(normalise('ち'));
    expect(normalise('か\u3099')).toBe(normalise('が'));
    expect(normalise('ハ\u309a')).toBe(normalise('ぱ'));
  });

  it('changes nothing the second time', () => {
    for (const text of ['Café ★', 'パンダ', 'مُحَمَّد', 'हिन्दी', 'İ', 'ǅ', 'ﷺ', '½']) {
      expect(normalise(normalise(text))).toBe(normalise(text));
    }
  });

  it('does little work for 100 KB of anything', async () => {
    const parts = ['a', ' ', '(', "a'", '\u0301', '٣', 'あ', '\ud800', '🏴'];
    const work = await countSteps(
      new URL('./normalise.ts', import.meta.url),
      normalise,
      parts.map((part) => [part.repeat(102_400 / part.length)]),
    );
    expect(parts.filter((_part, at) => work[at]! > 100 * 102_400)).toEqual([]);
  });
});

describe('searchText', () => {
  it('joins the names of a thing, each once', () => {
    expect(searchText(['Moon', null, 'MOON', '月', undefined, '!'])).toBe('moon | 月');
  });
});

describe('sortKey', () => {
  it('sorts as a person expects: without case and accents, numbers by value, symbols last', () => {
    const titles = ['!!!', 'Zoo', 'éclair', 'Vol 10', 'apple', 'Vol 2', 'Ёлка', 'Vol 2.5', 'Banana', 'Vol 002'];
    expect(titles.toSorted((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))))).toEqual([
      'apple',
      'Banana',
      'éclair',
      'Vol 2',
      'Vol 002',
      'Vol 2.5',
      'Vol 10',
      'Zoo',
      'Ёлка',
      '!!!',
    ]);
  });
});
