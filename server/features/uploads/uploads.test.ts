import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { UploadWork } from '#contract/uploads.ts';
import { watchFolderJob } from '#server/features/watched-folder/watched-folder.ts';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { expireUploadsJob } from './expiring.ts';
import { refuseStrandedJob } from './refusing-stranded.ts';
import { uploader, type Uploader } from './testing/uploader.ts';
import { createRawFiles } from './uploads.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let worker: Worker;
let ann: Uploader;
let bob: Uploader;
let folder: string;
let pages: Buffer[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-uploads-'));
  site = await testApp({ uploads: { filesPerUpload: 12, archiveMegabytes: 1, openUploads: 8 } });
  worker = buildWorker(site.deps);
  worker.start();
  ann = uploader(site, await member(site.deps.db, { role: 'uploader', username: 'ann' }));
  bob = uploader(site, await member(site.deps.db, { role: 'uploader', username: 'bob' }));
  pages = await Promise.all(Array.from({ length: 12 }, (_, at) => drawPage(5000 + at)));
});
afterAll(async () => {
  await worker.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function archive(
  name: string,
  of: readonly Buffer[],
  info: Record<string, string | number> = {},
): Promise<Buffer> {
  const entries = {
    ...Object.fromEntries(of.map((bytes, at) => [`${at + 1}.png`, bytes])),
    'ComicInfo.xml': comicInfo(info),
  };
  return readFileSync(await writeArchive(join(folder, name), entries));
}

it('folders of pictures and archives become one work with chapters, which is arranged, described and published at once', async () => {
  const third = await archive('three.cbz', pages.slice(6, 9), {
    Series: 'Night Train',
    Number: 3,
    LanguageISO: 'en',
    Tags: 'trains',
    AgeRating: 'Everyone',
    Writer: 'Mia',
    Web: 'https://anilist.co/manga/30013',
  });
  const id = await ann.send({
    'Night Train [en]/Ch 1/2.png': pages[1] as Buffer,
    'Night Train [en]/Ch 1/10.png': pages[2] as Buffer,
    'Night Train [en]/Ch 1/1.png': pages[0] as Buffer,
    'Night Train [en]/Ch 2/1.png': pages[3] as Buffer,
    'Night Train [en]/Ch 2/2.png': pages[4] as Buffer,
    'three.cbz': third,
    'notes.txt': Buffer.from('no'),
  });
  const read = await ann.read(id);
  expect(
    read.files.map(({ path, state, error }) => [path, state, error?.code]).filter(([, state]) => state === 'refused'),
  ).toEqual([['notes.txt', 'refused', 'archive-unreadable']]);
  const [work] = read.works as [UploadWork];
  expect(read.works).toHaveLength(1);
  expect(work).toMatchObject({
    title: 'Night Train',
    language: 'en',
    series: true,
    rating: 'safe',
    terms: { tag: ['trains'], author: ['Mia'] },
  });
  expect(work.chapters.map(({ number, pages: count }) => [number, count])).toEqual([
    ['1', 3],
    ['2', 2],
    ['3', 3],
  ]);
  const [one, two, three] = work.chapters.map((chapter) => chapter.page_ids) as [number[], number[], number[]];
  expect((await ann.pages(id, work.chapters[0]?.id ?? 0)).map(({ name }) => name)).toEqual([
    '1.png',
    '2.png',
    '10.png',
  ]);

  // One page moves into another chapter, one is taken out; two chapters stay, and their order changes.
  const [first, second, last] = work.chapters as [
    UploadWork['chapters'][0],
    UploadWork['chapters'][0],
    UploadWork['chapters'][0],
  ];
  const works = [
    {
      id: work.id,
      chapters: [
        { id: last.id, pages: three },
        { id: first.id, pages: [one[2], one[0], two[0]] },
      ],
    },
  ];
  expect((await ann.call('PUT', `/${id}/arrangement`, { version: read.version - 1, works })).status).toBe(412);
  expect(
    (await ann.call('PUT', `/${id}/arrangement`, { version: read.version, works: [...works, works[0]] })).body.code,
  ).toBe('upload-arrangement-wrong');
  const arranged = (await ann.call('PUT', `/${id}/arrangement`, { version: read.version, works })).body;
  expect(
    arranged.works[0].chapters.map((chapter: { id: number; page_ids: number[] }) => [chapter.id, chapter.page_ids]),
  ).toEqual([
    [last.id, three],
    [first.id, [one[2], one[0], two[0]]],
  ]);
  expect(arranged.works[0].chapters.some((chapter: { id: number }) => chapter.id === second.id)).toBe(false);

  const changes = {
    version: work.version,
    title: 'Night Trains',
    translations: { de: { title: 'Nachtzüge', description: null } },
    terms: { tag: ['trains', 'new tag'] },
    cover_page: one[0],
  };
  expect((await ann.call('PATCH', `/${id}/works/${work.id}`, changes)).body).toMatchObject({
    title: 'Night Trains',
    version: work.version + 1,
  });
  expect((await ann.call('PATCH', `/${id}/works/${work.id}`, changes)).status).toBe(412);
  expect(
    (await ann.call('PATCH', `/${id}/chapters/${first.id}`, { name: 'Last', number: '9', groups: ['Owls'] })).body,
  ).toMatchObject({ name: 'Last', groups: ['Owls'] });

  // Someone else sees nothing of it.
  expect((await bob.call('GET', `/${id}`)).status).toBe(404);
  expect(
    (await bob.call('POST', `/${id}/commit`, { version: arranged.version, publish: 'now', rights: true })).status,
  ).toBe(404);

  expect((await ann.call('POST', `/${id}/commit`, { version: arranged.version, publish: 'now' })).status).toBe(422);
  expect(
    (await ann.call('POST', `/${id}/commit`, { version: arranged.version, publish: 'now', rights: true })).status,
  ).toBe(202);
  const done = await ann.upload(id, ({ state }) => state === 'committed');
  expect(done.works[0]?.became).toMatchObject({ slug: 'night-trains', state: 'published' });
  const { body: comic } = await site.get('/api/comics/night-trains');
  expect(comic).toMatchObject({
    title: 'Night Trains',
    pages: 6,
    chapters_count: 2,
    tags: [{ name: 'new tag' }, { name: 'trains' }],
    links: [{ service: 'anilist', id: '30013' }],
  });
  const { rows } = await sql<{ numbers: string[]; names: string[]; own: boolean; cover: boolean }>`
    select array(select h.number from chapters h where h.comic_id = c.id order by h.position) as numbers, c.uploader_id = u.user_id as own,
      array(select p.name from pages p join chapters h on h.id = p.chapter_id where h.comic_id = c.id order by h.position, p.number) as names,
      c.cover = (select image from upload_pages where id = ${one[0]}) as cover
    from comics c, uploads u where c.slug = 'night-trains' and u.id = ${id}`.execute(site.deps.db);
  expect(rows).toEqual([
    { numbers: ['3', '9'], own: true, cover: true, names: ['1.png', '2.png', '3.png', '10.png', '1.png', '1.png'] },
  ]);
  expect((await ann.call('PATCH', `/${id}/works/${work.id}`, { version: 2, title: 'Late' })).body.code).toBe(
    'upload-closed',
  );
});

it('goes on where the bytes that have arrived end, and refuses what does not fit', async () => {
  const bytes = await archive('resumed.cbz', pages.slice(0, 4), { Title: 'Resumed' });
  const {
    body: { id },
  } = await ann.call('POST', '');
  const { body: file } = await ann.call('POST', `/${id}/files`, { path: 'resumed.cbz', bytes: bytes.length });
  const at = Math.floor(bytes.length * 0.6);
  expect(
    (await ann.tus('PATCH', file.upload_url, { 'upload-offset': 0 }, bytes.subarray(0, at))).headers['upload-offset'],
  ).toBe(String(at));
  expect((await ann.tus('PATCH', file.upload_url, { 'upload-offset': 0 }, bytes.subarray(0, 10))).status).toBe(409);
  expect(
    (await ann.tus('PATCH', file.upload_url, { 'upload-offset': at, 'tus-resumable': '0.2.2' }, bytes.subarray(at)))
      .status,
  ).toBe(412);
  expect((await ann.tus('PATCH', file.upload_url, { 'upload-offset': at }, Buffer.concat([bytes, bytes]))).status).toBe(
    413,
  );
  const wrong = createHash('sha256').update('other').digest('base64');
  const held = Number((await ann.tus('HEAD', file.upload_url)).headers['upload-offset']);
  expect(
    (
      await ann.tus(
        'PATCH',
        file.upload_url,
        { 'upload-offset': held, 'upload-checksum': `sha256 ${wrong}` },
        bytes.subarray(held),
      )
    ).status,
  ).toBe(460);
  expect((await ann.call('GET', '?state=open')).body.data[0]).toMatchObject({ id, received: held, files_done: 0 });
  expect((await bob.tus('HEAD', file.upload_url)).status).toBe(404);
  expect((await ann.call('POST', `/${id}/commit`, { version: 1, publish: 'now', rights: true })).body.code).toBe(
    'upload-unfinished',
  );
  const right = createHash('sha256').update(bytes.subarray(held)).digest('base64');
  expect(
    (
      await ann.tus(
        'PATCH',
        file.upload_url,
        { 'upload-offset': held, 'upload-checksum': `sha256 ${right}` },
        bytes.subarray(held),
      )
    ).status,
  ).toBe(204);
  const read = await ann.read(id);
  expect(read.works.map(({ title, chapters }) => [title, chapters.map((chapter) => chapter.pages)])).toEqual([
    ['Resumed', [4]],
  ]);

  // Duplicates are looked for once its files are read, and are then part of it: then nothing of it changes any more.
  await expect
    .poll(
      async () => {
        const { headers } = await ann.call('GET', `/${id}`);
        return (await ann.call('GET', `/${id}`, undefined, { 'if-none-match': String(headers.etag) })).status;
      },
      { timeout: 60_000 },
    )
    .toBe(304);
  expect((await ann.call('POST', `/${id}/files`, { path: 'large.cbz', bytes: 2 ** 21 })).status).toBe(413);
  expect((await ann.call('POST', `/${id}/files`, { path: '../../etc/passwd', bytes: 5 })).body.code).toBe(
    'upload-path-unsuitable',
  );
  for (let at2 = 0; at2 < 11; at2 += 1) {
    await ann.call('POST', `/${id}/files`, { path: `${at2}.png`, bytes: 5 });
  }
  expect((await ann.call('POST', `/${id}/files`, { path: 'more.png', bytes: 5 })).body.code).toBe('upload-files-full');
  expect((await ann.call('DELETE', `/${id}`)).status).toBe(204);
  expect(readdirSync(join(site.deps.config.dataDir, 'uploads')).map(Number)).not.toContain(file.id);
});

it('is told as it was at the version it tells, whatever is read of it meanwhile', async () => {
  const { db } = site.deps;
  const id = await ann.send({ 'late.png': pages[4] as Buffer });
  const { version } = await ann.read(id);
  let changed = false;
  const executor = db.getExecutor().withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!changed && result.rows.some((row) => row.id === id && 'publish_at' in row)) {
        changed = true;
        await sql`update uploads set version = version + 1 where id = ${id}`.execute(db);
      }
      return result;
    },
  });
  const watched = vi.spyOn(db, 'getExecutor').mockReturnValue(executor);
  try {
    expect(await ann.upload(id)).toMatchObject({ id, version: version + 1 });
  } finally {
    watched.mockRestore();
  }
  expect((await ann.call('DELETE', `/${id}`)).status).toBe(204);
});

it('tells of the same file sent twice at once, keeps its pictures once, and adds to a comic or replaces a chapter of it', async () => {
  const bytes = await archive('twice.cbz', pages.slice(9, 12), { Series: 'Twice', Number: 1, AgeRating: 'Everyone' });
  const [one, two] = await Promise.all([ann.send({ 'twice.cbz': bytes }), ann.send({ 'twice.cbz': bytes })]);
  await Promise.all([ann.read(one), ann.read(two)]);
  const { rows } = await sql<{ images: number; pages: number }>`
    select count(distinct p.image)::int as images, count(*)::int as pages from upload_pages p
    join upload_files f on f.id = p.file_id where f.upload_id in (${one}, ${two})`.execute(site.deps.db);
  expect(rows).toEqual([{ images: 3, pages: 6 }]);
  // Whichever was read last is told of the other.
  await expect
    .poll(
      async () =>
        [await ann.upload(one), await ann.upload(two)].flatMap(({ works }) =>
          works.flatMap(({ duplicates }) => duplicates.map(({ kind }) => kind)),
        ),
      { timeout: 60_000 },
    )
    .toContain('file');
  const first = await ann.upload(one);
  await ann.call('POST', `/${one}/commit`, { version: first.version, publish: 'now', rights: true });
  const [made] = (await ann.upload(one, ({ state }) => state === 'committed')).works as [UploadWork];
  expect(made.became).toMatchObject({ slug: 'twice', state: 'published' });

  // The other becomes a new version of that chapter, which keeps its address.
  const second = await ann.upload(two);
  const work = second.works[0] as UploadWork;
  const stranger = await bob.send({ 'x.cbz': await archive('x.cbz', pages.slice(0, 1), { Title: 'X' }) });
  const strange = (await bob.read(stranger)).works[0] as UploadWork;
  expect(
    (await bob.call('PATCH', `/${stranger}/works/${strange.id}`, { version: strange.version, comic: made.became?.id }))
      .status,
  ).toBe(404);
  const { body: meant } = await ann.call('PATCH', `/${two}/works/${work.id}`, {
    version: work.version,
    comic: made.became?.id,
  });
  expect(meant.duplicates.map(({ kind }: { kind: string }) => kind)).toEqual(['file', 'pages']);
  const before = meant.comic.chapters[0];
  expect((await ann.call('PATCH', `/${two}/chapters/${work.chapters[0]?.id}`, { replaces: before.id })).status).toBe(
    200,
  );
  const ids = work.chapters[0]?.page_ids ?? [];
  const { body: shorter } = await ann.call('PUT', `/${two}/arrangement`, {
    version: second.version,
    works: [{ id: work.id, chapters: [{ id: work.chapters[0]?.id, pages: ids.slice(0, 2) }] }],
  });
  expect(
    (await ann.call('POST', `/${two}/commit`, { version: shorter.version, publish: 'draft', rights: true })).body.code,
  ).toBe('upload-joins-published');
  await ann.call('POST', `/${two}/commit`, { version: shorter.version, publish: 'now', rights: true });
  await ann.upload(two, ({ state }) => state === 'committed');
  const { rows: chapters } =
    await sql`select h.id, h.pages, c.pages as all_pages from chapters h join comics c on c.id = h.comic_id where c.slug = 'twice'`.execute(
      site.deps.db,
    );
  expect(chapters).toEqual([{ id: before.id, pages: 2, all_pages: 2 }]);
});

it('a chapter for a comic that readers see is kept as a draft, or comes at a time that lies ahead', async () => {
  const commit = async (id: number, choice: object) => {
    const { version } = await ann.read(id);
    return ann.call('POST', `/${id}/commit`, { version, rights: true, ...choice });
  };
  const send = async (number: number, comic?: number) => {
    const name = `serial-${number}.cbz`;
    const file = await archive(name, pages.slice(number, number + 1), { Series: 'Serial', Number: number });
    const id = await ann.send({ [name]: file });
    const [work] = (await ann.read(id)).works as [UploadWork];
    if (comic !== undefined) {
      await ann.call('PATCH', `/${id}/works/${work.id}`, { version: work.version, comic });
    }
    return id;
  };
  const first = await send(1);
  await commit(first, { publish: 'now' });
  const [made] = (await ann.upload(first, ({ state }) => state === 'committed')).works as [UploadWork];
  const comic = made.became!.id;
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const [draft, timed] = [await send(2, comic), await send(3, comic)];
  for (const at of [new Date(Date.now() - 1000).toISOString(), '9999-12-31T00:00:00Z', null]) {
    expect((await commit(timed, { publish: 'at', at })).body.code).toBe('publication-time-wrong');
  }
  await commit(draft, { publish: 'draft' });
  await commit(timed, { publish: 'at', at: later });
  for (const id of [draft, timed]) {
    await ann.upload(id, ({ state }) => state === 'committed');
  }
  const { rows } = await sql<{ number: string; state: string; publish_at: Date | null; published: string }>`
    select h.number, h.state, h.publish_at, c.state as published from all_chapters h join comics c on c.id = h.comic_id
    where c.id = ${comic} order by h.position`.execute(site.deps.db);
  expect(rows).toEqual([
    { number: '1', state: 'published', publish_at: null, published: 'published' },
    { number: '2', state: 'draft', publish_at: null, published: 'published' },
    { number: '3', state: 'scheduled', publish_at: new Date(later), published: 'published' },
  ]);
});

it('pages move into a new chapter of a new work, which becomes a comic of its own', async () => {
  const id = await ann.send({ 'split.cbz': await archive('split.cbz', pages.slice(9, 12), { Series: 'Split' }) });
  const read = await ann.read(id);
  const [work] = read.works as [UploadWork];
  const chapter = work.chapters[0]!;
  const [one, ...rest] = chapter.page_ids;
  const { body: arranged } = await ann.call('PUT', `/${id}/arrangement`, {
    version: read.version,
    works: [
      { id: work.id, chapters: [{ id: chapter.id, pages: [one] }] },
      { id: null, chapters: [{ id: null, pages: rest }] },
    ],
  });
  expect(arranged.works.map((each: UploadWork) => [each.title, each.chapters.map(({ page_ids }) => page_ids)])).toEqual(
    [
      ['Split', [[one]]],
      ['Split', [rest]],
    ],
  );
  expect((await ann.call('DELETE', `/${id}`)).status).toBe(204);
});

it('refuses hostile and broken files with their reason, and discards what nobody goes on with', async () => {
  const id = await bob.send({
    'empty.cbz': Buffer.alloc(0),
    'text.cbz': Buffer.from('not an archive'),
    'broken.png': Buffer.from('GIF89a'),
    'cut.cbz': (await archive('whole.cbz', pages.slice(0, 2))).subarray(0, 300),
    'good.png': pages[5] as Buffer,
  });
  const read = await bob.read(id);
  expect(Object.fromEntries(read.files.map(({ path, state, error }) => [path, error?.code ?? state]))).toEqual({
    'empty.cbz': 'archive-empty',
    'text.cbz': 'archive-unreadable',
    'broken.png': 'page-undecodable',
    'cut.cbz': 'archive-truncated',
    'good.png': 'ready',
  });
  expect(read.works.map(({ title, chapters }) => [title, chapters[0]?.pages])).toEqual([['good', 1]]);
  const { db } = site.deps;
  const raw = createRawFiles(site.deps);
  // A commit that was given up leaves an upload that can be gone on with.
  await sql`update uploads set state = 'committing' where id = ${id}`.execute(db);
  await refuseStrandedJob(db)({ signal: new AbortController().signal } as never);
  expect(await bob.upload(id)).toMatchObject({ state: 'open', error: { code: 'internal-error' } });
  await sql`insert into quarantine (kind, value, image, evidence, source, file, user_id, frozen, keep_until)
    select 'sha256', 'x', 'x', false, 'upload', '', user_id, true, now() from uploads where id = ${id}`.execute(db);
  expect(
    (await bob.tus('POST', `/${id}/tus`, { 'upload-length': 1, 'upload-metadata': 'relativePath YS5wbmc=' })).body.code,
  ).toBe('uploads-frozen');
  await sql`delete from quarantine where value = 'x'`.execute(db);
  await sql`update uploads set changed_at = now() - interval '20 days' where id = ${id}`.execute(db);
  await expireUploadsJob({ db, raw, days: 14 })({ signal: new AbortController().signal } as never);
  expect((await bob.call('GET', `/${id}`)).status).toBe(404);
  const { rows } = await sql<{
    id: number;
  }>`select f.id from upload_files f join uploads u on u.id = f.upload_id where u.state = 'open' and f.state <> 'refused'`.execute(
    db,
  );
  expect((await raw.all()).sort()).toEqual(rows.map((row) => row.id).sort());
});

it('takes in what lies in the watched folder once it no longer grows, once, and deletes nothing', async () => {
  const watched = join(folder, 'watched');
  const path = await writeArchive(join(watched, 'Watched.cbz'), {
    '1.png': pages[11] as Buffer,
    '2.png': pages[10] as Buffer,
  });
  const broken = await writeArchive(join(watched, 'Broken.cbz'), { 'a.txt': Buffer.from('no picture') });
  const { db, log } = site.deps;
  const watch = () =>
    watchFolderJob({ db, log, folder: watched, chapters: 'now', run: worker.imports.run })({
      signal: new AbortController().signal,
    } as never);
  const found = async () =>
    (
      await sql<{ file: string; state: string; slug: string | null }>`
    select i.state, c.slug from imports i left join comics c on c.id = i.comic_id where i.source like ${`${watched}%`} order by i.source`.execute(
        db,
      )
    ).rows;
  await watch();
  expect(await found()).toEqual([]);
  await watch();
  await watch();
  expect(await found()).toEqual([
    { state: 'refused', slug: null },
    { state: 'imported', slug: 'watched' },
  ]);
  expect([path, broken].every((each) => existsSync(each))).toBe(true);
});

it('takes an archive from the script of the documentation', async () => {
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const [, script = ''] =
    /```bash\n([\s\S]*?)```/.exec(readFileSync(new URL('../../../docs/uploading.md', import.meta.url), 'utf8')) ?? [];
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const path = join(folder, 'upload.sh');
  writeFileSync(path, script);
  await archive('By Script.cbz', pages.slice(0, 2), { Title: 'By Script', AgeRating: 'Everyone' });
  const { token } = await member(site.deps.db, { role: 'uploader' });
  const run = spawn('bash', [path, url, token, 'now', join(folder, 'By Script.cbz')], { cwd: folder });
  let said = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  expect(
    await new Promise((resolve) => {
      run.on('close', resolve);
    }),
    said,
  ).toBe(0);
  expect(said.trim()).toBe('committed');
  expect((await site.get('/api/comics/by-script')).body).toMatchObject({ title: 'By Script', pages: 2 });
});
