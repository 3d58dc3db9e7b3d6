import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { seededRandom } from '#server/testing/random.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';
import { rollPopularity } from './queries-views.ts';
import { addViews } from './queries-views.ts';

let site: TestApp;
let counter: ViewCounter;
let comic: number;
const clock = { now: new Date('2026-03-01T12:00:00Z') };
const reader = { address: '192.0.2.1', agent: 'Mozilla/5.0 (X11)' };

beforeAll(async () => {
  site = await testApp({}, () => clock.now);
});
afterAll(() => site.close());
beforeEach(async () => {
  counter = createViewCounter(site.deps);
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  comic = (await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Read me' }, image))).id;
  return () => counter.close();
});

async function windows(): Promise<number[]> {
  const {
    rows: [row],
  } = await sql<{
    windows: number[];
  }>`select array[day, week, month, year, total] as windows from comic_stats where comic_id = ${comic}`.execute(
    site.deps.db,
  );
  return row?.windows ?? [];
}

it('counts a visitor once a comic and day, and robots never', async () => {
  for (let times = 0; times < 3; times += 1) {
    counter.count(reader, comic);
  }
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

it('counts a visitor once on whichever process they come to, as a reader of the day, too, and forgets who it was', async () => {
  await forget();
  await sql`delete from daily_figures`.execute(site.deps.db);
  const other = createViewCounter(site.deps);
  for (const each of [counter, other, counter]) {
    each.count(reader, comic);
  }
  other.count({ ...reader, address: '192.0.2.2' }, comic);
  await Promise.all([counter.flush(), other.flush()]);
  counter.count({ ...reader, address: '192.0.2.2' }, comic);
  await counter.flush();
  expect((await windows())[4]).toBe(2);
  const { rows } = await sql<{
    figure: string;
    value: number;
  }>`select figure, value::int as value from daily_figures order by figure`.execute(site.deps.db);
  expect(rows).toEqual([
    { figure: 'readers', value: 2 },
    { figure: 'views', value: 2 },
  ]);
  await rollPopularity(site.deps.db, '2026-03-03');
  expect((await sql`select 1 from visits`.execute(site.deps.db)).rows).toEqual([]);
  await other.close();
});

it('counts when pages are listed and when a reader says so, once for both, and not who wants no trace', async () => {
  await site.get(`/api/comics/${comic}/images`);
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/comics/${comic}/view`,
    headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0' },
  });
  expect(answer.statusCode).toBe(204);
  await site.get(`/api/comics/${comic}/images`, { 'user-agent': 'Another/2.0' });
  await site.get(`/api/comics/${comic}/images?uncounted=true`, { 'user-agent': 'Unseen/1.0' });
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

/** The windows of a comic as they must be: its views by day, and today. */
function expectedWindows(views: ReadonlyMap<string, number>, today: string): number[] {
  const daysAgo = (day: string) => (Date.parse(today) - Date.parse(day)) / 86_400_000;
  return [1, 7, 30, 365, Infinity].map((window) =>
    [...views].reduce((sum, [day, count]) => sum + (daysAgo(day) < window ? count : 0), 0),
  );
}

it('rolls the windows by day: 1, 7, 30 and 365 days, today included', async () => {
  await forget();
  for (const [day, views] of [
    ['2026-03-01', 1],
    ['2026-02-23', 10],
    ['2026-02-22', 100],
    ['2026-01-31', 1000],
    ['2026-01-30', 10_000],
    ['2025-03-02', 100_000],
    ['2025-03-01', 1_000_000],
  ] as const) {
    await withTransaction(site.deps.db, (tx) => addViews(tx, day, new Map([[comic, views]])));
  }
  await rollPopularity(site.deps.db, '2026-03-01');
  expect(await windows()).toEqual([1, 11, 1111, 111_111, 1_111_111]);
  await rollPopularity(site.deps.db, '2027-06-01');
  expect(await windows()).toEqual([0, 0, 0, 0, 1_111_111]);
});

it('keeps every window right over 400 days, also when nobody is there for days, two processes count, and a write comes late', async () => {
  await forget();
  const other = createViewCounter(site.deps);
  const random = seededRandom(7);
  const views = new Map<string, number>();
  const start = Date.UTC(2026, 2, 1, 12);
  for (let day = 0; day < 400; day += 1) {
    if (random() < 0.15) continue;
    clock.now = new Date(start + day * 86_400_000);
    const today = clock.now.toISOString().slice(0, 10);
    const readers = random() < 0.3 ? 0 : Math.floor(random() * 4);
    for (let at = 0; at < readers; at += 1) {
      (random() < 0.5 ? counter : other).count({ ...reader, address: `192.0.2.${at}` }, comic);
    }
    if (readers > 0) {
      views.set(today, readers);
    }
    // Some days one process writes its share only after the other has begun the next day.
    await counter.flush();
    if (random() < 0.3) {
      clock.now = new Date(start + (day + 1) * 86_400_000);
      await counter.flush();
    }
    await other.flush();
    expect(await windows()).toEqual(expectedWindows(views, clock.now.toISOString().slice(0, 10)));
  }
  await other.close();
  clock.now = new Date('2026-03-01T12:00:00Z');
});

it('shows in each window the comics read in it, as days pass', async () => {
  await forget();
  const shown = async (duration: string) =>
    (await site.get(`/api/comics?sort=popularity&duration=${duration}`)).body.total as number;
  await withTransaction(site.deps.db, (tx) => addViews(tx, '2026-03-01', new Map([[comic, 3]])));
  for (const [days, expected] of [
    [0, [1, 1, 1, 1, 1]],
    [1, [0, 1, 1, 1, 1]],
    [7, [0, 0, 1, 1, 1]],
    [30, [0, 0, 0, 1, 1]],
    [365, [0, 0, 0, 0, 1]],
  ] as const) {
    await rollPopularity(site.deps.db, new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10));
    expect(await Promise.all(['day', 'week', 'month', 'year', 'all'].map(shown))).toEqual(expected);
  }
});

/** No comic was ever read. */
async function forget(): Promise<void> {
  await sql`delete from comic_views`.execute(site.deps.db);
  await sql`delete from visits`.execute(site.deps.db);
  await sql`update comic_stats set day = 0, week = 0, month = 0, year = 0, total = 0`.execute(site.deps.db);
  await sql`delete from settings where key = 'popularity_day'`.execute(site.deps.db);
}
