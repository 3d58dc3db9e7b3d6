import { expect, it } from 'vitest';
import { mapInTurns } from './in-turns.ts';

it('all are mapped in their order, and others have their turn between so many of them', async () => {
  const events: string[] = [];
  setImmediate(() => events.push('another'));
  const doubled = await mapInTurns([1, 2, 3, 4, 5], 2, (each) => {
    events.push(String(each));
    return each * 2;
  });
  expect(doubled).toEqual([2, 4, 6, 8, 10]);
  expect(events.slice(0, 4)).toEqual(['1', '2', 'another', '3']);
  expect(await mapInTurns([], 2, String)).toEqual([]);
});
