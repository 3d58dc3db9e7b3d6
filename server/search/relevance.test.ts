import { expect, it } from 'vitest';
import { fitOfText, rankedWords, relevance, viewLevel, WHOLE_NAME } from './relevance.ts';

it.each<[string, string[]]>([
  ['moon', ['the sea | moon', 'moon sea', 'moonlight', 'the moon', 'harvest moons', 'honeymoon']],
  ['time machine', ['time machine', 'time machines', 'the time machine', 'a machine of our time', 'time']],
  ['銀河', ['銀河', '銀河鉄道', '大銀河鉄道', '海']],
])('a search for %s puts names that fit better before others', (text, names) => {
  const fits = names.map((name) => fitOfText(name, rankedWords(text)));
  expect(fits).toEqual([...fits].sort((a, b) => b - a));
  expect(fits.filter((fit) => fit >= WHOLE_NAME)).toHaveLength(1);
});

it('a name is as good whatever other names stand beside it', () => {
  const fit = (search: string) => fitOfText(search, rankedWords('moon'));
  expect(fit('der mond uber dem meer | moon | la lune')).toBe(fit('moon'));
});

it('views decide among names that fit alike, and put none before one that is the search', () => {
  expect(viewLevel(5_000)).toBeGreaterThan(viewLevel(4_000));
  const popular = relevance(fitOfText('moon sea', rankedWords('moon')), viewLevel(2_000_000_000));
  expect(relevance(fitOfText('moon', rankedWords('moon')), viewLevel(0))).toBeGreaterThan(popular);
});
