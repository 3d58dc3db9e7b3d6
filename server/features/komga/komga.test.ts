import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { ANSWERS, describedFaults } from './testing/description.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PASSWORD = 'a good: long pässword';
let site: TestApp;
let reader: Member;
let basic: Record<string, string>;
let series: { id: number; slug: string; chapters: number[] };
const comics: Record<string, { id: number; slug: string }> = {};
const checked = new Set<string>();

beforeAll(async () => {
  site = await testApp({
    url: 'https://comics.example',
    features: [
      'nsfw',
      'tags',
      'genres',
      'artists',
      'languages',
      'premium',
      'favorites',
      'downloads',
      'komga',
      'groups',
    ],
    premium: { requires: 'entitlement', previewPages: 2 },
    limits: { readsPerMinute: 0 },
  });
  const { db, blobs } = site.deps;
  reader = await member(db);
  basic = asking(reader.username, PASSWORD);
  await db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
  const pictures = await Promise.all([20, 40, 60, 80].map((shade) => plantPicture(db, blobs, shade)));
  await withTransaction(db, async (tx) => {
    const [tag, genre, artist, en, ja] = (await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Rain (and) snow' },
      { kind: 'genre', name: 'Adventure' },
      { kind: 'artist', name: 'Ann Ōe, jr.' },
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'language', name: 'ja', code: 'ja' },
    ])) as [number, number, number, number, number];
    comics.open = await plantComic(
      tx,
      { title: 'Open waters', terms: [tag, artist, ja], cover: pictures[0]!, rating: 'safe', direction: 'rtl' },
      pictures[0]!,
    );
    comics.gold = await plantComic(
      tx,
      { title: 'Gold', premium: true, rating: 'safe', cover: pictures[1]! },
      pictures[1]!,
    );
    comics.explicit = await plantComic(
      tx,
      { title: 'Explicit', terms: [tag], rating: 'explicit', cover: pictures[2]! },
      pictures[2]!,
    );
    comics.gone = await plantComic(tx, { title: 'Gone', rating: 'safe' }, pictures[3]!);
    series = await plantSeries(
      tx,
      { title: 'Star fishers', rating: 'safe', cover: pictures[3]!, terms: [en, genre], status: 'ongoing' },
      pictures[3]!,
      { numbers: ['1', '2', '2.5', '3'], pages: 3 },
    );
    await sql`update comics set state = 'removed', removed_at = now(), removed_reason = 'asked for' where id = ${comics.gone.id}`.execute(
      tx,
    );
  });
});
afterAll(() => site.close());

function asking(name: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** An answer that Komga's description finds nothing wrong with. */
async function answer(method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
  const response = await site.app.inject({
    method,
    url: `/komga${path}`,
    headers: { ...basic, host: 'comics.example' },
    ...(body === undefined ? {} : { payload: body }),
  });
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([path, 200, '']);
  const json = response.json();
  const { name, faults } = describedFaults(method, path.split('?', 1)[0]!, json);
  checked.add(name);
  expect([path, faults]).toEqual([path, []]);
  return json;
}
const status = async (
  method: 'GET' | 'PATCH' | 'DELETE' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers = basic,
) =>
  (
    await site.app.inject({
      method,
      url: `/komga${path}`,
      headers: { ...headers, host: 'comics.example' },
      ...(body === undefined ? {} : { payload: body }),
    })
  ).statusCode;
const titles = ({ content }: { content: { name: string }[] }) => content.map(({ name }) => name).sort();
const list = (condition: object | undefined, rest: object = {}) =>
  answer('POST', '/api/v1/series/list?size=50', { condition, ...rest });

it('asks clients to sign in, by a password with any signs or by a key, and says who fails', async () => {
  const refused = await site.get('/komga/api/v1/series');
  expect([refused.status, refused.headers['www-authenticate'], refused.body.status]).toEqual([
    401,
    'Basic realm="komawari", charset="UTF-8"',
    401,
  ]);
  expect(refused.body).toMatchObject({ error: 'Unauthorized', path: '/komga/api/v1/series' });
  expect(await status('GET', '/api/v1/series', undefined, asking(reader.username, 'wrong'))).toBe(401);
  expect(await answer('GET', '/api/v1/claim')).toEqual({ isClaimed: true });
  expect(await answer('GET', '/api/v2/users/me')).toMatchObject({
    email: reader.username,
    roles: ['USER', 'PAGE_STREAMING', 'FILE_DOWNLOAD'],
  });
  const made = await site.app.inject({
    method: 'POST',
    url: '/api/account/api-keys',
    headers: { ...reader.headers, host: 'comics.example' },
    payload: { name: 'reader', scopes: ['read'], password: PASSWORD },
  });
  const key = { 'x-api-key': made.json().key as string };
  expect(await status('GET', '/api/v1/series', undefined, key)).toBe(200);
  expect(await status('GET', '/api/v1/series', undefined, { 'x-api-key': 'kmw_no' })).toBe(401);
  // A key that only reads keeps no place.
  expect(await status('PATCH', `/api/v1/books/${series.chapters[0]}/read-progress`, { page: 1 }, key)).toBe(403);
});

it('answers 404 everywhere where the feature is off', async () => {
  const without = await testApp({ url: 'https://comics.example', features: ['tags'] });
  try {
    const { status: got } = await without.get('/komga/api/v1/claim');
    expect(got).toBe(404);
  } finally {
    await without.close();
  }
});

describe('series', () => {
  it('are the works that the site would list, one-shots among them, without what who asks is not shown', async () => {
    const page = await answer('GET', '/api/v1/series?search=&page=0&deleted=false&sort=metadata.titleSort,asc');
    expect(page.content.map(({ name }: { name: string }) => name)).toEqual(['Gold', 'Open waters', 'Star fishers']);
    expect([page.totalElements, page.last, page.number]).toEqual([3, true, 0]);
    expect(await status('GET', `/api/v1/series/${comics.gone!.id}`)).toBe(451);
    expect(await status('GET', '/api/v1/series/999999')).toBe(404);
    expect(await status('GET', '/api/v1/series/star-fishers')).toBe(404);
    const [fishers] = (await answer('GET', '/api/v1/series?search=fishers')).content;
    expect(fishers).toMatchObject({
      libraryId: 'en',
      booksCount: 4,
      booksUnreadCount: 4,
      oneshot: false,
      metadata: { status: 'ONGOING', language: 'en', genres: ['Adventure'], readingDirection: 'LEFT_TO_RIGHT' },
    });
    const whole = await answer('GET', `/api/v1/series/${series.id}`);
    expect(whole).toEqual(fishers);
  });

  it('are found by what Mihon, Komelia and KMReader ask for', async () => {
    expect(titles(await answer('GET', '/api/v1/series?library_id=ja'))).toEqual(['Open waters']);
    expect(titles(await answer('GET', '/api/v1/series?library_id=ja,en'))).toEqual(['Open waters', 'Star fishers']);
    expect(titles(await answer('GET', '/api/v1/series?library_id=other'))).toEqual(['Gold']);
    expect(titles(await answer('GET', '/api/v1/series?status=ONGOING&genre=Adventure'))).toEqual(['Star fishers']);
    expect(titles(await answer('GET', '/api/v1/series?tag=Rain%20(and)%20snow'))).toEqual(['Open waters']);
    expect(titles(await answer('GET', '/api/v1/series?author=Ann%20%C5%8Ce,%20jr.,penciller'))).toEqual([
      'Open waters',
    ]);
    expect(titles(await answer('GET', '/api/v1/series?author=Ann%20%C5%8Ce,%20jr.,writer'))).toEqual([]);
    expect(titles(await answer('GET', '/api/v1/series?oneshot=true'))).toEqual(['Gold', 'Open waters']);
    expect(titles(await list({ anyOf: [is('libraryId', 'ja'), is('genre', 'Adventure')] }))).toEqual([
      'Open waters',
      'Star fishers',
    ]);
    const both = { allOf: [is('tag', 'Rain (and) snow'), { oneShot: { operator: 'isFalse' } }] };
    expect(titles(await list(both))).toEqual([]);
    expect(titles(await list({ tag: { operator: 'isNot', value: 'Rain (and) snow' } }))).toEqual([
      'Gold',
      'Star fishers',
    ]);
    // KMReader writes everything small.
    const small = {
      allOf: [{ tag: { operator: 'isnot', value: 'Rain (and) snow' } }, { oneshot: { operator: 'isfalse' } }],
    };
    expect(titles(await list(small))).toEqual(['Star fishers']);
    expect(titles(await list({ deleted: { operator: 'isTrue' } }))).toEqual([]);
    expect(titles(await list(undefined, { fullTextSearch: 'star' }))).toEqual(['Star fishers']);
    expect(titles(await list({ sharingLabel: { operator: 'isNull' } }))).toHaveLength(3);
    for (const path of ['new', 'updated', 'latest']) {
      expect(titles(await answer('GET', `/api/v1/series/${path}?page=0&size=2`))).toHaveLength(2);
    }
  });

  it('take odd questions: pages before the first, millions a page, sorts and fields that nobody knows', async () => {
    const odd = await answer(
      'GET',
      '/api/v1/series?page=-1&size=1000000&sort=nonsense,sideways&constructor=1&unpaged=maybe',
    );
    expect([odd.number, odd.size, odd.totalElements]).toEqual([0, 500, 3]);
    expect(await answer('GET', '/api/v1/series?page=7')).toMatchObject({ content: [], empty: true, totalElements: 3 });
    let deep: object = is('tag', 'x');
    for (let depth = 0; depth < 40; depth += 1) deep = { allOf: [deep] };
    expect(await status('POST', '/api/v1/series/list', { condition: deep })).toBe(422);
    const many = { anyOf: Array.from({ length: 100 }, (_, at) => is('tag', `tag number ${at}`)) };
    expect(await status('POST', '/api/v1/series/list', { condition: many })).toBe(422);
  });
});

it('lets a reader walk from a library to the last page, and keeps where they are', async () => {
  const [, library] = await Promise.all([answer('GET', '/api/v1/claim'), answer('GET', '/api/v1/libraries')]);
  expect(library.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
    ['en', 'English'],
    ['ja', 'Japanese'],
    ['other', 'No language'],
  ]);
  await answer('GET', '/api/v1/libraries/en');
  const found = await answer('GET', '/api/v1/series?library_id=en');
  const [{ id }] = found.content;
  const books = await answer('GET', `/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`);
  expect(
    books.content.map((book: any) => [book.metadata.number, book.metadata.numberSort, book.media.pagesCount]),
  ).toEqual([
    ['1', 1, 3],
    ['2', 2, 3],
    ['2.5', 2.5, 3],
    ['3', 3, 3],
  ]);
  const [first, second] = books.content.map((book: any) => book.id);
  const pages = await answer('GET', `/api/v1/books/${first}/pages`);
  expect(pages.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  for (const { number, mediaType, sizeBytes } of pages) {
    const page = await site.app.inject({
      url: `/komga/api/v1/books/${first}/pages/${number}`,
      headers: { ...basic, host: 'comics.example' },
    });
    expect([page.statusCode, page.headers['content-type'], page.rawPayload.length]).toEqual([
      200,
      mediaType,
      sizeBytes,
    ]);
  }
  expect(await status('GET', `/api/v1/books/${first}/pages/4`)).toBe(404);
  expect(await status('GET', `/api/v1/books/${first}/pages/0`)).toBe(404);
  expect(await status('GET', `/api/v1/books/${first}/pages/0?zero_based=true`)).toBe(200);
  // Fetching pages ahead is no reading.
  expect((await answer('GET', `/api/v1/books/${first}`)).readProgress).toBeNull();
  expect(await status('PATCH', `/api/v1/books/${first}/read-progress`, { page: 2 })).toBe(204);
  expect((await answer('GET', `/api/v1/books/${first}`)).readProgress).toMatchObject({ page: 2, completed: false });
  expect((await answer('GET', '/api/v1/books?read_status=IN_PROGRESS')).content.map((book: any) => book.id)).toEqual([
    first,
  ]);
  expect(await status('PATCH', `/api/v1/books/${first}/read-progress`, { page: 9 })).toBe(422);
  expect(await status('PATCH', `/api/v1/books/${first}/read-progress`, { completed: true, newer: 1 })).toBe(204);
  for (const [state, books] of [
    ['READ', [first]],
    ['IN_PROGRESS', []],
  ] as const) {
    const read = await answer('GET', `/api/v1/books?read_status=${state}`);
    expect([state, read.content.map((book: any) => book.id)]).toEqual([state, books]);
  }
  expect((await answer('GET', '/api/v1/books/ondeck')).content.map((book: any) => book.id)).toEqual([second]);
  expect((await answer('GET', `/api/v1/books/${first}/next`)).id).toBe(second);
  expect((await answer('GET', `/api/v1/books/${second}/previous`)).id).toBe(first);
  expect(await status('GET', `/api/v1/books/${first}/previous`)).toBe(404);
  // The site says the same.
  const place = await site.get(`/api/account/progress?comic=${series.id}`, reader.headers);
  expect(place.body).toMatchObject([{ chapter_id: Number(first), page: 3, completed: true }]);
  const search = { allOf: [is('seriesId', String(series.id)), is('readStatus', 'UNREAD')] };
  const unread = await answer('POST', '/api/v1/books/list?size=1&sort=metadata.numberSort,asc', { condition: search });
  expect([unread.totalElements, unread.content[0].id]).toEqual([3, second]);
});

it('keeps what Mihon tracks and what Readium says, and forgets it when asked to', async () => {
  const path = `/api/v2/series/${series.id}/read-progress/tachiyomi`;
  expect(await status('DELETE', `/api/v1/series/${series.id}/read-progress`)).toBe(204);
  expect(await answer('GET', path)).toEqual({
    booksCount: 4,
    booksReadCount: 0,
    booksUnreadCount: 4,
    booksInProgressCount: 0,
    lastReadContinuousNumberSort: 0,
    maxNumberSort: 3,
  });
  expect(await status('PUT', path, { lastBookNumberSortRead: 2.5 })).toBe(204);
  expect(await answer('GET', path)).toMatchObject({ booksReadCount: 3, lastReadContinuousNumberSort: 2.5 });
  const last = series.chapters[3]!;
  const positions = await answer('GET', `/api/v1/books/${last}/positions`);
  expect(positions.total).toBe(3);
  expect(await status('GET', `/api/v1/books/${last}/progression`)).toBe(204);
  const progression = {
    modified: '2026-01-01T00:00:00Z',
    device: { id: 'a', name: 'My phone' },
    locator: positions.positions[1],
  };
  expect(await status('PUT', `/api/v1/books/${last}/progression`, progression)).toBe(204);
  expect(await answer('GET', `/api/v1/books/${last}/progression`)).toMatchObject({
    device: { name: 'My phone' },
    locator: { locations: { position: 2 } },
  });
  expect(await status('POST', `/api/v1/series/${series.id}/read-progress`)).toBe(204);
  expect(await answer('GET', path)).toMatchObject({ booksReadCount: 4, booksUnreadCount: 0 });
  expect(await status('DELETE', `/api/v1/books/${last}/read-progress`)).toBe(204);
  expect((await answer('GET', `/api/v1/books/${last}`)).readProgress).toBeNull();
  expect(await answer('GET', `/api/v1/series/${series.id}`)).toMatchObject({ booksReadCount: 3, booksUnreadCount: 1 });
});

it('shows nobody what they may not see: no premium page, no explicit work, nothing that was removed', async () => {
  const first = async (comic: { id: number }) =>
    Number(
      (await sql<{ id: number }>`select id from chapters where comic_id = ${comic.id}`.execute(site.deps.db)).rows[0]!
        .id,
    );
  const [gold, explicit, gone] = await Promise.all([comics.gold!, comics.explicit!, comics.gone!].map(first));
  expect((await answer('GET', `/api/v1/books/${gold}`)).media).toMatchObject({ pagesCount: 2 });
  expect(await status('GET', `/api/v1/books/${gold}/pages/3`)).toBe(403);
  for (const path of ['', '/pages', '/pages/1', '/pages/1/thumbnail', '/thumbnail', '/file', '/next', '/positions']) {
    expect([path, await status('GET', `/api/v1/books/${gone}${path}`)]).toEqual([path, 451]);
  }
  expect((await answer('GET', `/api/v1/books/${explicit}`)).media).toMatchObject({ status: 'ERROR', pagesCount: 0 });
  expect(await answer('GET', `/api/v1/books/${explicit}/pages`)).toEqual([]);
  for (const path of ['/pages/1', '/pages/1/thumbnail', '/pages/1/raw', '/thumbnail', '/file']) {
    expect([path, await status('GET', `/api/v1/books/${explicit}${path}`)]).toEqual([path, 451]);
  }
  expect(await status('GET', `/api/v1/series/${comics.gone!.id}/thumbnail`)).toBe(451);
  const cover = await site.app.inject({
    url: `/komga/api/v1/series/${comics.explicit!.id}/thumbnail`,
    headers: { ...basic, host: 'comics.example' },
  });
  expect([cover.statusCode, cover.headers.location]).toEqual([302, 'https://comics.example/images/default.jpg']);
});

it('keeps from a member what staff lets them not see, in lists, by address and as a picture', async () => {
  const admin = await member(site.deps.db, { role: 'admin' });
  const term = await sql<{ id: number }>`select id from terms where kind = 'genre' and slug = 'adventure'`.execute(
    site.deps.db,
  );
  const limit = (terms: number[]) =>
    site.app.inject({
      method: 'PUT',
      url: `/api/admin/users/${reader.username}/limit`,
      headers: { ...admin.headers, host: 'comics.example' },
      payload: { rating: 'explicit', terms },
    });
  expect((await limit([term.rows[0]!.id])).statusCode).toBe(200);
  expect(titles(await answer('GET', '/api/v1/series'))).toEqual(['Gold', 'Open waters']);
  expect(await answer('GET', '/api/v1/genres')).toEqual([]);
  expect((await answer('GET', '/api/v1/books?read_status=READ')).content).toEqual([]);
  for (const path of [
    `series/${series.id}`,
    `series/${series.id}/books`,
    `series/${series.id}/thumbnail`,
    ...['', '/pages', '/pages/1', '/thumbnail', '/file', '/positions'].map(
      (end) => `books/${series.chapters[0]}${end}`,
    ),
  ]) {
    // Of who asked for a page, it is known a second later.
    await expect.poll(() => status('GET', `/api/v1/${path}`), { message: path }).toBe(404);
  }
  expect(await status('PATCH', `/api/v1/books/${series.chapters[0]}/read-progress`, { page: 1 })).toBe(404);
  await limit([]);
  expect(titles(await answer('GET', '/api/v1/series'))).toHaveLength(3);
});

it('has what a member keeps as collections, and names to narrow lists by', async () => {
  await site.deps.db.insertInto('favorites').values({ user_id: reader.id, comic_id: comics.open!.id }).execute();
  const collections = await answer('GET', '/api/v1/collections?unpaged=true');
  expect(collections.content).toMatchObject([{ id: 'favorites', seriesIds: [String(comics.open!.id)] }]);
  await answer('GET', '/api/v1/collections/favorites');
  expect(titles(await answer('GET', '/api/v1/collections/favorites/series'))).toEqual(['Open waters']);
  expect(titles(await answer('GET', '/api/v1/series?collection_id=favorites'))).toEqual(['Open waters']);
  expect(titles(await list(is('collectionId', 'favorites')))).toEqual(['Open waters']);
  expect((await answer('GET', `/api/v1/series/${comics.open!.id}/collections`)).length).toBe(1);
  expect(await status('GET', '/api/v1/collections/12345')).toBe(404);
  expect((await answer('GET', '/api/v1/readlists')).content).toEqual([]);
  const { db } = site.deps;
  const [kept] = await db
    .insertInto('lists')
    .values({ user_id: reader.id, name: 'In order' })
    .returning('id')
    .execute();
  await db
    .insertInto('list_comics')
    .values([series.id, comics.open!.id].map((id, at) => ({ list_id: kept!.id, comic_id: id, position: at })))
    .execute();
  const at = `/api/v1/readlists/${kept!.id}`;
  const [first, second] = (await answer('GET', at)).bookIds as string[];
  expect((await answer('GET', `${at}/books`)).content).toMatchObject([{ id: first }, { id: second }]);
  expect(await answer('GET', `${at}/books/${first}/next`)).toMatchObject({ id: second, seriesTitle: 'Open waters' });
  expect(await answer('GET', `${at}/books/${second}/previous`)).toMatchObject({ id: first });
  expect(await answer('GET', `${at}/thumbnails`)).toEqual([]);
  expect(await answer('GET', `${at}/read-progress/tachiyomi`)).toMatchObject({ booksCount: 2 });
  expect(await answer('GET', `/api/v1/books/${second}/readlists`)).toMatchObject([{ name: 'In order' }]);
  expect(await answer('GET', `/api/v1/books/${series.chapters[1]}/readlists`)).toEqual([]);
  expect(await answer('GET', '/api/v1/genres')).toEqual(['Adventure']);
  expect(await answer('GET', '/api/v1/tags')).toEqual(['Rain (and) snow']);
  expect(await answer('GET', '/api/v1/languages')).toEqual(['en', 'ja']);
  expect(await answer('GET', '/api/v1/authors')).toEqual([{ name: 'Ann Ōe, jr.', role: 'penciller' }]);
  expect((await answer('GET', '/api/v2/authors?role=writer')).content).toEqual([]);
  expect((await answer('GET', '/api/v2/tags?search=rain')).content).toEqual(['Rain (and) snow']);
});

it('answers everything else that clients ask, as Komga describes it', async () => {
  const book = series.chapters[0];
  for (const name of ANSWERS.filter((each) => !checked.has(each))) {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string];
    const at = path
      .replace('{seriesId}', String(series.id))
      .replace('{bookId}', String(book))
      .replace('{libraryId}', 'en')
      .replace('{id}', 'favorites');
    await answer(method, at, method === 'POST' ? {} : undefined);
  }
  expect(ANSWERS.filter((each) => !checked.has(each))).toEqual([]);
  const file = await site.app.inject({
    url: `/komga/api/v1/books/${book}/file`,
    headers: { ...basic, host: 'comics.example' },
  });
  expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

function is(property: string, value: string): object {
  return { [property]: { operator: 'is', value } };
}

it('shows no page of a work that was removed a moment ago, though its pages are remembered', async () => {
  const { db, changes } = site.deps;
  const comic = comics.open!.id;
  const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${comic}`.execute(db);
  const page = `/api/v1/books/${rows[0]!.id}/pages/1`;
  await changes.look();
  expect(await status('GET', page)).toBe(200);
  await sql`update comics set state = 'removed', removed_reason = 'a claim', removed_at = now() where id = ${comic}`.execute(
    db,
  );
  await changes.look();
  expect(await status('GET', page)).toBe(451);
});
