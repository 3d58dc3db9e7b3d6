import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Upload, UploadChapter, UploadWork } from '#contract/uploads.ts';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { READ_UPLOAD_JOB } from './reading.ts';
import { refuseStrandedJob } from './refusing-stranded.ts';
import { uploader, type Uploader } from './testing/uploader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let worker: Worker;
let ann: Uploader;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-missing-'));
  site = await testApp();
  worker = buildWorker(site.deps);
  worker.start();
  ann = uploader(site, await member(site.deps.db, { role: 'uploader', username: 'ann' }));
});
afterAll(async () => {
  await worker.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const DAMAGED = Buffer.from('no picture, whatever it is called, and long enough to be one');

/** An archive of three pages, of which the first two are damaged. */
async function hurt(title: string, seed: number, info: Record<string, string | number> = {}): Promise<Buffer> {
  return readFileSync(
    await writeArchive(join(folder, `${title}.cbz`), {
      '1.png': DAMAGED,
      '2.png': DAMAGED,
      '3.png': await drawPage(seed),
      'ComicInfo.xml': comicInfo({ Title: title, AgeRating: 'Everyone', ...info }),
    }),
  );
}

const first = ({ works }: Upload) => [works[0], works[0]?.chapters[0]] as [UploadWork, UploadChapter];

it('missing pages stand in their places, are replaced or taken out, and come out only when someone says so', async () => {
  const id = await ann.send({ 'Hurt.cbz': await hurt('Hurt', 41) });
  const read = await ann.read(id);
  const [work, chapter] = first(read);
  expect(read.files[0]).toMatchObject({
    state: 'ready',
    warnings: [
      { code: 'page-undecodable', page: 1 },
      { code: 'page-undecodable', page: 2 },
    ],
  });
  expect([chapter.pages, chapter.missing, read.lack]).toEqual([3, 2, { count: 2, pages: 'Hurt: 1.png, Hurt: 2.png' }]);
  const pages = await ann.pages(id, chapter.id);
  expect(pages.map(({ name, missing, width }) => [name, missing?.code, width])).toEqual([
    ['1.png', 'page-undecodable', expect.any(Number)],
    ['2.png', 'page-undecodable', expect.any(Number)],
    ['3.png', undefined, 60],
  ]);

  const commit = (version: number, more: object = {}) =>
    ann.call('POST', `/${id}/commit`, { version, publish: 'now', rights: true, ...more });
  expect(await commit(read.version)).toMatchObject({
    status: 409,
    body: { code: 'upload-pages-missing', message: expect.stringContaining('Hurt: 1.png, Hurt: 2.png') },
  });

  // The first gets a good picture, the second stays missing.
  const { body: file } = await ann.call('POST', `/${id}/files`, {
    path: 'good.png',
    bytes: (await drawPage(42)).length,
  });
  await ann.tus('PATCH', file.upload_url, { 'upload-offset': 0 }, await drawPage(42));
  await ann.read(id);
  expect((await ann.call('PUT', `/${id}/pages/${pages[0]?.id}`, { file: file.id })).body).toMatchObject({
    name: 'good.png',
    missing: null,
  });
  const mended = await ann.upload(id);
  expect(mended.lack).toEqual({ count: 1, pages: 'Hurt: 2.png' });
  expect((await commit(mended.version)).body.code).toBe('upload-pages-missing');
  expect((await commit(mended.version, { incomplete: true })).status).toBe(202);
  await ann.upload(id, ({ state }) => state === 'committed');
  const { body: reading } = await site.get('/api/comics/hurt/images');
  expect(reading.images.map(({ missing }: { missing?: boolean }) => missing)).toEqual([undefined, true, undefined]);
  const { rows } =
    await sql`select p.missing, c.cover = (select q.image from pages q where q.chapter_id = p.chapter_id and q.number = 1) as cover
    from pages p join chapters h on h.id = p.chapter_id join comics c on c.id = h.comic_id where c.slug = 'hurt' and p.number = 2`.execute(
      site.deps.db,
    );
  expect(rows).toEqual([{ missing: { code: 'page-undecodable', params: {}, accepted: true }, cover: true }]);
  expect(work.chapters).toHaveLength(1);
});

it('a draft may lack pages, which staff are told of; pages taken out on purpose are not missed', async () => {
  const one = await ann.send({ 'Draft.cbz': await hurt('Draft', 43, { PageCount: 5 }) });
  const read = await ann.read(one);
  expect(read.lack).toEqual({ count: 4, pages: 'Draft: 1.png, Draft: 2.png, Draft.cbz (+2)' });
  expect(
    (await ann.call('POST', `/${one}/commit`, { version: read.version, publish: 'draft', rights: true })).status,
  ).toBe(202);
  const [{ became }] = (await ann.upload(one, ({ state }) => state === 'committed')).works as [UploadWork];
  const admin = await member(site.deps.db, { role: 'admin' });
  expect((await site.get(`/api/admin/comics/${became?.slug}`, admin.headers)).body).toMatchObject({
    state: 'draft',
    chapters: [{ pages: 3, missing: 2, pages_said: 5 }],
    missing_pages: [
      { chapter: null, page: 1, name: '1.png', reason: expect.stringContaining('image'), accepted: false },
      { page: 2 },
    ],
  });

  const two = await ann.send({ 'Cut.cbz': await hurt('Cut', 44), 'Cut/broken.png': Buffer.from('GIF89a') });
  const whole = await ann.read(two);
  expect(whole.lack).toEqual({ count: 3, pages: 'Cut: 1.png, Cut: 2.png, Cut/broken.png' });
  const [work, chapter] = first(whole);
  await ann.call('DELETE', `/${two}/files/${whole.files.find(({ state }) => state === 'refused')?.id}`);
  const { version } = await ann.upload(two);
  const { body: arranged } = await ann.call('PUT', `/${two}/arrangement`, {
    version,
    works: [{ id: work.id, chapters: [{ id: chapter.id, pages: chapter.page_ids.slice(2) }] }],
  });
  expect(arranged.lack).toBeNull();
  expect(
    (await ann.call('POST', `/${two}/commit`, { version: arranged.version, publish: 'now', rights: true })).status,
  ).toBe(202);
  await ann.upload(two, ({ state }) => state === 'committed');
  expect((await site.get('/api/comics/cut')).body).toMatchObject({ pages: 1 });
});

it('a file that no job reads any more is refused, with the reason that its job has', async () => {
  const { db } = site.deps;
  const {
    body: { id },
  } = await ann.call('POST', '');
  const put = async (path: string) =>
    (
      await sql<{
        id: number;
      }>`insert into upload_files (upload_id, path, bytes, state) values (${id}, ${path}, 1, 'reading') returning id`.execute(
        db,
      )
    ).rows[0]!.id;
  const [failed, alone] = [await put('failed.cbz'), await put('alone.cbz')];
  await enqueue(
    db,
    READ_UPLOAD_JOB.kind,
    { file: failed },
    { key: String(failed), runAt: new Date(Date.now() + 3_600_000) },
  );
  await sql`update jobs set state = 'failed', error = '{"code": "storage-full", "params": {}}'
    where key = ${String(failed)} and kind = ${READ_UPLOAD_JOB.kind}`.execute(db);
  await refuseStrandedJob(db)({ signal: new AbortController().signal } as never);
  expect((await ann.upload(id)).files.map((file) => [file.id, file.state, file.error?.code])).toEqual([
    [failed, 'refused', 'storage-full'],
    [alone, 'refused', 'reading-given-up'],
  ]);
});
