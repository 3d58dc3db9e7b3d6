import { parseAtomFeed } from 'feedsmith';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { editChapter } from '#server/features/editing/chapters/chapter-edits.ts';
import { freeComics } from '#server/features/entitlements/premium-expiry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { RELEASES_JOB } from './jobs.ts';
import { announceRelease } from './public/queries-releases.ts';
import { releasesJob } from './releases.ts';

let site: TestApp;
let image: string;
let comic: { id: number; slug: string };
let [supporter, reader]: (Member | undefined)[] = [];

beforeAll(async () => {
  site = await testApp({ features: ['premium'], premium: { requires: 'entitlement' } });
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site.close());
beforeEach(async () => {
  const { db } = site.deps;
  await sql`delete from jobs`.execute(db);
  await sql`delete from comics`.execute(db);
  [supporter, reader] = [await member(db), await member(db)];
  comic = await withTransaction(db, (tx) =>
    plantSeries(tx, { title: 'Tides', uploadedAt: new Date('2020-01-01') }, image, { numbers: ['1'], pages: 1 }),
  );
  await sql`insert into entitlements (user_id, source, reference, said_at) values (${supporter.id}, 'staff', ${supporter.username}, now())`.execute(
    db,
  );
  await sql`update chapters set added_at = '2020-01-01'`.execute(db);
  for (const who of [supporter, reader]) {
    await sql`insert into follows (user_id, comic_id) values (${who.id}, ${comic.id})`.execute(db);
  }
});

const HOUR = 3_600_000;
const add = (number: string, premiumUntil?: Date) =>
  withTransaction(site.deps.db, async (tx) => {
    const { id } = await createChapter(tx, comic.id, { number, ...(premiumUntil ? { premiumUntil } : {}) });
    await setPages(tx, id, [{ image }]);
    await announceRelease(tx, { comic_id: comic.id, from: id, fresh: false }, new Date());
    return id;
  });
async function tell(): Promise<void> {
  const { rows } = await sql<{
    payload: object;
  }>`delete from jobs where kind = ${RELEASES_JOB.kind} returning payload, id`.execute(site.deps.db);
  for (const { payload } of rows) {
    await releasesJob(site.deps)({
      id: 0,
      kind: '',
      payload,
      attempts: 0,
      signal: new AbortController().signal,
      async complete() {},
    });
  }
}
const told = async (who?: Member) =>
  (await site.get('/api/account/notifications', who!.headers)).body.data.map(({ text }: { text: string }) => text);
async function feed(who?: Member): Promise<(string | undefined)[]> {
  const { status, body } = await site.get(`/en/comic/${comic.slug}/feed.atom`, who?.headers ?? {});
  expect(status).toBe(200);
  return (parseAtomFeed(String(body)).entries ?? []).map((entry) => entry.title?.value);
}
const [ONE, TWO] = ['Tides – Chapter 1', 'Tides – Chapter 2'];

it('a chapter in early access is told to whoever may read it, and to the others once it opens', async () => {
  const { db } = site.deps;
  const id = await add('2', new Date(Date.now() + HOUR));
  await tell();
  expect([await told(supporter), await told(reader)]).toEqual([['Chapter 2 of Tides is out'], []]);
  expect([await feed(supporter), await feed(reader), await feed()]).toEqual([[TWO, ONE], [ONE], [ONE]]);
  // The time passes: no trigger looks at the clock.
  await sql`alter table all_chapters disable trigger chapters_note_release`.execute(db);
  await sql`update chapters set premium_until = now() - interval '1 minute', released_at = now() - interval '1 minute' where id = ${id}`.execute(
    db,
  );
  await sql`alter table all_chapters enable trigger chapters_note_release`.execute(db);
  await freeComics(db)({} as never);
  await tell();
  expect([await told(supporter), await told(reader)]).toEqual([
    ['Chapter 2 of Tides is out'],
    ['Chapter 2 of Tides is out'],
  ]);
  expect(await feed()).toEqual([TWO, ONE]);
  await freeComics(db)({} as never);
  expect((await sql`select 1 from jobs where kind = ${RELEASES_JOB.kind}`.execute(db)).rows).toEqual([]);
});

it('of chapters that come together each hears of those they may read, and of one that staff opens, too', async () => {
  const early = await add('2', new Date(Date.now() + HOUR));
  await add('3');
  await tell();
  expect([await told(supporter), await told(reader)]).toEqual([
    ['2 new chapters of Tides are out'],
    ['Chapter 3 of Tides is out'],
  ]);
  await withTransaction(site.deps.db, (tx) =>
    editChapter(
      tx,
      { comicId: comic.id, chapterId: early, by: supporter!.id, bound: false },
      { premium_until: null },
      new Date(),
    ),
  );
  await tell();
  expect([await told(supporter), await told(reader)]).toEqual([
    ['2 new chapters of Tides are out'],
    ['2 new chapters of Tides are out'],
  ]);
  expect(await feed()).toEqual([TWO, 'Tides – Chapter 3', ONE]);
});
