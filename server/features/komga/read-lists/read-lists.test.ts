import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantKey } from '#server/testing/api-key.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { describedFaults, isDescribed } from '../testing/description.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let reader: Member;
let other: Member;
const ids: Record<string, number> = {};
let chapters: number[];
let list: number;

beforeAll(async () => {
  site = await testApp({
    features: ['nsfw', 'languages', 'premium', 'downloads', 'komga', 'groups'],
    premium: { requires: 'entitlement', previewPages: 0 },
    limits: { readsPerMinute: 0 },
  });
  const { db, blobs } = site.deps;
  [reader, other] = [await member(db), await member(db)];
  const pictures = await Promise.all([30, 50, 70, 90, 110].map((shade) => plantPicture(db, blobs, shade)));
  await withTransaction(db, async (tx) => {
    for (const [at, [title, more]] of Object.entries([
      ['Open', {}],
      ['Explicit', { rating: 'explicit' }],
      ['Gold', { premium: true }],
      ['Gone', {}],
    ] as const).map(([at, each]) => [Number(at), each] as const)) {
      const picture = pictures[at]!;
      ids[title] = (await plantComic(tx, { title, rating: 'safe', cover: picture, ...more }, picture)).id;
    }
    const series = await plantSeries(tx, { title: 'Series', rating: 'safe', cover: pictures[4]! }, pictures[4]!, {
      numbers: ['1', '2', '3'],
      pages: 2,
    });
    ids.Series = series.id;
    chapters = series.chapters;
    await sql`update comics set state = 'removed', removed_at = now(), removed_reason = 'asked for' where id = ${ids.Gone}`.execute(
      tx,
    );
  });
  list = await addList(reader, 'Through the summer', ['Gold', 'Series', 'Explicit', 'Gone', 'Open']);
});
afterAll(() => site.close());

async function addList({ id: owner }: Member, name: string, titles: readonly string[]): Promise<number> {
  const { db } = site.deps;
  const { rows } = await sql<{ id: number }>`
    insert into lists (user_id, name, description, public) values (${owner}, ${name}, 'Slowly.', true) returning id`.execute(
    db,
  );
  const { id } = rows[0]!;
  for (const [at, title] of titles.entries()) {
    await sql`insert into list_comics (list_id, comic_id, position) values (${id}, ${ids[title]!}, ${at + 1})`.execute(
      db,
    );
  }
  return id;
}

/** An answer of the site, which has no fault by Komga's description where that has it. */
async function ask(path: string, { headers }: { headers: Record<string, string> } = reader) {
  const { status, body } = await site.get(`/komga/api/v1/${path}`, headers);
  const plain = `/api/v1/${path.split('?', 1)[0]}`;
  const isChecked = status === 200 && isDescribed('GET', plain);
  expect([path, isChecked ? describedFaults('GET', plain, body).faults : []]).toEqual([path, []]);
  return { status, body };
}
const booksIn = async (path: string, by?: Member): Promise<string[]> =>
  (await ask(path, by)).body.content.map(
    ({ seriesTitle, number }: { seriesTitle: string; number: number }) => `${seriesTitle} ${number}`,
  );

it('reads a list of a member through: the first chapter of each comic they are shown, in their order', async () => {
  const { body } = await ask('readlists');
  expect(body.content).toMatchObject([
    { id: String(list), name: 'Through the summer', summary: 'Slowly.', ordered: true, filtered: false },
  ]);
  expect(body.content[0].bookIds).toHaveLength(3);
  expect(await booksIn(`readlists/${list}/books`)).toEqual(['Gold 1', 'Series 1', 'Open 1']);
  const [gold, first, open] = body.content[0].bookIds as [string, string, string];
  expect(first).toBe(String(chapters[0]));
  expect((await ask(`readlists/${list}/books/${gold}/next`)).body.id).toBe(first);
  expect((await ask(`readlists/${list}/books/${open}/previous`)).body.id).toBe(first);
  for (const [book, way] of [
    [gold, 'previous'],
    [open, 'next'],
    [chapters[1], 'next'],
    ['x', 'next'],
  ]) {
    expect((await ask(`readlists/${list}/books/${book}/${way}`)).status).toBe(404);
  }
  expect((await ask(`books/${first}/readlists`)).body).toMatchObject([{ id: String(list) }]);
  expect((await ask(`books/${chapters[1]}/readlists`)).body).toEqual([]);
  const cover = await site.app.inject({ url: `/komga/api/v1/readlists/${list}/thumbnail`, headers: reader.headers });
  expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
});

it('counts a book that may not be opened as one that is not ready, and asks how far each was read', async () => {
  expect(await booksIn(`readlists/${list}/books?unpaged=true&media_status=READY&deleted=false`)).toEqual([
    'Series 1',
    'Open 1',
  ]);
  await sql`
    insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at)
    values (${reader.id}, ${ids.Series}, ${chapters[0]}, 2, 2, now())`.execute(site.deps.db);
  expect(await booksIn(`readlists/${list}/books?read_status=READ`)).toEqual(['Series 1']);
  expect(await booksIn(`readlists/${list}/books?read_status=UNREAD`)).toEqual(['Gold 1', 'Open 1']);
  expect(await booksIn(`readlists/${list}/books?deleted=true`)).toEqual([]);
});

it('tells trackers how far a reader is in a list, and takes from them how far they came', async () => {
  const mine = await member(site.deps.db);
  const own = await addList(mine, 'In order', ['Open', 'Series', 'Gone', 'Gold']);
  const path = `readlists/${own}/read-progress/tachiyomi`;
  const put = async (lastBookRead: unknown) =>
    (
      await site.app.inject({
        method: 'PUT',
        url: `/komga/api/v1/${path}`,
        headers: mine.headers,
        payload: { lastBookRead },
      })
    ).statusCode;
  const counts = { booksCount: 3, booksInProgressCount: 0 };
  expect((await ask(path, mine)).body).toEqual({
    ...counts,
    booksReadCount: 0,
    booksUnreadCount: 3,
    lastReadContinuousIndex: 0,
  });
  expect(await put(2)).toBe(204);
  const here = { ...counts, booksReadCount: 2, booksUnreadCount: 1, lastReadContinuousIndex: 2 };
  expect((await ask(path, mine)).body).toEqual(here);
  expect(await booksIn(`readlists/${own}/books?read_status=READ`, mine)).toEqual(['Open 1', 'Series 1']);
  // Who is behind takes nothing back, as Komga has it.
  expect([await put(0), await put(-1), await put('x'), (await ask(path, mine)).body]).toEqual([204, 422, 422, here]);
  expect((await ask(path, other)).status).toBe(404);
});

it('pages lists and their books, finds lists by name, and takes pages that are none', async () => {
  await addList(reader, 'Autumn', []);
  const names = async (query: string) =>
    (await ask(`readlists?${query}`)).body.content.map(({ name }: { name: string }) => name);
  expect(await names('sort=name,asc')).toEqual(['Autumn', 'Through the summer']);
  expect(await names('sort=name,desc&size=1&page=1')).toEqual(['Autumn']);
  expect(await names('search=SUMMER')).toEqual(['Through the summer']);
  expect(await names('search=winter')).toEqual([]);
  expect(await names('page=-1&size=1000000&sort=%00&unknown=1')).toHaveLength(2);
  const { body } = await ask(`readlists/${list}/books?page=1&size=2`);
  expect(body).toMatchObject({
    totalElements: 3,
    totalPages: 2,
    numberOfElements: 1,
    last: true,
    content: [{ seriesTitle: 'Open' }],
  });
  expect(await booksIn(`readlists/${list}/books?page=9`)).toEqual([]);
  for (const id of ['0', '-1', '99999999999999999999', 'favorites', '%00', `${list}x`]) {
    expect([id, (await ask(`readlists/${id}`)).status]).toEqual([id, 404]);
  }
});

it('is nobody else’s, though the list is public, and nothing for a key that does not reach the library', async () => {
  expect((await ask('readlists', other)).body.content).toEqual([]);
  for (const end of ['', '/books', '/thumbnail', '/thumbnails', `/books/${chapters[0]}/next`]) {
    expect((await ask(`readlists/${list}${end}`, other)).status).toBe(404);
  }
  expect((await ask(`books/${chapters[0]}/readlists`, other)).body).toEqual([]);
  expect((await site.get('/komga/api/v1/readlists')).status).toBe(401);
  const key = { headers: { 'x-api-key': await plantKey(site.deps.db, reader.id, ['read']) } };
  expect(await ask('readlists', key)).toMatchObject({ status: 200, body: { content: [] } });
  expect((await ask(`readlists/${list}`, key)).status).toBe(404);
});

it('shows explicit comics to who wants them listed, unless staff keeps them from that member', async () => {
  const { db } = site.deps;
  await sql`update users set settings = settings || '{"nsfw": true}' where id = ${reader.id}`.execute(db);
  expect(await booksIn(`readlists/${list}/books`)).toEqual(['Gold 1', 'Series 1', 'Explicit 1', 'Open 1']);
  const admin = await member(db, { role: 'admin' });
  const limited = await site.app.inject({
    method: 'PUT',
    url: `/api/admin/users/${reader.username}/limit`,
    headers: admin.headers,
    payload: { rating: 'safe', terms: [] },
  });
  expect(limited.statusCode).toBe(200);
  expect(await booksIn(`readlists/${list}/books`)).toEqual(['Gold 1', 'Series 1', 'Open 1']);
});
