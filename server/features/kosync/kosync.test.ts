import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PASSWORD = 'a good long password';
let site: TestApp;
let reader: Member;
/** The headers that KOReader sends of a member: a name, and the MD5 of what was typed as the password. */
let device: Record<string, string>;
let series: { id: number; slug: string; chapters: number[] };
let oneshot: { id: number; slug: string };

const md5 = (text: string | Buffer) => createHash('md5').update(text).digest('hex');
const host = { host: 'comics.example' };

beforeAll(async () => {
  site = await testApp({
    url: 'https://comics.example',
    features: ['tags', 'komga', 'kosync', 'downloads', 'favorites'],
    limits: { readsPerMinute: 0, downloadsPerDay: 0, downloadGigabytesPerDay: 0 },
  });
  const { db, blobs } = site.deps;
  reader = await member(db);
  await db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
  device = await signedIn(reader);
  const pictures = await Promise.all([20, 40].map((shade) => plantPicture(db, blobs, shade)));
  await withTransaction(db, async (tx) => {
    series = await plantSeries(tx, { title: 'Star fishers', rating: 'safe' }, pictures[0]!, {
      numbers: ['1', '2'],
      pages: 20,
    });
    oneshot = await plantComic(tx, { title: 'Open waters', rating: 'safe' }, pictures[1]!);
  });
});
afterAll(() => site.close());

async function signedIn(who: Member, scopes = ['library', 'downloads', 'read']): Promise<Record<string, string>> {
  const made = await site.app.inject({
    method: 'POST',
    url: '/api/account/api-keys',
    headers: { ...who.headers, ...host },
    payload: { name: 'e-reader', scopes, password: PASSWORD },
  });
  return { 'x-auth-user': 'whoever', 'x-auth-key': md5(made.json().key as string) };
}

/** A call as KOReader makes it. */
async function call(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, headers = device) {
  const answer = await site.app.inject({
    method,
    url: `/kosync${path}`,
    headers: { ...headers, ...host, accept: 'application/vnd.koreader.v1+json' },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const place = (document: string, more: object = {}) => ({
  document,
  progress: '7',
  percentage: 0.35,
  device: 'Kobo Libra',
  device_id: 'ABC123',
  ...more,
});

/** The digest that KOReader names a file by. */
function partialMd5(file: Buffer): string {
  const digest = createHash('md5');
  for (let n = -1; n <= 10; n += 1) {
    const start = n < 0 ? 0 : 1024 * 4 ** n;
    if (start >= file.length) break;
    digest.update(file.subarray(start, start + 1024));
  }
  return digest.digest('hex');
}

async function fileFrom(address: string, headers: Record<string, string> = reader.headers): Promise<Buffer> {
  const answer = await site.app.inject({ url: address, headers: { ...headers, ...host } });
  expect([address, answer.statusCode]).toEqual([address, 200]);
  return answer.rawPayload;
}

const ownPlace = async (comic: number) =>
  (
    await site.app.inject({ url: `/api/account/progress?comic=${comic}`, headers: { ...reader.headers, ...host } })
  ).json()[0];

it('signs in whoever has a key for their library, and tells others why not, as KOReader shows it', async () => {
  expect(await call('GET', '/users/auth')).toEqual({ status: 200, body: { authorized: 'OK' } });
  expect(
    (await call('GET', '/users/auth', undefined, { ...device, 'x-auth-key': device['x-auth-key']!.toUpperCase() }))
      .status,
  ).toBe(200);
  for (const key of [md5(PASSWORD), md5(''), '', 'x', 'f'.repeat(33), '0'.repeat(1000)]) {
    expect(
      await call('GET', '/users/auth', undefined, { 'x-auth-user': reader.username, 'x-auth-key': key }),
    ).toMatchObject({
      status: 401,
      body: { code: 2001, message: expect.stringContaining('log in') },
    });
  }
  expect(await call('GET', '/users/auth', undefined, {})).toMatchObject({ status: 401, body: { code: 2001 } });
  const reading = await signedIn(reader, ['read']);
  expect(await call('GET', '/users/auth', undefined, reading)).toMatchObject({
    status: 401,
    body: { code: 2001, problem: 'key-scope-missing' },
  });
  expect(await call('GET', '/healthcheck', undefined, {})).toEqual({ status: 200, body: { state: 'OK' } });
});

it('refuses to make accounts, and says where they are made', async () => {
  const answer = await call('POST', '/users/create', { username: 'new', password: md5('new') }, {});
  expect(answer).toMatchObject({ status: 402, body: { code: 2005, message: expect.stringContaining('on the site') } });
});

it('is signed out at once when the key is taken away', async () => {
  const lost = await signedIn(reader);
  await sql`delete from api_keys where id = (select max(id) from api_keys)`.execute(site.deps.db);
  expect((await call('GET', '/users/auth', undefined, lost)).status).toBe(401);
});

describe('a document that the site does not know', () => {
  it('has no place before there is one, and then the last that any device told', async () => {
    const document = md5('a novel');
    expect(await call('GET', `/syncs/progress/${document}`)).toEqual({ status: 200, body: {} });
    const kept = await call(
      'PUT',
      '/syncs/progress',
      place(document, { progress: '/body/DocFragment[3]/p[2]', newer: [1] }),
    );
    expect(kept).toEqual({ status: 200, body: { document, timestamp: expect.any(Number) } });
    await call(
      'PUT',
      '/syncs/progress',
      place(document, { progress: '/body/p[9]', percentage: 0.125, device: 'Telephone' }),
    );
    expect((await call('GET', `/syncs/progress/${document}`)).body).toEqual({
      document,
      progress: '/body/p[9]',
      percentage: 0.125,
      device: 'Telephone',
      device_id: 'ABC123',
      timestamp: expect.any(Number),
    });
    const other = await signedIn(await withPassword());
    expect((await call('GET', `/syncs/progress/${document}`, undefined, other)).body).toEqual({});
  });

  it('is refused with what is wrong with it, and changes nothing', async () => {
    const document = md5('broken');
    for (const more of [
      { document: '' },
      { document: 'a:b' },
      { document: 'x'.repeat(65) },
      { progress: '' },
      { progress: 'x'.repeat(1001) },
      { percentage: 1.5 },
      { percentage: -1 },
      { percentage: 'half' },
      { device: 'x'.repeat(101) },
      { identifiers: Array.from({ length: 9 }, () => ({ type: 'content', value: 'x' })) },
    ]) {
      const answer = await call('PUT', '/syncs/progress', place(document, more));
      expect([more, answer.status, answer.body.code]).toEqual([more, 403, 2003]);
    }
    expect((await call('GET', `/syncs/progress/${document}`)).body).toEqual({});
  });

  it('makes room when there are too many: the longest untouched goes', async () => {
    const who = await withPassword();
    const theirs = await signedIn(who);
    await sql`insert into reading_documents (user_id, document, progress, percentage, device, device_id, updated_at)
      select ${who.id}, 'd' || n, '1', 0, 'd', '', now() - interval '1 day' + make_interval(secs => n) from generate_series(1, 2000) n`.execute(
      site.deps.db,
    );
    await call('PUT', '/syncs/progress', place('one more'), theirs);
    await call('PUT', '/syncs/progress', place('d3'), theirs);
    const left = async (name: string) =>
      Object.keys((await call('GET', `/syncs/progress/${name}`, undefined, theirs)).body).length > 0;
    expect([await left('d1'), await left('d2'), await left('d3'), await left('one more')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('a file that the site gave away', () => {
  it('moves the place on the site as it is read, and is where the site has it when that is newer', async () => {
    const [, second] = series.chapters as [number, number];
    const file = await fileFrom(`/komga/api/v1/books/${second}/file`);
    expect(file.length).toBeGreaterThan(4096);
    const document = partialMd5(file);
    await call('PUT', '/syncs/progress', place(document));
    expect(await ownPlace(series.id)).toMatchObject({
      chapter_id: second,
      page: 7,
      completed: false,
      device: 'Kobo Libra',
    });
    expect((await call('GET', `/syncs/progress/${document}`)).body).toMatchObject({
      progress: '7',
      device_id: 'ABC123',
    });
    await site.app.inject({
      method: 'PUT',
      url: '/api/account/progress',
      headers: { ...reader.headers, ...host },
      payload: { comic_id: series.id, chapter_id: second, page: 10, device: 'Browser' },
    });
    expect((await call('GET', `/syncs/progress/${document}`)).body).toMatchObject({
      document,
      progress: '10',
      percentage: 0.5,
      device: 'Browser',
    });
    await call('PUT', '/syncs/progress', place(document, { progress: '20', percentage: 1 }));
    expect(await ownPlace(series.id)).toMatchObject({ page: 20, completed: true });
    // Who leafs back has read it all the same.
    await call('PUT', '/syncs/progress', place(document, { progress: '3', percentage: 0.15 }));
    expect(await ownPlace(series.id)).toMatchObject({ page: 3, completed: true });
  });

  it('is known by whatever name KOReader gives it, of a one-shot, by a link, and after it was called otherwise', async () => {
    const [first] = series.chapters as [number, number];
    const link = await site.app.inject({
      method: 'POST',
      url: `/api/comics/${oneshot.slug}/download`,
      headers: { ...reader.headers, ...host },
      payload: {},
    });
    const content = partialMd5(await fileFrom(new URL(link.json().url as string).pathname, {}));
    const named = md5('Open waters.cbz');
    await call(
      'PUT',
      '/syncs/progress',
      place(named, { identifiers: [{ type: 'content', value: content }], progress: '/body/p[3]', percentage: 1 }),
    );
    expect(await ownPlace(oneshot.id)).toMatchObject({ chapter_id: null, completed: true });
    const told = await call('GET', `/syncs/progress/${md5('other name')}?ids=content:${content},filename:x`);
    expect(told.body).toMatchObject({ progress: expect.stringMatching(/^\d+$/), percentage: 1 });

    const before = partialMd5(await fileFrom(`/komga/api/v1/books/${first}/file`));
    await sql`update comics set title = 'Star fishers, revised' where id = ${series.id}`.execute(site.deps.db);
    const after = partialMd5(await fileFrom(`/komga/api/v1/books/${first}/file`));
    expect(after).not.toBe(before);
    await call('PUT', '/syncs/progress', place(before, { progress: '4' }));
    expect((await call('GET', `/syncs/progress/${after}`)).body).toMatchObject({ progress: '4' });
  });

  it('says nothing of a chapter that the member cannot reach any more', async () => {
    const { rows } = await sql<{
      digest: string;
    }>`select digest from served_files where chapter_id = ${series.chapters[0]!} limit 1`.execute(site.deps.db);
    const other = await signedIn(await withPassword());
    await sql`update comics set state = 'draft' where id = ${series.id}`.execute(site.deps.db);
    const put = await call('PUT', '/syncs/progress', place(rows[0]!.digest), other);
    await sql`update comics set state = 'published' where id = ${series.id}`.execute(site.deps.db);
    expect(put.status).toBe(200);
    expect(
      (await sql`select 1 from progress where device = 'Kobo Libra' and user_id <> ${reader.id}`.execute(site.deps.db))
        .rows,
    ).toEqual([]);
  });
});

it('stands in the file of a member’s data, is forgotten with their reading, and not kept of who wants no history', async () => {
  const who = await withPassword();
  const theirs = await signedIn(who);
  const as = { headers: { ...who.headers, ...host } };
  const put = () => call('PUT', '/syncs/progress', place(md5('kept')), theirs);
  await put();
  const data = (await site.app.inject({ url: '/api/account/export?format=json', ...as })).json();
  expect(data.documents).toMatchObject([
    { document: md5('kept'), comic: null, progress: '7', percentage: 0.35, device: 'Kobo Libra' },
  ]);
  expect((await site.app.inject({ method: 'DELETE', url: '/api/account/history', ...as })).statusCode).toBe(204);
  expect((await call('GET', `/syncs/progress/${md5('kept')}`, undefined, theirs)).body).toEqual({});
  await sql`update users set settings = '{"history": false}' where id = ${who.id}`.execute(site.deps.db);
  expect(await put()).toMatchObject({ status: 403, body: { code: 2003, message: expect.stringContaining('history') } });
  expect((await sql`select 1 from reading_documents where user_id = ${who.id}`.execute(site.deps.db)).rows).toEqual([]);
});

it('is not there where the feature is off, and files are not remembered', async () => {
  const without = await testApp({ url: 'https://comics.example', features: ['tags'] });
  try {
    for (const path of ['/healthcheck', '/users/auth', '/syncs/progress/x']) {
      expect((await without.get(`/kosync${path}`)).status).toBe(404);
    }
  } finally {
    await without.close();
  }
});

async function withPassword(): Promise<Member> {
  const made = await member(site.deps.db);
  await sql`update users set password = (select password from users where id = ${reader.id}) where id = ${made.id}`.execute(
    site.deps.db,
  );
  return made;
}
