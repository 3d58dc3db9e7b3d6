import { describe, expect, it } from 'vitest';
import { markedParts } from './marked.tsx';

const shown = (text: string, ...words: string[]) => markedParts(text, words).map(({ part, isHit }) => (isHit ? `[${part}]` : part)).join('');

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
  ])('%s, searched for %s: %s', (text, words, marked) => { expect(shown(text, ...words)).toBe(marked); });
});
