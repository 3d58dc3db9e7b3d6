import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { createViewCounter, rollPopularity, type ViewCounter } from './comics.ts';
import { addViews } from './queries-views.ts';

let site: TestApp;
let counter: ViewCounter;
let comic: number;
const clock = { now: new Date('2026-03-01T12:00:00Z') };
const reader = { address: '192.0.2.1', agent: 'Mozilla/5.0 (X11)' };

beforeAll(async () => { site = await testApp({}, () => clock.now); }, 30_000);
afterAll(() => site.close());
beforeEach(async () => {
  counter = createViewCounter(site.deps);
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  comic = (await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Read me' }, image))).id;
  return () => counter.close();
});

async function windows(): Promise<number[]> {
  const { rows: [row] } = await sql<{ windows: number[] }>`select array[day, week, month, year, total] as windows from comic_stats where comic_id = ${comic}`.execute(site.deps.db);
  return row?.windows ?? [];
}

it('counts a visitor once a comic and day, and robots never', async () => {
  for (let times = 0; times < 3; times += 1) { counter.count(reader, comic); }
  counter.count({ ...reader, address: '192.0.2.2' }, comic);
  counter.count({ ...reader, agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, comic);
  await counter.flush();
  expect(await windows()).toEqual([2, 2, 2, 2, 2]);
  clock.now = new Date('2026-03-02T00:00:01Z');
  counter.count(reader, comic);
  await counter.flush();
  expect(await windows()).toEqual([1, 3, 3, 3, 3]);
  clock.now = new Date('2026-03-01T12:00:00Z');
});

it('counts when pages are listed and when a reader says so, once for both', async () => {
  await site.get(`/api/comics/${comic}/images`);
  const answer = await site.app.inject({ method: 'POST', url: `/api/comics/${comic}/view`, headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0' } });
  expect(answer.statusCode).toBe(204);
  await site.get(`/api/comics/${comic}/images`, { 'user-agent': 'Another/2.0' });
  await site.app.close();
  expect((await windows())[4]).toBe(2);
  site = await testApp({}, () => clock.now);
});

it('loses nothing that was noted when it is closed, and leaves out comics that are gone', async () => {
  counter.count(reader, comic);
  counter.count(reader, 999_999);
  await counter.close();
  expect((await windows())[4]).toBe(1);
});

it('rolls the windows by day: 1, 7, 30 and 365 days, today included', async () => {
  for (const [day, views] of [['2026-03-01', 1], ['2026-02-23', 10], ['2026-02-22', 100], ['2026-01-31', 1000], ['2026-01-30', 10_000], ['2025-03-02', 100_000], ['2025-03-01', 1_000_000]] as const) {
    await addViews(site.deps.db, day, new Map([[comic, views]]));
  }
  await rollPopularity(site.deps.db, '2026-03-01');
  expect(await windows()).toEqual([1, 11, 1111, 111_111, 1_111_111]);
  await rollPopularity(site.deps.db, '2027-06-01');
  expect(await windows()).toEqual([0, 0, 0, 0, 1_111_111]);
});
