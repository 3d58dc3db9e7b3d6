import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { addViews, rollPopularity } from '#server/features/comics/public/queries-views.ts';
import { gatherFigures } from '#server/features/dashboard/dashboard.ts';
import { enqueue, reportProgress } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { MEASURE_STORAGE_JOB, measureStorage } from './storage.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const now = new Date('2026-03-10T12:00:00Z');
let site: TestApp;
let admin: Member;
let comic: { id: number; slug: string };

beforeAll(async () => {
  site = await testApp({}, () => now);
  const { db, blobs } = site.deps;
  admin = await member(db, { role: 'admin' });
  const image = await plantPicture(db, blobs);
  comic = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse' }, image));
});
afterAll(() => site.close());

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  lang = 'en',
  headers: Record<string, string> = admin.headers,
) => {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'comics.test', 'accept-language': lang, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
/** A job as the runner hands it over. */
const running = (id: number) => ({
  id,
  kind: '',
  payload: {},
  attempts: 0,
  signal: new AbortController().signal,
  complete: async () => {},
});

it('jobs are listed with progress and errors in the reader’s language; failed ones are tried again, others cancelled', async () => {
  const { db } = site.deps;
  const [failed, waiting, busy] = [
    await enqueue(db, 'work', { file: 'a.cbz' }),
    await enqueue(db, 'work', {}),
    await enqueue(db, 'work', {}, { holder: 'someone:1:x/1' }),
  ];
  await sql`update jobs set state = 'failed', attempts = 3, finished_at = now(), error = '{"code": "storage-full", "params": {}}' where id = ${failed}`.execute(
    db,
  );
  const odd = await enqueue(db, 'odd', {});
  await sql`update jobs set state = 'failed', finished_at = now(), error = '{"code": "internal-error", "message": "boom"}' where id = ${odd}`.execute(
    db,
  );
  await reportProgress(db, { id: busy! }, 3, 10);

  const { body } = await call('GET', '/admin/jobs?state=failed', undefined, 'de');
  expect(body.jobs).toMatchObject([
    { id: odd, error: { detail: 'boom' } },
    {
      id: failed,
      about: expect.stringContaining('a.cbz'),
      attempts: 3,
      error: { text: expect.stringMatching(/voll|Speicher/), detail: null },
    },
  ]);
  expect((await call('GET', '/admin/jobs?state=running')).body.jobs).toMatchObject([
    { id: busy, progress: { done: 3, total: 10 } },
  ]);
  expect(body.counts).toContainEqual({ kind: 'work', state: 'failed', count: 1 });

  expect((await call('POST', `/admin/jobs/${waiting}/retry`)).body.code).toBe('job-state-wrong');
  expect((await call('POST', '/admin/jobs/retry', { kind: 'work' })).body).toEqual({ retried: 1 });
  expect((await call('POST', `/admin/jobs/${odd}/retry`)).status).toBe(204);
  expect((await call('POST', `/admin/jobs/${waiting}/cancel`)).status).toBe(204);
  expect((await call('POST', `/admin/jobs/${busy}/cancel`)).status).toBe(204);
  expect((await call('POST', '/admin/jobs/999999/cancel')).body.code).toBe('job-not-found');
  expect((await call('GET', '/admin/jobs')).body.jobs).toMatchObject([
    { id: odd, state: 'waiting' },
    { id: busy, state: 'running', stopping: true },
    { id: waiting, state: 'cancelled' },
    { id: failed, state: 'waiting', attempts: 0, error: null },
  ]);
  await sql`truncate jobs`.execute(db);
});

it('the dashboard counts by day, compares with the days before, and says what waits', async () => {
  const { db } = site.deps;
  // As the site does by itself some seconds after its start.
  await rollPopularity(db, '2026-03-10');
  await withTransaction(db, (tx) => addViews(tx, '2026-03-10', new Map([[comic.id, 5]]), 2));
  await withTransaction(db, (tx) => addViews(tx, '2026-03-10', new Map([[comic.id, 1]]), 1));
  await withTransaction(db, (tx) => addViews(tx, '2026-03-02', new Map([[comic.id, 4]]), 4));
  await sql`update users set created_at = '2026-03-08T23:30:00Z' where id = ${admin.id}`.execute(db);
  await sql`insert into reports (subject, subject_id, reason) values ('comic', ${comic.id}, 'spam')`.execute(db);
  await gatherFigures(site.deps)(running(0));
  await gatherFigures(site.deps)(running(0));
  const { body } = await call('GET', '/admin/dashboard?days=7');
  expect(body.days).toHaveLength(7);
  expect(body.days.at(-1)).toBe('2026-03-10');
  expect(body.counted).toMatchObject({
    views: [null, null, null, null, null, null, 6],
    readers: [null, null, null, null, null, null, 3],
    registrations: [0, 0, 0, 0, 1, 0, 0],
  });
  expect(body.before.views).toBeNull();
  expect(body.top).toEqual([{ id: comic.id, slug: comic.slug, title: 'Lighthouse', views: 6 }]);
  expect((await call('GET', '/admin/dashboard?days=90')).body.top).toMatchObject([{ views: 10 }]);
  expect(body.waiting).toMatchObject({ reports: 1, comments: 0, reviews: 0, jobs: 0 });
  expect((await call('GET', '/admin/dashboard?days=8')).status).toBe(422);
});

it('the system page says what answers and what is kept, tries the mail, and empties the pages', async () => {
  const { db } = site.deps;
  expect((await call('POST', '/admin/system/mail')).body).toEqual({
    sent: false,
    address: admin.email,
    reason: 'There is no mail server: the email was only kept as a file.',
    error: null,
  });
  expect((await call('GET', '/admin/system')).body.storage).toBeNull();
  const {
    rows: [asked],
  } = await sql<{ id: number }>`select id::int from jobs where kind = ${MEASURE_STORAGE_JOB.kind}`.execute(db);
  await measureStorage(site.deps)(running(asked!.id));
  const { body } = await call('GET', '/admin/system');
  expect(body.checks).toMatchObject({
    database: { ok: true },
    store: { ok: true, kind: 'disk' },
    mail: { kind: 'file' },
    catalogue: { ok: false },
  });
  expect(body.storage.originals).toEqual({ count: 1, bytes: expect.any(Number) });
  expect(body.storage.variants.map(({ name }: { name: string }) => name)).toContain('cover320');
  expect(body.storage.folders).toMatchObject([{ name: 'mail', files: 1 }]);
  expect(body.storage.database).toBeGreaterThan(100_000);
  expect(body.disk.total).toBeGreaterThan(body.disk.free);
  expect(body.migrations.at(-1).name).toBe('0001_catalogue.sql');
  expect((await call('GET', '/admin/dashboard?days=7')).body.stored.originals.at(-1)).toBe(
    body.storage.originals.bytes,
  );
  expect((await call('DELETE', '/admin/system/pages')).status).toBe(204);
});

it('an announcement is told in its time, in the reader’s language, as safe HTML, and staff’s own to staff alone', async () => {
  const texts = { en: 'Down on **Sunday** <script>', fr: 'Dimanche' };
  expect((await call('POST', '/admin/announcements', { texts: {} })).status).toBe(422);
  expect(
    (
      await call('POST', '/admin/announcements', {
        texts,
        starts_at: '2026-03-12T00:00:00Z',
        ends_at: '2026-03-11T00:00:00Z',
      })
    ).status,
  ).toBe(422);
  const {
    body: { id },
  } = await call('POST', '/admin/announcements', {
    texts,
    level: 'warning',
    starts_at: '2026-03-10T00:00:00Z',
    ends_at: '2026-03-11T00:00:00Z',
  });
  await call('POST', '/admin/announcements', { texts: { en: 'Soon' }, starts_at: '2026-03-11T00:00:00Z' });
  await call('POST', '/admin/announcements', {
    texts: { en: 'For us' },
    audience: 'staff',
    starts_at: '2026-03-10T00:00:00Z',
  });
  expect((await call('GET', '/admin/announcements')).body.at(-1)).toMatchObject({
    texts,
    said: { en: 'Down on Sunday <script>', fr: 'Dimanche' },
  });
  const guest = (lang: string) => call('GET', '/announcements', undefined, lang, {});
  expect((await guest('en')).body).toEqual([
    {
      id,
      html: '<p dir="auto">Down on <strong>Sunday</strong> &lt;script&gt;</p>',
      level: 'warning',
      audience: 'everyone',
      dismissible: true,
    },
  ]);
  expect((await guest('fr')).body[0].html).toContain('Dimanche');
  expect((await guest('ar')).body[0].html).toContain('Sunday');
  expect((await call('GET', '/announcements')).body.map(({ audience }: { audience: string }) => audience)).toEqual([
    'everyone',
    'staff',
  ]);
  expect(
    (await call('PUT', `/admin/announcements/${id}`, { texts: { en: 'Done' }, starts_at: '2026-03-10T00:00:00Z' }))
      .status,
  ).toBe(200);
  expect((await guest('fr')).body[0].html).toContain('Done');
  expect((await call('DELETE', `/admin/announcements/${id}`)).status).toBe(204);
  expect((await guest('en')).body).toEqual([]);
});
