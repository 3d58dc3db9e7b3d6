import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { comicSharePath, siteSharePath } from '#contract/addresses.ts';
import { withTransaction } from '#server/db/database.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { serveSite } from './site.ts';

let site: TestApp;
let source: Awaited<ReturnType<typeof sourceSite>>;
let image = '';

/** Heads of pages by their addresses: each is made once, however much is asked of it. */
const heads = new Map<string, ReturnType<typeof readHead>>();

function fetchHead(path: string, host = 'comics.test'): ReturnType<typeof readHead> {
  const address = host + path;
  const head = heads.get(address) ?? readHead(path, host);
  heads.set(address, head);
  return head;
}

/** The head of a page as an independent reader of HTML sees it. */
async function readHead(url: string, host: string) {
  const { statusCode: status, body } = await site.app.inject({ url, headers: { host } });
  const html = parse(body).childNodes.find((node): node is Tree.Element => node.nodeName === 'html')!;
  const elements = html.childNodes
    .find((node): node is Tree.Element => node.nodeName === 'head')!
    .childNodes.filter((node): node is Tree.Element => 'attrs' in node)
    .map(
      (node) =>
        ({
          name: node.nodeName,
          text: (node.childNodes[0] as Tree.TextNode | undefined)?.value ?? '',
          ...Object.fromEntries(node.attrs.map(({ name, value }) => [`_${name}`, value])),
        }) as Record<string, string>,
    );
  const metas = (name: string) =>
    elements.filter((each) => each._name === name || each._property === name).map((each) => each._content!);
  const graph = elements
    .filter((each) => each._type === 'application/ld+json')
    .flatMap((each) => JSON.parse(each.text!)['@graph'] as Thing[]);
  return {
    status,
    graph,
    metas,
    meta: (name: string) => metas(name)[0],
    title: elements.find(({ name }) => name === 'title')?.text,
    canonical: elements.find((each) => each._rel === 'canonical')?._href,
    alternates: Object.fromEntries(
      elements.filter((each) => each._hreflang).map((each) => [each._hreflang!, each._href!]),
    ),
    of: (type: string) => graph.find((thing) => thing['@type'] === type),
  };
}

type Thing = { '@type': string } & Record<string, any>;

beforeAll(async () => {
  source = await sourceSite();
  site = await testApp(
    {
      features: ['tags', 'languages', 'artists', 'authors', 'nsfw', 'characters', 'comments', 'dmca'],
      ageGate: { mode: 'self-declaration' },
    },
    undefined,
    (app, deps) => serveSite(app, deps, source),
    [
      {
        id: 'open',
        hosts: ['open.test'],
        name: 'Open & <b>',
        letter: 'O',
        indexing: 'all',
        noai: true,
        locales: ['fr', 'zh'],
        defaultLocale: 'fr',
        features: ['nsfw'],
        ageGate: { mode: 'self-declaration' },
      },
      { id: 'closed', hosts: ['closed.test'], indexing: 'none' },
    ],
  );
  const { db, blobs } = site.deps;
  image = await plantPicture(db, blobs);
  await withTransaction(db, async (tx) => {
    const terms = await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Storm' },
      { kind: 'artist', name: 'Ana Lima' },
      { kind: 'language', name: 'ja', code: 'ja' },
    ]);
    await describeTerm(tx, terms[0]!, { translations: { fr: 'Tempête' } });
    await plantComic(
      tx,
      {
        title: 'Quiet garden',
        description: `A garden behind a wall. ${'It rains on leaves. '.repeat(30)}`,
        rating: 'safe',
        terms,
        translations: { fr: { title: 'Jardin calme', description: 'Un jardin.' } },
      },
      image,
    );
    await plantSeries(tx, { title: 'Long way', rating: 'safe', terms }, image, { numbers: ['1', '2'], pages: 2 });
    await plantComic(tx, { title: 'Loud night', rating: 'explicit' }, image);
    await plantComic(tx, { title: 'Dim light', rating: 'suggestive' }, image);
    await plantComic(tx, { title: 'Hidden lane', rating: 'safe' }, image);
    for (let at = 0; at < 30; at += 1) {
      await plantComic(tx, { title: `Walk ${at}`, rating: 'safe', terms: terms.slice(0, 1) }, image, 1);
    }
  });
  await sql`update comics set state = 'unlisted' where title = 'Hidden lane'`.execute(db);
  await sql`insert into site_pages (slug, locale, title, text) values ('about', 'en', 'About us', 'We read **comics** & more.')`.execute(
    db,
  );
});
afterAll(() => site?.close());

describe('the head of a page', () => {
  it.each([
    '',
    '/latest',
    '/latest?page=2',
    '/tags',
    '/tag/storm',
    '/tag/storm?page=2',
    '/comic/quiet-garden',
    '/comic/long-way/chapter-2/reader',
    '/about',
    '/cookies',
    '/transparency',
  ])('%s has a title, a description, an address and a picture of its own', async (path) => {
    const { status, title, meta, metas, canonical, alternates } = await fetchHead(`/fr${path}`);
    expect(status).toBe(200);
    expect(title).toMatch(/\S/);
    expect(meta('description')!.length).toBeGreaterThan(9);
    expect(meta('description')!.length).toBeLessThan(300);
    expect(meta('robots')).toBe('max-image-preview:large');
    expect(canonical).toBe(`http://comics.test/fr${path}`);
    expect([meta('og:url'), meta('og:locale'), meta('og:type')]).toEqual([
      canonical,
      'fr_FR',
      expect.stringMatching(/^(website|book|article)$/),
    ]);
    expect(metas('og:locale:alternate')).toHaveLength(LOCALES.length - 1);
    for (const locale of metas('og:locale:alternate')) {
      expect(locale).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
    }
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
    for (const name of ['og:title', 'og:image:alt', 'twitter:title', 'twitter:description']) {
      expect(meta(name)).toMatch(/\S/);
    }
    expect([meta('twitter:card'), meta('twitter:image')]).toEqual(['summary_large_image', meta('og:image')]);
    expect(Object.keys(alternates)).toEqual([...LOCALES, 'x-default']);
    expect(
      (await site.app.inject({ url: new URL(meta('og:image')!).pathname, headers: { host: 'comics.test' } }))
        .statusCode,
    ).toBe(200);
  });

  it.each(['', '/latest?page=2', '/tag/storm', '/comic/quiet-garden', '/comic/long-way/chapter-2/reader'])(
    '%s agrees with its other languages about the addresses of all',
    async (path) => {
      const own = (await fetchHead(`/en${path}`)).alternates;
      expect(own['x-default']).toBe(own.en);
      for (const locale of ['ar', 'zh']) {
        const other = await fetchHead(new URL(own[locale]!).pathname + new URL(own[locale]!).search);
        expect(other.alternates).toEqual(own);
        expect(other.canonical).toBe(own[locale]);
      }
    },
  );

  it('speaks the language of the reader, names who made a comic, and cuts a long text after a word', async () => {
    const french = await fetchHead('/fr/comic/quiet-garden');
    expect(french.title).toBe('Jardin calme – Komawari');
    expect(french.meta('description')).toMatch(/Ana Lima · Japonais · Un jardin\.$/);
    const english = (await fetchHead('/en/comic/quiet-garden')).meta('description')!;
    expect(english).toMatch(
      /^Read Quiet garden online: 3 pages\. Ana Lima · Japanese · A garden behind a wall\. .*\w…$/,
    );
    expect((await fetchHead('/en/tag/storm')).meta('description')).toMatch(/^Storm: .*32 comics.*Long way · Walk 29/);
    expect((await fetchHead('/en/about')).meta('description')).toBe('We read comics & more.');
    expect((await fetchHead('/en/comic/long-way/chapter-2/reader/2')).title).toBe(
      'Read Long way – Chapter 2 – Komawari',
    );
  });

  it('of a part of a chapter names the chapter as the page to be found', async () => {
    expect((await fetchHead('/en/comic/long-way/chapter-2/reader/2')).canonical).toBe(
      'http://comics.test/en/comic/long-way/chapter-2/reader',
    );
  });

  it.each([
    '/latest?q=garden',
    '/latest?sort=title',
    '/latest?tags=1',
    '/tag/storm?order=asc',
    '/tags?q=storm',
    '/comic/hidden-lane',
    '/comic/loud-night',
    '/comic/quiet-garden/reader',
    '/comic/quiet-garden/comments',
    '/login',
    '/settings',
    '/favorites',
    '/admin',
    '/offline',
    '/no/such/page',
  ])('%s is not for search engines', async (path) => {
    const { title, meta, canonical, alternates } = await fetchHead(`/en${path}`);
    expect(title).toMatch(/\S/);
    expect(meta('description')).toMatch(/\S/);
    expect([meta('robots'), canonical, alternates]).toEqual(['noindex', undefined, {}]);
  });

  it('follows what each site lets be listed, and asks gatherers to stay away', async () => {
    const explicit = await fetchHead('/fr/comic/loud-night', 'open.test');
    expect(explicit.meta('robots')).toBe('max-image-preview:large, noai, noimageai');
    expect(Object.keys(explicit.alternates)).toEqual(['fr', 'zh', 'x-default']);
    expect(explicit.metas('rating')).toContain('adult');
    // A host may be named in full, with its dot, and with a port.
    for (const host of ['closed.test', 'Closed.test.', 'closed.test.:8080']) {
      expect((await fetchHead('/en/comic/quiet-garden', host)).meta('robots')).toBe('noindex');
    }
    expect((await fetchHead('/en/comic/quiet-garden')).metas('rating')).toEqual([]);
  });

  it('shows a safe cover where there is one, and the site’s own picture for everything else', async () => {
    expect((await fetchHead('/en/comic/quiet-garden')).meta('og:image')).toBe(
      `http://comics.test${comicSharePath(image)}`,
    );
    expect((await fetchHead('/en/comic/dim-light')).meta('og:image')).toBe(
      `http://comics.test${siteSharePath({ name: 'Komawari', letter: 'K' })}`,
    );
    const { meta } = await fetchHead('/fr/comic/loud-night', 'open.test');
    expect(meta('og:image')).toBe(`http://open.test${siteSharePath({ name: 'Open & <b>', letter: 'O' })}`);
    expect(meta('og:image:alt')).toBe('Open & <b>');
  });

  it('has an icon where programs look that read no page', async () => {
    const icon = async (path: string) =>
      (await site.app.inject({ url: path, headers: { host: 'open.test' } })).rawPayload;
    expect((await icon('/favicon.ico')).equals(await icon('/images/icon.png'))).toBe(true);
  });

  it('of a term under a former name is found under the present one, for good', async () => {
    const { statusCode, headers } = await site.app.inject({
      url: '/en/tag/STORM?page=2',
      headers: { host: 'comics.test' },
    });
    expect([statusCode, headers.location]).toEqual([301, '/en/tag/storm?page=2']);
  });
});

describe('what search engines are told in the words of schema.org', () => {
  it('uses its types and properties only, everywhere', async () => {
    const vocabulary = readVocabulary();
    for (const path of [
      '/en',
      '/en/latest',
      '/en/tags',
      '/en/tag/storm',
      '/en/comic/quiet-garden',
      '/en/comic/long-way',
      '/en/comic/long-way/chapter-2/reader',
    ]) {
      const { graph } = await fetchHead(path);
      expect(graph.length).toBeGreaterThan(0);
      expect(graph.flatMap((thing) => strangeIn(thing, vocabulary))).toEqual([]);
    }
    expect(strangeIn({ '@type': 'ComicSeries', artist: [], colour: 'red' }, vocabulary)).toEqual([
      'ComicSeries.artist',
      'ComicSeries.colour',
    ]);
  });

  it('says what the site is, how it is searched and who publishes it', async () => {
    const { of } = await fetchHead('/zh');
    expect(of('WebSite')).toMatchObject({
      name: 'Komawari',
      url: 'http://comics.test/zh',
      inLanguage: 'zh',
      publisher: { '@type': 'Organization', logo: { url: 'http://comics.test/images/icon.png' } },
      potentialAction: {
        target: { urlTemplate: 'http://comics.test/zh/latest?q={search_term_string}' },
        'query-input': 'required name=search_term_string',
      },
    });
  });

  it('tells a series with its chapters, a chapter with its series, and the way to each', async () => {
    const series = (await fetchHead('/en/comic/long-way')).of('ComicSeries')!;
    expect(series).toMatchObject({
      name: 'Long way',
      inLanguage: 'ja',
      contributor: [{ '@type': 'Person', name: 'Ana Lima' }],
    });
    expect(
      series.hasPart.map(({ '@type': type, position, url, issueNumber, isPartOf }: Thing) => [
        type,
        position,
        url,
        issueNumber,
        isPartOf,
      ]),
    ).toEqual(
      [1, 2].map((at) => [
        'ComicIssue',
        at,
        `http://comics.test/en/comic/long-way/chapter-${at}/reader`,
        String(at),
        { '@id': 'http://comics.test/en/comic/long-way' },
      ]),
    );
    const chapter = await fetchHead('/en/comic/long-way/chapter-2/reader');
    expect(chapter.of('ComicIssue')).toMatchObject({
      url: series.hasPart[1].url,
      pageEnd: 2,
      isPartOf: { '@type': 'ComicSeries', '@id': series['@id'], name: 'Long way' },
    });
    expect(
      chapter.of('BreadcrumbList')!.itemListElement.map(({ position, name, item }: Thing) => [position, name, item]),
    ).toEqual([
      [1, 'Home', 'http://comics.test/en'],
      [2, 'Comics', 'http://comics.test/en/latest'],
      [3, 'Long way', 'http://comics.test/en/comic/long-way'],
      [4, 'Chapter 2', 'http://comics.test/en/comic/long-way/chapter-2/reader'],
    ]);
    expect((await fetchHead('/en/comic/quiet-garden')).of('ComicIssue')).toMatchObject({
      artist: [{ name: 'Ana Lima' }],
      pageStart: 1,
      pageEnd: 3,
      keywords: ['Storm'],
    });
  });

  it('counts the places of a list through its pages', async () => {
    const { of } = await fetchHead('/en/tag/storm?page=2');
    expect(of('CollectionPage')).toMatchObject({
      url: 'http://comics.test/en/tag/storm?page=2',
      mainEntity: { numberOfItems: 32 },
    });
    expect(of('CollectionPage')!.mainEntity.itemListElement[0].position).toBe(25);
    expect(of('BreadcrumbList')!.itemListElement.map(({ name }: Thing) => name)).toEqual([
      'Home',
      'Tags',
      'Comics tagged “Storm”',
    ]);
  });
});

type Vocabulary = Map<string, { above: string[]; properties: Set<string> }>;

/** The types of schema.org with their own properties, as somebody else has written them down. */
function readVocabulary(): Vocabulary {
  const file = join(dirname(createRequire(import.meta.url).resolve('schema-dts/package.json')), 'dist', 'schema.d.ts');
  const vocabulary: Vocabulary = new Map();
  for (const [, name = '', above = '', body = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:export )?interface (\w+) extends ([^{]+)\{([\s\S]*?)^\}/gm,
  )) {
    vocabulary.set(name, {
      above: above.match(/\w+/g) ?? [],
      properties: new Set([...body.matchAll(/^ {4}"([\w-]+)"\?/gm)].map(([, property]) => property!)),
    });
  }
  return vocabulary;
}

function strangeIn(thing: unknown, vocabulary: Vocabulary): string[] {
  if (Array.isArray(thing)) return thing.flatMap((each) => strangeIn(each, vocabulary));
  if (typeof thing !== 'object' || thing === null) return [];
  const { '@type': type, '@id': _id, ...properties } = thing as Thing;
  if (type === undefined) return Object.keys(properties).map((name) => `untyped.${name}`);
  const known = (name: string, property: string): boolean => {
    const entry = vocabulary.get(name);
    return entry !== undefined && (entry.properties.has(property) || entry.above.some((each) => known(each, property)));
  };
  const strange = Object.keys(properties)
    .filter((name) => name !== 'query-input' && !known(`${type}Leaf`, name) && !known(`${type}Base`, name))
    .map((name) => `${type}.${name}`);
  return [...strange, ...Object.values(properties).flatMap((value) => strangeIn(value, vocabulary))];
}
