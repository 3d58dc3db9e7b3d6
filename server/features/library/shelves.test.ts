import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgressDraft } from '#contract/library.ts';
import { MAX_SHELVED, SHELVES } from '#contract/shelves.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { keepReading } from './public/reading.ts';
import { toReports } from './public/rules.ts';

let now = new Date('2026-06-01T12:00:00.000Z');
let site: TestApp;
let reader: Member;
let comics: { id: number; slug: string }[];
let series: { id: number; slug: string; chapters: number[] };

const call = async (method: 'GET' | 'PUT' | 'DELETE', path: string, who: Member | null = reader, payload?: object) => {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const put = async (at: number, draft: object, who = reader) =>
  (await call('PUT', `comics/${comics[at]!.slug}/shelf`, who, draft)).body;
const list = async (query: string, who = reader) => (await call('GET', `account/shelves?${query}`, who)).body;
const places = async (query: string, who = reader) =>
  ((await list(query, who)).data as { comic_id: number }[]).map(({ comic_id: id }) =>
    comics.findIndex((comic) => comic.id === id),
  );
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  site = await testApp({}, () => now);
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  reader = await member(db);
  comics = [];
  for (const title of ['Äther 10', 'Äther 9', 'Zebra', 'Night train', 'Élan']) {
    comics.push(await withTransaction(db, (tx) => plantComic(tx, { title }, image)));
  }
  series = await withTransaction(db, (tx) =>
    plantSeries(tx, { title: 'Series' }, image, { numbers: ['1', '2', '3'], pages: 4 }),
  );
});
afterAll(() => site.close());

describe('a comic on a shelf', () => {
  it('is on one at a time, with days, a note and how often it was read again; what is left out stays', async () => {
    expect(await put(0, { shelf: 'planned', note: ' For the train ' })).toEqual({
      shelf: 'planned',
      started_on: null,
      finished_on: null,
      reread: 0,
      note: 'For the train',
      private: false,
    });
    expect(await put(0, { shelf: 'reading' })).toMatchObject({ started_on: '2026-06-01', note: 'For the train' });
    later(60 * 24);
    expect(await put(0, { shelf: 'paused', started_on: null, reread: 2 })).toMatchObject({
      started_on: null,
      reread: 2,
    });
    expect(await put(0, { shelf: 'finished' })).toMatchObject({
      started_on: null,
      finished_on: '2026-06-02',
      reread: 2,
    });
    later(60 * 24);
    await put(0, { shelf: 'rereading' });
    expect(await put(0, { shelf: 'finished', note: '' })).toEqual({
      shelf: 'finished',
      started_on: null,
      finished_on: '2026-06-02',
      reread: 3,
      note: '',
      private: false,
    });
    expect((await list('shelf=finished')).counts).toEqual({
      ...Object.fromEntries(SHELVES.map((shelf) => [shelf, 0])),
      finished: 1,
    });
    expect((await call('GET', `account/marks?comics=${comics[0]!.id}`)).body).toMatchObject({
      [comics[0]!.id]: { shelf: 'finished', favorited: false },
    });
    for (const _twice of [1, 2]) {
      expect((await call('DELETE', `comics/${comics[0]!.slug}/shelf`)).body).toMatchObject({ shelf: null, reread: 0 });
    }
    expect((await call('GET', `comics/${comics[0]!.slug}/shelf`)).body).toMatchObject({ shelf: null, note: '' });
  });

  it('is refused where it cannot be: for guests, of what is not there, with days and words that are none', async () => {
    const statuses = [
      await call('PUT', `comics/${comics[0]!.slug}/shelf`, null, { shelf: 'reading' }),
      await call('GET', 'account/shelves', null),
      await call('PUT', 'comics/none/shelf', reader, { shelf: 'reading' }),
      ...(await Promise.all(
        [
          { shelf: 'burnt' },
          { shelf: 'reading', started_on: '2026-02-30' },
          { shelf: 'reading', note: 'a'.repeat(1001) },
          { shelf: 'reading', reread: -1 },
        ].map((draft) => call('PUT', `comics/${comics[0]!.slug}/shelf`, reader, draft)),
      )),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 404, 422, 422, 422, 422]);
  });

  it('keeps its row when it is withdrawn, with its title alone, and can be taken off', async () => {
    const { db, blobs } = site.deps;
    const image = await plantPicture(db, blobs);
    const gone = await withTransaction(db, (tx) => plantComic(tx, { title: 'Gone' }, image));
    const draft = await withTransaction(db, (tx) => plantComic(tx, { title: 'Back to draft' }, image));
    await call('PUT', 'account/shelves', reader, { comics: [gone.id, draft.id], shelf: 'dropped' });
    await sql`update comics set state = 'removed', removed_reason = 'a claim', removed_at = now() where id = ${gone.id}`.execute(
      db,
    );
    await sql`update comics set state = 'draft' where id = ${draft.id}`.execute(db);
    expect(await list('shelf=dropped')).toMatchObject({
      total: 1,
      counts: { dropped: 1 },
      data: [{ comic_id: gone.id, title: 'Gone', comic: null }],
    });
    expect((await call('PUT', `comics/${gone.slug}/shelf`, reader, { shelf: 'reading' })).status).toBe(451);
    expect((await call('PUT', 'account/shelves', reader, { comics: [gone.id], shelf: 'reading' })).body).toEqual({
      comics: 0,
    });
    expect((await call('DELETE', `comics/${gone.slug}/shelf`)).body).toMatchObject({ shelf: null });
    expect((await list('shelf=dropped')).counts.dropped).toBe(0);
  });

  it('goes with its account', async () => {
    const { db } = site.deps;
    const leaving = await member(db);
    await put(0, { shelf: 'reading' }, leaving);
    await sql`delete from users where id = ${leaving.id}`.execute(db);
    expect((await sql`select from shelved_comics where user_id = ${leaving.id}`.execute(db)).rows).toEqual([]);
  });
});

describe('a shelf', () => {
  it('is listed by the last change, by title as its reader reads it, and by their score; and searched', async () => {
    const own = await member(site.deps.db);
    for (const at of [2, 0, 4, 1, 3]) {
      later(1);
      await put(at, { shelf: 'planned' }, own);
    }
    expect(await places('shelf=planned', own)).toEqual([3, 1, 4, 0, 2]);
    expect(await places('shelf=planned&order=asc&per_page=2&page=2', own)).toEqual([4, 1]);
    expect(await places('shelf=planned&sort=title&order=asc', own)).toEqual([1, 0, 4, 3, 2]);
    expect(await places('shelf=planned&sort=title&order=desc&per_page=2', own)).toEqual([2, 3]);
    await call('PUT', `comics/${comics[4]!.slug}/rating`, own, { score: 7 });
    await call('PUT', `comics/${comics[2]!.slug}/rating`, own, { score: 9 });
    expect(await places('shelf=planned&sort=score', own)).toEqual([2, 4, 3, 1, 0]);
    expect((await list('shelf=planned&sort=score', own)).data[0]).toMatchObject({ score: 9 });
    expect(await places('shelf=planned&q=ATHER', own)).toEqual([1, 0]);
    expect(await list('shelf=planned&q=ather+10', own)).toMatchObject({ total: 1, counts: { planned: 5 } });
    expect(await places('shelf=reading&q=ather', own)).toEqual([]);
    expect((await list('shelf=planned&page=9', own)).data).toEqual([]);
  });

  it('takes many at once, each once, and gives them up', async () => {
    const own = await member(site.deps.db);
    const ids = comics.map(({ id }) => id);
    const bulk = async (body: object) => (await call('PUT', 'account/shelves', own, body)).body;
    expect(await bulk({ comics: [...ids, ids[0], 2_000_000_000], shelf: 'finished' })).toEqual({ comics: 5 });
    expect((await list('shelf=finished', own)).data[0]).toMatchObject({ finished_on: now.toISOString().slice(0, 10) });
    expect(await bulk({ comics: ids.slice(1), shelf: 'rereading' })).toEqual({ comics: 4 });
    expect((await list('', own)).counts).toMatchObject({ finished: 1, rereading: 4 });
    expect(await bulk({ comics: ids, shelf: null })).toEqual({ comics: 5 });
    const many = { comics: Array.from({ length: 201 }, (_, at) => at + 1), shelf: 'reading' };
    expect((await call('PUT', 'account/shelves', own, many)).status).toBe(422);
  });

  it('says how many chapters that came to everyone were not read to the end', async () => {
    const own = await member(site.deps.db);
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'reading' });
    const unread = async () => (await list('', own)).data[0].unread as number;
    expect(await unread()).toBe(3);
    const report = (at: number, more: object) =>
      call('PUT', 'account/progress', own, { comic_id: series.id, chapter_id: series.chapters[at], page: 4, ...more });
    await report(0, { completed: true });
    await report(1, {});
    expect(await unread()).toBe(2);
    await sql`update all_chapters set number = '1' where id = ${series.chapters[1]}`.execute(site.deps.db);
    expect(await unread()).toBe(1);
    await sql`update all_chapters set number = '2' where id = ${series.chapters[1]}`.execute(site.deps.db);
    await sql`update all_chapters set state = 'draft' where id = ${series.chapters[2]}`.execute(site.deps.db);
    expect(await unread()).toBe(1);
    await sql`update all_chapters set state = 'published' where id = ${series.chapters[2]}`.execute(site.deps.db);
  });

  it('says beside the account how many chapters came since their comics are being read', async () => {
    const { db } = site.deps;
    const own = await member(db);
    const count = async () => (await call('GET', 'account', own)).body.new_chapters as number;
    const [first, second, third] = series.chapters as [number, number, number];
    const out = (at: number) => new Date(now.getTime() + at * 60_000).toISOString();
    await sql`update all_chapters set released_at = ${out(-60)} where comic_id = ${series.id}`.execute(db);
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'reading' });
    expect(await count()).toBe(0);
    await sql`update all_chapters set released_at = ${out(1)} where id in (${second}, ${third})`.execute(db);
    expect(await count()).toBe(2);
    await call('PUT', 'account/progress', own, { comic_id: series.id, chapter_id: first, page: 4, completed: true });
    expect(await count()).toBe(2);
    await call('PUT', 'account/progress', own, { comic_id: series.id, chapter_id: second, page: 4, completed: true });
    expect(await count()).toBe(1);
    await sql`update all_chapters set number = '2' where id = ${third}`.execute(db);
    expect(await count()).toBe(0);
    await sql`update all_chapters set number = '3' where id = ${third}`.execute(db);
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'paused' });
    expect(await count()).toBe(0);
    await sql`update all_chapters set released_at = ${out(-60)} where comic_id = ${series.id}`.execute(db);
  });

  it('never has more than a member may have, whoever puts on it at the same time', async () => {
    const { db } = site.deps;
    const own = await member(db);
    // Twenty thousand comics would take ten seconds: these are none.
    await sql`alter table shelved_comics drop constraint shelved_comics_comic_id_fkey`.execute(db);
    await sql`insert into shelved_comics (user_id, comic_id, shelf)
      select ${own.id}, 1000000 + n, 'planned' from generate_series(1, ${MAX_SHELVED - 2}::int) n`.execute(db);
    const answers = await Promise.all(
      comics.map(({ slug }) => call('PUT', `comics/${slug}/shelf`, own, { shelf: 'reading' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'shelves-full' });
    const full = { comics: comics.map(({ id }) => id), shelf: 'paused' };
    expect((await call('PUT', 'account/shelves', own, full)).status).toBe(422);
    const there = comics[answers.findIndex(({ status }) => status === 200)]!;
    expect((await call('PUT', `comics/${there.slug}/shelf`, own, { shelf: 'paused' })).status).toBe(200);
  });

  it('is its member’s alone', async () => {
    const [one, other] = await members(site.deps.db, 2);
    await put(3, { shelf: 'reading', note: 'mine' }, one!);
    expect((await list('', other!)).data).toEqual([]);
    expect((await call('GET', `comics/${comics[3]!.slug}/shelf`, other!)).body).toMatchObject({
      shelf: null,
      note: '',
      private: false,
    });
    await call('DELETE', `comics/${comics[3]!.slug}/shelf`, other!);
    later(1);
    await put(0, { shelf: 'reading' }, other!);
    for (const query of ['', 'per_page=1', 'per_page=1&sort=title&order=asc']) {
      expect((await list(query, one!)).data).toMatchObject([{ note: 'mine' }]);
    }
  });
});

describe('a comic that is read', () => {
  const report = (who: Member, more: object) => call('PUT', 'account/progress', who, more as object);
  const findShelf = async (comic: { slug: string }, who: Member) =>
    (await call('GET', `comics/${comic.slug}/shelf`, who)).body;
  const page = (at: number, more: object = {}) => ({
    comic_id: series.id,
    chapter_id: series.chapters[at],
    page: 1,
    updated_at: now.toISOString(),
    ...more,
  });
  const setStatus = (status: string) =>
    sql`update comics set status = ${status} where id = ${series.id}`.execute(site.deps.db);

  it('goes from planned to reading with its first page, and to finished with the end of the last chapter of a complete one', async () => {
    const own = await member(site.deps.db);
    await setStatus('ongoing');
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'planned' });
    await report(own, page(0, { completed: false, mark: true }));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'planned' });
    later(60 * 24);
    const day = now.toISOString().slice(0, 10);
    await Promise.all([report(own, page(0)), report(own, page(1)), report(own, page(0))]);
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'reading', started_on: day, finished_on: null });
    later(1);
    await report(own, page(2, { completed: true }));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'reading' });
    await setStatus('complete');
    await report(own, page(1, { completed: true }));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'reading' });
    later(60 * 24);
    const last = page(2, { completed: true, page: 4 });
    await Promise.all([report(own, last), report(own, [last, page(0)]), report(own, last)]);
    const end = now.toISOString().slice(0, 10);
    expect(await findShelf(series, own)).toMatchObject({
      shelf: 'finished',
      started_on: day,
      finished_on: end,
      reread: 0,
    });

    later(1);
    await sql`update all_chapters set number = '2' where id = ${series.chapters[2]}`.execute(site.deps.db);
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'paused', finished_on: null });
    await report(own, page(1, { completed: true, page: 4 }));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'finished', finished_on: end });
    await sql`update all_chapters set number = '3' where id = ${series.chapters[2]}`.execute(site.deps.db);

    later(1);
    await call('PUT', `comics/${series.slug}/shelf`, own, { shelf: 'rereading' });
    await report(own, last);
    await report(own, [last, { ...page(0), page: 2 }]);
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'rereading' });
    later(60 * 24);
    await report(own, page(2, { completed: true }));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'rereading' });
    await Promise.all([1, 2, 3].map(() => report(own, page(2, { completed: true, page: 4 }))));
    expect(await findShelf(series, own)).toMatchObject({ shelf: 'finished', finished_on: end, reread: 1 });
  });

  it('is finished with its only chapter where it is a one-shot; what was dropped, or is on no shelf, stays', async () => {
    const own = await member(site.deps.db);
    await put(0, { shelf: 'planned' }, own);
    await put(1, { shelf: 'dropped' }, own);
    later(1);
    await report(
      own,
      [0, 1, 2].map((at) => ({ comic_id: comics[at]!.id, page: 3, completed: true })),
    );
    expect(await Promise.all([0, 1, 2].map(async (at) => (await findShelf(comics[at]!, own)).shelf))).toEqual([
      'finished',
      'dropped',
      null,
    ]);
    expect(await findShelf(comics[0]!, own)).toMatchObject({ started_on: now.toISOString().slice(0, 10) });
  });

  it('stays where it is when the account wants that, or remembers no reading, and on a site without shelves', async () => {
    const own = await member(site.deps.db);
    const settings = (value: object) =>
      sql`update users set settings = ${JSON.stringify(value)}::jsonb where id = ${own.id}`.execute(site.deps.db);
    await put(0, { shelf: 'planned' }, own);
    later(1);
    for (const value of [{ shelf_moves: false }, { history: false }]) {
      await settings(value);
      await report(own, { comic_id: comics[0]!.id, page: 3, completed: true });
      expect(await findShelf(comics[0]!, own)).toMatchObject({ shelf: 'planned' });
    }
    await settings({});
    const reports = toReports([ProgressDraft.parse({ comic_id: comics[0]!.id, page: 1 })], now);
    await keepReading(site.deps.db, { features: [] }, own.id, reports, now);
    expect(await findShelf(comics[0]!, own)).toMatchObject({ shelf: 'planned' });
    await keepReading(site.deps.db, { features: ['shelves'] }, own.id, reports, now);
    expect(await findShelf(comics[0]!, own)).toMatchObject({ shelf: 'reading' });
  });
});
