import { expect, it } from 'vitest';
import { seededRandom } from '#server/testing/random.ts';
import { sortInSlices } from './sort-in-slices.ts';

it.each([0, 1, 999, 1_000, 1_001, 3_500, 60_000])(
  '%i things are sorted as by sorting them at once, and others have their turn in between',
  async (count) => {
    const random = seededRandom(count + 1);
    const rows = Array.from({ length: count }, (_, at) => ({ key: Math.floor((random() * count) / 3), at }));
    let [prepared, compared, most, turns, over] = [0, 0, 0, 0, false];
    const watch = () => {
      most = Math.max(most, prepared + compared);
      [prepared, compared] = [0, 0];
      turns += 1;
      if (!over) {
        setImmediate(watch);
      }
    };
    setImmediate(watch);
    const sorted = await sortInSlices(
      rows,
      (row) => {
        prepared += 1;
        return row;
      },
      (a, b) => {
        compared += 1;
        return a.key - b.key;
      },
    );
    over = true;
    most = Math.max(most, prepared + compared);
    expect(sorted).toEqual(rows.toSorted((a, b) => a.key - b.key));
    // A slice of a thousand takes some nine thousand comparisons; merging lets others in after ten thousand.
    expect(most).toBeLessThan(45_000);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(count / 1_000) - 1);
  },
);

it('takes about as many comparisons as there are rows where they are nearly sorted', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => at);
  [rows[20_000], rows[20_001]] = [20_001, 20_000];
  rows.push(7);
  let compared = 0;
  const sorted = await sortInSlices(
    rows,
    (row) => row,
    (a, b) => {
      compared += 1;
      return a - b;
    },
  );
  expect(sorted).toEqual(rows.toSorted((a, b) => a - b));
  expect(compared).toBeLessThan(4 * rows.length);
});
