import { describe, expect, it } from 'vitest';
import { seededRandom } from '#server/testing/random.ts';
import { documentGrams, queryGrams, queryWords } from './grams.ts';
import { normalise } from './normalise.ts';

const isFound = (text: string, query: string) => {
  const grams = new Set(documentGrams(normalise(text)));
  return queryGrams(normalise(query)).every((gram) => grams.has(gram));
};

describe('grams', () => {
  it.each([
    ['海の星', '星'],
    ['海の星', '海の'],
    ['𠮷野家', '𠮷'],
    ['𠮷野家', '𠮷野'],
    ['고양이', '양'],
    ['ความรัก', 'รัก'],
    ['love♥story', '♥'],
    ['Moonlight', 'm'],
    ['Moonlight', 'mo'],
    ['Moonlight', 'light'],
    ['Moonlight River', 'river moon'],
    ['東京 Tower', 'towe'],
    ['हिन्दी', 'हिन्'],
  ])('find in %j the query %j', (text, query) => expect(isFound(text, query)).toBe(true));

  it.each([
    ['Moonlight', 'ight moon x'],
    ['海の星', '空'],
    ['Moonlight', 'l'],
    ['Moonlight', 'sun'],
  ])('do not find in %j the query %j', (text, query) => expect(isFound(text, query)).toBe(false));

  it('find every part of three letters and more, and every part of scripts without spaces', () => {
    const random = seededRandom(3);
    const alphabets = ['abcde', 'あいうえ漢字𠮷', 'กขค', 'абв'];
    for (let round = 0; round < 300; round += 1) {
      const alphabet = [...(alphabets[round % 4] as string)];
      const letters = Array.from({ length: 6 }, () => alphabet[Math.floor(random() * alphabet.length)]);
      const dense = round % 4 === 1 || round % 4 === 2;
      const from = Math.floor(random() * 3);
      const part = letters.slice(from, from + (dense ? 1 : 3) + Math.floor(random() * 2)).join('');
      expect(isFound(letters.join(''), part), `${letters.join('')} ${part}`).toBe(true);
    }
  });

  it('are few for a long query', () => {
    expect(
      queryGrams(
        normalise(
          'abcdefgh ijklmnop '.repeat(50) +
            Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
        ),
      ).length,
    ).toBeLessThanOrEqual(48);
  });
});

describe('queryWords', () => {
  it('leaves out what another word has in it already', () => {
    expect(queryWords('moon moonlight a moon')).toEqual(['moonlight', 'a']);
  });
});
