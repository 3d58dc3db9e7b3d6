import { expect, it } from 'vitest';
import { demoTerms } from '../catalogue.ts';
import { rasterised } from './draw.ts';
import { drawPortrait } from './portrait.ts';

const portraits = demoTerms().map((term) => ({ kind: term.kind, portrait: drawPortrait(term) }));
const drawn = (kind: string) => portraits.filter((each) => each.kind === kind && each.portrait !== null).length;

it('draws every character, most artists and authors, and nobody else', () => {
  expect(drawn('character')).toBe(portraits.filter(({ kind }) => kind === 'character').length);
  const others = portraits.filter(({ kind }) => !['character', 'artist', 'author'].includes(kind));
  expect(others.filter(({ portrait }) => portrait !== null)).toEqual([]);
  expect(drawn('artist')).toBeGreaterThan(5);
  expect(drawn('author')).toBeGreaterThan(5);
});

it('draws them square, and the same every time', async () => {
  const term = demoTerms().find(({ kind }) => kind === 'character')!;
  expect(drawPortrait(term)).toBe(drawPortrait(term));
  const { width, height } = await rasterised(drawPortrait(term)!);
  expect(width).toBe(height);
});
