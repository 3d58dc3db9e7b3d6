import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { deleteExpired } from './throttles.ts';
import { spendTogether } from './visitor-buckets.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** How long two buckets take to fill, in whole half minutes: what passes meanwhile does not count. */
async function spend(one: number, other: number): Promise<number[]> {
  const ahead = await spendTogether(
    database.db,
    new Map([
      ['one', one],
      ['other', other],
    ]),
  );
  return [ahead.get('one')!, ahead.get('other')!].map((milliseconds) => Math.round(milliseconds / 30_000) + 0);
}

it('adds what processes took, gives back, owes two minutes at most, and forgets what is full', async () => {
  expect(await spend(30_000, 60_000)).toEqual([1, 2]);
  expect(await spend(60_000, -60_000)).toEqual([3, 0]);
  expect(await spend(600_000, 0)).toEqual([4, 0]);
  // A bucket that was full for long is full now, and no more than that.
  await sql`update visitor_buckets set full_at = now() - interval '1 day' where key = 'one'`.execute(database.db);
  expect(await spend(30_000, 0)).toEqual([1, 0]);
  await deleteExpired(database.db);
  const { rows } = await sql`select key from visitor_buckets`.execute(database.db);
  expect(rows).toEqual([{ key: 'one' }]);
});
