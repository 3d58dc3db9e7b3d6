import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawPage } from '#server/features/imports/testing/archives.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import {
  drawPages,
  drawSite,
  hex,
  latin,
  pagesJson,
  php,
  writeDump,
  type Value,
} from '#server/features/transfers/testing/madara-dump.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: TestApp;
let worker: Worker;
let admin: Member;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-madara-'));
  const source = await sourceSite();
  site = await testApp(
    { features: ['tags', 'genres', 'authors', 'artists', 'comments', 'nsfw'] },
    undefined,
    (app, deps) => serveSite(app, deps, source),
    [],
    {
      transfersDir: folder,
    },
  );
  worker = buildWorker(site.deps);
  worker.start();
  admin = await member(site.deps.db, { role: 'admin' });
});
afterAll(async () => {
  await worker.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const uploads = () => join(folder, 'uploads');

async function call(path: string, payload: object = {}) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/admin/imports${path}`,
    headers: admin.headers,
    payload,
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** A transfer once it is in none of the states on the way, with its lines. */
async function settled(id: number) {
  const read = async () => (await site.get(`/api/admin/imports/transfers/${id}`, admin.headers)).body;
  await expect.poll(async () => (await read()).state, { timeout: 100_000 }).toMatch(/ready|done|failed|cancelled/);
  const { body } = await site.get(`/api/admin/imports/transfers/${id}/items?per_page=100`, admin.headers);
  return { ...(await read()), lines: body.data };
}

const wanted = { dump: 'site.sql', uploads: 'uploads', address: 'https://old.example/manga/', publish: true };

/** Reads a dump, and imports all of it. */
async function bring(bytes: Buffer, more: object = {}) {
  writeFileSync(join(folder, 'site.sql'), bytes);
  const begun = await call('/madara', { ...wanted, ...more });
  expect(begun.status).toBe(202);
  const ready = await settled(begun.body.id);
  expect(ready).toMatchObject({ state: 'ready', error: null });
  await call(`/transfers/${begun.body.id}/resume`);
  return { ready, done: await settled(begun.body.id) };
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  return (await (query as ReturnType<typeof sql<{ n: number }>>).execute(site.deps.db)).rows[0]!.n;
}

const ANN = { user: 5, email: 'ann@reader.example' };

/** The site that `drawSite` draws, with everything odd that such sites have. */
async function oddSite(): Promise<Record<string, Value[][]>> {
  const tables = await drawSite(uploads(), { works: 2, chapters: 3, pages: 2 });
  const day = '2022-01-02 03:04:05';
  const add = (table: string, ...row: Value[]) => tables[table]!.push(row);
  const post = (id: number, title: Value, more: { slug?: string; status?: string; type?: string } = {}) =>
    add(
      'posts',
      id,
      1,
      day,
      day,
      '',
      title,
      more.status ?? 'publish',
      more.slug ?? `post-${id}`,
      more.type ?? 'wp-manga',
      '',
    );
  let meta = 9000;
  const note = (id: number, key: string, value: Value) => add('postmeta', (meta += 1), id, key, value);
  for (let at = 0; at < 3000; at += 1) {
    add('options', at, `option_${at}`, `a:1:{s:1:"x";s:3:"';(";}`, 'yes');
  }
  // HTML in a title, bytes of latin1, a cover, explicit; chapters with all sorts of faults.
  post(30, latin('<b>Caf\xe9</b> &#8220;Noir&#8221;'), { slug: 'caf%C3%A9-noir' });
  note(30, 'manga_adult_content', php({ 0: 'yes' }));
  note(30, '_thumbnail_id', '31');
  note(31, '_wp_attached_file', '2022/01/cover.png');
  mkdirSync(join(uploads(), '2022', '01'), { recursive: true });
  writeFileSync(join(uploads(), '2022', '01', 'cover.png'), await drawPage(777_001));
  post(31, 'cover', { type: 'attachment', status: 'inherit' });
  add('manga_volumes', 7, 30, 'Volume 2', day, day);
  const chapter = (id: number, of: number, name: Value, slug: string, volume: number | null = 0) =>
    add('manga_chapters', id, of, volume, name, '', slug, 'local', day, day);
  const pages = (id: number, storage: string, sources: string[] | string) =>
    add('manga_chapters_data', id, id, storage, typeof sources === 'string' ? sources : pagesJson(sources));
  await drawPages(uploads(), ['manga_30/h1/2.png', 'manga_30/h1/10.png', 'manga_30/h1/unused.png'], 777_100);
  await drawPages(uploads(), ['manga_30/h2/1.png'], 777_200);
  chapter(3001, 30, hex('Chapter 1'), 'chapter-1', 7);
  pages(3001, 'amazon', ['https://cdn.example/1.png']);
  add(
    'manga_chapters_data',
    39_001,
    3001,
    'local',
    pagesJson(['manga_30/h1/10.png', 'https://old.example/wp-content/uploads/WP-manga/data/manga_30/h1/2.png']),
  );
  chapter(3002, 30, 'Chapter 2 - It’s “over”', 'chapter-2', null);
  pages(3002, 'local', ['manga_30/h2/1.png']);
  chapter(3003, 30, 'Chapter 3', 'chapter-3');
  pages(3003, 'imgur', ['https://i.example/1.png']);
  chapter(3004, 30, 'Chapter 4', 'chapter-4');
  pages(3004, 'local', ['../../../../etc/passwd']);
  chapter(3005, 30, 'Chapter 5', 'chapter-5');
  pages(3005, 'local', ['manga_30/gone/1.png']);
  chapter(3006, 30, 'Chapter 6', 'chapter-6');
  pages(3006, 'local', 'no json');
  chapter(3007, 30, 'Chapter 7', 'chapter-7');
  mkdirSync(join(folder, 'outside'), { recursive: true });
  writeFileSync(join(folder, 'outside', '1.png'), await drawPage(777_300));
  symlinkSync(join(folder, 'outside'), join(uploads(), 'WP-manga', 'data', 'manga_30', 'link'));
  pages(3007, 'local', ['manga_30/link/1.png']);
  // A novel, one in the bin, one that nobody sees yet.
  post(40, 'A novel');
  note(40, '_wp_manga_chapter_type', 'text');
  post(41, 'Away', { status: 'trash' });
  post(42, 'Soon', { status: 'draft' });
  post(43, 'News', { type: 'post' });
  // Members: one who has an account here, one who comes along, one whose address is someone's who has not shown it, one who did nothing.
  const user = (id: number, login: string, email: string, name = login) =>
    add('users', id, login, '$P$secret', login, email, day, name);
  const keeps = (id: number, key: string, value: unknown) => add('usermeta', (meta += 1), id, key, php(value));
  user(4, 'here', 'here@example.test');
  user(ANN.user, 'ann', ANN.email, 'Ann O’Reader');
  user(6, 'doubtful', 'Doubtful@example.test');
  user(7, 'idle', 'idle@reader.example');
  keeps(ANN.user, 'session_tokens', { x: 'secret' });
  keeps(ANN.user, '_wp_manga_bookmark', [
    { id: '10', c: '1001', p: '1', unread_c: [] },
    { id: 30, c: '', p: '' },
    { id: 4242, c: '', p: '' },
  ]);
  keeps(ANN.user, '_wp_manga_history', [{ id: 10, c: 1002, p: 2, i: '', t: 1_680_000_000 }]);
  keeps(4, '_wp_manga_bookmark', [{ id: 11, c: '', p: '' }]);
  keeps(6, '_wp_manga_bookmark', 'a broken value');
  note(10, '_manga_reviews', php({ [ANN.user]: 4.5, 4: '3', '10.0.0.1': 5 }));
  const says = (id: number, of: number, text: Value, more: { by?: number; to?: number; approved?: string } = {}) =>
    add(
      'comments',
      id,
      of,
      'Name',
      'guest@mail.example',
      '10.0.0.9',
      day,
      `2022-02-0${(id % 9) + 1} 00:00:00`,
      text,
      more.approved ?? '1',
      'comment',
      more.to ?? 0,
      more.by ?? 0,
    );
  says(1, 10, 'First <b>one</b>', { by: ANN.user });
  says(2, 10, 'An answer', { by: 4, to: 1 });
  says(3, 10, latin('Un caf\xe9 de un invitado'));
  says(4, 10, 'On a chapter', { by: 6 });
  add('commentmeta', 1, 4, 'chapter_id', '1003');
  says(5, 10, 'Buy pills', { approved: 'spam' });
  says(6, 43, 'Not about a comic');
  says(7, 30, 'Nice');
  return tables;
}

describe('a site of WordPress with Madara', () => {
  it('is shown first and then comes whole: works, chapters in order, pages, covers, terms, views, scores, comments, members with what they kept', async () => {
    const { db } = site.deps;
    const here = await member(db, { username: 'here' });
    const doubtful = await member(db, { username: 'doubtful', verified: false });
    await sql`update users set password = 'a hash' where id = ${doubtful.id}`.execute(db);
    const { ready, done } = await bring(gzipSync(writeDump(await oddSite())));
    expect(ready.found).toEqual({
      works: 4,
      chapters: 8,
      pages: 15,
      comments: 5,
      members: 3,
      bookmarks: 3,
      left: {
        works_trash: 1,
        works_text: 1,
        chapters_elsewhere: 1,
        chapters_empty: 1,
        chapters_lost: 3,
        comments_held: 1,
        members_idle: 1,
      },
    });
    expect(ready.lines.map(({ subject, title }: { subject: string; title: string }) => `${subject}: ${title}`)).toEqual(
      [
        'comic: Work 10',
        'comic: Work 11',
        'comic: <b>Café</b> &#8220;Noir&#8221;',
        'comic: Soon',
        'member: here',
        'member: Ann O’Reader',
        'member: doubtful',
        'comments: Work 10',
        'comments: <b>Café</b> &#8220;Noir&#8221;',
      ],
    );
    expect(done).toMatchObject({ state: 'done', imported: 8, refused: 1 });
    const lines = new Map(done.lines.map((line: { key: string }) => [line.key, line]));
    expect(lines.get('30')).toMatchObject({
      state: 'imported',
      error: {
        code: 'transfer-chapters-left',
        message: expect.stringContaining('5 chapters were not imported: 3, 4, 5, 6, 7'),
      },
    });
    expect(lines.get('member 6')).toMatchObject({ state: 'refused', error: { code: 'transfer-member-unproven' } });

    const work = (await site.get('/api/comics/work-10')).body;
    expect(work).toMatchObject({
      title: 'Work 10',
      description: 'About & 10',
      status: 'complete',
      chapters_count: 3,
      pages: 6,
      uploaded_at: expect.stringMatching(/^2023-04-05/),
      genres: [{ name: 'Drama' }],
      tags: [{ name: 'Sea' }],
      authors: [{ name: 'Ana' }],
      artists: [{ name: 'Bo' }],
    });
    const chapters = (await site.get('/api/comics/work-10/chapters')).body;
    expect(chapters.map(({ number }: { number: string }) => number)).toEqual(['1', '2', '3']);
    expect(
      await count(
        sql`select s.total as n from comic_stats s join comics c on c.id = s.comic_id where c.slug = 'work-10'`,
      ),
    ).toBe(10_000);
    expect(
      await count(
        sql`select count(*)::int as n from chapters where added_at = '2023-05-02' and released_at < now() - interval '1 hour'`,
      ),
    ).toBe(2);

    const cafe = (await site.get('/api/comics?nsfw=true&q=Noir')).body.data[0];
    expect(cafe).toMatchObject({ title: 'Café “Noir”', rating: 'explicit' });
    const noir = (await site.get(`/api/comics/${cafe.slug}/chapters?nsfw=true`)).body;
    expect(noir.map((each: Record<string, unknown>) => [each.number, each.name, each.volume, each.pages])).toEqual([
      ['1', '', '2', 2],
      ['2', 'It’s “over”', null, 1],
    ]);
    const { rows: names } = await sql<{ name: string }>`
      select p.name from pages p join chapters h on h.id = p.chapter_id join comics c on c.id = h.comic_id
      where c.slug = ${cafe.slug} and h.number = '1' order by p.number`.execute(db);
    expect(names.map(({ name }) => name)).toEqual(['10.png', '2.png']);
    expect(
      await count(
        sql`select count(*)::int as n from comics c where c.slug = ${cafe.slug} and not exists (select from pages where image = c.cover)`,
      ),
    ).toBe(1);
    expect((await site.get('/api/admin/comics/post-42', admin.headers)).body).toMatchObject({ state: 'draft' });

    const { rows: accounts } = await sql<{ id: number; username: string; verified: boolean; password: string }>`
      select id, username, verified_at is not null as verified, password from users where email = ${ANN.email}`.execute(
      db,
    );
    expect(accounts).toMatchObject([{ username: 'ann', verified: false, password: '-' }]);
    const ann = accounts[0]!.id;
    const kept = async (id: number) =>
      (
        await sql<{
          slug: string;
        }>`select c.slug from favorites f join comics c on c.id = f.comic_id where f.user_id = ${id} order by 1`.execute(
          db,
        )
      ).rows.map(({ slug }) => slug);
    expect(await kept(ann)).toEqual([cafe.slug, 'work-10'].sort());
    expect(await kept(here.id)).toEqual(['work-11']);
    const { rows: read } = await sql`
      select h.number, p.page, p.completed_at is not null as done, p.updated_at::date::text as day from progress p join chapters h on h.id = p.chapter_id
      where p.user_id = ${ann}`.execute(db);
    expect(read).toEqual([{ number: '2', page: 2, done: true, day: '2023-03-28' }]);
    const { rows: scores } = await sql`select user_id, score from ratings order by score`.execute(db);
    expect(scores).toEqual([
      { user_id: here.id, score: 6 },
      { user_id: ann, score: 9 },
    ]);

    const said = (await site.get('/api/comics/work-10/comments')).body;
    expect(said.total).toBe(2);
    const { rows: comments } = await sql`
      select c.text, c.user_id, c.depth, p.text as answers, h.number as chapter, c.created_at::date::text as day from comments c
      left join comments p on p.id = c.parent_id left join chapters h on h.id = c.chapter_id order by c.request_key`.execute(
      db,
    );
    expect(comments).toEqual([
      { text: 'First one', user_id: ann, depth: 0, answers: null, chapter: null, day: '2022-02-02' },
      { text: 'An answer', user_id: here.id, depth: 1, answers: 'First one', chapter: null, day: '2022-02-03' },
      { text: 'Un café de un invitado', user_id: null, depth: 0, answers: null, chapter: null, day: '2022-02-04' },
      { text: 'On a chapter', user_id: null, depth: 0, answers: null, chapter: '3', day: '2022-02-05' },
      { text: 'Nice', user_id: null, depth: 0, answers: null, chapter: null, day: '2022-02-08' },
    ]);

    // Rows of the dump are kept while a line that was refused may be tried again.
    expect(await count(sql`select count(*)::int as n from transfer_rows`)).toBeGreaterThan(0);
    await sql`delete from users where id = ${doubtful.id}`.execute(db);
    await call(`/transfers/${done.id}/resume`);
    expect(await settled(done.id)).toMatchObject({ state: 'done', refused: 0 });
    expect(await count(sql`select count(*)::int as n from transfer_rows`)).toBe(0);

    const before = await totals();
    const again = await bring(writeDump(await oddSite().catch(() => oddAgain()), { at: 1 }));
    expect(again.done).toMatchObject({ state: 'done', refused: 0 });
    expect(await totals()).toEqual(before);
  });

  it('is found under its former addresses, by a permanent redirect to what readers can reach', async () => {
    const go = async (url: string) => {
      const { statusCode, headers } = await site.app.inject({ url, headers: { host: 'comics.test' } });
      return [statusCode, headers.location];
    };
    const cafe = (await site.get('/api/comics?nsfw=true&q=Noir')).body.data[0];
    expect(await go('/manga/work-10/')).toEqual([301, '/en/comic/work-10']);
    expect(await go('/Manga/Work-10')).toEqual([301, '/en/comic/work-10']);
    expect(await go('/manga/work-10/chapter-2/')).toEqual([301, '/en/comic/work-10/chapter-2/reader']);
    expect(await go('/manga/work-10/chapter-2/p/3/?style=list')).toEqual([301, '/en/comic/work-10/chapter-2/reader']);
    expect(await go('/manga/caf%C3%A9-noir/chapter-1/')).toEqual([
      301,
      `/en/comic/${encodeURIComponent(cafe.slug)}/chapter-1/reader`,
    ]);
    for (const other of [
      '/manga/nothing/',
      '/manga/',
      '/work-10/',
      '/manga/post-42/',
      '/other/work-10/',
      `/manga/${'x'.repeat(2000)}/`,
    ]) {
      expect((await go(other))[0], other).toBe(302);
    }
    expect((await site.get('/api/old-addresses?path=%00%ff/..')).status).toBe(404);
    await sql`update comics set slug = 'moved' where slug = 'work-10'`.execute(site.deps.db);
    expect(await go('/manga/work-10/')).toEqual([301, '/en/comic/moved']);
  });

  it('is refused as a whole where its dump ends early, and read again once that was put right', async () => {
    const whole = writeDump(await drawSite(uploads(), { works: 1, chapters: 1, pages: 1 }), { prefix: 'x9_' });
    writeFileSync(join(folder, 'site.sql'), whole.subarray(0, whole.indexOf('INSERT INTO `x9_posts`') + 60));
    const { body } = await call('/madara', { ...wanted, address: 'https://other.example' });
    expect(await settled(body.id)).toMatchObject({
      state: 'failed',
      total: 0,
      found: null,
      error: { code: 'dump-cut-off', message: expect.stringContaining('x9_posts') },
    });
    expect(await count(sql`select count(*)::int as n from transfer_rows`)).toBe(0);
    writeFileSync(join(folder, 'site.sql'), whole);
    await call(`/transfers/${body.id}/resume`);
    expect(await settled(body.id)).toMatchObject({ state: 'ready', total: 1, found: { works: 1, chapters: 1 } });
    await call(`/transfers/${body.id}/cancel`);
    expect(await settled(body.id)).toMatchObject({ state: 'cancelled', imported: 0 });
  });

  it('lies in the operator’s folder for that, and nothing outside of it is read', async () => {
    symlinkSync(tmpdir(), join(folder, 'away'));
    for (const dump of ['../site.sql', '/etc/passwd', 'away/site.sql', 'none.sql', 'uploads']) {
      const { status, body } = await call('/madara', { ...wanted, dump });
      const refused = status === 202 ? (await settled(body.id)).error : body;
      expect([dump, refused.code]).toEqual([dump, 'dump-not-found']);
    }
    for (const path of ['../', 'away', 'none']) {
      expect((await call('/madara', { ...wanted, uploads: path })).body.code, path).toBe('uploads-not-found');
    }
    site.deps.config.transfersDir = null;
    expect((await call('/madara', wanted)).body.code).toBe('transfers-folder-unset');
  });
});

async function oddAgain(): Promise<Record<string, Value[][]>> {
  rmSync(join(uploads(), 'WP-manga', 'data', 'manga_30', 'link'));
  return oddSite();
}

async function totals() {
  const { rows } = await sql`
    select (select count(*)::int from comics) as comics, (select count(*)::int from all_chapters) as chapters, (select count(*)::int from pages) as pages,
      (select count(*)::int from comments) as comments, (select count(*)::int from users) as users, (select count(*)::int from favorites) as favorites,
      (select count(*)::int from progress) as places, (select sum(total)::int from comic_stats) as views, (select count(*)::int from ratings) as scores`.execute(
    site.deps.db,
  );
  return rows[0];
}
