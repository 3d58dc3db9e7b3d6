import { expect, it } from 'vitest';
import { lastMonths } from './rules.ts';

it.each([
  ['UTC', '2026-02-28T23:59:59.999Z', ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']],
  ['UTC', '2026-03-01T00:00:00.000Z', ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
  // Another month than in UTC already, half an hour beside the full ones.
  ['Asia/Kolkata', '2026-05-31T18:30:00.000Z', ['2026-04-30T18:30:00.000Z', '2026-05-31T18:30:00.000Z']],
  ['America/New_York', '2026-04-01T03:59:59.000Z', ['2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z']],
  // The clocks were put forward within the month, and back again in another.
  ['Europe/Berlin', '2026-04-02T00:00:00.000Z', ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']],
  ['Europe/Berlin', '2026-11-30T00:00:00.000Z', ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z']],
  // Midnight is put forward where a month begins: the day begins at one.
  ['America/Asuncion', '2017-10-15T00:00:00.000Z', ['2017-09-01T04:00:00.000Z', '2017-10-01T04:00:00.000Z']],
])('months of %s at %s begin with its own midnight', (zone, now, starts) => {
  expect(lastMonths(new Date(now), zone, 2).map(({ start }) => start.toISOString())).toEqual(starts);
});

it('twelve months go back over the end of a year, by their names', () => {
  expect(lastMonths(new Date('2026-02-10T00:00:00Z'), 'UTC', 12).map(({ month }) => month)).toEqual([
    '2025-03',
    ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
    '2026-01',
    '2026-02',
  ]);
});
