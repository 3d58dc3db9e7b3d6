import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problem } from '#contract/problems.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { requireCheapQuery, unlessExpensive, withinTime, type Engines } from './public/queries-cost.ts';

let site: TestApp;
let engines: Engines;
beforeAll(async () => {
  site = await testApp({}, undefined, async (app) => {
    app.get('/api/dear', { config: { permission: 'comics.read' } }, async ({ query }) =>
      withinTime(engines, 'q' in (query as object), tooLong),
    );
    app.get('/api/full', { config: { permission: 'comics.read' } }, async () => failing('53100'));
  });
  engines = { reads: site.deps.reads, database: { driver: 'pglite' }, catalogue: site.deps.catalogue };
});
afterAll(() => site.close());

/** The database's error for a statement that it ended for its time. */
const tooLong = () => failing('57014');

async function failing(code: string): Promise<never> {
  await sql`do $$ begin raise exception using errcode = ${sql.lit(code)}; end $$`.execute(site.deps.db);
  throw problem('internal-error');
}

it('asks the embedded database nothing that it would work on for long, once a library is large', async () => {
  const expensive = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, ${1000}::int) b`;
  await requireCheapQuery(engines, expensive);
  // Another handle, for which nothing is remembered yet.
  const large = { ...engines, reads: site.deps.db.withSchema('public') };
  await sql`insert into term_counts (term_id, safe, suggestive, explicit) values (0, 200000, 0, 0) on conflict (term_id) do update set safe = 200000`.execute(
    site.deps.db,
  );
  await expect(requireCheapQuery(large, expensive)).rejects.toMatchObject({ code: 'catalogue-warming' });
  await requireCheapQuery(large, sql`select c.id from comics c where c.id = ${1}::int`);
  await requireCheapQuery({ ...large, database: { driver: 'postgres' } }, expensive);
});

it('asks to try again soon while the catalogue is being made, and for a narrower search after that', async () => {
  const warming = await site.get('/api/dear');
  expect([warming.status, warming.body.code, warming.headers['retry-after']]).toEqual([503, 'catalogue-warming', '5']);
  expect(await unlessExpensive(engines, tooLong)).toBeNull();
  await site.deps.catalogue.build();
  const costly = await site.get('/api/dear?q=e');
  expect([costly.status, costly.body.code, Object.keys(costly.body.errors)]).toEqual([422, 'search-too-costly', ['q']]);
  expect(await unlessExpensive(engines, tooLong)).toBeNull();
});

it('asks to try again in a moment where a slow disk holds up a list that nothing could narrow', async () => {
  await site.deps.catalogue.build();
  const slow = await site.get('/api/dear');
  expect([slow.status, slow.body.code, slow.headers['retry-after']]).toEqual([503, 'database-slow', '1']);
});

it('says that there is no space left where the disk of the database is full', async () => {
  const full = await site.get('/api/full');
  expect([full.status, full.body.code]).toEqual([503, 'storage-full']);
});

it('lets every other failure through', async () => {
  const broken = async () => {
    await sql`select 1 / 0`.execute(site.deps.db);
  };
  await expect(withinTime(engines, true, broken)).rejects.toMatchObject({ code: '22012' });
  await expect(unlessExpensive(engines, broken)).rejects.toMatchObject({ code: '22012' });
});
