import { expect, it } from 'vitest';
import { readFilters, type Filters } from '#web/catalogue/filters/filters.ts';
import { hintsFor } from './hints.ts';

const counted = (counts: (filters: Filters) => number) => async (filters: Filters) => counts(filters);

it('counts what there is without each choice: text, wanted, unwanted, status', async () => {
  const filters = readFilters('q=cat&tags=5&not_tags=7&statuses=complete');
  const { without, longer } = await hintsFor(
    filters,
    counted(
      ({ q, include, exclude, statuses }) =>
        (q ? 0 : 1) + (include.tags ? 0 : 2) + (exclude.tags ? 0 : 4) + (statuses.length > 0 ? 0 : 8),
    ),
  );
  expect(without).toEqual([1, 2, 4, 8]);
  expect(longer).toBeNull();
});

it('counts nothing of a choice that stands alone', async () => {
  expect(
    (
      await hintsFor(
        readFilters('tags=5'),
        counted(() => 9),
      )
    ).without,
  ).toEqual([]);
});

it('counts as many as people read, of a hundred choices', async () => {
  const filters = readFilters(`tags=${Array.from({ length: 100 }, (_, at) => at + 1).join()}`);
  expect(
    (
      await hintsFor(
        filters,
        counted(() => 1),
      )
    ).without,
  ).toHaveLength(24);
});

it('offers the next longer time in which something was read', async () => {
  const filters = readFilters('sort=popularity&duration=day');
  expect(
    (
      await hintsFor(
        filters,
        counted(({ duration }) => (duration === 'year' || duration === 'all' ? 3 : 0)),
      )
    ).longer,
  ).toBe('year');
  expect(
    (
      await hintsFor(
        filters,
        counted(() => 0),
      )
    ).longer,
  ).toBeNull();
});

it('says nothing where counting fails', async () => {
  expect(await hintsFor(readFilters('tags=5&tags=6'), () => Promise.reject(new Error('away')))).toEqual({
    without: [],
    longer: null,
  });
});
