import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminChapterDetail, AdminPage } from '#contract/chapter-editing.ts';
import type { AdminComic, Revision } from '#contract/editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let readers: Member[];
let picture: string;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  [admin, uploader] = [await member(db, { role: 'admin' }), await member(db, { role: 'uploader' })];
  readers = [await member(db), await member(db), await member(db), await member(db)];
  picture = await plantPicture(db, blobs);
});
afterAll(() => site?.close());

let planted = 0;
async function plant(numbers: readonly string[] = ['1', '2'], pages = 6) {
  const title = `Split ${(planted += 1)}`;
  return withTransaction(site.deps.db, (tx) => plantSeries(tx, { title }, picture, { numbers, pages }));
}
async function call(method: 'GET' | 'POST', path: string, payload?: object, who = admin) {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const open = async (id: number): Promise<AdminComic> => (await call('GET', `comics/${id}`)).body;
const chapter = async (id: number): Promise<AdminChapterDetail> => (await call('GET', `chapters/${id}`)).body;
const ids = (pages: readonly AdminPage[]) => pages.map(({ id }) => id);
/** Cuts a chapter before a page of this number. */
async function split(id: number, page: number, more: object = {}) {
  const { images } = await chapter(id);
  return call('POST', `chapters/${id}/split`, { page_id: images[page - 1]!.id, ...more });
}
const read = (who: Member, comic: number, id: number, page: number, max = page, done = false, at = '2026-05-01') =>
  sql`insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at)
    values (${who.id}, ${comic}, ${id}, ${page}, ${max}, ${done ? '2026-05-02' : null}::timestamptz, ${at}::timestamptz)`.execute(
    site.deps.db,
  );
const mark = (who: Member, comic: number, id: number, page: number) =>
  sql`insert into page_bookmarks (user_id, comic_id, chapter_id, page) values (${who.id}, ${comic}, ${id}, ${page})`.execute(
    site.deps.db,
  );
const say = (who: Member, id: number) =>
  sql`insert into comments (chapter_id, user_id, text, html) values (${id}, ${who.id}, 'Hm', 'Hm')`.execute(
    site.deps.db,
  );
const places = async (id: number) =>
  (
    await sql<{ reader: number; page: number; max_page: number; done: boolean }>`
    select user_id as reader, page, max_page, completed_at is not null as done from progress where chapter_id = ${id} order by user_id`.execute(
      site.deps.db,
    )
  ).rows.map(({ reader, page, max_page: max, done }) => [
    readers.findIndex((each) => each.id === reader),
    page,
    max,
    done,
  ]);
const marks = async (id: number) =>
  (
    await sql<{ page: number }>`select page from page_bookmarks where chapter_id = ${id} order by page`.execute(
      site.deps.db,
    )
  ).rows.map(({ page }) => page);
const told = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from notifications`.execute(site.deps.db)).rows[0]!.n +
  (await sql<{ n: number }>`select count(*)::int as n from jobs`.execute(site.deps.db)).rows[0]!.n;

describe('a chapter that is split', () => {
  it('begins another one at a page, right after it and as it is; places and bookmarks go with their pages', async () => {
    const { id, slug, chapters } = await plant();
    const [one, two] = chapters as [number, number];
    await sql`update all_chapters set volume = '3' where id = ${one}`.execute(site.deps.db);
    for (const page of [3, 4, 6]) {
      await mark(readers[0]!, id, one, page);
    }
    await read(readers[0]!, id, one, 2);
    await read(readers[1]!, id, one, 5);
    await read(readers[2]!, id, one, 1, 5);
    await read(readers[3]!, id, one, 6, 6, true);
    await say(readers[0]!, one);
    await sql`insert into follows (user_id, comic_id) values (${readers[0]!.id}, ${id})`.execute(site.deps.db);
    const [before, silent] = [await chapter(one), await told()];
    const { latest_chapter: latest } = (await site.get(`/api/comics/${id}`)).body;

    const { status, body } = await split(one, 4, { name: 'The rest', number: '1.5' });
    expect([status, body.name, body.number, body.volume, body.state]).toEqual([
      201,
      'The rest',
      '1.5',
      '3',
      'published',
    ]);
    expect(body.added_at).toBe(before.added_at);
    expect([ids((await chapter(one)).images), ids(body.images)]).toEqual([
      ids(before.images).slice(0, 3),
      ids(before.images).slice(3),
    ]);
    const seen = (await site.get(`/api/comics/${slug}/chapters`)).body;
    expect(seen.map((each: { id: number }) => each.id)).toEqual([one, body.id, two]);
    const after = (await site.get(`/api/comics/${id}`)).body;
    expect([after.chapters_count, after.pages, after.latest_chapter]).toEqual([3, 12, latest]);
    expect(await told()).toBe(silent);
    expect(await places(one)).toEqual([
      [0, 2, 2, false],
      [1, 3, 3, true],
      [2, 1, 3, true],
      [3, 3, 3, true],
    ]);
    expect(await places(body.id)).toEqual([
      [1, 2, 2, false],
      [2, 1, 2, false],
      [3, 3, 3, true],
    ]);
    expect([await marks(one), await marks(body.id)]).toEqual([[3], [1, 3]]);
    const { rows } = await sql<{ chapter_id: number; user_id: number }>`
      select distinct on (user_id) user_id, chapter_id from progress where comic_id = ${id} order by user_id, updated_at desc`.execute(
      site.deps.db,
    );
    expect(rows.map((row) => row.chapter_id === body.id)).toEqual([false, true, false, true]);
  });

  it('stays what it is for readers: a draft, a scheduled one, one in early access, a one-shot', async () => {
    const { id, slug, chapters } = await plant(['1', '2', '3', '4']);
    const [, two, three, four] = chapters as [number, number, number, number];
    const { db } = site.deps;
    await sql`update all_chapters set state = 'draft' where id = ${two}`.execute(db);
    await sql`update all_chapters set state = 'scheduled', publish_at = now() + interval '1 day' where id = ${three}`.execute(
      db,
    );
    await sql`update all_chapters set premium_until = now() + interval '1 day' where id = ${four}`.execute(db);
    const parts: AdminChapterDetail[] = [];
    for (const each of [two, three, four]) {
      parts.push((await split(each, 2)).body);
    }
    const origins = await Promise.all([two, three, four].map(chapter));
    const facts = (each: AdminChapterDetail) => [each.state, each.publish_at, each.premium_until];
    expect(parts.map(facts)).toEqual(origins.map(facts));
    expect((await site.get(`/api/comics/${slug}/chapters`)).body).toHaveLength(3);
    const { rows } = await sql<{
      same: boolean;
    }>`select n.pending and n.released_at = h.released_at as same from all_chapters n, all_chapters h
      where n.id = ${parts[2]!.id} and h.id = ${four}`.execute(db);
    expect(rows).toEqual([{ same: true }]);

    const lone = await plant(['1']);
    await sql`update comics set oneshot = true, chapters_count = 0 where id = ${lone.id}`.execute(db);
    await split(lone.chapters[0]!, 3);
    expect((await open(lone.id)).oneshot).toBe(false);
    expect((await open(id)).chapters).toHaveLength(7);
  });

  it('is not split at its first page, at a page of another, once it is removed, or by who may not edit it', async () => {
    const { id, chapters } = await plant();
    const [one, two] = chapters as [number, number];
    const foreign = (await chapter(two)).images[2]!.id;
    const codes = [(await split(one, 1)).body.code];
    codes.push((await call('POST', `chapters/${one}/split`, { page_id: foreign })).body.code);
    codes.push((await call('POST', `chapters/${one}/split`, { page_id: foreign }, uploader)).body.code);
    await call('POST', `chapters/${two}/state`, { action: 'remove' });
    codes.push((await split(two, 3)).body.code);
    expect(codes).toEqual(['chapter-empty', 'page-not-found', 'chapter-not-found', 'chapter-state-wrong']);
    expect((await open(id)).chapters).toHaveLength(2);
  });

  it('is split at one page by one of two who split it at once', async () => {
    const { id, chapters } = await plant();
    const page = (await chapter(chapters[0]!)).images[2]!.id;
    const both = await Promise.all([1, 2].map(() => call('POST', `chapters/${chapters[0]!}/split`, { page_id: page })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect((await open(id)).chapters.map(({ pages }) => pages)).toEqual([2, 4, 6]);
  });
});

describe('chapters that are joined', () => {
  it('are the first of them, with all pages, places, bookmarks and comments; the address of the second leads there', async () => {
    const { id, slug, chapters } = await plant(['1', '2', '3']);
    const [one, two, three] = chapters as [number, number, number];
    await mark(readers[0]!, id, one, 2);
    await mark(readers[0]!, id, two, 2);
    await read(readers[0]!, id, one, 6, 6, true);
    await read(readers[1]!, id, one, 6, 6, true, '2026-05-01');
    await read(readers[1]!, id, two, 3, 4, false, '2026-05-03');
    await read(readers[2]!, id, one, 6, 6, true);
    await read(readers[2]!, id, two, 6, 6, true);
    await read(readers[3]!, id, two, 1);
    await say(readers[0]!, one);
    await say(readers[1]!, two);
    const before = await Promise.all([one, two].map(chapter));
    const silent = await told();
    const { status, body } = await call('POST', `chapters/${one}/join`, { chapter_id: two });
    expect([status, body.id, ids(body.images)]).toEqual([200, one, before.flatMap(({ images }) => ids(images))]);
    expect(await told()).toBe(silent);
    expect(await places(one)).toEqual([
      [0, 6, 6, false],
      [1, 9, 10, false],
      [2, 12, 12, true],
      [3, 7, 7, false],
    ]);
    expect(await marks(one)).toEqual([2, 8]);
    expect((await site.get(`/api/comics/${id}`)).body).toMatchObject({ chapters_count: 2, pages: 18 });
    expect((await site.get(`/api/comics/${slug}/chapter-2/images?uncounted=1`)).body.chapter).toMatchObject({
      id: one,
    });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from comments where chapter_id = ${one}`.execute(site.deps.db);
    expect([rows[0]!.n, (await open(id)).chapters.map((each) => each.id)]).toEqual([2, [one, three]]);

    const [revision] = (await call('GET', `comics/${id}/revisions`)).body.data as [Revision];
    const { version } = await open(id);
    await call('POST', `comics/${id}/revisions/${revision.id}/restore`, { version });
    expect((await open(id)).chapters.map(({ number, pages }) => [number, pages])).toEqual([
      ['1', 6],
      ['2', 6],
      ['3', 6],
    ]);
  });

  it('stand right after each other, one step past those that were removed, and are seen by the same readers', async () => {
    const { id, chapters } = await plant(['1', '2', '3', '4']);
    const [one, two, three, four] = chapters as [number, number, number, number];
    const join = async (first: number, second: number) =>
      (await call('POST', `chapters/${first}/join`, { chapter_id: second })).body.code;
    expect([await join(one, three), await join(two, one), await join(one, one)]).toEqual([
      'chapters-apart',
      'chapters-apart',
      'chapters-apart',
    ]);
    const { chapters: others } = await plant();
    expect(await join(one, others[0]!)).toBe('chapter-not-found');
    await sql`update all_chapters set premium_until = now() + interval '1 day' where id = ${four}`.execute(
      site.deps.db,
    );
    expect(await join(three, four)).toBe('chapter-state-wrong');
    await sql`update all_chapters set premium_until = null, state = 'draft' where id = ${four}`.execute(site.deps.db);
    expect(await join(three, four)).toBe('chapter-state-wrong');
    await call('POST', `chapters/${two}/state`, { action: 'remove' });
    expect([await join(one, two), await join(two, three)]).toEqual(['chapter-state-wrong', 'chapter-state-wrong']);
    expect(await join(one, three)).toBeUndefined();
    expect((await open(id)).chapters.map((each) => each.id)).toEqual([one, two, four]);
  });

  it('are joined by one of two who join them at once', async () => {
    const { id, chapters } = await plant(['1', '2', '3']);
    const body = { chapter_id: chapters[1]! };
    const both = await Promise.all([1, 2].map(() => call('POST', `chapters/${chapters[0]!}/join`, body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await open(id)).chapters.map(({ pages }) => pages)).toEqual([12, 6]);
  });
});

describe('credits', () => {
  const credit = (role: string, name: string, first: number | null = null, last = first) => ({
    role,
    name,
    member: false,
    first_page: first,
    last_page: last,
  });
  const creditAll = async (id: number, credits: object[]) =>
    sql`insert into chapter_credits (chapter_id, place, role, name, first_page, last_page)
      select ${id}, n.place, n.role, n.name, n.first_page, n.last_page from jsonb_to_recordset(${JSON.stringify(
        credits.map((each, place) => ({ ...each, place })),
      )}::jsonb) as n (place int, role text, name text, first_page int, last_page int)`.execute(site.deps.db);

  it('go with the pages they are of when a chapter is split, and come together when chapters are joined', async () => {
    const [one, two] = (await plant()).chapters as [number, number];
    await creditAll(one, [
      credit('translator', 'Ann'),
      credit('cleaner', 'Ben', 2, 5),
      credit('letterer', 'Cem', 1, 3),
      credit('raw', 'Dee', 5, 6),
    ]);
    const { body } = await split(one, 4);
    expect((await chapter(one)).credits).toEqual([
      credit('translator', 'Ann'),
      credit('cleaner', 'Ben', 2, 3),
      credit('letterer', 'Cem', 1, 3),
    ]);
    expect((await chapter(body.id)).credits).toEqual([
      credit('translator', 'Ann'),
      credit('cleaner', 'Ben', 1, 2),
      credit('raw', 'Dee', 2, 3),
    ]);
    await call('POST', `chapters/${one}/join`, { chapter_id: body.id });
    expect((await chapter(one)).credits).toEqual([
      credit('translator', 'Ann'),
      credit('cleaner', 'Ben', 2, 3),
      credit('letterer', 'Cem', 1, 3),
      credit('cleaner', 'Ben', 4, 5),
      credit('raw', 'Dee', 5, 6),
    ]);
    await creditAll(two, [credit('translator', 'Eva')]);
    await call('POST', `chapters/${one}/join`, { chapter_id: two });
    const { credits } = await chapter(one);
    expect([credits[0], credits.at(-1)]).toEqual([
      credit('translator', 'Ann', 1, 6),
      credit('translator', 'Eva', 7, 12),
    ]);
  });
});
