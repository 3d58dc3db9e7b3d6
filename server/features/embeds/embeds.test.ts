import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parse } from 'parse5';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RTA_LABEL } from '#contract/age.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { cardPolicy } from './card.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const HOSTILE = '"><script>alert(1)</script>\u0007 & 星空';
let site: TestApp;
const comics: Record<string, { id: number; slug: string }> = {};

beforeAll(async () => {
  site = await testApp({ url: 'https://comics.example', features: ['nsfw', 'tags', 'artists'], nsfw: true });
  const { db, blobs } = site.deps;
  const [safe, other] = [await plantPicture(db, blobs, 20), await plantPicture(db, blobs, 40)];
  await withTransaction(db, async (tx) => {
    const [tag, artist] = (await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Rain' },
      { kind: 'artist', name: 'Ann <b>' },
    ])) as [number, number];
    comics.hostile = await plantComic(tx, { title: HOSTILE, terms: [tag, artist], cover: safe, rating: 'safe' }, safe);
    comics.explicit = await plantComic(
      tx,
      { title: 'Explicit', terms: [tag], cover: other, rating: 'explicit' },
      other,
    );
    comics.suggestive = await plantComic(tx, { title: 'Suggestive', cover: other, rating: 'suggestive' }, other);
    comics.gone = await plantComic(tx, { title: 'Gone' }, safe);
    await sql`update comics set state = 'removed', removed_at = now() where id = ${comics.gone.id}`.execute(tx);
  });
});
afterAll(() => site.close());

const oembed = (url: string, more = '') => site.get(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
const comicAt = (slug: string, rest = '') => `https://comics.example/en/comic/${encodeURIComponent(slug)}${rest}`;

it('a comic, its pages and a term are told of as a card, in JSON and in XML', async () => {
  const { status, body, headers } = await oembed(comicAt(comics.hostile!.slug));
  expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
    200,
    '*',
    'public, max-age=3600',
  ]);
  expect(body).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: HOSTILE,
    author_name: 'Ann <b>',
    provider_name: 'Komawari',
    provider_url: 'https://comics.example/en',
    width: 480,
    height: 180,
    thumbnail_url: expect.stringMatching(/^https:\/\/comics\.example\/images\//),
    thumbnail_width: 200,
    thumbnail_height: 300,
  });
  const html = parse(body.html) as unknown as {
    childNodes: { childNodes: { childNodes: { nodeName: string; attrs: { name: string; value: string }[] }[] }[] }[];
  };
  const nodes = html.childNodes[0]!.childNodes[1]!.childNodes;
  expect(nodes.map(({ nodeName }) => nodeName)).toEqual(['iframe']);
  expect(Object.fromEntries(nodes[0]!.attrs.map(({ name, value }) => [name, value]))).toMatchObject({
    src: comicAt(comics.hostile!.slug, '/embed'),
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  });
  for (const rest of ['/reader/2', '/chapter-1/reader', '?x=1#y', '/comments/5']) {
    expect((await oembed(comicAt(comics.hostile!.slug, rest))).body.title).toBe(HOSTILE);
  }
  expect((await oembed('https://comics.example/en/tag/rain')).body).toMatchObject({
    title: 'Comics tagged “Rain”',
    type: 'rich',
  });
  const xml = await oembed(comicAt(comics.hostile!.slug), '&format=xml');
  const text = String(xml.body);
  expect([xml.status, xml.headers['content-type'], XMLValidator.validate(text)]).toEqual([
    200,
    'text/xml; charset=utf-8',
    true,
  ]);
  expect(new XMLParser({ htmlEntities: true }).parse(text).oembed).toMatchObject({
    type: 'rich',
    provider_name: 'Komawari',
    width: 480,
    author_name: 'Ann <b>',
  });
});

it('a card is no larger than was asked for, and where none fits, a link is told of', async () => {
  const url = comicAt(comics.hostile!.slug);
  expect((await oembed(url, '&maxwidth=300&maxheight=120')).body).toMatchObject({
    type: 'rich',
    width: 300,
    height: 120,
  });
  const link = (await oembed(url, '&maxwidth=100')).body;
  expect([link.type, link.html, link.thumbnail_url]).toEqual(['link', undefined, undefined]);
});

it('the card is a page without scripts that any page may frame', async () => {
  const { status, body, headers } = await site.get(`/en/comic/${encodeURIComponent(comics.hostile!.slug)}/embed`);
  const html = String(body);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src https:\/\/comics\.example; .*frame-ancestors \*; sandbox allow-popups/,
  );
  expect(cardPolicy('https://comics.example', 'https://s3.example/pages')).toContain(
    'img-src https://comics.example https://s3.example;',
  );
  expect(html).not.toContain('<script');
  expect(html).toContain('&#34;&#62;&#60;script&#62;');
  expect(html).toMatch(/<img src="https:\/\/comics\.example\/images\/[0-9a-f]{64}\/cover640\.webp"/);
  expect((await site.get('/ar/tag/rain/embed')).body.toString()).toContain('dir="rtl"');
  expect([
    (await site.get('/en/comic/nothing/embed')).status,
    (await site.get('/en/group/x/embed')).status,
    (await site.get('/xx/tag/rain/embed')).status,
  ]).toEqual([404, 404, 404]);
});

it('a work that is not for everyone has no picture anywhere, though the site lists such and whoever asks chose to see them', async () => {
  expect((await oembed(comicAt(comics.suggestive!.slug))).body).not.toHaveProperty('thumbnail_url');
  const [told, card] = [
    await site.get(`/api/oembed?url=${encodeURIComponent(comicAt(comics.explicit!.slug))}&nsfw=true`),
    await site.get(`/en/comic/${comics.explicit!.slug}/embed?nsfw=true`),
  ];
  expect([told.status, told.body.title, told.body.thumbnail_url]).toEqual([200, 'Explicit', undefined]);
  expect([card.status, String(card.body).includes('<img')]).toEqual([200, false]);
  expect([card.headers.rating, String(card.body).match(/<meta name="rating" content="[^"]+">/g)]).toEqual([
    RTA_LABEL,
    [`<meta name="rating" content="${RTA_LABEL}">`, '<meta name="rating" content="adult">'],
  ]);
  const safe = await site.get(`/en/comic/${encodeURIComponent(comics.hostile!.slug)}/embed`);
  expect([safe.headers.rating, String(safe.body).includes('name="rating"')]).toEqual([undefined, false]);
});

it('other sites, other pages and what is no address are not told of', async () => {
  const wrong: [string, number][] = [
    ['https://other.example/en/comic/x', 404],
    [`https://comics.example:8443/en/comic/${comics.explicit!.slug}`, 404],
    ['https://comics.example.evil.test/en/comic/x', 404],
    ['https://a:b@comics.example/en/comic/x', 404],
    ['javascript:alert(1)', 404],
    ['file:///etc/passwd', 404],
    ['nonsense', 404],
    ['https://comics.example/en', 404],
    ['https://comics.example/en/latest', 404],
    ['https://comics.example/xx/comic/x', 404],
    ['https://comics.example/en/group/x', 404],
    ['https://comics.example/en/comic/%', 404],
    ['https://comics.example/en/comic/%00', 404],
    ['https://comics.example/en/comic/nothing', 404],
    [comicAt(comics.gone!.slug), 451],
    ['', 422],
    ['x'.repeat(2001), 422],
  ];
  for (const [url, status] of wrong) {
    expect([url, (await oembed(url)).status]).toEqual([url, status]);
  }
  for (const more of ['&format=yaml', '&maxwidth=0', '&maxwidth=-5', '&maxheight=x', '&maxwidth=9999999']) {
    expect([more, (await oembed(comicAt(comics.hostile!.slug), more)).status]).toEqual([more, 422]);
  }
});
