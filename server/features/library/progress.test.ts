import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
let site: TestApp;
let reader: Member;
let oneshot: { id: number; slug: string };
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
const minute = (at: number) => new Date(NOW.getTime() - 3_600_000 + at * 60_000).toISOString();
const report = (at: number, page: number, more: object = {}) => ({
  comic_id: series.id,
  chapter_id: series.chapters[0],
  page,
  updated_at: minute(at),
  ...more,
});
const put = async (body: object, who = reader) => (await call('PUT', 'account/progress', who, body)).body;

beforeAll(async () => {
  site = await testApp({}, () => NOW);
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  reader = await member(db);
  oneshot = await withTransaction(db, (tx) => plantComic(tx, { title: 'Single' }, image, 5));
  series = await withTransaction(db, (tx) =>
    plantSeries(tx, { title: 'Series' }, image, { numbers: ['1', '2'], pages: 20 }),
  );
});
afterAll(() => site.close());

describe('where someone is', () => {
  it('is what was reported last, by its own time, while the highest page stays', async () => {
    expect((await put(report(10, 8, { page_offset: 0.5, device: 'phone' }))).progress).toEqual([
      {
        comic_id: series.id,
        chapter_id: series.chapters[0],
        page: 8,
        page_offset: 0.5,
        max_page: 8,
        pages: 20,
        completed: false,
        updated_at: minute(10),
        device: 'phone',
      },
    ]);
    expect((await put(report(5, 12))).progress[0]).toMatchObject({
      page: 8,
      max_page: 12,
      updated_at: minute(10),
      device: 'phone',
    });
    expect((await put(report(11, 3, { device: 'desk' }))).progress[0]).toMatchObject({
      page: 3,
      max_page: 12,
      device: 'desk',
    });
  });

  it('stays read to the end until a person takes it back', async () => {
    expect((await put(report(12, 20, { completed: true }))).progress[0]).toMatchObject({
      completed: true,
      max_page: 20,
    });
    expect((await put(report(13, 1))).progress[0]).toMatchObject({ completed: true, page: 1 });
    expect((await put(report(9, 1, { completed: false, mark: true }))).progress[0]).toMatchObject({ completed: true });
    expect((await put(report(14, 1, { completed: false, mark: true }))).progress[0]).toMatchObject({
      completed: false,
      max_page: 20,
    });
  });

  it('is never in the future, and never beyond the last page', async () => {
    const {
      progress: [kept],
    } = await put(report(15, 500, { page_offset: 0.2, max_page: 900, updated_at: '2099-01-01T00:00:00+02:00' }));
    expect(kept).toMatchObject({ page: 20, page_offset: 1, max_page: 20, updated_at: NOW.toISOString() });
    for (const wrong of [
      { page: 0 },
      { page: 1.5 },
      { page_offset: 2 },
      { updated_at: 'today' },
      { page: 2 ** 40 },
      { comic_id: 'x' },
    ]) {
      expect(
        (await call('PUT', 'account/progress', reader, { ...report(1, 1), ...wrong })).status,
        JSON.stringify(wrong),
      ).toBe(422);
    }
  });

  it('ends alike in whatever order and however often the reports of several devices come', async () => {
    const devices = await members(site.deps.db, 6);
    const reports = [
      report(1, 5),
      report(3, 2, { completed: true }),
      report(3, 9),
      report(2, 20),
      report(4, 4, { mark: true }),
      report(6, 6),
      { comic_id: oneshot.id, page: 2, updated_at: minute(2) },
    ];
    const ends = [];
    for (const [at, device] of devices.entries()) {
      const shuffled = [...reports, ...reports]
        .map((each, place) => ({ each, key: ((place + 1) * (at + 3) * 7919) % 101 }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each);
      if (at === 0) {
        await put(shuffled, device);
      } else {
        await Promise.all(shuffled.map((each) => put(at % 2 ? [each] : each, device)));
      }
      const { body } = await call('GET', 'account/progress', device);
      ends.push(body.map(({ completed: _completed, ...place }: { completed: boolean }) => place));
    }
    expect(ends[0]).toMatchObject([
      { page: 6, max_page: 20 },
      { comic_id: oneshot.id, chapter_id: null, page: 2 },
    ]);
    for (const end of ends) {
      expect(end).toEqual(ends[0]);
    }
  });

  it('is kept of many chapters at once, without those that are not there, which are named', async () => {
    const guest = await member(site.deps.db);
    const unknown = [
      { comic_id: series.id, chapter_id: null },
      { comic_id: oneshot.id, chapter_id: series.chapters[0] },
      { comic_id: 999_999, chapter_id: null },
    ];
    const body = await put(
      [{ comic_id: oneshot.id, page: 2 }, report(1, 3), ...unknown.map((each) => ({ ...each, page: 1 }))],
      guest,
    );
    expect(body.kept).toBe(true);
    expect(body.progress).toHaveLength(2);
    expect(body.unknown).toHaveLength(3);
    expect(body.unknown).toEqual(expect.arrayContaining(unknown));
    expect(
      (
        await call(
          'PUT',
          'account/progress',
          guest,
          Array.from({ length: 201 }, () => report(1, 1)),
        )
      ).status,
    ).toBe(422);
    expect(
      (await call('GET', `account/progress?since=${minute(30)}`, guest)).body.map(
        ({ comic_id }: { comic_id: number }) => comic_id,
      ),
    ).toEqual([oneshot.id]);
    expect((await call('GET', `account/progress?comic=${series.id}`, guest)).body).toHaveLength(1);
  });

  it('is not remembered of someone who does not want that', async () => {
    const shy = await member(site.deps.db);
    await sql`update users set settings = '{"history": false}' where id = ${shy.id}`.execute(site.deps.db);
    expect(await put(report(1, 3), shy)).toEqual({ kept: false, progress: [], unknown: [] });
    expect([
      (await call('GET', 'account/progress', shy)).body,
      (await call('GET', 'account/history', shy)).body.total,
    ]).toEqual([[], 0]);
  });
});

describe('the history', () => {
  it('counts versions of one chapter as one: who read any of them has read it', async () => {
    const { db, blobs } = site.deps;
    const who = await member(db);
    const image = await plantPicture(db, blobs);
    const { id, slug, chapters } = await withTransaction(db, (tx) =>
      plantSeries(tx, { title: 'Versions' }, image, { numbers: ['1', '2', '2', '3'], pages: 2 }),
    );
    expect((await call('GET', `comics/${slug}`)).body.chapters_count).toBe(3);
    const isRead = async () => [
      (await call('GET', `account/marks?comics=${id}`, who)).body[id].read,
      (await call('GET', 'account/history', who)).body.data[0].read,
      (await call('GET', 'comics?q=is:read', who)).body.total,
    ];
    const read = (chapter: number | undefined) =>
      put({ comic_id: id, chapter_id: chapter, page: 2, completed: true, updated_at: minute(1) }, who);
    // As many as there are numbers, but both versions of one of them.
    await Promise.all(chapters.slice(0, 3).map(read));
    expect(await isRead()).toEqual(['part', 'part', 0]);
    await call('DELETE', 'account/history', who);
    await Promise.all([chapters[0], chapters[2], chapters[3]].map(read));
    expect(await isRead()).toEqual(['all', 'all', 1]);
  });

  it("has the comics that were read, the last one first, and is its owner's to forget", async () => {
    const other = await member(site.deps.db);
    for (const who of [reader, other]) {
      await put(
        [
          report(20, 20, { completed: true }),
          report(21, 4, { chapter_id: series.chapters[1] }),
          { comic_id: oneshot.id, page: 5, completed: true, updated_at: minute(30) },
        ],
        who,
      );
    }
    const { body } = await call('GET', 'account/history', other);
    expect(body).toMatchObject({
      total: 2,
      data: [
        {
          comic_id: oneshot.id,
          title: 'Single',
          comic: { slug: oneshot.slug },
          chapter: null,
          page: 5,
          pages: 5,
          completed: true,
          read: 'all',
          read_at: minute(30),
        },
        {
          comic_id: series.id,
          chapter: { id: series.chapters[1], number: '2' },
          page: 4,
          pages: 20,
          completed: false,
          read: 'part',
          read_at: minute(21),
        },
      ],
    });
    expect((await call('GET', 'account/history?per_page=1&page=2', other)).body).toMatchObject({
      total: 2,
      data: [{ comic_id: series.id }],
    });
    expect((await call('GET', 'account/history?page=9', other)).body).toMatchObject({ total: 2, data: [] });
    expect((await call('DELETE', `account/history/${series.id}`, other)).status).toBe(204);
    expect([
      (await call('GET', 'account/history', other)).body.total,
      (await call('GET', 'account/history')).body.total,
    ]).toEqual([1, 2]);
    await call('DELETE', 'account/history', other);
    expect([
      (await call('GET', 'account/history', other)).body.total,
      (await call('GET', 'account/history')).body.total,
      (await call('GET', 'account/history', null)).status,
    ]).toEqual([0, 2, 401]);
  });

  it('keeps the title alone of a comic that was removed, and nothing of one that is not there any more', async () => {
    const state = (to: string) => sql`update comics set state = ${to} where id = ${oneshot.id}`.execute(site.deps.db);
    await state('removed');
    expect(
      (await call('GET', 'account/history')).body.data.find(
        ({ comic_id: id }: { comic_id: number }) => id === oneshot.id,
      ),
    ).toMatchObject({ title: 'Single', comic: null });
    expect((await put({ comic_id: oneshot.id, page: 1 })).unknown).toHaveLength(1);
    await state('draft');
    expect((await call('GET', 'account/history')).body.total).toBe(1);
    await state('published');
  });
});
