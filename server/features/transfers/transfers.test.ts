import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { endedTransfer } from './testing/ended.ts';

let site: TestApp;
let worker: Worker;
let admin: Member;
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-transfers-'));
  site = await testApp({
    transfers: { allowPrivate: true },
    features: [
      'tags',
      'artists',
      'authors',
      'groups',
      'categories',
      'parodies',
      'characters',
      'languages',
      'genres',
      'publishers',
      'downloads',
      'nsfw',
    ],
  });
  worker = buildWorker(site.deps);
  worker.start();
  admin = await member(site.deps.db, { role: 'admin' });
});
afterAll(async () => {
  await worker.close();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server of somebody else's on this machine. */
async function other(
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => {
    const said = answer(decodeURIComponent(request.url ?? ''), request, response);
    if (said instanceof Buffer) {
      response.setHeader('content-type', 'application/octet-stream').end(said);
    } else if (said !== undefined) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
    }
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function call(
  method: 'POST' | 'DELETE',
  path: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/imports${path}`,
    headers: { ...admin.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** Where the admin is in the chapters of a comic. */
async function places(title: string) {
  const { rows } = await sql`
    select h.number, p.page, p.completed_at is not null as done, p.updated_at::date::text as day from progress p
    join all_chapters h on h.id = p.chapter_id join comics c on c.id = p.comic_id where p.user_id = ${admin.id} and c.title = ${title}
    order by h.position`.execute(site.deps.db);
  return rows;
}

/** The categories of a comic. */
async function categories(title: string) {
  const { rows } = await sql<{ name: string }>`
    select t.name from comics c join terms t on t.id = any(c.terms) and t.kind = 'category' where c.title = ${title}`.execute(
    site.deps.db,
  );
  return rows.map(({ name }) => name);
}

const ended = (id: number) => endedTransfer(site, admin, id);

async function archive(name: string, seed: number, info?: Record<string, string | number>): Promise<Buffer> {
  const pages = { '1.png': await drawPage(seed), '2.png': await drawPage(seed + 1) };
  return readFileSync(
    await writeArchive(join(folder, name), { ...pages, ...(info ? { 'ComicInfo.xml': comicInfo(info) } : {}) }),
  );
}

describe('libraries from elsewhere', () => {
  it('come from Komga with their series, words and people; what is refused is told and tried again, and nothing comes twice', async () => {
    const books: Record<string, Buffer> = {
      b1: await archive('b1.cbz', 100),
      b2: await archive('b2.cbz', 200),
      b3: Buffer.from('no archive'),
    };
    const series = [
      {
        id: 's1',
        name: 'Harbour',
        metadata: {
          title: 'The Harbour',
          summary: 'Boats.',
          status: 'ENDED',
          readingDirection: 'RIGHT_TO_LEFT',
          ageRating: 18,
          language: 'fr',
          genres: ['drama'],
          tags: ['sea'],
          publisher: 'Quay',
        },
        booksMetadata: {
          authors: [
            { name: 'Ana', role: 'writer' },
            { name: 'Bo', role: 'penciller' },
          ],
        },
      },
      { id: 's2', name: 'Broken' },
    ];
    const address = await other((path, request, response) => {
      if (request.headers['x-api-key'] !== 'right') {
        response.writeHead(401).end();
        return undefined;
      }
      if (path.startsWith('/api/v1/series?')) return { content: path.includes('page=0') ? series : [], last: false };
      if (path === '/api/v1/series/s1/collections') return [{ id: 'c1', name: 'Boats of the north' }];
      if (path.endsWith('/collections')) {
        response.writeHead(404).end();
        return undefined;
      }
      const [, id = '', books_ = ''] = /^\/api\/v1\/series\/(\w+)(\/books)?/.exec(path) ?? [];
      if (books_) {
        return {
          content:
            id === 's1'
              ? [
                  {
                    id: 'b1',
                    name: 'Harbour v1 c1',
                    url: '/x/Harbour 1.cbz',
                    metadata: { number: '1' },
                    readProgress: { page: 2, completed: true, readDate: '2024-03-02T01:00:00Z' },
                  },
                  {
                    id: 'b2',
                    name: 'Harbour v1 c2',
                    url: '/x/Harbour 2.cbz',
                    metadata: { number: '2' },
                    readProgress: { page: 1, completed: false, readDate: 'yesterday' },
                  },
                ]
              : [{ id: 'b3', name: 'Broken', media: { mediaType: 'application/zip' } }],
        };
      }
      if (id) return series.find((each) => each.id === id);
      return books[/books\/(\w+)\/file/.exec(path)?.[1] ?? ''];
    });
    expect(await call('POST', '/transfers', { kind: 'komga', address, key: 'wrong' })).toMatchObject({
      status: 502,
      body: { code: 'transfer-refused' },
    });
    for (const chapters of ['2001-01-01T00:00:00Z', 'later']) {
      const late = await call('POST', '/transfers', { kind: 'komga', address, key: 'right', chapters });
      expect([late.status, late.body.code]).toEqual([
        422,
        chapters === 'later' ? 'request-invalid' : 'publication-time-wrong',
      ]);
    }
    const begun = await call('POST', '/transfers', {
      kind: 'komga',
      address: `${address}/`,
      key: 'right',
      publish: true,
    });
    expect(begun.status).toBe(202);
    expect(JSON.stringify(begun.body)).not.toContain('right');
    const first = await ended(begun.body.id);
    expect(first).toMatchObject({
      state: 'done',
      total: 2,
      imported: 1,
      refused: 1,
      items: [
        { title: 'The Harbour', state: 'imported' },
        { title: 'Broken', state: 'refused', error: { code: 'archive-unreadable' } },
      ],
    });
    const comic = (await site.get(`/api/comics/${first.items[0].slug}?nsfw=true`)).body;
    expect(comic).toMatchObject({
      title: 'The Harbour',
      description: 'Boats.',
      status: 'complete',
      rating: 'explicit',
      chapters_count: 2,
      authors: [{ name: 'Ana' }],
      artists: [{ name: 'Bo' }],
      publishers: [{ name: 'Quay' }],
      language: { code: 'fr' },
    });
    expect(await categories('The Harbour')).toEqual(['Boats of the north']);
    expect(await places('The Harbour')).toEqual([
      { number: '1', page: 2, done: true, day: '2024-03-02' },
      { number: '2', page: 1, done: false, day: expect.any(String) },
    ]);
    expect(comic.tags.map(({ name }: { name: string }) => name).sort()).toEqual(['drama', 'sea']);
    books.b3 = await archive('b3.cbz', 300);
    expect((await call('POST', `/transfers/${begun.body.id}/resume`)).status).toBe(202);
    expect(await ended(begun.body.id)).toMatchObject({ state: 'done', imported: 2, refused: 0 });
    const again = await ended(
      (await call('POST', '/transfers', { kind: 'komga', address, key: 'right', publish: true })).body.id,
    );
    expect(again).toMatchObject({ state: 'done', unchanged: 2, imported: 0 });
  });

  it('come from LANraragi with namespaces as kinds', async () => {
    const file = await archive('lr.cbz', 400);
    const metadata = {
      arcid: 'aa11',
      title: 'Lantern',
      tags: 'artist:Mo, circle:Ink Club, parody:Sea Tales, language:english, language:translated, source:example.com, date_added:1, night',
      extension: 'cbz',
      progress: 2,
      pagecount: 2,
      lastreadtime: 1_700_000_000,
    };
    const address = await other((path, request, response) => {
      if (path.endsWith('/categories')) {
        return {
          categories: [
            { name: 'Sea stories', archives: ['aa11'] },
            { name: 'A search', archives: [] },
          ],
        };
      }
      if (request.headers.authorization !== `Bearer ${Buffer.from('secret').toString('base64')}`) {
        response.writeHead(401).end();
        return undefined;
      }
      return path === '/api/archives' ? [metadata] : path.endsWith('/metadata') ? metadata : file;
    });
    const { id, items } = await ended(
      (await call('POST', '/transfers', { kind: 'lanraragi', address, key: 'secret', publish: true, rating: 'safe' }))
        .body.id,
    );
    // As if the process had died once the archive was imported, and before the work was described.
    const { db } = site.deps;
    await sql`update comics set state = 'draft', title = 'lr', terms = '{}', translated = false where slug = ${items[0].slug}`.execute(
      db,
    );
    await sql`delete from comic_revisions where comic_id = (select id from comics where slug = ${items[0].slug})`.execute(
      db,
    );
    await sql`update transfer_items set state = 'waiting', comic_id = null where transfer_id = ${id}`.execute(db);
    await sql`update transfers set state = 'failed', secret = 'secret' where id = ${id}`.execute(db);
    await call('POST', `/transfers/${id}/resume`);
    expect(await ended(id)).toMatchObject({ state: 'done', imported: 1 });
    expect((await site.get(`/api/comics/${items[0].slug}`)).body).toMatchObject({
      title: 'Lantern',
      translated: true,
      chapters_count: 0,
      pages: 2,
      artists: [{ name: 'Mo' }],
      groups: [{ name: 'Ink Club' }],
      parodies: [{ name: 'Sea Tales' }],
      tags: [{ name: 'night' }],
      language: { code: 'en' },
    });
    expect(await categories('Lantern')).toEqual(['Sea stories']);
    expect(await places('Lantern')).toMatchObject([{ page: 2, done: true, day: '2023-11-14' }]);
  });

  it('stay drafts with their words where pages are missing, and say which; they are shown where that is accepted', async () => {
    const torn = async (name: string, seed: number) =>
      readFileSync(
        await writeArchive(join(folder, name), {
          '1.png': await drawPage(seed),
          '2.png': (await drawPage(seed + 1)).subarray(0, 60),
        }),
      );
    const bring = async (arcid: string, file: Buffer, wanted: object) => {
      const metadata = { arcid, title: arcid, tags: 'artist:Mo', extension: 'cbz' };
      const address = await other((path) =>
        path.endsWith('/categories')
          ? 'none'
          : path === '/api/archives'
            ? [metadata]
            : path.endsWith('/metadata')
              ? { ...metadata, title: `The ${arcid}` }
              : file,
      );
      return ended(
        (await call('POST', '/transfers', { kind: 'lanraragi', address, publish: true, rating: 'safe', ...wanted }))
          .body.id,
      );
    };
    const held = await bring('Sails', await torn('sails.cbz', 440), {});
    expect(held).toMatchObject({
      state: 'done',
      imported: 1,
      refused: 0,
      items: [
        {
          state: 'imported',
          error: { code: 'comic-pages-missing', message: expect.stringContaining('1 page is missing: 2 (2.png)') },
        },
      ],
    });
    expect((await site.get(`/api/admin/comics/${held.items[0].slug}`, admin.headers)).body).toMatchObject({
      state: 'draft',
      title: 'The Sails',
    });
    const shown = await bring('Flags', await torn('flags.cbz', 450), { incomplete: true });
    expect(shown).toMatchObject({ items: [{ state: 'imported', error: null }] });
    expect((await site.get(`/api/comics/${shown.items[0].slug}`)).body).toMatchObject({ title: 'The Flags', pages: 2 });
  });

  it('come on when someone resumes them while the comic on its way when they were stopped is still arriving', async () => {
    const files: Record<string, Buffer> = {
      cc33: await archive('cc33.cbz', 420),
      dd44: await archive('dd44.cbz', 430),
    };
    const works = Object.keys(files).map((arcid) => ({ arcid, title: `Stopped ${arcid}`, tags: '', extension: 'cbz' }));
    const asked: string[] = [];
    let arrive = () => {};
    const address = await other((path, _request, response) => {
      if (path === '/api/archives') return works;
      if (path.endsWith('/categories')) return { categories: [] };
      const id = /archives\/(\w+)/.exec(path)?.[1] ?? '';
      if (path.endsWith('/metadata')) return works.find(({ arcid }) => arcid === id);
      asked.push(id);
      if (asked.length > 1) return files[id];
      arrive = () => {
        response.setHeader('content-type', 'application/octet-stream').end(files[id]);
      };
      return undefined;
    });
    const { id } = (await call('POST', '/transfers', { kind: 'lanraragi', address, publish: true, rating: 'safe' }))
      .body;
    await expect.poll(() => asked).toHaveLength(1);
    expect((await call('POST', `/transfers/${id}/cancel`)).status).toBe(200);
    expect((await call('POST', `/transfers/${id}/resume`)).status).toBe(202);
    arrive();
    expect(await ended(id)).toMatchObject({ state: 'done', total: 2, imported: 2, refused: 0 });
    expect(asked).toEqual(['cc33', 'dd44']);
    expect((await call('POST', `/transfers/${id}/cancel`)).status).toBe(200);
    expect((await site.get(`/api/admin/imports/transfers/${id}`, admin.headers)).body.state).toBe('done');
  });

  it('come from another site like this one with chapters and the words of every language', async () => {
    const theirs = await testApp({ features: ['tags', 'artists', 'downloads', 'languages'] });
    const source = buildWorker(theirs.deps);
    try {
      const reader = await member(theirs.deps.db);
      await writeArchive(join(folder, 'k1.cbz'), {
        '1.png': await drawPage(500),
        'ComicInfo.xml': comicInfo({
          Series: 'Kites',
          Number: 1,
          LanguageISO: 'en',
          Tags: 'wind',
          AgeRating: 'Everyone',
        }),
      });
      await writeArchive(join(folder, 'k2.cbz'), {
        '1.png': await drawPage(501),
        'ComicInfo.xml': comicInfo({
          Series: 'Kites',
          Number: 2,
          LanguageISO: 'en',
          Tags: 'wind',
          AgeRating: 'Everyone',
        }),
      });
      await source.imports.run(
        {
          paths: [join(folder, 'k1.cbz'), join(folder, 'k2.cbz')],
          publish: true,
          incomplete: false,
          chapters: 'now',
          rating: null,
          language: null,
          processes: null,
        },
        { onProgress: () => {}, onOutcome: () => {} },
        new AbortController().signal,
      );
      await theirs.deps.db
        .insertInto('comic_translations')
        .columns(['comic_id', 'locale', 'title', 'description'])
        .expression((eb) =>
          eb
            .selectFrom('comics')
            .select([
              'id',
              eb.val('fr').as('locale'),
              eb.val('Cerfs-volants').as('title'),
              eb.val(null).as('description'),
            ]),
        )
        .execute();
      const address = await theirs.app.listen({ host: '127.0.0.1', port: 0 });
      const { items, imported } = await ended(
        (await call('POST', '/transfers', { kind: 'komawari', address, key: reader.token, publish: true })).body.id,
      );
      expect(imported).toBe(1);
      const comic = (await site.get(`/api/comics/${items[0].slug}?lang=fr`)).body;
      expect(comic).toMatchObject({ title: 'Cerfs-volants', chapters_count: 2, pages: 2, tags: [{ name: 'wind' }] });
    } finally {
      await source.close();
      await theirs.close();
    }
  });

  it('come as the file WordPress wrote: drafts with words, terms and former addresses', async () => {
    const wxr = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <item><title><![CDATA[Moss & Stone]]></title><content:encoded><![CDATA[<p>Quiet &amp; green.</p><script>x</script>]]></content:encoded><wp:post_id>7</wp:post_id><wp:post_type>wp-manga</wp:post_type><wp:status>publish</wp:status><wp:post_name>moss-and-stone</wp:post_name><wp:post_date_gmt>2024-05-06 07:08:09</wp:post_date_gmt>
        <category domain="wp-manga-genre" nicename="fantasy"><![CDATA[Fantasy]]></category><category domain="wp-manga-author" nicename="li"><![CDATA[Li]]></category>
        <wp:postmeta><wp:meta_key>_wp_manga_status</wp:meta_key><wp:meta_value>end</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_wp_manga_alternative</wp:meta_key><wp:meta_value>苔と石</wp:meta_value></wp:postmeta></item>
      <item><title>A page</title><wp:post_id>8</wp:post_id><wp:post_type>page</wp:post_type></item></channel></rss>`;
    const sent = await call('POST', '/wordpress?name=old-site.xml&language=en', wxr, {
      'content-type': 'application/xml',
    });
    expect(sent.status).toBe(202);
    expect(await ended(sent.body.id)).toMatchObject({
      state: 'done',
      name: 'old-site.xml',
      imported: 1,
      items: [{ title: 'Moss & Stone', slug: 'moss-and-stone' }],
    });
    const { body } = await site.get('/api/admin/comics/moss-and-stone', admin.headers);
    expect(body).toMatchObject({
      state: 'draft',
      title: 'Moss & Stone',
      alternative_title: '苔と石',
      description: 'Quiet & green.\nx',
      status: 'complete',
    });
    expect(
      (
        await call('POST', '/wordpress', wxr.replace('wp-manga</wp:post_type>', 'post</wp:post_type>'), {
          'content-type': 'application/xml',
        })
      ).body.code,
    ).toBe('wordpress-file-unknown');
    for (const bad of ['', '<rss', `<!DOCTYPE r [<!ENTITY a "b">]><rss>&a;</rss>`]) {
      expect((await call('POST', '/wordpress', bad, { 'content-type': 'application/xml' })).status).toBe(422);
    }
  });

  it('are shown first where that is wanted, with as much as their lists say, and come once someone says so', async () => {
    const komga = await other((path) =>
      path.startsWith('/api/v1/series?')
        ? {
            content: [
              { id: 'p1', name: 'Seen', booksCount: 3 },
              { id: 'p2', name: 'Not said', booksCount: -1 },
            ],
            last: true,
          }
        : undefined,
    );
    const files = { pp11: await archive('pp11.cbz', 460) };
    const works = Object.keys(files).map((arcid) => ({ arcid, title: 'Shown first', pagecount: 2, extension: 'cbz' }));
    let lists = 0;
    const lanraragi = await other((path) => {
      if (path === '/api/archives') {
        lists += 1;
        return works;
      }
      return path.endsWith('/categories') ? { categories: [] } : path.endsWith('/metadata') ? works[0] : files.pp11;
    });
    const shown = async (kind: string, address: string) => {
      const { id } = (await call('POST', '/transfers', { kind, address, key: 'k', preview: true, rating: 'safe' }))
        .body;
      const read = async () => (await site.get(`/api/admin/imports/transfers/${id}`, admin.headers)).body;
      await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ready');
      return read();
    };
    expect(await shown('komga', komga)).toMatchObject({
      total: 2,
      found: { works: 2, chapters: 3, pages: 0, left: {} },
    });
    const { id, ...first } = await shown('lanraragi', lanraragi);
    expect(first).toMatchObject({
      total: 1,
      imported: 0,
      found: { works: 1, chapters: 0, pages: 2 },
      finished_at: null,
    });
    expect((await site.get(`/api/admin/imports/transfers/${id}/items`, admin.headers)).body.data).toMatchObject([
      { title: 'Shown first', state: 'waiting' },
    ]);
    expect(lists).toBe(2);
    expect((await call('POST', `/transfers/${id}/resume`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ state: 'done', imported: 1, found: { works: 1 } });
  });

  it('are never asked for in networks that are not everyone’s, unless the operator says so', async () => {
    site.deps.config.site.transfers.allowPrivate = false;
    for (const address of ['http://127.0.0.1:1', 'https://localhost', 'https://10.0.0.1', 'https://[::1]']) {
      expect(await call('POST', '/transfers', { kind: 'komga', address })).toMatchObject({
        status: 422,
        body: { code: 'transfer-address' },
      });
    }
    site.deps.config.site.transfers.allowPrivate = true;
    const odd = await other(() => ({ content: 'x'.repeat(10) }));
    expect((await call('POST', '/transfers', { kind: 'lanraragi', address: odd })).status).toBe(502);
    expect(await call('POST', '/transfers', { kind: 'komga', address: 'http://127.0.0.1:1' })).toMatchObject({
      status: 502,
      body: { code: 'transfer-unreachable' },
    });
  });
});
