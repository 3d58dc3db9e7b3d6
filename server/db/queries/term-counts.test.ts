import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction, type Database, type Db } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Mulberry32: the same numbers on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const RATINGS = ['safe', 'suggestive', 'explicit'] as const;
const STATES = ['draft', 'scheduled', 'published', 'published', 'published', 'unlisted', 'removed'] as const;

async function counted(db: Db): Promise<unknown[]> {
  const { rows } =
    await sql`select term_id, safe, suggestive, explicit from term_counts where (safe, suggestive, explicit) <> (0, 0, 0) order by term_id`.execute(
      db,
    );
  return rows;
}

async function actual(db: Db): Promise<unknown[]> {
  const { rows } =
    await sql`select term_id, (count(*) filter (where rating = 'safe'))::int as safe, (count(*) filter (where rating = 'suggestive'))::int as suggestive,
    (count(*) filter (where rating = 'explicit'))::int as explicit
    from comics, unnest(terms || 0) as term_id where state = 'published' group by term_id order by term_id`.execute(db);
  return rows;
}

/** One random change of the catalogue: a comic comes, goes, is edited, or many are at once. */
async function change(db: Db, random: (below: number) => number, name: string): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
  const terms = () => [...new Set(Array.from({ length: random(6) }, () => 1 + random(12)))];
  const comic = sql<number>`(select id from comics order by id offset ${random(30)} limit 1)`;
  const update = db.updateTable('comics').where('id', '=', comic);
  switch (random(9)) {
    case 0:
    case 1:
    case 2:
      await db
        .insertInto('comics')
        .values({ slug: `c-${name}`, title: name, terms: terms(), rating: pick(RATINGS), state: pick(STATES) })
        .execute();
      return;
    case 3:
      await update.set({ terms: terms() }).execute();
      return;
    case 4:
      await update.set({ rating: pick(RATINGS) }).execute();
      return;
    case 5:
      await update.set({ state: pick(STATES) }).execute();
      return;
    case 6:
      await update.set({ terms: terms(), rating: pick(RATINGS), state: pick(STATES), title: 'edited' }).execute();
      return;
    case 7:
      // Held in their order, as the product holds many at once: two of these would wait for each other else.
      await db
        .updateTable('comics')
        .set({ state: pick(STATES) })
        .where(sql<boolean>`id in (select id from comics where id % 4 = ${random(4)} order by id for update)`)
        .execute();
      return;
    default:
      await db.deleteFrom('comics').where('id', '=', comic).execute();
  }
}

it('counts of terms stay exact through any changes of comics', async () => {
  const random = randomFrom(20_261_121);
  for (let round = 0; round < 20; round += 1) {
    for (let step = 0; step < 20; step += 1) {
      await change(database.db, random, `one-${round}-${step}`);
    }
    expect(await counted(database.db)).toEqual(await actual(database.db));
  }
  expect((await actual(database.db)).length).toBeGreaterThan(5);
});

it('counts of terms stay exact when many writers change comics at once, some in vain', async () => {
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      const random = randomFrom(writer);
      for (let step = 0; step < 25; step += 1) {
        await withTransaction(database.db, async (tx) => {
          await change(tx, random, `many-${writer}-${step}`);
          if (random(4) === 0) throw new Error('in vain');
        }).catch((error: Error) => {
          if (error.message !== 'in vain') throw error;
        });
      }
    }),
  );
  expect(await counted(database.db)).toEqual(await actual(database.db));
});

it('a comic has its counters from its first moment, and they go with it', async () => {
  const { id } = await database.db
    .insertInto('comics')
    .values({ slug: 'counters', title: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stats = () =>
    database.db.selectFrom('comic_stats').select(['total', 'favorites']).where('comic_id', '=', id).execute();
  expect(await stats()).toEqual([{ total: 0, favorites: 0 }]);
  await database.db.deleteFrom('comics').where('id', '=', id).execute();
  expect(await stats()).toEqual([]);
});

it('the change sequence moves when a listed comic changes in any way, and only then', async () => {
  const { db } = database;
  const at = async () =>
    (await sql<{ at: number }>`select last_value as at from catalogue_changes`.execute(db)).rows[0]!.at;
  const moved = async (change: () => Promise<unknown>) => {
    const from = await at();
    await change();
    return (await at()) > from;
  };
  const { id } = await db
    .insertInto('comics')
    .values({ slug: 'moves', title: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (values: object) => () => db.updateTable('comics').set(values).where('id', '=', id).execute();
  expect(await moved(set({ title: 'a draft' }))).toBe(false);
  expect(await moved(set({ state: 'published' }))).toBe(true);
  expect(await moved(set({ title: 'new' }))).toBe(true);
  expect(await moved(set({ title: 'new' }))).toBe(false);
  expect(await moved(set({ state: 'removed' }))).toBe(true);
});
