import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookmarkEntry } from '#contract/library.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let reader: Member;
let other: Member;
let oneshot: { id: number };
let series: { id: number; slug: string; chapters: number[] };

const call = async (method: 'GET' | 'PUT' | 'DELETE', path = '', who: Member | null = reader, payload?: object) => {
  const answer = await site.app.inject({
    method,
    url: `/api/account/bookmarks${path}`,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const listed = async (query = '', who = reader): Promise<BookmarkEntry[]> => (await call('GET', query, who)).body.data;
const mark = (page: number, more: object = {}) => ({
  comic_id: series.id,
  chapter_id: series.chapters[0],
  page,
  ...more,
});

beforeAll(async () => {
  site = await testApp({ premium: { requires: 'entitlement' } });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  [reader, other] = [await member(db), await member(db)];
  oneshot = await withTransaction(db, (tx) => plantComic(tx, { title: 'Single' }, image, 5));
  series = await withTransaction(db, (tx) =>
    plantSeries(tx, { title: 'Series' }, image, { numbers: ['1', '2'], pages: 20 }),
  );
});
afterAll(() => site.close());

it("a page is marked once, keeps its note until another is given, and is its owner's alone", async () => {
  for (const note of [undefined, ' The twist ', undefined]) {
    expect((await call('PUT', '', reader, mark(3, { note }))).status).toBe(200);
  }
  await call('PUT', '', reader, [
    mark(7, { chapter_id: series.chapters[1] }),
    { comic_id: oneshot.id, page: 5 },
    mark(1, { note: 'x' }),
    mark(1, { note: 'first' }),
  ]);
  expect(await listed()).toHaveLength(4);
  expect(await listed(`?comic=${series.id}`)).toMatchObject([
    { comic_id: series.id, chapter_id: series.chapters[0], page: 1, note: 'first' },
    {
      page: 3,
      note: 'The twist',
      title: 'Series',
      comic: { slug: series.slug },
      chapter: { number: '1' },
      thumb_url: expect.stringContaining('/images/'),
      width: 400,
      height: 600,
    },
    { chapter_id: series.chapters[1], page: 7, note: '' },
  ]);
  expect(await listed(`?comic=${oneshot.id}`)).toMatchObject([{ chapter_id: null, chapter: null, page: 5 }]);
  expect((await call('PUT', '', reader, mark(3, { note: '' }))).body).toMatchObject([{ page: 3, note: '' }]);
  expect([await listed('', other), (await call('GET', '', null)).status]).toEqual([[], 401]);
});

it('marks are taken away by the page they are on, and pages that are not there are refused', async () => {
  for (const _twice of [1, 2]) {
    expect((await call('DELETE', `?comic=${series.id}&chapter=${series.chapters[0]}&page=1`)).status).toBe(204);
  }
  await call('DELETE', `?comic=${series.id}&chapter=${series.chapters[0]}&page=3`, other);
  await call('DELETE', `?comic=${oneshot.id}&page=5`);
  expect((await listed(`?comic=${series.id}`)).map(({ page }) => page)).toEqual([3, 7]);
  expect((await call('GET', '?per_page=1&page=2')).body).toMatchObject({ total: 2, last_page: 2, data: [{}] });
  expect((await call('GET', '?per_page=1&page=9')).body).toMatchObject({ total: 2, data: [] });
  for (const wrong of [
    mark(21),
    mark(1, { chapter_id: null }),
    mark(1, { comic_id: oneshot.id }),
    mark(1, { comic_id: 999_999 }),
  ]) {
    expect((await call('PUT', '', reader, wrong)).status).toBe(404);
  }
  for (const wrong of [
    mark(0),
    mark(1, { note: 'x'.repeat(1001) }),
    { page: 1 },
    Array.from({ length: 201 }, () => mark(1)),
  ]) {
    expect((await call('PUT', '', reader, wrong)).status).toBe(422);
  }
  expect((await call('PUT', '', reader, [mark(21), mark(2)])).body).toMatchObject([{ page: 2 }]);
  // Of several the missing ones are left out, also where they are all: a browser that sends what it kept is done with it.
  expect(await call('PUT', '', reader, [mark(21)])).toEqual({ status: 200, body: [] });
  for (const note of ['nul \u0000', 'half \ud83d']) {
    expect((await call('PUT', '', reader, mark(2, { note }))).body).toMatchObject([
      { page: 2, note: `${note.slice(0, -1)}\ufffd` },
    ]);
  }
});

it('a picture is shown only to those who may see the page, and nothing of a comic that is not there any more', async () => {
  const comic = async (changes: ReturnType<typeof sql>, query = '') => {
    await sql`update comics set ${changes} where id = ${series.id}`.execute(site.deps.db);
    return (await listed(`?comic=${series.id}${query}`))[0];
  };
  expect(await comic(sql`rating = 'explicit'`, '&nsfw=false')).toMatchObject({
    comic: { id: series.id },
    thumb_url: null,
    width: null,
  });
  expect((await comic(sql`rating = 'explicit'`, '&nsfw=true'))?.thumb_url).toContain('signature=');
  expect(await comic(sql`rating = 'safe', premium = true`)).toMatchObject({
    comic: { id: series.id },
    thumb_url: null,
  });
  expect(await comic(sql`premium = false, state = 'removed'`)).toMatchObject({
    title: 'Series',
    comic: null,
    thumb_url: null,
  });
  expect((await call('PUT', '', reader, mark(9))).status).toBe(404);
  expect(await comic(sql`state = 'draft'`)).toBeUndefined();
  await comic(sql`state = 'published'`);
});

it('an account holds so many marks and no more', async () => {
  await sql`insert into page_bookmarks (user_id, comic_id, chapter_id, page)
    select ${other.id}, ${series.id}, ${series.chapters[0]}, g from generate_series(1, 4999) g`.execute(site.deps.db);
  const one = series.chapters[1];
  const kept = await Promise.all(
    [1, 2, 3].map((page) => call('PUT', '', other, mark(page, { chapter_id: one, note: 'kept' }))),
  );
  expect(kept.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect((await call('PUT', '', other, mark(4, { note: 'of one that is there' }))).status).toBe(200);
  expect((await call('GET', '', other)).body.total).toBe(5000);
});
