import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction, type Database } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { readHorizon, readSiteChanges } from './queries.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('what a transaction changed is seen once it is committed, and once alone', async () => {
  const { db } = database;
  const since = await readHorizon(db);
  const note = (area: string) =>
    withTransaction(db, async (tx) => {
      await sql`select note_site_change(${area})`.execute(tx);
    });
  await note('announcements');
  const first = await readSiteChanges(db, since, []);
  expect(first).toMatchObject({ areas: ['announcements'], replica: false, lost: false });
  await note('slides');
  expect((await readSiteChanges(db, since, first.transactions)).areas).toEqual(['slides']);
});
