import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction, type Db } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic, type ComicDraft } from '#server/features/comics/public/queries-writing.ts';
import { testLibrary, type TestLibrary } from '#server/features/imports/testing/library.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { findProgram } from '../../../tools/programs.ts';

const HOSTILE = 'a"\r\nSet-Cookie: x=1/..\\<b> & \u202e星空.cbz';
const clock = { now: new Date('2026-03-10T12:00:00Z') };
const unzip = findProgram('unzip');
const folder = mkdtempSync(join(tmpdir(), 'komawari-downloads-'));
let site: TestApp;
let library: TestLibrary;
let reader: Member;
let pictures: string[];
let port: number;
const comics: Record<string, { id: number; slug: string; chapters: number[] }> = {};

beforeAll(async () => {
  [site, library] = await Promise.all([
    testApp(
      { premium: { requires: 'entitlement' }, limits: { readsPerMinute: 0, downloadsPerDay: 0 } },
      () => clock.now,
    ),
    testLibrary(),
  ]);
  const { db, blobs } = site.deps;
  reader = await member(db);
  pictures = await Promise.all([10, 60, 110, 160].map((shade) => plantPicture(db, blobs, shade)));
  const terms = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'language', name: 'ja', code: 'ja' },
      { kind: 'tag', name: 'Rain & snow' },
      { kind: 'tag', name: 're:zero' },
      { kind: 'group', name: 'Paper Boats' },
      { kind: 'artist', name: 'Ann Ōe' },
      { kind: 'author', name: 'Bo' },
      { kind: 'character', name: 'Miki' },
      { kind: 'parody', name: 'Moon story' },
      { kind: 'category', name: 'Manga' },
      { kind: 'genre', name: 'Drama' },
      { kind: 'relationship', name: 'Friends' },
      { kind: 'publisher', name: 'Acme' },
      { kind: 'platform', name: 'Print' },
    ]),
  );
  const rich = {
    description: 'Line 1\nLine <2> & 3',
    alternativeTitle: 'Der Mond',
    terms,
    translated: true,
    speechless: true,
    rewritten: true,
    direction: 'rtl',
    releasedOn: '2021-04-09',
    rating: 'suggestive',
  } as const;
  comics.rich = await plant({ title: HOSTILE, ...rich, status: 'onhold', cover: pictures[1] as string }, [{}]);
  comics.plain = await plant({ title: 'Plain', direction: 'ltr' }, [{}]);
  comics.strip = await plant({ title: 'Strip', direction: 'vertical', rating: 'explicit' }, [{}]);
  comics.gold = await plant({ title: 'Gold', premium: true }, [{}]);
  comics.bare = await plant({ title: 'Bare', oneshot: true }, []);
  comics.series = await plant({ title: 'Star fishers', ...rich, status: 'complete', oneshot: false }, [
    { number: '1', name: 'Low tide' },
    { number: '10.5', volume: '2', name: 'High/tide' },
    { number: '11', direction: 'ltr' },
  ]);
  for (const { id } of [comics.rich, comics.series]) {
    await sql`insert into comic_links (comic_id, service, value)
      values (${id}, 'mangaupdates', 'pb8uwds'), (${id}, 'anilist', '30013')`.execute(db);
    await sql`insert into comic_official_links (comic_id, place, url)
      values (${id}, 1, 'https://store.example/a,b?c=%20&d')`.execute(db);
  }
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await Promise.all([site?.close(), library?.close()]);
  rmSync(folder, { recursive: true });
});

/** A comic whose chapters each have two of the pictures. */
async function plant(
  draft: ComicDraft,
  chapters: Parameters<typeof createChapter>[2][],
): Promise<{ id: number; slug: string; chapters: number[] }> {
  return withTransaction(site.deps.db, async (tx) => {
    const comic = await createComic(tx, draft);
    const ids: number[] = [];
    for (const [at, one] of chapters.entries()) {
      const { id } = await createChapter(tx, comic.id, { ...one, addedAt: new Date('2026-01-02T03:04:06Z') });
      await setPages(tx, id, [{ image: pictures[at] as string }, { image: pictures[at + 1] as string }]);
      ids.push(id);
    }
    await sql`update comics
      set oneshot = ${draft.oneshot ?? true}, chapters_count = ${draft.oneshot === false ? chapters.length : 0}
      where id = ${comic.id}`.execute(tx);
    await publishComic(tx, comic.id);
    return { ...comic, chapters: ids };
  });
}

const ask = async (
  comic: string,
  { who = reader, query = '', chapters }: { who?: Member | null; query?: string; chapters?: number[] } = {},
) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/comics/${comics[comic]?.id}/download${query}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(chapters ? { payload: { chapters } } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const fetchFile = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.inject({ method, url: new URL(url).pathname, headers: { host: 'comics.test', ...headers } });

/** Downloads and keeps a file under its own name. */
async function saved(comic: string, more: Parameters<typeof ask>[1] = {}): Promise<string> {
  const { body } = await ask(comic, more);
  const file = await fetchFile(body.url);
  expect([file.statusCode, file.rawPayload.length]).toEqual([200, body.size]);
  const path = join(folder, body.filename);
  writeFileSync(path, file.rawPayload);
  return path;
}

describe('a comic that is downloaded', () => {
  it('is a CBZ of exactly the size that was said, its pages as they came, in order, with a ComicInfo.xml at its root', async () => {
    const { body } = await ask('rich');
    const file = await fetchFile(body.url);
    expect(body).toMatchObject({ size: file.rawPayload.length, expires_at: '2026-03-10T18:00:00.000Z' });
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.comicbook+zip',
      'content-length': String(body.size),
      'accept-ranges': 'bytes',
    });
    const path = await saved('rich');
    expect(execFileSync(unzip, ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
    const archive = await openArchive(path);
    expect(archive.entries.map((entry) => entry.path)).toEqual(['001.png', '002.png']);
    for (const [at, entry] of archive.entries.entries()) {
      expect((await archive.read(entry)).equals(await site.deps.blobs.read(pictures[at] as string))).toBe(true);
    }
    expect(archive.metadataFiles.map((entry) => entry.path)).toEqual(['ComicInfo.xml']);
    await archive.close();
  });

  it('has a name that no title can break out of', async () => {
    const { body } = await ask('rich');
    const { headers } = await fetchFile(body.url);
    expect(body.filename).toBe('a_ Set-Cookie_ x=1_.._b_ & _星空.cbz [Paper Boats] [ja].cbz');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~!$&+^`|%-]+$/,
    );
    expect(decodeURIComponent(/UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '')).toBe(
      body.filename,
    );
  });

  it('has a ComicInfo.xml that is valid by the published schema', { timeout: 120_000 }, async () => {
    const xmllint = findProgram('xmllint');
    for (const path of [
      await saved('rich'),
      await saved('plain'),
      await saved('strip', { query: '?nsfw=true' }),
      await saved('series', { query: '?chapter=chapter-10-5' }),
    ]) {
      const xml = execFileSync(unzip, ['-p', path, 'ComicInfo.xml']);
      const said = join(folder, 'ComicInfo.xml');
      writeFileSync(said, xml);
      execFileSync(
        xmllint,
        ['--noout', '--nonet', '--schema', join(import.meta.dirname, 'testing/comic-info-2.1.xsd'), said],
        { stdio: 'pipe' },
      );
      expect(String(xml)).toContain('<Page Image="0"');
    }
  });

  it('says where it is elsewhere beside its own address', async () => {
    const xml = execFileSync(unzip, ['-p', await saved('rich'), 'ComicInfo.xml'], { encoding: 'utf8' });
    const [own, ...elsewhere] = (/<Web>(.*)<\/Web>/.exec(xml)?.[1] ?? '').split(' ');
    expect(own).toBe(`http://comics.test/g/${comics.rich?.id}`);
    expect(elsewhere).toEqual([
      'https://anilist.co/manga/30013',
      'https://www.mangaupdates.com/series/pb8uwds',
      'https://store.example/a,b?c=%20&amp;d',
    ]);
  });

  it('imported again is the same comic: metadata, cover, direction, rating, and every page', async () => {
    const unpacked = join(folder, 'series');
    mkdirSync(unpacked);
    execFileSync(unzip, ['-q', '-d', unpacked, await saved('series')]);
    const paths = [await saved('rich'), await saved('plain'), await saved('strip', { query: '?nsfw=true' })];
    const outcomes = await library.run([...paths, unpacked]);
    expect(outcomes.map(({ state }) => state)).toEqual(Array(6).fill('imported'));
    const [mine, theirs] = [await known(site.deps.db), await known(library.db)];
    // Who uploads a comic says whether it is premium; a chapter without a name is named by its number; texts are cleaned.
    const rich = mine.find(({ title }) => title === HOSTILE);
    if (rich) {
      rich.title = 'a" Set-Cookie: x=1/..\\<b> & 星空.cbz';
    }
    expect(theirs).toEqual(mine.filter(({ title }) => !['Gold', 'Bare'].includes(title)));
  });

  it('of several chapters is a ZIP of CBZs, of one chapter its CBZ, of a selection those in reading order', async () => {
    const [one = 0, two = 0, three = 0] = comics.series?.chapters ?? [];
    const names = (path: string) => execFileSync(unzip, ['-Z1', path], { encoding: 'utf8' }).trim().split('\n');
    const whole = await saved('series');
    expect(whole).toMatch(/Star fishers \[Paper Boats\] \[ja\]\.zip$/);
    expect(names(whole)).toEqual(
      ['c001 - Low tide', 'c010.5 - High_tide', 'c011'].map((name) => `Star fishers - ${name} [Paper Boats] [ja].cbz`),
    );
    expect(names(await saved('series', { chapters: [three, one] }))).toHaveLength(2);
    expect(await saved('series', { chapters: [two] })).toMatch(/c010\.5 - High_tide \[Paper Boats\] \[ja\]\.cbz$/);
    expect((await ask('series', { chapters: [one, comics.plain?.chapters[0] ?? 0] })).body.code).toBe(
      'chapter-not-found',
    );
    expect((await ask('series', { query: '?chapter=chapter-99' })).body.code).toBe('chapter-not-found');
    expect((await ask('bare')).body.code).toBe('download-empty');
    for (const odd of [[], [0], ['x'], [1.5], Array.from({ length: 1001 }, (_, at) => at + 1)]) {
      expect((await ask('series', { chapters: odd as number[] })).status).toBe(422);
    }
    expect((await site.get('/api/comics/star-fishers/download', reader.headers)).body).toMatchObject({
      pages: 6,
      chapters: [{ number: '1', closed: false, pages: 2 }, { number: '10.5' }, { number: '11' }],
      allowance: { comics_left: null, resets_at: '2026-03-11T00:00:00.000Z' },
    });
  });
});

/** Everything that a comic and its pages are, by title. */
async function known(db: Db) {
  const { rows } = await sql<{ title: string }>`
    select c.title, c.alternative_title, c.description, c.rating, c.status, c.oneshot, c.pages, c.translated, c.speechless, c.rewritten, c.released_on::text,
      (select json_agg(json_build_array(l.service, l.value) order by l.service) from comic_links l where l.comic_id = c.id) as links,
      (select array_agg(t.kind || ':' || coalesce(t.code, t.name) order by t.kind, t.name) from terms t where t.id = any(c.terms)) as terms,
      (select json_agg(json_build_array(h.number, h.volume, h.name, coalesce(h.direction, c.direction),
          (select json_agg(p.image order by p.number) from pages p where p.chapter_id = h.id))
          order by h.position, h.id) from chapters h where h.comic_id = c.id) as chapters,
      case when c.oneshot then c.cover end as cover
    from comics c order by c.title collate "C"`.execute(db);
  return rows;
}

describe('a link', () => {
  it('can be gone on with at any byte, and is fetched whole where the file has changed', async () => {
    const { body } = await ask('plain');
    const whole = await fetchFile(body.url);
    const etag = String(whole.headers.etag);
    const rest = await fetchFile(body.url, { range: 'bytes=1000-', 'if-range': etag });
    expect([rest.statusCode, rest.headers['content-range'], rest.headers['content-length']]).toEqual([
      206,
      `bytes 1000-${body.size - 1}/${body.size}`,
      String(body.size - 1000),
    ]);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true);
    expect((await fetchFile(body.url, { range: 'bytes=-5' })).rawPayload.equals(whole.rawPayload.subarray(-5))).toBe(
      true,
    );
    expect((await fetchFile(body.url, { range: 'bytes=1000-', 'if-range': '"other"' })).statusCode).toBe(200);
    const beyond = await fetchFile(body.url, { range: `bytes=${body.size}-` });
    expect([beyond.statusCode, beyond.headers['content-range'], beyond.rawPayload.length]).toEqual([
      416,
      `bytes */${body.size}`,
      0,
    ]);
    expect((await fetchFile(body.url, { 'if-none-match': etag })).statusCode).toBe(304);
    const head = await fetchFile(body.url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.headers.etag, head.rawPayload.length]).toEqual([
      200,
      String(body.size),
      etag,
      0,
    ]);
    expect((await fetchFile((await ask('plain')).body.url)).headers.etag).toBe(etag);
  });

  it('is given to members alone, cannot be made or changed, and ends after six hours', async () => {
    expect((await ask('plain', { who: null })).body.code).toBe('sign-in-required');
    const { url } = (await ask('plain')).body;
    const [, id, expires, signature] = /downloads\/(\w+)\.(\w+)\.([\w-]+)$/.exec(url) ?? [];
    for (const token of [
      `${id}.${expires}.`,
      `${id}.zzzzzzz.${signature}`,
      `${Number(id) + 1}.${expires}.${signature}`,
      `${id}.${expires}.${'A'.repeat(43)}`,
      'x',
      '%00',
      'a'.repeat(100),
    ]) {
      expect((await site.get(`/api/downloads/${token}`)).body.code, token).toBe('download-link-wrong');
    }
    clock.now = new Date('2026-03-10T18:00:00Z');
    expect((await fetchFile(url)).json().code).toBe('link-expired');
    clock.now = new Date('2026-03-10T12:00:00Z');
  });

  it('leads nowhere once the comic or its member is gone, banned, or not entitled any more', async () => {
    const { db } = site.deps;
    expect((await ask('gold')).body.code).toBe('premium-not-entitled');
    const holder = await member(db);
    await sql`insert into entitlements (user_id, source, reference, said_at) values (${holder.id}, 'staff', 'gift', now())`.execute(
      db,
    );
    const { url } = (await ask('gold', { who: holder })).body;
    expect((await fetchFile(url)).statusCode).toBe(200);
    await sql`update entitlements set revoked_at = now() where user_id = ${holder.id}`.execute(db);
    expect((await fetchFile(url)).json().code).toBe('premium-not-entitled');
    await sql`update entitlements set revoked_at = null where user_id = ${holder.id}`.execute(db);
    await sql`update users set banned_at = now() where id = ${holder.id}`.execute(db);
    expect((await fetchFile(url)).json().code).toBe('not-allowed');
    await sql`update users set banned_at = null where id = ${holder.id}`.execute(db);
    await sql`update comics set state = 'removed' where id = ${comics.gold?.id}`.execute(db);
    expect((await fetchFile(url)).statusCode).toBe(451);
    await sql`update comics set state = 'draft' where id = ${comics.gold?.id}`.execute(db);
    expect((await fetchFile(url)).statusCode).toBe(404);
    await sql`update comics set state = 'published' where id = ${comics.gold?.id}`.execute(db);
  });

  it('to an explicit comic is given to those who chose to see such, and needs no choice then', async () => {
    expect((await ask('strip')).body.code).toBe('age-check-required');
    expect((await fetchFile((await ask('strip', { query: '?nsfw=true' })).body.url)).statusCode).toBe(200);
  });

  it('leaves out the chapters of a series that are not free yet', async () => {
    const last = comics.series?.chapters[2] ?? 0;
    await sql`update chapters set premium_until = now() + interval '1 day' where id = ${last}`.execute(site.deps.db);
    expect((await ask('series', { chapters: [last] })).body.code).toBe('premium-not-entitled');
    expect(
      execFileSync(unzip, ['-Z1', await saved('series')], { encoding: 'utf8' })
        .trim()
        .split('\n'),
    ).toHaveLength(2);
    expect(
      (await site.get('/api/comics/star-fishers/download', reader.headers)).body.chapters.map(
        ({ closed }: { closed: boolean }) => closed,
      ),
    ).toEqual([false, false, true]);
    await sql`update chapters set premium_until = null`.execute(site.deps.db);
  });
});

it('counts a comic once a day and its bytes for each selection, and says when to come again, also when many ask at once', async () => {
  const eager = await member(site.deps.db);
  const { limits } = site.deps.config.site;
  Object.assign(limits, { downloadsPerDay: 1 });
  try {
    const answers = await Promise.all(
      ['plain', 'series', 'rich', 'plain', 'series', 'rich'].map((comic) => ask(comic, { who: eager })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.code, refused?.headers['retry-after']]).toEqual([
      429,
      'download-limit',
      '43200',
    ]);
    clock.now = new Date('2026-03-11T00:00:00Z');
    const first = await ask('plain', { who: eager });
    Object.assign(limits, { downloadGigabytesPerDay: (first.body.size + 10) / 1e9 });
    expect((await ask('plain', { who: eager })).status).toBe(200);
    expect((await ask('series', { who: eager })).status).toBe(429);
  } finally {
    Object.assign(limits, { downloadsPerDay: 0, downloadGigabytesPerDay: 20 });
    clock.now = new Date('2026-03-10T12:00:00Z');
  }
});

describe('a file on its way', () => {
  /** Begins to fetch over a real connection; `read` waits until it is at its end, whole or not. */
  function begin(url: string): Promise<{ status: number; read(): Promise<number | 'broken'>; leave(): void }> {
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        { host: '127.0.0.1', port, path: new URL(url).pathname, headers: { host: 'comics.test' }, agent: false },
        (answer) => {
          let bytes = 0;
          answer.pause();
          resolve({
            status: answer.statusCode ?? 0,
            leave: () => {
              call.destroy();
            },
            read: () =>
              new Promise((done) => {
                answer
                  .on('data', (chunk: Buffer) => {
                    bytes += chunk.length;
                  })
                  .on('error', () => done('broken'))
                  .on('end', () => done(bytes))
                  .resume();
              }),
          });
        },
      );
      call.on('error', reject).end();
    });
  }

  it('breaks off in sight of everyone when the storage fails, and never looks whole', async () => {
    const { db, blobs } = site.deps;
    const lost = await plantPicture(db, blobs, 200);
    await sql`update pages set image = ${lost} where chapter_id = ${comics.plain?.chapters[0]} and number = 2`.execute(
      db,
    );
    const { body } = await ask('plain');
    await blobs.remove(lost);
    expect(await (await begin(body.url)).read()).toBe('broken');
    await sql`update pages set image = ${pictures[1]} where chapter_id = ${comics.plain?.chapters[0]} and number = 2`.execute(
      db,
    );
  });

  it('takes no turn of a member who left before it began', async () => {
    const { body } = await ask('plain');
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(`GET ${new URL(body.url).pathname} HTTP/1.1\r\nhost: comics.test\r\n\r\n`, () => {
          socket.destroy();
        });
        await once(socket, 'close');
      }),
    );
    const one = await begin(body.url);
    expect(one.status).toBe(200);
    expect(await one.read()).toBe(body.size);
  });

  it('is one of three at a time of a member, and whoever leaves makes room', async () => {
    const { db, blobs } = site.deps;
    // More than sockets hold, so that it is on its way until it is read.
    const large = Buffer.alloc(16_000_000);
    const hash = await blobs.put(large);
    await sql`insert into images (hash, format, bytes, width, height) values (${hash}, 'png', ${large.length}, 1, 1)`.execute(
      db,
    );
    const comic = await withTransaction(db, async (tx) => {
      const made = await createComic(tx, { title: 'Large' });
      const { id } = await createChapter(tx, made.id, {});
      await setPages(tx, id, [{ image: hash }]);
      await publishComic(tx, made.id);
      return { ...made, chapters: [id] };
    });
    comics.large = comic;
    const { body } = await ask('large');
    const [one, two, three] = [await begin(body.url), await begin(body.url), await begin(body.url)];
    const fourth = await fetch(`http://127.0.0.1:${port}${new URL(body.url).pathname}`);
    expect([
      one.status,
      two.status,
      three.status,
      fourth.status,
      ((await fourth.json()) as { code: string }).code,
    ]).toEqual([200, 200, 200, 429, 'downloads-at-once']);
    expect((await fetchFile(body.url, {}, 'HEAD')).statusCode).toBe(200);
    one.leave();
    two.leave();
    await expect.poll(async () => (await fetchFile(body.url, { range: 'bytes=0-9' })).statusCode).toBe(206);
    expect(await three.read()).toBe(body.size);
  });
});
