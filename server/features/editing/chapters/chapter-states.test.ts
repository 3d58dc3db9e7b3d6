import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AdminChapterDetail, ChapterStateChange } from '#contract/chapter-editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { freeComics } from '#server/features/entitlements/premium-expiry.ts';
import { publishDue } from '#server/features/editing/public/publication.ts';
import { RELEASES_JOB } from '#server/features/notifications/jobs.ts';
import { releasesJob } from '#server/features/notifications/releases.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member, uploader: Member, reader: Member;
let image: string, hidden: string;
let clock = new Date();
const HOUR = 3_600_000;

beforeAll(async () => {
  site = await testApp({}, () => clock);
  const { db, blobs } = site.deps;
  [admin, uploader, reader] = [
    await member(db, { role: 'admin' }),
    await member(db, { role: 'uploader' }),
    await member(db),
  ];
  [image, hidden] = [await plantPicture(db, blobs), await plantPicture(db, blobs, 30)];
});
afterAll(() => site?.close());
beforeEach(async () => {
  clock = new Date();
  await sql`delete from comics`.execute(site.deps.db);
  await sql`delete from jobs`.execute(site.deps.db);
  await sql`delete from notifications`.execute(site.deps.db);
});

/** A published series with a chapter of one page, a day old. */
async function series(by?: Member): Promise<{ id: number; slug: string }> {
  return withTransaction(site.deps.db, async (tx) => {
    const comic = await plantComic(tx, { title: 'Serial', oneshot: false }, image, 1);
    await sql`update chapters set added_at = added_at - interval '1 day' where comic_id = ${comic.id}`.execute(tx);
    await sql`update comics set uploader_id = ${by?.id ?? null} where id = ${comic.id}`.execute(tx);
    return comic;
  });
}

/** A further chapter with a page, which is kept back. */
const prepare = (comicId: number, number = '2', state: 'draft' | 'published' = 'draft') =>
  withTransaction(site.deps.db, async (tx) => {
    const chapter = await createChapter(tx, comicId, { number, state });
    await setPages(tx, chapter.id, [{ image: hidden }]);
    return chapter;
  });

async function call(method: string, path: string, who: Member | null, body?: unknown) {
  const answer = await site.app.inject({
    method: method as 'GET',
    url: `/api/${path}`,
    headers: { ...who?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : (answer.json() as any) };
}
const move = (id: number, change: Partial<ChapterStateChange>, who = admin) =>
  call('POST', `admin/chapters/${id}/state`, who, change);
const run = (job: JobFunction, payload: unknown = {}) =>
  job({ id: 0, kind: '', payload, attempts: 0, signal: new AbortController().signal, async complete() {} });
const due = () => run(publishDue(site.deps));

/** The texts that followers have been told, after everything in line was sent. */
async function told(): Promise<string[]> {
  const { rows } = await sql<{ payload: unknown }>`
    delete from jobs where kind = ${RELEASES_JOB.kind} returning payload`.execute(site.deps.db);
  for (const { payload } of rows) {
    await run(releasesJob(site.deps), payload);
  }
  const { body } = await call('GET', 'account/notifications', reader);
  return body.data.map(({ text }: { text: string }) => text);
}

/** The numbers of its chapters that everyone is shown, wherever chapters are shown. */
async function shown(slug: string): Promise<Record<string, unknown>> {
  await site.deps.catalogue.follow();
  const text = async (path: string) => (await site.app.inject({ url: path })).body;
  const { body: comic } = await site.get(`/api/comics/${slug}`);
  const { body: list } = await site.get(`/api/comics/${slug}/chapters`);
  const { body: latest } = await site.get('/api/comics?sort=latest_chapter');
  return {
    count: comic.data?.chapters_count ?? comic.chapters_count,
    list: list.map(({ number }: { number: string }) => number),
    latest: latest.data[0].latest_chapter?.number,
    feed: (await text(`/en/comic/${slug}/feed.atom`)).includes('chapter-2'),
    opds: (await text(`/en/opds/comics/${slug}`)).includes('chapter-2'),
    pages: (await site.get(`/api/comics/${slug}/chapter-2/images`)).status,
    two: (await site.get('/api/comics?q=chapters:>=2')).body.data.length,
  };
}

it('a chapter that is given the number of another one counts with it from then on', async () => {
  const { id, slug } = await series();
  await prepare(id, '2', 'published');
  const other = await prepare(id, '3', 'published');
  const counted = async () => (await call('GET', `comics/${slug}`, null)).body.chapters_count;
  expect(await counted()).toBe(3);
  expect((await call('PATCH', `admin/chapters/${other.id}`, admin, { number: '2' })).status).toBe(200);
  expect(await counted()).toBe(2);
});

it('a chapter that is kept back is seen by staff alone, wherever chapters are shown, and everywhere once it is published', async () => {
  const comic = await series();
  const before = await shown(comic.slug);
  const { id } = await prepare(comic.id);
  expect(await shown(comic.slug)).toEqual(before);
  const { body } = await call('GET', `admin/chapters?comic=${comic.slug}`, admin);
  expect(body.data.map(({ number, state }: { number: string; state: string }) => [number, state])).toContainEqual([
    '2',
    'draft',
  ]);
  expect((await move(id, { action: 'publish' })).body).toMatchObject({ state: 'published', publish_at: null });
  const after = await shown(comic.slug);
  for (const [where, value] of Object.entries(after)) {
    expect([where, value]).not.toEqual([where, before[where]]);
  }
});

it('a chapter comes out at its time, once, whoever publishes, and is what is new then, though others were made after it', async () => {
  const comic = await series();
  await call('PUT', `comics/${comic.slug}/follow`, reader);
  const { id } = await prepare(comic.id);
  const at = new Date(clock.getTime() + HOUR).toISOString();
  expect((await move(id, { action: 'publish', at })).body).toMatchObject({ state: 'scheduled', publish_at: at });
  await prepare(comic.id, '3', 'published');
  await due();
  expect((await shown(comic.slug)).list).not.toContain('2');
  clock = new Date(clock.getTime() + HOUR + 1000);
  await Promise.all([due(), due(), due()]);
  expect((await shown(comic.slug)).list).toEqual(expect.arrayContaining(['2', '3']));
  expect(await told()).toEqual(['Chapter 2 of Serial is out']);
  await due();
  expect(await told()).toHaveLength(1);
  const { rows } = await sql<{ at: Date }>`select added_at as at from chapters where id = ${id}`.execute(site.deps.db);
  expect(rows[0]?.at.getTime()).toBe(clock.getTime());
  const { body } = await call('GET', `admin/comics/${comic.slug}/revisions`, admin);
  expect(
    body.data.flatMap(({ changes }: { changes: { field: string; after: { state: string } }[] }) =>
      changes.filter(({ field }) => field === 'chapter_state').map(({ after }) => after.state),
    ),
  ).toEqual(['published', 'scheduled']);
});

it('a chapter whose early access would be over when it comes out is told of once', async () => {
  const comic = await series();
  await call('PUT', `comics/${comic.slug}/follow`, reader);
  const { id } = await prepare(comic.id);
  await sql`update all_chapters set premium_until = now() - interval '1 minute' where id = ${id}`.execute(site.deps.db);
  await run(freeComics(site.deps.db));
  await move(id, { action: 'publish' });
  expect(await told()).toEqual(['Chapter 2 of Serial is out']);
  await run(freeComics(site.deps.db));
  const { rows } = await sql`select 1 from jobs where kind = ${RELEASES_JOB.kind}`.execute(site.deps.db);
  expect(rows).toEqual([]);
});

it('a scheduled chapter that lost its pages is a draft again, and nobody is told', async () => {
  const comic = await series();
  await call('PUT', `comics/${comic.slug}/follow`, reader);
  const { id } = await prepare(comic.id);
  await move(id, { action: 'publish', at: new Date(clock.getTime() + HOUR).toISOString() });
  await withTransaction(site.deps.db, (tx) => setPages(tx, id, []));
  clock = new Date(clock.getTime() + 2 * HOUR);
  await due();
  expect((await call('GET', `admin/chapters/${id}`, admin)).body).toMatchObject({ state: 'draft', publish_at: null });
  expect(await told()).toEqual([]);
});

it('a chapter that goes while others are published keeps none of them back', async () => {
  const comic = await series();
  const at = (minutes: number) => new Date(clock.getTime() + HOUR + minutes * 60_000).toISOString();
  const [bare, gone, last] = [
    await prepare(comic.id, '2'),
    await prepare(comic.id, '3'),
    await prepare(comic.id, '4'),
  ] as const;
  for (const [place, { id }] of [bare, gone, last].entries()) {
    await move(id, { action: 'publish', at: at(place) });
  }
  await withTransaction(site.deps.db, (tx) => setPages(tx, bare.id, []));
  clock = new Date(clock.getTime() + 2 * HOUR);
  let deleted: Promise<unknown> | undefined;
  // Told of the first, whose turn comes before the one that goes; what is done then is none of its transaction.
  const warn = AsyncResource.bind(() => {
    deleted = sql`delete from all_chapters where id = ${gone.id}`.execute(site.deps.db);
  });
  const log = { ...site.deps.log, warn } as unknown as typeof site.deps.log;
  await run(publishDue({ ...site.deps, log }));
  await deleted;
  expect((await call('GET', `admin/chapters/${gone.id}`, admin)).status).toBe(404);
  expect((await call('GET', `admin/chapters/${last.id}`, admin)).body.state).toBe('published');
});

it('a removed chapter is gone from sight, keeps readers’ places, and comes back without being new again', async () => {
  const comic = await series();
  await call('PUT', `comics/${comic.slug}/follow`, reader);
  const { id } = await prepare(comic.id);
  await move(id, { action: 'publish' });
  expect(await told()).toHaveLength(1);
  const places = () => call('GET', 'account/progress', reader);
  await call('PUT', 'account/progress', reader, {
    comic_id: comic.id,
    chapter_id: id,
    page: 1,
  });
  const read = await places();
  expect((await move(id, { action: 'remove' })).body).toMatchObject({ state: 'removed' });
  expect((await shown(comic.slug)).pages).toBe(410);
  const pages = (chapter: string | number) => call('GET', `comics/${comic.slug}/${chapter}/images`, null);
  for (const address of [id, 'chapter-2']) {
    expect(await pages(address)).toMatchObject({
      status: 410,
      body: { code: 'chapter-removed', message: expect.stringMatching(/Chapter 2/), comic: comic.slug },
    });
  }
  expect((await move(id, { action: 'publish' })).body.code).toBe('chapter-state-wrong');
  expect((await move(id, { action: 'restore' })).body).toMatchObject({ state: 'published' });
  expect((await shown(comic.slug)).pages).toBe(200);
  expect((await places()).body).toEqual(read.body);
  expect(await told()).toHaveLength(1);
});

it('of a removed chapter that no reader ever saw, nobody is told that there was one', async () => {
  const comic = await series();
  const { id } = await prepare(comic.id);
  await move(id, { action: 'remove' });
  for (const address of [id, 'chapter-2', 'chapter-3', '2000000', '%00', '%ff']) {
    const { status, body } = await call('GET', `comics/${comic.slug}/${address}/images`, null);
    expect(status === 404 || status === 400).toBe(true);
    expect(body.code).not.toBe('chapter-removed');
  }
});

it('a chapter says which volume it is part of, to editors and readers, also after it was deleted and brought back', async () => {
  const comic = await series();
  const { id } = await prepare(comic.id, '2', 'published');
  const said = await call('PATCH', `admin/chapters/${id}`, admin, { volume: ' 1 ' });
  expect(said).toMatchObject({ status: 200, body: { volume: '1' } });
  const volumes = async () =>
    (await call('GET', `comics/${comic.slug}/chapters`, null)).body.map((each: { volume: unknown }) => each.volume);
  expect(await volumes()).toEqual([null, '1']);
  expect((await call('PATCH', `admin/chapters/${id}`, admin, { volume: 'x'.repeat(21) })).status).toBe(422);

  await call('DELETE', `admin/chapters/${id}`, admin);
  expect(await volumes()).toEqual([null]);
  const { body } = await call('GET', `admin/comics/${comic.slug}/revisions`, admin);
  const { version } = (await call('GET', `admin/comics/${comic.slug}`, admin)).body;
  const restored = await call('POST', `admin/comics/${comic.slug}/revisions/${body.data[0].id}/restore`, admin, {
    version,
  });
  expect(restored.status).toBe(200);
  expect(await volumes()).toEqual([null, '1']);
  const kept = (await call('GET', `comics/${comic.slug}/chapters`, null)).body[1].id;
  expect((await call('PATCH', `admin/chapters/${kept}`, admin, { volume: '' })).body.volume).toBe(null);
});

it('a chapter that cannot come out, go or come back says why, and stays as it is', async () => {
  const comic = await series(uploader);
  const { id } = await prepare(comic.id);
  const now = clock.getTime();
  for (const at of [new Date(now - 1000), new Date('9999-12-31T00:00:00Z')]) {
    expect((await move(id, { action: 'publish', at: at.toISOString() })).body.code).toBe('publication-time-wrong');
  }
  expect((await move(id, { action: 'publish', at: 'soon' })).status).toBe(422);
  expect((await move(id, { action: 'restore' })).body.code).toBe('chapter-state-wrong');
  expect((await move(id, { action: 'draft' })).body.code).toBe('chapter-state-wrong');
  const empty = await withTransaction(site.deps.db, (tx) =>
    createChapter(tx, comic.id, { number: '9', state: 'draft' }),
  );
  expect((await move(empty.id, { action: 'publish' })).body.code).toBe('chapter-empty');
  await sql`update pages set missing = '{"code":"image-damaged","params":{}}' where chapter_id = ${id}`.execute(
    site.deps.db,
  );
  expect((await move(id, { action: 'publish' })).body.code).toBe('comic-pages-missing');
  const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${comic.id}`.execute(
    site.deps.db,
  );
  for (const action of ['draft', 'remove'] as const) {
    expect((await move(rows[0]!.id, { action })).body.code).toBe('chapter-last');
  }
  expect((await call('DELETE', `admin/chapters/${rows[0]!.id}`, admin)).body.code).toBe('chapter-last');
  await move(id, { action: 'remove' });
  expect((await move(id, { action: 'restore' }, uploader)).body.code).toBe('not-allowed');
  expect((await move(id, { action: 'restore' })).body).toMatchObject({ state: 'draft' });
  expect((await move(id, { action: 'remove' }, uploader)).status).toBe(200);
  expect((await move(id, { action: 'restore' }, uploader)).status).toBe(200);
  expect((await move(id, { action: 'publish', incomplete: true }, uploader)).body).toMatchObject({
    state: 'published',
  });
  expect((await move(2_000_000, { action: 'draft' })).body.code).toBe('chapter-not-found');
});

it('a one-shot stays one while its second chapter is prepared', async () => {
  const comic = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Single' }, image, 1));
  const added = await call('POST', `admin/comics/${comic.slug}/chapters`, admin, { number: '2', state: 'draft' });
  const { id, state } = added.body as AdminChapterDetail;
  expect([added.status, state]).toEqual([201, 'draft']);
  const isOneshot = async () =>
    (await sql<{ oneshot: boolean }>`select oneshot from comics where id = ${comic.id}`.execute(site.deps.db)).rows[0]!
      .oneshot;
  expect(await isOneshot()).toBe(true);
  await withTransaction(site.deps.db, (tx) => setPages(tx, id, [{ image: hidden }]));
  await move(id, { action: 'publish' });
  expect(await isOneshot()).toBe(false);
});
