import { describe, expect, it } from 'vitest';
import { missingBetween, findNeighbours, newGroups } from './neighbours.ts';

const part = (id: number, number: string | null, ...groups: string[]) => ({
  id,
  number,
  volume: null,
  groups: groups.map((name) => ({ id: name.charCodeAt(0), name, slug: name })),
});
const all = { isRead: () => false, skipRead: false, skipDuplicates: true };

describe('the chapters beside one', () => {
  const list = [
    part(1, '1', 'A'),
    part(2, '2', 'A'),
    part(3, '2.0', 'B'),
    part(4, '3', 'A'),
    part(5, '3', 'B'),
    part(6, null),
    part(7, null),
  ];
  const beside = (id: number, more = {}) => {
    const { previous, next } = findNeighbours(list, id, { ...all, ...more });
    return [previous?.id ?? null, next?.id ?? null];
  };

  it('are those of other numbers, by the same group where there is a choice', () => {
    expect([2, 3, 4, 5].map((id) => beside(id))).toEqual([
      [1, 4],
      [1, 5],
      [2, 6],
      [3, 6],
    ]);
  });

  it('are simply the next ones where every version is wanted', () => {
    expect(beside(2, { skipDuplicates: false })).toEqual([1, 3]);
  });

  it('are not those that were read, in any of their versions', () => {
    const read = (...ids: number[]) => ({ skipRead: true, isRead: ({ id }: { id: number }) => ids.includes(id) });
    expect(beside(1, read(3))).toEqual([null, 4]);
    expect(beside(1, { ...read(3), skipDuplicates: false })).toEqual([null, 2]);
    expect(beside(4, read(1, 2, 6, 7))).toEqual([null, null]);
  });

  it('are of nobody blocked, and by a preferred group where there is a choice', () => {
    const step = (chapters: readonly object[], from: number) => {
      const { previous, next } = findNeighbours(chapters as typeof list, from, all);
      return [previous?.id ?? null, next?.id ?? null];
    };
    const blocked = list.map((each) => ({ ...each, blocked: [2, 5, 6].includes(each.id) }));
    expect([step(blocked, 1), step(blocked, 4), step(blocked, 5)]).toEqual([
      [null, 3],
      [3, 7],
      [3, 7],
    ]);
    const preferred = list.map((each) => ({ ...each, preferred: each.id === 5 }));
    expect(step(preferred, 2)).toEqual([1, 5]);
    // Who opens a comic of which they block everything reads on in it.
    expect(
      step(
        list.map((each) => ({ ...each, blocked: true })),
        1,
      ),
    ).toEqual([null, 2]);
  });

  it('do not take chapters without a number for versions of each other', () => {
    expect([6, 7, 99].map((id) => beside(id))).toEqual([
      [5, 7],
      [6, null],
      [null, null],
    ]);
  });
});

describe('missing chapters', () => {
  const between = (...numbers: (string | null)[]) => {
    const list = numbers.map((number, id) => part(id, number));
    return missingBetween(list, list.at(-2)!, list.at(-1)!);
  };

  it('are the whole numbers left out', () => {
    expect([between('3', '4'), between('3', '5'), between('3', '7'), between('5', '3'), between('4', '4')]).toEqual([
      [],
      [4],
      [4, 5, 6],
      [],
      [],
    ]);
  });

  it('are no fractions', () => {
    expect([
      between('10', '10.5'),
      between('10.5', '11'),
      between('10.5', '12.1'),
      between('0', '1'),
      between('10,5', '12'),
    ]).toEqual([[], [], [11], [], [11]]);
  });

  it('are counted past chapters without a number, never before one', () => {
    expect([between('10', 'extra', '12'), between('10', 'extra'), between('extra', '12'), between(null, '3')]).toEqual([
      [11],
      [],
      [],
      [],
    ]);
  });

  it('are not those that were only passed over', () => {
    const list = [part(1, '1'), part(2, '2'), part(3, '5')];
    expect(missingBetween(list, list[0]!, list[2]!)).toEqual([3, 4]);
  });

  it('end somewhere, whatever is written as a number', () => {
    expect(between('1', '20260101')).toHaveLength(2000);
  });
});

it('a group is new where both are known and they share none', () => {
  const names = (from: string[], to: string[]) =>
    newGroups(part(1, '1', ...from), part(2, '2', ...to)).map(({ name }) => name);
  expect([names(['A'], ['B']), names(['A', 'B'], ['B', 'C']), names([], ['B']), names(['A'], [])]).toEqual([
    ['B'],
    [],
    [],
    [],
  ]);
});
