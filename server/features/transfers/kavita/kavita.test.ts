import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { KAVITA_KEY, startKavita, type StandIn, type StandInWays } from '../testing/kavita-server.ts';
import { endedTransfer } from '../testing/ended.ts';

let site: TestApp;
let worker: Worker;
let admin: Member;
let folder: string;
const closing: { close(): void }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-kavita-'));
  site = await testApp({
    transfers: { allowPrivate: true },
    features: [
      'tags',
      'artists',
      'authors',
      'groups',
      'categories',
      'characters',
      'languages',
      'publishers',
      'nsfw',
      'favorites',
      'shelves',
    ],
  });
  worker = buildWorker(site.deps);
  worker.start();
});
afterAll(async () => {
  await worker.close();
  for (const server of closing) {
    server.close();
  }
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(address: string, wanted: object = {}, by?: Member) {
  admin = by ?? (await member(site.deps.db, { role: 'admin' }));
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/admin/imports/transfers',
    headers: admin.headers,
    payload: { kind: 'kavita', address, key: KAVITA_KEY, publish: true, rating: 'safe', ...wanted },
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** How a transfer from a stand-in of Kavita ends, with its lines. */
async function brought(library: StandIn, ways: StandInWays = {}) {
  const server = await startKavita(library, ways);
  closing.push(server);
  const { status, body } = await begin(server.address);
  expect(status, JSON.stringify(body)).toBe(202);
  return { ...(await ended(body.id)), asked: server.asked, address: server.address };
}

const ended = (id: number) => endedTransfer(site, admin, id);

/** How a transfer ends that somebody resumed. */
async function resumed(id: number) {
  const url = `/api/admin/imports/transfers/${id}/resume`;
  expect((await site.app.inject({ method: 'POST', url, headers: admin.headers })).statusCode).toBe(202);
  return ended(id);
}

async function archive(seed: number, info?: Record<string, string | number>): Promise<Buffer> {
  const pages = { '1.png': await drawPage(seed), '2.png': await drawPage(seed + 1) };
  return readFileSync(
    await writeArchive(join(folder, `${seed}.cbz`), {
      ...pages,
      ...(info ? { 'ComicInfo.xml': comicInfo(info) } : {}),
    }),
  );
}

/** The places, shelf and score of a comic of whoever began the last transfer. */
async function kept(slug: string) {
  const { rows } = await sql`
    select (select json_agg(json_build_array(h.number, p.page, p.completed_at is not null) order by h.position)
        from progress p join all_chapters h on h.id = p.chapter_id where p.user_id = ${admin.id} and p.comic_id = c.id) as places,
      (select shelf from shelved_comics s where s.user_id = ${admin.id} and s.comic_id = c.id) as shelf,
      (select score from ratings r where r.user_id = ${admin.id} and r.comic_id = c.id) as score
    from comics c where c.slug = ${slug}`.execute(site.deps.db);
  return rows[0];
}

const listedChapters = async (slug: string) =>
  (await site.get(`/api/comics/${slug}/chapters?nsfw=true`)).body.map(
    ({ number, volume, name }: { number: string | null; volume: string | null; name: string }) => [
      number,
      volume,
      name,
    ],
  );
const chapter = (id: number, minNumber: number, more: object = {}) => ({
  id,
  minNumber,
  maxNumber: minNumber,
  sortOrder: minNumber,
  pages: 2,
  pagesRead: 0,
  files: [{ filePath: `/manga/Harbour/${id}.cbz`, format: 1 }],
  ...more,
});

describe('a library of Kavita', () => {
  it('comes with chapters in their order, words, people, collections, and what the account of the key keeps of it', async () => {
    const library: StandIn = {
      series: [
        { id: 1, name: 'The Quay', localizedName: 'Le Quai', userRating: 4.5, hasUserRated: true },
        { id: 2, name: 'Nothing', userRating: 0, hasUserRated: false },
        { id: 3, name: 'Alone' },
      ],
      metadata: {
        1: {
          summary: 'Boats.',
          genres: [{ id: 1, title: 'drama' }],
          tags: [{ id: 2, title: 'sea' }],
          writers: [{ id: 1, name: 'Ana' }],
          pencillers: [{ id: 2, name: 'Bo' }],
          coverArtists: [{ id: 2, name: 'Bo' }],
          translators: [{ id: 3, name: 'Ink Club' }],
          publishers: [{ id: 4, name: 'Quay Press' }],
          characters: [{ id: 5, name: 'Otter' }],
          ageRating: 12,
          releaseYear: 2019,
          language: 'fr',
          publicationStatus: 4,
        },
      },
      volumes: {
        1: [
          {
            id: 9,
            minNumber: 100_000,
            chapters: [chapter(15, -100_000, { isSpecial: true, title: 'Extra 2', files: [{ filePath: '' }] })],
          },
          {
            id: 8,
            minNumber: -100_000,
            chapters: [chapter(14, 3, { pagesRead: 1, lastReadingProgressUtc: '2024-03-02T01:00:00' })],
          },
          { id: 7, minNumber: 2, chapters: [chapter(13, -100_000, { files: [{ filePath: '/manga/../../..' }] })] },
          {
            id: 6,
            minNumber: 1,
            chapters: [
              chapter(12, 2),
              chapter(11, 1, { titleName: 'Low tide', pagesRead: 2, lastReadingProgressUtc: '2024-03-01T01:00:00Z' }),
            ],
          },
        ],
        3: [{ id: 5, minNumber: 100_000, chapters: [chapter(31, -100_000, { isSpecial: true, title: 'Alone' })] }],
      },
      collections: { 1: [{ id: 1, title: 'Boats of the north' }] },
      planned: [1, 3],
      files: {
        11: await archive(1100, { Series: 'Something else', Number: 7, LanguageISO: 'fr' }),
        12: await archive(1200),
        13: await archive(1300, { Series: 'The Quay', Volume: 2 }),
        14: await archive(1400),
        15: await archive(1500),
        31: await archive(3100),
      },
    };
    const { items, address, ...first } = await brought(library);
    expect(first).toMatchObject({ kind: 'kavita', state: 'done', total: 3, imported: 2, refused: 1 });
    expect(items).toMatchObject([
      { title: 'The Quay', state: 'imported', error: null },
      { title: 'Nothing', state: 'refused', error: { code: 'archive-empty' } },
      { title: 'Alone', state: 'imported' },
    ]);
    const slug = items[0].slug;
    expect(await listedChapters(slug)).toEqual([
      ['1', '1', 'Low tide'],
      ['2', '1', ''],
      ['Vol. 2', null, ''],
      ['3', null, ''],
      [null, null, 'Extra 2'],
    ]);
    expect((await site.get(`/api/comics/${slug}?nsfw=true`)).body).toMatchObject({
      title: 'The Quay',
      alternative_title: 'Le Quai',
      description: 'Boats.',
      status: 'complete',
      rating: 'explicit',
      released_on: '2019-01-01',
      authors: [{ name: 'Ana' }],
      artists: [{ name: 'Bo' }],
      groups: [{ name: 'Ink Club' }],
      publishers: [{ name: 'Quay Press' }],
      characters: [{ name: 'Otter' }],
      category: { name: 'Boats of the north' },
      tags: [{ name: 'drama' }, { name: 'sea' }],
      language: { code: 'fr' },
    });
    expect(await kept(slug)).toEqual({
      places: [
        ['1', 2, true],
        ['3', 2, false],
      ],
      shelf: 'planned',
      score: 9,
    });
    expect((await site.get(`/api/comics/${items[2].slug}`)).body).toMatchObject({ title: 'Alone', chapters_count: 0 });
    expect(await kept(items[2].slug)).toMatchObject({ shelf: 'planned', score: null });

    // Only news comes the second time, and nothing goes over the word of a reader here.
    (library.volumes![1]![1] as { chapters: object[] }).chapters.push(chapter(16, 4));
    library.files![16] = await archive(1600);
    const reader = await member(site.deps.db, { role: 'admin' });
    await sql`insert into shelved_comics (user_id, comic_id, shelf) select ${reader.id}, id, 'dropped' from comics where slug = ${slug}`.execute(
      site.deps.db,
    );
    const again = await begin(address, {}, reader);
    expect(await ended(again.body.id)).toMatchObject({ state: 'done', imported: 1, unchanged: 1, refused: 1 });
    expect(await listedChapters(slug)).toHaveLength(6);
    expect(await kept(slug)).toMatchObject({ shelf: 'dropped', score: 9 });
    expect(await ended((await begin(address)).body.id)).toMatchObject({ imported: 0, unchanged: 2, refused: 1 });
  });

  it('comes page by page where its files are none we read, or the account may not download, and says which page is missing', async () => {
    const page = (seed: number) => drawPage(seed);
    const library: StandIn = {
      series: [
        { id: 1, name: 'Tar' },
        { id: 2, name: 'Book' },
        { id: 3, name: 'Gone' },
      ],
      volumes: {
        1: [
          {
            minNumber: 1,
            chapters: [
              chapter(11, 1, { files: [{ filePath: '/m/1.tar.gz' }], pages: 3, pagesRead: 3 }),
              chapter(12, 2, { files: [{ filePath: '/m/2/1.jpg', format: 0 }], pages: 1 }),
            ],
          },
        ],
        2: [{ minNumber: 1, chapters: [chapter(21, 1, { files: [{ filePath: '/m/Book.epub', format: 3 }] })] }],
        3: [{ minNumber: 1, chapters: [chapter(31, 1)] }],
      },
      pages: { 11: [await page(5100), null, await page(5102)], 12: [await page(5200)], 31: [] },
    };
    const { items, asked } = await brought(library, { canDownload: false });
    expect(items).toMatchObject([
      {
        title: 'Tar',
        state: 'imported',
        error: { code: 'comic-pages-missing', message: expect.stringContaining(': 2') },
      },
      { title: 'Book', state: 'refused', error: { code: 'transfer-download-denied' } },
      { title: 'Gone', state: 'refused', error: { code: 'transfer-refused' } },
    ]);
    expect(asked.filter((path: string) => path.includes('Download/chapter'))).toEqual([
      'GET Download/chapter?chapterId=21',
      'GET Download/chapter?chapterId=31',
    ]);
    expect(await kept(items[0].slug)).toMatchObject({ places: [['1', 3, true]] });
  });

  it('comes without the chapters that cannot be fetched or read, names them, and has them fetched when it is resumed', async () => {
    const library: StandIn = {
      series: [{ id: 1, name: 'Partly' }],
      volumes: { 1: [{ minNumber: 1, chapters: [1, 2, 3].map((number) => chapter(800 + number, number)) }] },
      files: { 801: await archive(8010), 803: Buffer.from('no archive') },
    };
    const { id, incomplete, items, address } = await brought(library);
    expect(incomplete).toBe(1);
    expect(items).toMatchObject([
      {
        state: 'imported',
        error: {
          code: 'transfer-files-left',
          message: expect.stringContaining('2 files were not imported: 802.cbz, 803.cbz.'),
        },
      },
    ]);
    expect(await listedChapters(items[0].slug)).toEqual([['1', '1', '']]);
    library.files![802] = await archive(8020);
    // Words written here since then stay.
    await sql`update comics set title = 'Named here' where slug = ${items[0].slug}`.execute(site.deps.db);
    expect(await resumed(id)).toMatchObject({
      imported: 1,
      incomplete: 1,
      items: [{ error: { code: 'transfer-files-left' } }],
    });
    expect(await listedChapters(items[0].slug)).toHaveLength(2);
    library.files![803] = await archive(8030);
    expect(await resumed(id)).toMatchObject({
      imported: 1,
      unchanged: 0,
      incomplete: 0,
      items: [{ state: 'imported', error: null }],
    });
    expect(await listedChapters(items[0].slug)).toHaveLength(3);
    expect((await site.get(`/api/comics/${items[0].slug}`)).body.title).toBe('Named here');
    expect(await ended((await begin(address)).body.id)).toMatchObject({ unchanged: 1, incomplete: 0 });
  });

  it('comes from a server before 0.8, which has other routes and numbers, and from one that takes the key alone', async () => {
    const of = async (seed: number, name: string): Promise<StandIn> => ({
      series: [{ id: 1, name, userRating: 3 }],
      metadata: { 1: { summary: null, collectionTags: [{ id: 1, title: 'Old boats' }] } },
      volumes: {
        1: [
          {
            number: 0,
            chapters: [
              { id: 1, number: '5', range: '5', title: 'Chapter 5', pages: 2, files: [{ filePath: 'x/5.cbz' }] },
              { id: 2, number: '0', isSpecial: true, title: 'Omake', pages: 2, files: [{ filePath: 'x/o.cbz' }] },
            ],
          },
        ],
      },
      files: { 1: await archive(seed), 2: await archive(seed + 50) },
    });
    const { items } = await brought(await of(6100, 'Older'), { older: true });
    expect(await listedChapters(items[0].slug)).toEqual([
      ['5', null, ''],
      [null, null, 'Omake'],
    ]);
    expect((await site.get(`/api/comics/${items[0].slug}`)).body).toMatchObject({ category: { name: 'Old boats' } });
    expect(await kept(items[0].slug)).toEqual({ places: null, shelf: null, score: 6 });
    expect(await brought(await of(6200, 'Newer'), { keyAlone: true })).toMatchObject({ state: 'done', imported: 1 });
  });

  it('is asked for a new token where the one it gave runs out, and is told as an end where it gives none any more', async () => {
    const chapters = [1, 2, 3].map((number) => chapter(700 + number, number));
    const files = Object.fromEntries(
      await Promise.all(chapters.map(async ({ id }) => [id, await archive(id * 10)] as const)),
    );
    const library = { series: [{ id: 1, name: 'Long' }], volumes: { 1: [{ minNumber: 1, chapters }] }, files };
    const { asked, ...done } = await brought(library, { tokenCalls: 3 });
    expect(done).toMatchObject({ state: 'done', imported: 1 });
    expect(asked.filter((path: string) => path.includes('authenticate')).length).toBeGreaterThan(2);
    expect(asked.filter((path: string) => path.includes('authenticate'))[0]).toBe(
      'POST Plugin/authenticate?apiKey=KEY&pluginName=Komawari',
    );
    expect(await brought(library, { tokenCalls: 3, tokens: 2 })).toMatchObject({
      state: 'failed',
      error: { code: 'transfer-refused' },
    });
  });

  it('ends where the same page comes again and again', async () => {
    const library = { series: [1, 2, 3].map((id) => ({ id, name: `Again ${id}` })) };
    expect(await brought(library, { endless: true })).toMatchObject({ state: 'done', total: 2, refused: 2 });
  });

  it('is refused at once with a wrong key, and where the address is another server’s', async () => {
    const server = await startKavita({ series: [] });
    closing.push(server);
    expect(await begin(server.address, { key: 'wrong' })).toMatchObject({
      status: 502,
      body: { code: 'transfer-refused', message: expect.stringContaining('401') },
    });
    expect(await begin(`${server.address}/elsewhere`)).toMatchObject({ status: 502, body: { code: 'transfer-odd' } });
  });
});
