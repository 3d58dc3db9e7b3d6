import { expect, it } from 'vitest';
import { chooseRelated, READABLE, type Candidate } from './rules.ts';

/** The best editions of the best works for each kind of reader, by sorting all candidates for each. */
function sorted(candidates: readonly Candidate[], readers: readonly ReadonlySet<number>[], each: number): number[][] {
  return [candidates, candidates.filter(({ safe }) => safe)].flatMap((visible) =>
    readers.map((readable) => {
      const worth = ({ score, languages }: Candidate) =>
        score * (languages.some((language) => readable.has(language)) ? READABLE : 1);
      const works = new Map<string, number>();
      for (const candidate of visible.toSorted((a, b) => worth(b) - worth(a) || b.id - a.id)) {
        works.set(candidate.work, works.get(candidate.work) ?? candidate.id);
      }
      return [...works.values()].slice(0, each);
    }),
  );
}

it('of hundreds are the best editions of the best works for every kind of reader, and no others', () => {
  const readers = [new Set<number>(), new Set([1]), new Set([2, 3]), new Set([9])];
  for (let turn = 1; turn <= 20; turn += 1) {
    const candidates = Array.from({ length: 40 * turn }, (_, at) => ({
      id: at + 1,
      // Many share as much as others do.
      score: 1 + ((at * 7919 * turn) % 13),
      languages: (at * turn) % 5 === 0 ? [] : [(at * 31 * turn) % 4],
      work: String((at * 17) % (8 * turn)),
      safe: (at * turn) % 3 > 0,
    }));
    const chosen = chooseRelated(candidates, readers, 16, Infinity).map(({ id }) => id);
    const best = sorted(candidates, readers, 16);
    expect(chosen.toSorted((a, b) => a - b)).toEqual([...new Set(best.flat())].toSorted((a, b) => a - b));
    expect(chosen[0]).toBe(best[0]![0]);
  }
});
