import { expect, it } from 'vitest';
import { numberedSlug, slugOf } from './slug.ts';

it.each([
  ['Long Hair', 'long-hair'], ['  A  --  B ', 'a-b'], ['Don’t', 'dont'], ['café', 'café'], ['日本語 テスト', '日本語-テスト'], ['हिन्दी', 'हिन्दी'],
  ['1984', 'tag-1984'], ['★', 'tag-u2605'], ['', 'tag-u0'], ['../../etc', 'etc'], ['a/b?c#d', 'a-b-c-d'], ['\u0301x', 'x'], ['ＦＵＬＬ', 'full'],
])('makes of %j the slug %j', (name, slug) => expect(slugOf(name, 'tag')).toBe(slug));

it('is at most 80 letters, counted as people count them', () => {
  expect(Array.from(slugOf('𠮷'.repeat(500), 'tag'))).toHaveLength(80);
  expect(numberedSlug('moon', 1)).toBe('moon');
  expect(numberedSlug('moon', 3)).toBe('moon-3');
});
