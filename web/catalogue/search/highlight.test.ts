import { describe, expect, it } from 'vitest';
import { highlightParts, searchedWords } from './highlight.tsx';

const shown = (text: string, ...words: string[]) =>
  highlightParts(text, words)
    .map(({ part, isHit }) => (isHit ? `[${part}]` : part))
    .join('');

describe('what is marked of a name', () => {
  it.each([
    ['Pepper & Carrot', ['pep'], '[Pep]per & Carrot'],
    ['Éclair café', ['cafe'], 'Éclair [café]'],
    ['ｆｕｌｌ width', ['full'], '[ｆｕｌｌ] width'],
    ['ネコの手', ['ねこ'], '[ネコ]の手'],
    ['A big hat', ['hat', 'big'], 'A [big] [hat]'],
    ['nothing here', ['zebra'], 'nothing here'],
    ['𠮷野家', ['野'], '𠮷[野]家'],
    ['anything', [''], 'anything'],
  ])('%s, searched for %s: %s', (text, words, marked) => {
    expect(shown(text, ...words)).toBe(marked);
  });
});

it.each([
  ['big hat', ['big', 'hat']],
  ['"big hat" -glasses', ['big', 'hat']],
  ['(maid OR witch) -"old school" language:en', ['maid', 'witch', 'en']],
  ['~artist:mo* tag:cat_ears$ pages:>20', ['mo', 'cat', 'ears']],
  ['猫 NOT 犬, -', ['猫', '犬']],
  ['"unfinished', ['unfinished']],
  ['', []],
])('of the search %s the words %j are marked', (text, words) => {
  expect(searchedWords(text)).toEqual(words);
});
