import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { createLiveEvents } from './live-events.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let reader: Member;
let picture: string;
let series: { id: number; chapters: number[] };
let language: number;
let disliked: number;

beforeAll(async () => {
  site = await testApp({ features: ['komga', 'languages', 'genres', 'nsfw'], limits: { readsPerMinute: 0 } });
  const { db, blobs } = site.deps;
  reader = await member(db);
  picture = await plantPicture(db, blobs);
  [language, disliked] = (await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'genre', name: 'Horror' },
    ]),
  )) as [number, number];
  series = await plant('Star fishers');
  await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => site.close());

function plant(title: string, more: object = {}) {
  return withTransaction(site.deps.db, (tx) =>
    plantSeries(tx, { title, rating: 'safe', terms: [language], ...more }, picture, { numbers: ['1', '2'], pages: 2 }),
  );
}

/** Someone who waits for events, on a connection of their own. */
async function wait({ headers }: Pick<Member, 'headers'>) {
  const { port } = site.app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}/komga/sse/v1/events`, { agent: false, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  let over = false;
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => (text += chunk)).on('close', () => (over = true));
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    isOver: () => over,
    /** Each event as its name and what it says. */
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name, data]) => [name, JSON.parse(data!)]),
    leave: () => request.destroy(),
  };
}
const call = (method: 'PATCH' | 'DELETE', path: string, { headers }: Member, payload?: object) =>
  site.app.inject({ method, url: `/komga/api/v1/${path}`, headers, ...(payload === undefined ? {} : { payload }) });

it('tell a member of the places they keep and forget, whatever they read with, and nobody else', async () => {
  const other = await member(site.deps.db);
  const [own, others] = await Promise.all([wait(reader), wait(other)]);
  expect([own.status, own.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const [first, second] = series.chapters as [number, number];
  const userId = String(reader.id);
  expect((await call('PATCH', `books/${first}/read-progress`, reader, { page: 1 })).statusCode).toBe(204);
  await expect
    .poll(own.events, { timeout: 10_000 })
    .toEqual([['ReadProgressChanged', { bookId: String(first), userId }]]);
  // Read on the site, or with a device that was away: another process may have written it.
  await sql`insert into progress (user_id, comic_id, chapter_id, page, max_page, updated_at)
    values (${reader.id}, ${series.id}, ${second}, 1, 1, now() - interval '3 days')`.execute(site.deps.db);
  expect((await call('DELETE', `books/${first}/read-progress`, reader)).statusCode).toBe(204);
  await expect
    .poll(() => own.events().slice(1), { timeout: 10_000 })
    .toEqual([
      ['ReadProgressChanged', { bookId: String(second), userId }],
      ['ReadProgressDeleted', { bookId: String(first), userId }],
    ]);
  expect(others.events()).toEqual([]);
  own.leave();
  others.leave();
});

it('notes nothing of who waits for nothing', async () => {
  const quiet = await member(site.deps.db);
  await call('PATCH', `books/${series.chapters[0]}/read-progress`, quiet, { page: 1 });
  const { rows } = await sql`select from progress_changes where user_id = ${quiet.id}`.execute(site.deps.db);
  expect(rows).toEqual([]);
});

it('tell of new works and chapters those whose lists have them', async () => {
  const { db } = site.deps;
  const picky = await member(db);
  await sql`insert into hidden_terms (user_id, term_id) values (${picky.id}, ${disliked})`.execute(db);
  const [own, theirs] = [await wait(reader), await wait(picky)];
  const horror = await plant('The well', { terms: [language, disliked] });
  const books = horror.chapters.map((id) => [
    'BookAdded',
    { bookId: String(id), seriesId: String(horror.id), libraryId: 'en' },
  ]);
  await expect.poll(() => own.events().length, { timeout: 10_000 }).toBe(3);
  expect(own.events()).toEqual(
    expect.arrayContaining([['SeriesAdded', { seriesId: String(horror.id), libraryId: 'en' }], ...books]),
  );
  const { rows } = await sql<{ id: number }>`
    insert into all_chapters (comic_id, slug, name, number, position, pages, state, pages_said)
    select comic_id, 'chapter-3', '', '3', 3, 0, 'published', null from all_chapters where id = ${series.chapters[0]!} returning id`.execute(
    db,
  );
  const added = { seriesId: String(series.id), libraryId: 'en' };
  await expect.poll(theirs.events, { timeout: 10_000 }).toEqual([
    ['SeriesChanged', added],
    ['BookAdded', { bookId: String(rows[0]!.id), ...added }],
  ]);
  own.leave();
  theirs.leave();
});

it('are held open six times at most for a member, and not for guests or keys that may not know what was read', async () => {
  const many = [];
  for (let at = 0; at < 6; at += 1) {
    many.push(await wait(reader));
  }
  expect((await wait(reader)).status).toBe(429);
  expect((await wait({ headers: {} as never })).status).toBe(401);
  many.forEach(({ leave }) => leave());
});

it('end for who was signed out or banned, and say so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { db } = site.deps;
    const live = createLiveEvents(site.deps);
    const banned = await member(db);
    const written: string[] = [];
    const answer = {
      on: () => answer,
      writeHead: () => answer,
      write: (text: string) => written.push(text),
      end: (text = '') => written.push(text, 'end'),
      writableLength: 0,
      writableEnded: false,
    };
    const viewing = { viewer: { id: banned.id, token: null }, site: {} } as never;
    await live.watch(viewing, banned.id, answer as never, {});
    await sql`update users set banned_at = now() where id = ${banned.id}`.execute(db);
    vi.advanceTimersByTime(25_000);
    await vi.waitFor(() => {
      expect(written).toContain('end');
    });
    expect(written.join('')).toContain(`event: SessionExpired\ndata: {"userId":"${banned.id}"}`);
  } finally {
    vi.useRealTimers();
  }
});

it('end with the server', async () => {
  const last = await wait(reader);
  await site.app.close();
  await expect.poll(last.isOver).toBe(true);
});
