import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { rollPopularity } from '#server/features/comics/public/queries-views.ts';
import { refreshComicSearch } from '#server/features/comics/public/queries-writing.ts';
import { withTransaction } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { catalogue } from './catalogue.ts';
import { seed, seededComics } from './seed.ts';

let database: Database;
const said: string[] = [];
const all = async <Row>(text: string) => (await sql.raw<Row>(text).execute(database.db)).rows;

beforeAll(async () => {
  database = await testDatabase();
  await seed(
    database,
    300,
    (line) => {
      said.push(line);
    },
    catalogue(0.1),
  );
}, 120_000);
afterAll(() => database.close());

it('fills an empty database and says how many comics it holds then', async () => {
  expect(await seededComics(database.db)).toBe(300);
  expect(await all('select count(*)::int as n from comics')).toEqual([{ n: 300 }]);
  expect(said.at(-1)).toMatch(/^300 comics in \d+ s$/);
});

it('leaves every index and trigger as the migrations made them', async () => {
  const fresh = await testDatabase();
  try {
    const indexes = 'select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1';
    const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`;
    for (const text of [indexes, triggers]) {
      expect(await all(text)).toEqual((await sql.raw(text).execute(fresh.db)).rows);
    }
  } finally {
    await fresh.close();
  }
});

it('keeps counts of terms as the triggers would', async () => {
  const [kept] = await all<{ n: number }>(
    'select count(*)::int as n from term_counts n where safe + suggestive + explicit <> (select count(*) from comics c where n.term_id = 0 or n.term_id = any(c.terms))',
  );
  expect(kept).toEqual({ n: 0 });
});

it('writes what finds and sorts a comic as the product would', async () => {
  const found = () => all('select id, search, grams, sort_title from comics where id in (7, 77, 177) order by id');
  const before = await found();
  await withTransaction(database.db, async (tx) => {
    for (const id of [7, 77, 177]) {
      await refreshComicSearch(tx, id);
    }
  });
  expect(await found()).toEqual(before);
});

it('has windows of popularity that stay as they are when the product sums them anew', async () => {
  const windows = () => all('select comic_id, day, week, month, year from comic_stats order by 1');
  const before = await windows();
  // As if they had never been summed.
  const [seeded] = await all<{ day: string }>(
    "delete from settings where key = 'popularity_day' returning value as day",
  );
  await rollPopularity(database.db, seeded!.day);
  expect(await windows()).toEqual(before);
});

it('refuses a database that holds other comics', async () => {
  const other = await testDatabase();
  try {
    await sql`insert into terms (kind, slug, name) values ('tag', 'one', 'One')`.execute(other.db);
    await expect(seededComics(other.db)).rejects.toThrow('holds other comics');
  } finally {
    await other.close();
  }
});
