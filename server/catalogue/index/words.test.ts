import { expect, test } from 'vitest';
import { WordsBuilder } from '#server/catalogue/build/words-builder.ts';
import { emptyBitmap, placesBetween } from './bitmap.ts';
import { hasText } from './catalogue-row.ts';
import { Vocabulary } from './vocabulary.ts';
import { Words } from './words.ts';

/** So many texts have a word of their own with の in it that the piece gets a list of its own. */
const TEXTS = [
  ...Array.from(
    { length: 10_000 },
    (_, index) => `${index.toString(36).replace(/\d/g, 'q')}の${String.fromCodePoint(0x4e00 + index)} | the cat`,
  ),
  '',
  'a',
  'the',
  'theatre ab',
  'x猫ab',
  'б а',
  '𠮷',
  '𠮷の',
];

test('texts are found by words, parts of words and single letters', () => {
  const builder = new WordsBuilder();
  for (const text of TEXTS) {
    builder.add(`<${text}>`, 1, text.length + 1);
  }
  const { words: data } = builder.finish(Int32Array.from(TEXTS.keys()));
  const words = new Words(data, new Vocabulary(data));
  for (const word of [
    'の',
    'q',
    'a',
    'ab',
    'b',
    'the',
    'he',
    'heat',
    'cat',
    '猫',
    '猫a',
    '猫ab',
    'x',
    'б',
    '𠮷',
    '𠮷の',
    'のあ',
    'zzz',
    '|',
    'q0',
    'ж',
  ]) {
    const bits = emptyBitmap(TEXTS.length);
    words.addTextsWith(word, bits, emptyBitmap(TEXTS.length));
    expect(placesBetween(bits, 0, Infinity), word).toEqual(
      [...TEXTS.keys()].filter((text) => hasText(TEXTS[text]!, word) && word !== '|'),
    );
  }
});
