import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { sql } from 'kysely';
import { LOCALES } from '#contract/locales.ts';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { createChapter } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const HOSTILE = 'A <b> & "c" \u0007\u001b ]]> \u202e星空 \ud83d\ude00';
const clock = { now: new Date('2026-03-10T12:00:00Z') };
let site: TestApp;
let series: { id: number; slug: string; chapters: number[] };
const comics: Record<string, { id: number; slug: string }> = {};

beforeAll(async () => {
  site = await testApp(
    {
      url: 'https://comics.example',
      features: ['nsfw', 'tags', 'artists', 'languages', 'premium'],
      title: 'Panels & more',
    },
    () => clock.now,
  );
  const { db, blobs } = site.deps;
  const [picture, other] = [await plantPicture(db, blobs, 20), await plantPicture(db, blobs, 40)];
  await withTransaction(db, async (tx) => {
    const [tag, artist, group] = (await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Rain & snow' },
      { kind: 'artist', name: 'Ann Ōe' },
      { kind: 'group', name: 'Paper Boats' },
    ])) as [number, number, number];
    const at = (day: number) => new Date(Date.UTC(2026, 1, day, 10, 11, 12));
    comics.hostile = await plantComic(
      tx,
      {
        title: HOSTILE,
        description: 'x < y & z',
        terms: [tag, artist, group],
        uploadedAt: at(20),
        cover: picture,
        rating: 'safe',
        translations: { ar: { title: 'عنوان' } },
      },
      picture,
    );
    comics.explicit = await plantComic(
      tx,
      { title: 'Explicit', terms: [tag], uploadedAt: at(21), cover: other, rating: 'explicit' },
      other,
    );
    const long = await plantSeries(tx, { title: 'Long', rating: 'safe', uploadedAt: at(1) }, picture, {
      numbers: ['1'],
      pages: 1,
    });
    await sql`insert into chapters (comic_id, slug, number, position, added_at)
      select ${long.id}, 'x' || n, n::text, n, ${at(1).toISOString()}::timestamptz - make_interval(days => 40 - n)
      from generate_series(2, 33) n`.execute(tx);
    comics.long = long;
    series = await plantSeries(
      tx,
      { title: 'Star fishers', rating: 'safe', uploadedAt: at(10), terms: [artist] },
      picture,
      { numbers: ['1', '2', '10.5'], pages: 1 },
    );
    comics.gone = await plantComic(tx, { title: 'Gone', rating: 'safe' }, picture);
    await sql`update comics set state = 'removed', removed_at = now(), removed_reason = 'asked for' where id = ${comics.gone.id}`.execute(
      tx,
    );
  });
});
afterAll(() => site.close());

async function text(path: string, headers: Record<string, string> = {}) {
  const { status, body, headers: answered } = await site.get(path, headers);
  return {
    status,
    headers: answered,
    text: Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body),
    body,
  };
}
async function atom(path: string) {
  const { status, text: xml } = await text(path);
  expect([path, status, XMLValidator.validate(xml)]).toEqual([path, 200, true]);
  const { title, entries = [], ...feed } = parseAtomFeed(xml);
  return {
    ...feed,
    title: title?.value,
    entries: entries.map((entry) => ({ ...entry, title: entry.title?.value, summary: entry.summary?.value })),
  };
}

it('the newest comics are there as Atom and as RSS, and both parsers of others read them alike', async () => {
  const feed = await atom('/en/latest/feed.atom');
  expect(feed).toMatchObject({
    id: 'tag:comics.example,2026:feed/en/latest',
    title: 'Latest comics – Panels & more',
    updated: expect.stringMatching(/^20/),
  });
  expect(feed.entries.map(({ title }) => title)).toEqual([
    'Star fishers – Chapter 10.5',
    'Star fishers – Chapter 2',
    'Star fishers – Chapter 1',
    'Long – Chapter 1',
    expect.stringContaining('星空'),
  ]);
  const first = feed.entries.at(-1);
  expect(first).toMatchObject({
    id: `tag:comics.example,2026:comic/${comics.hostile!.id}`,
    title: 'A <b> & "c"  ]]> \u202e星空 \ud83d\ude00',
    published: '2026-02-20T10:11:12.000Z',
    summary: 'x < y & z',
    authors: [{ name: 'Ann Ōe' }],
    categories: [{ term: 'tag:rain-snow', label: 'Rain & snow' }],
  });
  const address = `https://comics.example/en/comic/${encodeURIComponent(comics.hostile!.slug)}`;
  expect(first!.links!.find(({ rel }) => rel === 'alternate')!.href).toBe(address);
  const cover = first!.links!.find(({ rel }) => rel === 'enclosure')!;
  expect(cover).toMatchObject({
    type: 'image/webp',
    href: expect.stringMatching(/^https:\/\/comics\.example\/images\/[0-9a-f]{64}\/cover640\.webp$/),
  });
  const bytes = await site.get(new URL(cover.href!).pathname);
  expect([bytes.status, bytes.body.length]).toEqual([200, Number(cover.length)]);
  expect(feed.entries.find(({ id }) => id!.endsWith(`chapter/${series.chapters[0]}`))!.authors).toEqual([
    { name: 'Ann Ōe' },
  ]);

  const { text: xml, headers } = await text('/en/latest/feed.rss');
  expect([XMLValidator.validate(xml), headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    true,
    'application/rss+xml; charset=utf-8',
    '*',
  ]);
  const rss = parseRssFeed(xml);
  expect(rss).toMatchObject({
    title: 'Latest comics – Panels & more',
    link: 'https://comics.example/en/latest',
    language: 'en',
  });
  expect(rss.items!.at(-1)).toMatchObject({
    title: first!.title,
    link: address,
    guid: { value: first!.id, isPermaLink: false },
    pubDate: 'Fri, 20 Feb 2026 10:11:12 GMT',
    description: 'x < y & z',
  });
  expect(rss.items!.map(({ guid }) => guid!.value)).toEqual(feed.entries.map(({ id }) => id));
});

it('a chapter that comes to an old work is told by the feeds of the site and of its terms, one in early access is not, and a new series is told as itself', async () => {
  const { db } = site.deps;
  const added = await withTransaction(db, async (tx) => {
    const [tag] = (await findOrCreateTerms(tx, [{ kind: 'tag', name: 'Harbour' }])) as [number];
    const old = await createComic(tx, {
      title: 'Old tale',
      oneshot: false,
      terms: [tag],
      uploadedAt: new Date('2020-01-01T00:00:00Z'),
    });
    const fresh = await createComic(tx, { title: 'New tale', oneshot: false, terms: [tag] });
    for (const id of [old.id, fresh.id]) {
      await publishComic(tx, id);
    }
    const of = (id: number, number: string, days: number) =>
      createChapter(tx, id, { number, addedAt: new Date(Date.now() - days * 86_400_000) });
    const chapters = [
      await of(old.id, '1', 500),
      await of(old.id, '2', 40),
      await of(old.id, '3', 5),
      await of(old.id, '4', 1),
    ];
    await createChapter(tx, old.id, { number: '5', premiumUntil: new Date(Date.now() + 86_400_000) });
    await createChapter(tx, fresh.id, { number: '1' });
    await createChapter(tx, fresh.id, { number: '2' });
    return { old, fresh, chapters };
  });
  const wanted = [
    ['New tale – Chapter 2', null],
    ['New tale', `comic/${added.fresh.id}`],
    ['Old tale – Chapter 4', `chapter/${added.chapters[3]!.id}`],
    ['Old tale – Chapter 3', `chapter/${added.chapters[2]!.id}`],
  ] as const;
  for (const path of ['/en/tag/harbour/feed.atom', '/en/latest/feed.atom']) {
    const { entries } = await atom(path);
    const found = entries.filter(({ title }) => title!.includes('tale'));
    expect([path, found.map(({ title }) => title)]).toEqual([path, wanted.map(([title]) => title)]);
    expect(found.map(({ id }) => id)).toEqual(
      wanted.map(([, id], at) => (id === null ? found[at]!.id : `tag:comics.example,2026:${id}`)),
    );
    expect(found[2]!.links![0]!.href).toBe(
      `https://comics.example/en/comic/${added.old.slug}/${added.chapters[3]!.slug}/reader`,
    );
  }
  expect((await atom('/en/tag/harbour/feed.atom?sort=uploaded_at')).entries.map(({ title }) => title)).toEqual([
    'New tale',
    'Old tale',
  ]);
  expect(
    (await site.get('/en/opds/v2/comics')).body.publications
      .map(({ metadata }: { metadata: { title: string } }) => metadata.title)
      .filter((title: string) => title.includes('tale')),
  ).toEqual(['New tale', 'Old tale']);
  await sql`delete from comics where id in (${added.old.id}, ${added.fresh.id})`.execute(db);
});

it('a feed has parts that lead to each other, and none beyond its end', async () => {
  const path = `/en/comic/${comics.long!.slug}/feed.atom`;
  const [first, second] = [await atom(path), await atom(`${path}?page=2`)];
  const to = (feed: typeof first) =>
    Object.fromEntries(
      feed
        .links!.filter(({ rel }) => rel !== 'alternate')
        .map(({ rel, href }) => [rel, href!.replace(`https://comics.example${path}`, '')]),
    );
  expect(to(first)).toEqual({ self: '', first: '', next: '?page=2', last: '?page=2' });
  expect(to(second)).toEqual({ self: '?page=2', first: '', previous: '', last: '?page=2' });
  expect([first.entries.length, second.entries.map(({ title }) => title)]).toEqual([
    30,
    ['Long – Chapter 4', 'Long – Chapter 3', 'Long – Chapter 2'],
  ]);
  expect((await text(`${path}?page=3`)).status).toBe(404);
  const wrong = {
    '?page=2': 404,
    '?page=2147483647': 404,
    '?page=2147483648': 422,
    '?page=0': 422,
    '?page=-1': 422,
    '?page=x': 422,
    '?q=%00': 200,
    '?tags=5,x': 422,
    '?sort=nothing': 422,
  };
  for (const [query, status] of Object.entries(wrong)) {
    expect([query, (await text(`/en/latest/feed.atom${query}`)).status]).toEqual([query, status]);
  }
});

it('each term and each comic has a feed under its own address, a search has one, and what is not there has none', async () => {
  expect((await atom('/en/tag/rain-snow/feed.atom')).entries.map(({ title }) => title)).toEqual([
    expect.stringContaining('星空'),
  ]);
  const found = await atom('/en/latest/feed.atom?q=star+fishers');
  expect([found.title, found.entries.map(({ title }) => title)]).toEqual([
    'Results for “star fishers” – Panels & more',
    ['Star fishers – Chapter 10.5', 'Star fishers – Chapter 2', 'Star fishers – Chapter 1'],
  ]);
  const chapters = await atom(`/en/comic/${series.slug}/feed.atom`);
  expect(chapters.entries.map(({ id, title, links }) => [id, title, links![0]!.href])).toEqual(
    [
      ['10.5', 2],
      ['2', 1],
      ['1', 0],
    ].map(([number, at]) => [
      `tag:comics.example,2026:chapter/${series.chapters[at as number]}`,
      `Star fishers – Chapter ${number}`,
      expect.stringMatching(new RegExp(`^https://comics\\.example/en/comic/${series.slug}/[^/]+/reader$`)),
    ]),
  );
  expect((await atom(`/en/comic/${comics.hostile!.slug}/feed.atom`)).entries).toHaveLength(1);
  const missing = {
    '/en/tag/nothing/feed.atom': ['term-not-found', 404],
    '/en/group/paper-boats/feed.atom': ['route-not-found', 404],
    '/xx/latest/feed.atom': ['route-not-found', 404],
    '/en/comic/nothing/feed.rss': ['comic-not-found', 404],
    [`/en/comic/${comics.gone!.slug}/feed.rss`]: ['comic-removed', 451],
    [`/en/comic/${series.slug}/feed.rss?page=2`]: ['page-not-found', 404],
    '/en/tag/%00/feed.atom': ['term-not-found', 404],
    [`/en/tag/${'x'.repeat(301)}/feed.atom`]: ['request-too-large', 413],
  };
  for (const [path, [code, status]] of Object.entries(missing)) {
    const answer = await text(path);
    expect([path, answer.body.code, answer.status]).toEqual([path, code, status]);
  }
  expect((await text('/de/tag/nothing/feed.atom')).body.message).not.toBe(
    (await text('/en/tag/nothing/feed.atom')).body.message,
  );
});

it('a feed is in the language of its address, in every one', async () => {
  const titles = await Promise.all(LOCALES.map(async (locale) => (await atom(`/${locale}/latest/feed.atom`)).title));
  expect(new Set(titles).size).toBeGreaterThan(8);
  expect((await atom('/ar/latest/feed.atom')).entries.at(-1)!.title).toBe('عنوان');
});

it('an explicit work is listed to nobody who did not ask for such, and never with a picture', async () => {
  const titles = async (path: string) => (await atom(path)).entries.map(({ title }) => title);
  expect(await titles('/en/latest/feed.atom')).not.toContain('Explicit');
  expect(await titles('/en/tag/rain-snow/feed.atom?nsfw=true')).toContain('Explicit');
  for (const form of ['atom', 'rss']) {
    const { text: xml } = await text(`/en/comic/${comics.explicit!.slug}/feed.${form}?nsfw=true`);
    expect([xml.includes('Explicit'), xml.includes('cover'), xml.includes('enclosure')]).toEqual([true, false, false]);
  }
});

it('what a member follows is a feed of theirs alone, by a key that they can revoke and that is in the address', async () => {
  const { db } = site.deps;
  const reader = await member(db);
  await sql`insert into notifications (user_id, kind, payload, created_at) select ${reader.id}, 'release', p, '2026-03-01T10:00:00Z' from unnest(array[
    ${JSON.stringify({ comic_id: series.id, from: series.chapters[1], to: series.chapters[1], fresh: false })}::jsonb,
    ${JSON.stringify({ comic_id: comics.explicit!.id, from: 0, to: 0, fresh: true })}::jsonb]) p`.execute(db);
  const key = `kmw_${'k'.repeat(43)}`;
  await sql`insert into api_keys (user_id, name, hint, hash, scopes, expires_at)
    values (${reader.id}, 'feeds', 'kkkk', ${hashSecret(key)}, '{library}', now() + interval '1 day')`.execute(db);
  const basic = { authorization: `Basic ${Buffer.from(`feed:${key}`).toString('base64')}` };
  const { status, text: xml, headers } = await text('/en/following/feed.atom', basic);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const { entries = [], ...feed } = parseAtomFeed(xml);
  expect(feed.title?.value).toBe('Following – Panels & more');
  expect(entries.map(({ title, links }) => [title?.value, links?.[0]?.href])).toEqual([
    ['Chapter 2 of Star fishers is out', `https://comics.example/en/comic/${series.slug}`],
  ]);
  expect((await text('/en/following/feed.rss', basic)).status).toBe(200);
  expect((await text('/en/following/feed.atom?page=2', basic)).status).toBe(404);
  const refused = await text('/en/following/feed.atom');
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic realm=/)]);
  await sql`delete from api_keys`.execute(db);
  expect((await text('/en/following/feed.atom', basic)).status).toBe(401);
});

it('who has a feed already is told that it is the same', async () => {
  const { headers } = await text('/en/latest/feed.atom');
  expect(headers['cache-control']).toBe('public, max-age=300');
  const same = async (asked: Record<string, string>) => (await text('/en/latest/feed.atom', asked)).status;
  expect(await same({ 'if-none-match': String(headers.etag) })).toBe(304);
  expect(await same({ 'if-modified-since': String(headers['last-modified']) })).toBe(304);
  expect(await same({ 'if-none-match': '"other"', 'if-modified-since': String(headers['last-modified']) })).toBe(200);
  expect(await same({ 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' })).toBe(200);
  expect(await same({ 'if-modified-since': 'nonsense' })).toBe(200);
});
