import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { notePurging, purgeJob } from './purging.ts';

interface Call {
  method: string;
  url: string;
  token: string | undefined;
  files: string[];
}

let site: TestApp;
let cdn: Server;
let port: number;
let status = 200;
let calls: Call[] = [];

beforeAll(async () => {
  // A real server in the place of a CDN's.
  cdn = createServer((request, answer) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString();
      calls.push({
        method: request.method ?? '',
        url: request.url ?? '',
        token: request.headers['x-key'] as string | undefined,
        files: body === '' ? [] : (JSON.parse(body) as { files: string[] }).files,
      });
      answer.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => {
    cdn.listen(0, '127.0.0.1', listening);
  });
  port = (cdn.address() as AddressInfo).port;
  site = await testApp({
    url: 'https://tea.example',
    cdn: 'https://cdn.example',
    purge: {
      url: `http://127.0.0.1:${port}/purge?zone=7`,
      header: 'X-Key',
      token: 'a token',
      batch: 8,
      allowPrivate: true,
    },
  });
});
afterAll(async () => {
  cdn.close();
  await site.close();
});
beforeEach(async () => {
  [status, calls] = [200, []];
  await notePurging(site.deps.db, site.deps.config.site);
  for (const table of ['withdrawals', 'purges']) {
    await sql`delete from ${sql.table(table)}`.execute(site.deps.db);
  }
});

/** Runs the job once all that was withdrawn has settled. */
async function purged(app = site): Promise<string[]> {
  const before = calls.length;
  await sql`update withdrawals set at = at - interval '10 seconds'`.execute(app.deps.db);
  await purgeJob(app.deps)({ signal: new AbortController().signal } as never);
  return calls
    .slice(before)
    .flatMap(({ files }) => files)
    .sort();
}
const planted = async (shade: number, title = `Comic ${shade}`) => {
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs, shade);
  return { image, comic: await withTransaction(db, (tx) => plantComic(tx, { title, rating: 'safe' }, image)) };
};
const change = (what: object, id: number) =>
  site.deps.db.updateTable('comics').set(what).where('id', '=', id).execute();
const listPaths = (image: string, forms: readonly string[]) =>
  forms.map((form) => (form === 'share' ? `/share/${image}.jpg` : `/images/${image}/${form}`));
const addresses = (image: string, forms: readonly string[]) =>
  ['https://cdn.example', 'https://tea.example']
    .flatMap((origin) => listPaths(image, forms).map((path) => origin + path))
    .sort();
const PAGES = ['original.png', 'thumb.webp'];
const ALL = [...PAGES, 'cover320.webp', 'cover640.webp', 'share'];

it('a removed work’s pictures are told to the CDN, at every origin, with the token, few in a call; and once', async () => {
  const { image, comic } = await planted(10);
  expect(await purged()).toEqual([]);
  await change({ state: 'removed' }, comic.id);
  expect(await purged()).toEqual(addresses(image, ALL));
  expect(calls.map(({ method, url, token, files }) => [method, url, token, files.length])).toEqual([
    ['POST', '/purge?zone=7', 'a token', 8],
    ['POST', '/purge?zone=7', 'a token', 2],
  ]);
  expect(await purged()).toEqual([]);
});

it('is told what was withdrawn in every other way, and nothing of what another work shows to everyone', async () => {
  const { db } = site.deps;
  for (const [shade, what, forms] of [
    [20, { state: 'draft' }, ALL],
    [21, { rating: 'explicit' }, ALL],
    [22, { premium: true }, PAGES],
    [23, { premium_until: new Date(Date.now() + 86_400_000) }, PAGES],
  ] as const) {
    const { image, comic } = await planted(shade);
    await change(what, comic.id);
    expect(await purged(), JSON.stringify(what)).toEqual(addresses(image, forms));
  }
  // A page that is replaced, taken away, or gone with its work; a cover that is another.
  const [old, next] = [await planted(30), await planted(31)];
  await change({ cover: next.image }, old.comic.id);
  expect(await purged()).toEqual(addresses(old.image, ['cover320.webp', 'cover640.webp', 'share']));
  await sql`update pages set image = ${next.image} where image = ${old.image}`.execute(db);
  expect(await purged()).toEqual(addresses(old.image, ALL));
  await change({ state: 'removed' }, next.comic.id);
  expect(await purged()).toEqual([]);
  await sql`delete from comics where id = any(${[old.comic.id, next.comic.id]}::int[])`.execute(db);
  expect(await purged()).toEqual(addresses(next.image, ALL));
  // A picture that is on the blocklist.
  const listed = await planted(40);
  await sql`insert into quarantine (kind, value, image, source, keep_until) values ('sha256', ${listed.image}, ${listed.image}, 'library', now())`.execute(
    db,
  );
  expect(await purged()).toEqual(addresses(listed.image, ALL));
  // A member's.
  const [rosa, avatar] = [await member(db), await plantPicture(db, site.deps.blobs, 50)];
  await db.updateTable('users').set({ avatar }).where('id', '=', rosa.id).execute();
  await db.updateTable('users').set({ avatar: null }).where('id', '=', rosa.id).execute();
  expect(await purged()).toEqual(addresses(avatar, ALL));
});

it('a CDN that does not take it is told again, longer and longer after, for a day; then the log says so', async () => {
  const { db } = site.deps;
  const { image, comic } = await planted(60);
  await change({ state: 'removed' }, comic.id);
  status = 503;
  expect(await purged()).toHaveLength(10);
  const wait = async () =>
    (
      await sql<{
        tries: number;
        wait: number;
      }>`select tries, round(extract(epoch from next_at - now()) / 30)::int as wait from purges group by 1, 2`.execute(
        db,
      )
    ).rows;
  expect(await wait()).toEqual([{ tries: 1, wait: 1 }]);
  expect(await purged()).toEqual([]);
  await sql`update purges set next_at = now(), tries = 4`.execute(db);
  expect(await purged()).toHaveLength(10);
  expect(await wait()).toEqual([{ tries: 5, wait: 16 }]);
  // A picture that is there no longer is as good as forgotten.
  await sql`update purges set next_at = now()`.execute(db);
  status = 404;
  expect(await purged()).toEqual(addresses(image, ALL));
  expect(await wait()).toEqual([]);
  await change({ state: 'published' }, comic.id);
  await change({ state: 'removed' }, comic.id);
  status = 500;
  await purged();
  await sql`update purges set at = now() - interval '25 hours'`.execute(db);
  await purged();
  expect(await wait()).toEqual([]);
  expect(site.logged()).toContainEqual(expect.objectContaining({ event: 'purge', dropped: 5 }));
});

it('admins see what waits, what failed and what was taken last', async () => {
  const admin = await member(site.deps.db, { role: 'admin' });
  const seen = async () => (await site.get('/api/admin/system', admin.headers)).body.purges;
  await sql`delete from snapshots where key = 'purge'`.execute(site.deps.db);
  expect(await seen()).toEqual({ waiting: 0, failed: 0, failed_since: null, done: null });
  const { comic } = await planted(65);
  await change({ state: 'removed' }, comic.id);
  status = 503;
  await purged();
  expect(await seen()).toEqual({
    waiting: 5,
    failed: 5,
    failed_since: expect.stringMatching(/^\d{4}-.*Z$/),
    done: null,
  });
  await sql`update purges set next_at = now()`.execute(site.deps.db);
  status = 200;
  await purged();
  expect(await seen()).toEqual({
    waiting: 0,
    failed: 0,
    failed_since: null,
    done: { count: 5, at: expect.stringMatching(/Z$/) },
  });
  const { purge } = site.deps.config.site;
  const { url } = purge;
  purge.url = '';
  expect(await seen()).toBeNull();
  purge.url = url;
});

it('may name one address a call, by another method', async () => {
  const { comic, image } = await planted(70);
  const { purge } = site.deps.config.site;
  const [usual, other] = [{ ...purge }, { method: 'PURGE' as const, token: '' }];
  for (const [url, expected] of [
    [`http://127.0.0.1:${port}{path}`, listPaths(image, ALL)],
    [
      `http://127.0.0.1:${port}/purge?url={url}`,
      addresses(image, ALL).map((each) => `/purge?url=${encodeURIComponent(each)}`),
    ],
  ] as const) {
    Object.assign(purge, { ...other, url });
    calls = [];
    await change({ state: 'published' }, comic.id);
    await change({ state: 'removed' }, comic.id);
    await purged();
    expect(calls.map((call) => call.url).sort()).toEqual([...expected].sort());
    expect(calls.every(({ method, token }) => method === 'PURGE' && token === undefined)).toBe(true);
  }
  // This machine and its network are called only where the configuration says so.
  Object.assign(purge, { allowPrivate: false });
  calls = [];
  await change({ state: 'published' }, comic.id);
  await change({ state: 'removed' }, comic.id);
  await purged();
  expect([calls, (await sql`select 1 from purges`.execute(site.deps.db)).rows.length]).toEqual([[], 5]);
  Object.assign(purge, usual);
});

it('is none where no CDN is to be told: nothing is written down', async () => {
  const { comic } = await planted(80);
  await notePurging(site.deps.db, { purge: { ...site.deps.config.site.purge, url: '' } });
  await change({ state: 'removed' }, comic.id);
  expect((await sql`select 1 from withdrawals`.execute(site.deps.db)).rows).toEqual([]);
});

it('pictures that anyone may fetch are kept for good by browsers and for a day by what stands between', async () => {
  const { image } = await planted(90);
  expect((await site.get(`/images/${image}/thumb.webp`)).headers['cache-control']).toBe(
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
  expect((await site.get(`/share/${image}.jpg`)).headers['cache-control']).toBe(
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
});
