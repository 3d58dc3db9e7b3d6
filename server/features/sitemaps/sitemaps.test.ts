import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { comicSharePath, siteSharePath } from '#contract/addresses.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { inTurns, sitemap } from './sitemap-xml.ts';

let site: TestApp;
const clock = { now: new Date('2026-06-01T12:00:00Z') };
const covers: Record<string, string> = {};
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['url', 'sitemap', 'xhtml:link'].includes(name),
});
const text = async (path: string, host = 'comics.test') => {
  const { status, body } = await site.get(path, { host });
  return { status, text: Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body) };
};
const read = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml);
};
interface Url {
  loc: string;
  lastmod?: string;
  'xhtml:link': { '@_hreflang': string; '@_href': string }[];
  'image:image'?: { 'image:loc': string };
}
const urls = async (path: string, host?: string): Promise<Url[]> => read((await text(path, host)).text).urlset.url;
const files = async (host?: string): Promise<string[]> =>
  read((await text('/sitemap.xml', host)).text).sitemapindex.sitemap.map(
    ({ loc }: { loc: string }) => new URL(loc).pathname,
  );
const setState = (title: string, state: string) =>
  sql`update comics set state = ${state} where title = ${title}`.execute(site.deps.db);

beforeAll(async () => {
  site = await testApp(
    { features: ['tags', 'languages', 'nsfw'], ageGate: { mode: 'self-declaration' } },
    () => clock.now,
    undefined,
    [
      {
        id: 'open',
        hosts: ['open.test'],
        indexing: 'all',
        noai: true,
        locales: ['fr', 'de'],
        defaultLocale: 'fr',
        variant: 'webtoon',
        features: ['nsfw'],
        ageGate: { mode: 'self-declaration' },
      },
      { id: 'closed', hosts: ['closed.test'], indexing: 'none' },
    ],
  );
  const { db, blobs } = site.deps;
  for (const [at, name] of ['safe', 'suggestive', 'explicit', 'draft', 'removed'].entries()) {
    covers[name] = await plantPicture(db, blobs, 20 + 40 * at);
  }
  await withTransaction(db, async (tx) => {
    const terms = await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Storm & stress' },
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'artist', name: 'Ana' },
    ]);
    await findOrCreateTerms(tx, [{ kind: 'tag', name: 'Nobody has it' }]);
    await plantComic(tx, { title: 'Quiet garden', rating: 'safe', terms }, covers.safe!);
    await plantComic(tx, { title: '月の川', rating: 'suggestive' }, covers.suggestive!);
    await plantComic(tx, { title: 'Loud night', rating: 'explicit' }, covers.explicit!);
    await plantComic(tx, { title: 'Secret plan', rating: 'safe' }, covers.draft!);
    await plantComic(tx, { title: 'Old well', rating: 'safe' }, covers.removed!);
    await sql`select setval(pg_get_serial_sequence('comics', 'id'), 4500)`.execute(tx);
    await plantComic(tx, { title: 'Far away', rating: 'safe' }, covers.safe!);
  });
  await setState('Secret plan', 'draft');
  await sql`update comics set state = 'removed', removed_at = now(), removed_reason = 'a claim' where title = 'Old well'`.execute(
    db,
  );
  await sql`insert into site_pages (slug, locale, title, text, updated_at)
    values ('about', 'en', 'About', 'Us', '2026-05-04T10:00:00Z'), ('dmca', 'en', 'DMCA', 'Law', now()),
    ('welcome', 'en', '', 'Hello', now())`.execute(db);
});
afterAll(() => site.close());

describe('the sitemaps of a site', () => {
  it('are listed by an index in every language, part by part, and each of them is there', async () => {
    const all = await files();
    expect(all.filter((file) => file.startsWith('/sitemaps/en/'))).toEqual(
      ['pages-1', 'comics-1', 'comics-3', 'terms-1'].map((name) => `/sitemaps/en/${name}.xml`),
    );
    expect(all).toHaveLength(4 * LOCALES.length);
    for (const file of all) {
      expect((await urls(file)).length).toBeGreaterThan(0);
    }
  });

  it('keep to the schema of sitemaps.org: order, moments, absolute addresses of their own host', async () => {
    const { text: xml } = await text('/sitemaps/zh/comics-1.xml');
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9"/,
    );
    for (const [, children = ''] of xml.matchAll(/<url>(.*?)<\/url>/g)) {
      expect(children.replace(/<([\w:]+)[^>]*?(?:\/>|>.*?<\/\1>)/g, '$1 ')).toMatch(
        /^loc (lastmod )?(xhtml:link )*(image:image )?$/,
      );
    }
    const listed = await urls('/sitemaps/zh/comics-1.xml');
    expect(listed.map(({ loc }) => decodeURI(loc))).toEqual([
      'http://comics.test/zh/comic/quiet-garden',
      'http://comics.test/zh/comic/月の川',
    ]);
    for (const { loc, lastmod } of listed) {
      expect(loc).toMatch(/^http:\/\/comics\.test\/[\x21-\x7e]+$/);
      expect(lastmod).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
  });

  it('name each page in every language, and agree about it in both directions', async () => {
    const byLocale = await Promise.all(LOCALES.map((locale) => urls(`/sitemaps/${locale}/comics-1.xml`)));
    for (const [at, { 'xhtml:link': links }] of byLocale[0]!.entries()) {
      expect(links.map(({ '@_hreflang': language }) => language)).toEqual([...LOCALES, 'x-default']);
      expect(links.at(-1)?.['@_href']).toBe(byLocale[LOCALES.indexOf('en')]![at]?.loc);
      for (const [index, listed] of byLocale.entries()) {
        expect(listed[at]?.['xhtml:link']).toEqual(links);
        expect(listed[at]?.loc).toBe(links[index]?.['@_href']);
      }
    }
  });

  it('hold what a guest is shown: nothing explicit, no draft, nothing removed, no picture that is not safe', async () => {
    const all = (await Promise.all((await files()).map((file) => text(file)))).map(({ text: xml }) => xml).join('');
    for (const slug of ['loud-night', 'secret-plan', 'old-well', 'nobody-has-it', 'ana', 'dmca', 'welcome']) {
      expect(all).not.toContain(`/${slug}<`);
    }
    for (const name of ['suggestive', 'explicit', 'draft', 'removed']) {
      expect(all).not.toContain(covers[name]);
    }
    expect((await urls('/sitemaps/en/comics-1.xml'))[0]?.['image:image']?.['image:loc']).toBe(
      `http://comics.test/images/${covers.safe}/cover640.webp`,
    );
    expect((await urls('/sitemaps/en/terms-1.xml')).map(({ loc }) => loc).sort()).toEqual([
      'http://comics.test/en/language/english',
      'http://comics.test/en/tag/storm-stress',
    ]);
    expect((await urls('/sitemaps/en/pages-1.xml')).map(({ loc, lastmod }) => [loc, lastmod])).toEqual([
      ['http://comics.test/en', undefined],
      ['http://comics.test/en/latest', undefined],
      ['http://comics.test/en/tags', undefined],
      ['http://comics.test/en/about', '2026-05-04T10:00:00Z'],
      ['http://comics.test/en/transparency', undefined],
      ['http://comics.test/en/cookies', undefined],
    ]);
  });

  it('are each site’s own, by its host', async () => {
    const all = await files('open.test');
    expect(all.filter((file) => file.startsWith('/sitemaps/de/'))).toEqual(
      ['pages-1', 'comics-1', 'comics-3', 'explicit-1'].map((name) => `/sitemaps/de/${name}.xml`),
    );
    expect(all.every((file) => /^\/sitemaps\/(fr|de)\//.test(file))).toBe(true);
    const [explicit] = await urls('/sitemaps/de/explicit-1.xml', 'open.test');
    expect(explicit?.loc).toBe('http://open.test/de/webtoon/loud-night');
    expect(explicit?.['image:image']).toBeUndefined();
    expect((await text('/sitemap.xml', 'closed.test')).status).toBe(404);
    expect((await text('/sitemaps/en/comics-1.xml', 'closed.test')).status).toBe(404);
    expect((await files('nobody.test')).length).toBe(4 * LOCALES.length);
  });

  it.each([
    'en/comics-2',
    'en/comics-4',
    'en/comics-999',
    'en/comics-9999999',
    'en/comics-0',
    'en/comics--1',
    'en/comics-01',
    'en/comics-1e3',
    'en/comics-99999999999999999999',
    'en/pages-2',
    'en/explicit-1',
    'en/tags-1',
    'it/comics-1',
    'EN/comics-1',
    '%00/comics-1',
    'en/comics-1.xml%2f',
  ])('have no %s', async (name) => {
    const { status } = await text(`/sitemaps/${name}.xml`);
    expect([400, 404]).toContain(status);
  });

  it('are sent packed as asked, and not again to who has them', async () => {
    const plain = (await text('/sitemaps/en/comics-1.xml')).text;
    const packed = async (encoding: string) =>
      site.app.inject({
        url: '/sitemaps/en/comics-1.xml',
        headers: { host: 'comics.test', 'accept-encoding': encoding },
      });
    expect(gunzipSync((await packed('gzip')).rawPayload).toString()).toBe(plain);
    const br = await packed('gzip, br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
    expect(br.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    });
    const again = await site.get('/sitemaps/en/comics-1.xml', { 'if-none-match': String(br.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('know of a new part minutes later', async () => {
    await sql`select setval(pg_get_serial_sequence('comics', 'id'), 9000)`.execute(site.deps.db);
    await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Brand new', rating: 'safe' }, covers.safe!));
    expect(await files()).not.toContain('/sitemaps/en/comics-5.xml');
    expect((await urls('/sitemaps/en/comics-5.xml')).map(({ loc }) => loc)).toEqual([
      'http://comics.test/en/comic/brand-new',
    ]);
    clock.now = new Date(clock.now.getTime() + 301_000);
    expect(await files()).toContain('/sitemaps/en/comics-5.xml');
  });

  it('are made over many turns of the event loop, so that nobody waits behind one', async () => {
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const turns: number[] = [];
    for await (const _piece of inTurns(['a', 'b', 'c', 'd'])) {
      turns.push(turn);
    }
    clearImmediate(counting);
    expect(new Set(turns).size).toBe(4);
  });

  it('stay below what the protocol allows with the longest addresses there can be, and leave out longer ones', () => {
    const long = (letters: number) => ({
      path: `/comic/${'a'.repeat(letters)}`,
      updatedAt: '2026-05-04T10:00:00Z',
      image: `https://comics.test/${'i'.repeat(500)}`,
    });
    const spoken = { origin: 'https://comics.test', locales: LOCALES, defaultLocale: 'en', variant: 'comic' } as const;
    const longest = 2_047 - 'https://comics.test/en/comic/'.length;
    const one = [...sitemap([long(longest)], 'en', spoken)].join('').length;
    expect(one * 2_000).toBeLessThan(50 * 1024 * 1024);
    expect(read([...sitemap([long(longest + 1), long(3)], 'en', spoken)].join('')).urlset.url).toHaveLength(1);
  });
});

describe('robots.txt', () => {
  it('names the sitemap and keeps the endless lists closed; it is each site’s own', async () => {
    const { text: robots } = await text('/robots.txt');
    expect(robots).toContain('Sitemap: http://comics.test/sitemap.xml');
    expect(robots).toMatch(
      /User-agent: \*\nDisallow: \/api\/\nAllow: \/api\/oembed\nDisallow: \/\*\?\nAllow: \/\*\?page=\n/,
    );
    expect(robots).not.toContain('GPTBot');
    expect((await text('/robots.txt', 'open.test')).text).toMatch(
      /User-agent: GPTBot\n(User-agent: .+\n)*Disallow: \/\n\n/,
    );
    expect((await text('/robots.txt', 'closed.test')).text).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('the picture of a link preview', () => {
  it('shows a safe cover, whole, and is kept for ever; a herd has it made once', async () => {
    const path = comicSharePath(covers.safe!);
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.get(path)));
    const [{ status, headers, body }] = answers as [Awaited<ReturnType<TestApp['get']>>];
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, s-maxage=86400, immutable',
    ]);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
    // The cover is of one colour; around it the same colour is darker.
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    expect(at(600, 315)[2]).toBeGreaterThan(150);
    expect(at(40, 315)[2]).toBeLessThan(135);
    for (const other of answers) {
      expect(other.body).toEqual(body);
    }
  });

  it.each(['suggestive', 'explicit', 'draft', 'removed'])('is not made of a cover that is %s', async (name) => {
    expect((await site.get(comicSharePath(covers[name]!))).status).toBe(404);
  });

  it('is gone as soon as its comic is', async () => {
    const hidden = async (state: string) => {
      await sql`update comics set state = ${state} where cover = ${covers.safe}`.execute(site.deps.db);
      return (await site.get(comicSharePath(covers.safe!))).status;
    };
    expect([await hidden('draft'), await hidden('unlisted'), await hidden('published')]).toEqual([404, 200, 200]);
  });

  it('is the site’s own where there is no cover, with its letter', async () => {
    const { status, body } = await site.get(siteSharePath({ name: 'Komawari', letter: 'K' }));
    expect(status).toBe(200);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect((await site.get(siteSharePath({ name: 'Another', letter: 'A' }))).status).toBe(404);
  });

  it.each(['a.jpg', `${'a'.repeat(64)}.jpg`, `${'a'.repeat(64)}.png`, 'site-.png', '%00.jpg', '..%2f..%2fetc'])(
    'is nothing at /share/%s',
    async (file) => {
      expect([400, 404]).toContain((await site.get(`/share/${file}`)).status);
    },
  );
});
