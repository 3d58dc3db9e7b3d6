import { describe, expect, it } from 'vitest';
import { shiftFrom } from './shift-spreads.ts';
import { spreadIndex, buildSpreads, type PairedPage, type Pairing } from './spreads.ts';

const pages = (shape: string): PairedPage[] =>
  [...shape].map((kind) => ({ width: kind === 'w' ? 2000 : 1000, height: 1500 }));
const numbers = (shape: string, pairing: Pairing) =>
  buildSpreads(pages(shape), pairing).map(({ first, last }) => (first === last ? [first] : [first, last]));

/** Presses the key while the spread of a page is in view; answers what is in force then. */
function press(shape: string, pairing: Pairing, page: number): Pairing & { start?: string } {
  const spreads = buildSpreads(pages(shape), pairing);
  const shifted = shiftFrom(pages(shape), spreads, pairing.shifts ?? [], spreads[spreadIndex(spreads, page)]!);
  return shifted === null
    ? pairing
    : { ...pairing, shifts: shifted.marks, carried: shifted.start ?? pairing.carried ?? null };
}

describe.each(['ltr', 'rtl'] as const)('moving the pairs by one page, %s', (direction) => {
  const auto: Pairing = { pairs: true, direction, start: 'auto' };

  it.each([
    ['pppwpp', 1, 'first', [[1, 2], [3], [4], [5, 6]]],
    ['cppwppwp', 3, 'first', [[1], [2], [3], [4], [5, 6], [7], [8]]],
    ['cppwppwp', 5, null, [[1], [2, 3], [4], [5], [6], [7], [8]]],
    ['ppppp', 4, 'first', [[1], [2, 3], [4], [5]]],
    [
      'pppp',
      1,
      'first',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['wpppp', 2, null, [[1], [2], [3, 4], [5]]],
    ['ppppw', 2, 'first', [[1], [2], [3, 4], [5]]],
  ])('in %s at page %i', (shape, page, carried, expected) => {
    const after = press(shape, auto, page);
    expect(numbers(shape, after)).toEqual(expected);
    expect(after.carried).toBe(carried);
    const again = press(shape, after, Math.abs(after.shifts!.at(-1)!));
    expect(numbers(shape, again)).toEqual(numbers(shape, auto));
    expect(again.carried).not.toBe('first');
  });

  it('changes what is in view also where the chapter began as another one did', () => {
    const carried: Pairing = { ...auto, carried: 'first' };
    const after = press('pppp', carried, 1);
    expect(numbers('pppp', after)).toEqual([[1], [2, 3], [4]]);
    expect(numbers('pppp', press('pppp', after, 1))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(numbers('ppppp', press('ppppp', carried, 3))).toEqual([[1, 2], [3], [4, 5]]);
  });

  it('does nothing at a wide page', () => {
    expect(press('pwp', auto, 2)).toBe(auto);
  });
});
