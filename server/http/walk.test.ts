import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES } from '#contract/site.ts';
import { writePass } from '#server/http/access/age-gate.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { callApi } from '#server/http/requests/in-process-api.ts';
import { withTransaction } from '../db/database.ts';
import { writeToken } from '../features/downloads/link-token.ts';
import { findOrCreateTerms } from '../features/taxonomy/public/queries-writing.ts';
import { VARIANTS } from '../images/links.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { member, type Member } from '../testing/member.ts';
import { sourceSite } from '../testing/site-source.ts';
import { ADULT, KINDS, plantWalked, type Kind, type Picture, type WalkedComic } from '../testing/walked-comics.ts';
import { collectRoutes } from '../../tools/route-matrix.ts';
import { signData } from '#server/security/signed-token.ts';

/*
 * The walk: a library with comics of every state, and every address that the routing tables know, of the API and of the
 * pages, asked by everyone. Nobody gets a byte of a page that is not theirs to read, nor an address of one; of comics
 * that are not published nobody learns so much as the title. Routes that are added later join by themselves.
 */

type Viewer = 'guest' | 'user' | 'entitled' | 'admin';
const VIEWERS: readonly Viewer[] = ['guest', 'user', 'entitled', 'admin'];
const PREVIEW = 1;

let site: TestApp;
let source: Awaited<ReturnType<typeof sourceSite>>;
let people: Record<Viewer, Member | null>;
const comics: WalkedComic[] = [];
const made = {
  comments: [] as string[],
  talk: new Map<number, string>(),
  lists: [] as string[],
  tokens: [] as string[],
  term: '',
};

beforeAll(async () => {
  source = await sourceSite();
  const same = { features: [...FEATURES], premium: { requires: 'entitlement' as const, previewPages: PREVIEW } };
  // Sites that list every rating by themselves, so that nothing but the age gate stands before explicit works.
  site = await testApp(same, undefined, (app, deps) => serveSite(app, deps, source), [
    { ...same, id: 'declared', hosts: ['declared.test'], nsfw: true, ageGate: { mode: 'self-declaration' } },
    {
      ...same,
      id: 'checked',
      hosts: ['checked.test'],
      nsfw: true,
      ageGate: {
        mode: 'external',
        provider: { name: 'Checker', url: 'https://check.test/start', secret: 's'.repeat(32) },
      },
    },
  ]);
  const { db } = site.deps;
  people = {
    guest: null,
    user: await member(db),
    entitled: await member(db),
    admin: await member(db, { role: 'admin' }),
  };
  await sql`insert into entitlements (user_id, source, reference, said_at) values (${people.entitled?.id}, 'staff', 'all', now())`.execute(
    db,
  );
  const terms = await withTransaction(db, (tx) =>
    findOrCreateTerms(
      tx,
      (
        [
          'tag',
          'artist',
          'author',
          'character',
          'group',
          'parody',
          'relationship',
          'category',
          'genre',
          'publisher',
          'platform',
        ] as const
      ).map((kind) => ({ kind, name: 'Veil' })),
    ),
  );
  made.term = 'veil';
  for (const kind of KINDS) {
    comics.push(await plantWalked(site.deps, kind, terms));
  }
  await live();
});
afterAll(() => site?.close());

/** Lets members use each comic before it became what it is: favorites, lists, reading, opinions, words, slides, downloads. */
async function live(): Promise<void> {
  const { db } = site.deps;
  const ids = comics.map(({ id }) => id);
  for (const who of [people.user, people.entitled]) {
    const {
      rows: [list],
    } = await sql<{
      id: number;
    }>`insert into lists (user_id, name, public) values (${who?.id}, 'All', true) returning id`.execute(db);
    made.lists.push(String(list?.id));
    await sql`insert into list_comics (list_id, comic_id, position) select ${list?.id}, c, c from unnest(${ids}::int[]) c`.execute(
      db,
    );
    await sql`insert into favorites (user_id, comic_id) select ${who?.id}, c from unnest(${ids}::int[]) c`.execute(db);
    await sql`insert into shelved_comics (user_id, comic_id, shelf) select ${who?.id}, c, 'reading' from unnest(${ids}::int[]) c`.execute(
      db,
    );
    await sql`insert into follows (user_id, comic_id) select ${who?.id}, c from unnest(${ids}::int[]) c`.execute(db);
    await sql`insert into ratings (user_id, comic_id, score) select ${who?.id}, c, 8 from unnest(${ids}::int[]) c`.execute(
      db,
    );
    await sql`insert into progress (user_id, comic_id, chapter_id, page, max_page) select ${who?.id}, h.comic_id, h.id, 2, 2 from chapters h`.execute(
      db,
    );
    await sql`update users set settings = settings || '{"public_favorites": true}' where id = ${who?.id}`.execute(db);
    const { rows: asked } = await sql<{
      id: string;
    }>`insert into downloads (user_id, comic_id, chapters, bytes, day) select ${who?.id}, c, '{}', 1, current_date
    from unnest(${comics.filter(({ kind }) => !ADULT.has(kind)).map(({ id }) => id)}::int[]) c
    returning id::text`.execute(db);
    // A link to an explicit work is given to those who passed the age check, as the addresses of its pictures are.
    // Links of someone who is entitled open what they may read, for whoever has the link: these are of one who is not.
    if (who === people.user) {
      made.tokens.push(
        ...asked.map(({ id }) =>
          writeToken({ id: Number(id), expires: Math.floor(Date.now() / 1000) + 3600 }, site.deps.secret),
        ),
      );
    }
  }
  // In the order of the comics.
  const { rows } = await sql<{
    id: string;
  }>`insert into comments (comic_id, user_id, text, html) select c, ${people.user?.id}, 'words', '<p>words</p>'
  from unnest(${ids}::int[]) c returning id::text`.execute(db);
  made.comments.push(...rows.map(({ id }) => id));
  const { rows: talk } = await sql<{ id: string; chapter: number }>`
    insert into comments (chapter_id, user_id, text, html) select h.id, ${people.user?.id}, 'talk of ' || h.id || '.', '<p>talk of ' || h.id || '.</p>'
    from chapters h returning id::text, chapter_id as chapter`.execute(db);
  for (const { id, chapter } of talk) {
    made.talk.set(chapter, id);
  }
  await sql`insert into slides (comic_id, position) select c, c from unnest(${ids}::int[]) c`.execute(db);
}

/**
 * The values of a part of an address, of some comics. An address with a part that is not here fails the test: say here
 * what it stands for, with comics of every kind where it names one.
 */
const PARTS: Record<string, (address: string, among: readonly WalkedComic[]) => string[]> = {
  lang: () => ['en'],
  slug: (address, among) => (/\/(comics|comic|webtoon)\//.test(address) ? among.map(({ slug }) => slug) : [made.term]),
  // Of the comic that the address names already.
  chapter: (address, among) =>
    /opds/.test(address)
      ? among.flatMap(({ chapters }) => chapters.map(({ id }) => String(id)))
      : among
          .filter(({ slug }) => address.includes(`/${slug}/`))
          .flatMap(({ chapters }) => chapters.map(({ slug }) => slug)),
  comic: (_address, among) => among.map(({ id }) => String(id)),
  page: (address) => (/opds/.test(address) ? ['0', '1', '2'] : /komga/.test(address) ? ['1', '2', '3'] : ['2']),
  kind: (address) => (/opds/.test(address) ? ['tags'] : ['comic', 'tag']),
  book: (_address, among) => among.flatMap(({ chapters }) => chapters.map(({ id }) => String(id))),
  id: (address, among) =>
    /komga.*v1\/books/.test(address)
      ? among.flatMap(({ chapters }) => chapters.map(({ id }) => String(id)))
      : /komga.*series\/:/.test(address)
        ? among.map(({ id }) => String(id))
        : /komga.*collections/.test(address)
          ? ['favorites', ...made.lists]
          : /comments/.test(address)
            ? [...made.comments, ...made.talk.values()]
            : /list/.test(address)
              ? made.lists
              : /\/g\//.test(address)
                ? among.map(({ id }) => String(id))
                : ['1'],
  identifier: (address) => [
    ...made.comments.filter((_id, at) => address.includes(`/${comics[at]?.slug}/comments`)),
    ...comics.flatMap(({ slug, chapters }) =>
      chapters.flatMap((chapter) => (address.includes(`/${slug}/${chapter.slug}/`) ? made.talk.get(chapter.id)! : [])),
    ),
  ],
  username: () => VIEWERS.flatMap((who) => people[who]?.username ?? []),
  provider: () => ['nobody'],
  token: (address) => (/downloads/.test(address) ? made.tokens : ['x']),
  hash: (address, among) => (/images/.test(address) ? among.flatMap(listPictures).map(({ hash }) => hash) : ['x']),
  file: (address) =>
    /sitemaps/.test(address)
      ? ['works-1.xml', 'comics-1.xml', 'terms-1.xml', 'pages-1.xml']
      : ['original.png', ...VARIANTS.filter((name) => name !== 'original').map((name) => `${name}.webp`)],
  document: () => ['0'.repeat(32)],
  locale: () => ['en'],
  link: () => ['x'],
  list: () => ['latest', 'tag'],
  section: () => ['comments'],
  tab: () => ['comments'],
};

/** Every address that a route leads to, of all comics or of some. */
function listAddresses(route: string, among: readonly WalkedComic[] = comics): string[] {
  if (route.endsWith('*')) return [route.replace('*', 'nowhere')];
  const [, part, optional] = /:(\w+)(\??)/.exec(route) ?? [];
  if (part === undefined) return [route];
  const values = PARTS[part];
  if (values === undefined) throw new Error(`${route}: say in PARTS of this test what :${part} stands for`);
  const filled = values(route, among).flatMap((value) =>
    listAddresses(route.replace(/:\w+\??/, encodeURIComponent(value)), among),
  );
  return optional === '?' ? [...filled, ...listAddresses(route.replace(/\/:\w+\?/, ''), among)] : filled;
}

function listPictures({ chapters }: WalkedComic): Picture[] {
  return chapters.flatMap(({ pages }) => pages);
}

/** The pictures of a comic that someone may not have, in any form. */
function closedTo(viewer: Viewer, comic: WalkedComic, host: string): Picture[] {
  // Whoever walks here has passed no age check; on the first site there is none.
  if (ADULT.has(comic.kind) && host !== 'comics.test') return listPictures(comic);
  if (['removed', 'draft', 'scheduled'].includes(comic.kind)) return listPictures(comic);
  if (viewer === 'entitled' || viewer === 'admin') return [];
  if (comic.kind === 'premium' || comic.kind === 'early' || comic.kind === 'adult') {
    return listPictures(comic).slice(PREVIEW);
  }
  return comic.kind === 'chapter' ? (comic.chapters[1]?.pages ?? []) : [];
}

/** The secrets an answer gives away to someone that it must not. */
function findLeaks(viewer: Viewer, address: string, body: Buffer, host: string): string[] {
  // Who looks after the comics sees them in every state, and nobody else is let in there.
  if (viewer === 'admin' && address.startsWith('/api/admin/')) return [];
  const text = body.toString('latin1');
  // Of a page most is neither: looking there for each of hundreds of pictures is what would take longest.
  const hashes = (text.match(/[0-9a-f]{64,}/g) ?? []).join(' ');
  const pictured = BEGINNINGS.some((beginning) => text.includes(beginning));
  return comics.flatMap((comic) => {
    const { kind, title, id, slug, chapters } = comic;
    const leaks = closedTo(viewer, comic, host)
      .flatMap(({ forms }) => forms)
      .filter(({ bytes, hash }) => hashes.includes(hash) || (pictured && body.includes(bytes)))
      .map(({ file }) => `${file} of ${title}`);
    // Comments on a chapter are for those who may read it; on a one-shot’s there are none.
    const talk = chapters
      .filter((_chapter, at) => kind !== 'chapter' || (at > 0 && viewer !== 'entitled' && viewer !== 'admin'))
      .filter((chapter) => !/\/(account|moderation)\//.test(address) && text.includes(`talk of ${chapter.id}.`))
      .map((chapter) => `the talk of ${title}, ${chapter.slug}`);
    const unpublished = kind === 'draft' || kind === 'scheduled';
    const named = text.includes(title) || (unpublished && text.includes(`veiled-${kind}`) && !address.includes(slug));
    // An unlisted comic is known to those who were told its address, and to those who kept it.
    const own = viewer !== 'guest' && address.includes('/account/');
    const isKnown =
      kind !== 'unlisted' ||
      own ||
      address.includes('/downloads/') ||
      address
        .split(/[/?]/)
        .some(
          (part) =>
            part === String(id) ||
            part === slug ||
            made.comments.includes(part) ||
            [...made.talk.values()].includes(part) ||
            (/\/(opds|komga)\//.test(address) && comic.chapters.some((chapter) => part === String(chapter.id))),
        );
    return [
      ...leaks,
      ...talk,
      ...((unpublished || (kind === 'unlisted' && !isKnown)) && named ? [`the title ${title}`] : []),
    ];
  });
}

/** The first bytes of the files of the pictures: PNG and WebP. */
const BEGINNINGS = ['\x89PNG', 'RIFF'];

interface Answer {
  status: number;
  body: Buffer;
  json: any;
}

async function ask(
  viewer: Viewer,
  method: string,
  url: string,
  payload?: object,
  from: Record<string, string> = {},
): Promise<Answer> {
  const answer = await site.app.inject({
    method: method as 'GET',
    url,
    payloadAsStream: true,
    ...(payload ? { payload } : {}),
    headers: {
      host: 'comics.test',
      'user-agent': 'OldReader/1.0',
      'x-request-id': randomUUID(),
      ...people[viewer]?.headers,
      ...from,
    },
  });
  const stream = answer.stream();
  const type = String(answer.headers['content-type']);
  if (type.startsWith('text/event-stream')) {
    // It never ends; what it begins with is what there is.
    stream.destroy();
    return { status: answer.statusCode, body: Buffer.alloc(0), json: null };
  }
  const body = Buffer.concat((await stream.toArray()) as Buffer[]);
  return {
    status: answer.statusCode,
    body,
    json: type.includes('json') && body.length > 0 ? JSON.parse(body.toString()) : null,
  };
}

/** Asks addresses, some at a time, and gathers what they give away. */
async function walk(
  viewer: Viewer,
  calls: readonly { method: string; url: string; payload?: object }[],
  from: Record<string, string> = {},
): Promise<string[]> {
  const found: string[] = [];
  const left = [...calls];
  const one = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const { method, url, payload } = call;
      const { status, body } = await ask(viewer, method, url, payload, from);
      if (status >= 500) {
        found.push(`${method} ${url}: ${status}`);
      }
      found.push(
        ...findLeaks(viewer, url, body, from.host ?? 'comics.test').map(
          (leak) => `${method} ${url} (${status}): ${leak}`,
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: 6 }, one));
  return found;
}

const UNLIKE = /logout|events|random|export|openapi/;

/** Queries for lists, beside an empty one. */
const asking = () =>
  `?q=veiled&find=veiled&per_page=100&sort=title&nsfw=true&comics=${comics.map(({ id }) => id).join(',')}`;

describe('the walk through every address', () => {
  it.each(VIEWERS)(
    'of the API gives %s no page, and no title, that is not theirs',
    { timeout: 240_000 },
    async (viewer) => {
      // Pictures are asked for without a name: they answer all alike.
      const urls = collectRoutes(site.app)
        .filter(
          ({ method, url }) =>
            method === 'GET' && !/logout/.test(url) && (viewer === 'guest' || !url.startsWith('/images/')),
        )
        .flatMap(({ url }) => listAddresses(url));
      expect(urls.length).toBeGreaterThan(150);
      expect(
        await walk(
          viewer,
          urls.flatMap((url) => [
            { method: 'GET', url },
            ...(/\/(images|comics)\/./.test(url) ? [] : [{ method: 'GET', url: url + asking() }]),
          ]),
        ),
      ).toEqual([]);
    },
  );

  it.each([...VIEWERS, 'uploader'] as const)(
    'of the API answers pages of %s, in this process, with the values it answers programs with',
    { timeout: 240_000 },
    async (viewer) => {
      const who = viewer === 'uploader' ? await member(site.deps.db, { role: viewer }) : people[viewer];
      const headers = { 'user-agent': 'OldReader/1.0', ...who?.headers };
      // Files and what never ends are not for pages; what is random differs each time.
      const calls = collectRoutes(site.app)
        .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !UNLIKE.test(url))
        .flatMap(({ url }) => listAddresses(url))
        .flatMap((url) => [`${url}?nsfw=false`, url + asking()]);
      const others: string[] = [];
      let compared = 0;
      /** Whether a page is answered as a program is; null for no JSON: a picture, or nothing. */
      const isAlike = async (url: string) => {
        const { status, json } = await ask('guest', 'GET', url, undefined, headers);
        if (json === null) return null;
        const inner = await callApi(
          site.app,
          {
            origin: 'http://comics.test',
            rating: /nsfw=true/.test(url) ? 'all' : 'safe',
            log: site.deps.log,
          },
          url,
          headers,
        );
        compared += inner.status === 200 ? 1 : 0;
        return isDeepStrictEqual(inner, { status, body: json });
      };
      for (const url of calls) {
        // The state of the machine may change between the two: that differs once, not three times.
        let alike = await isAlike(url);
        for (let tries = 1; alike === false && tries < 3; tries += 1) {
          alike = await isAlike(url);
        }
        if (alike === false) {
          others.push(url);
        }
      }
      expect(others).toEqual([]);
      expect(compared).toBeGreaterThan(100);
    },
  );

  it('of the site gives no page, and no title, in the HTML that all visitors get', { timeout: 240_000 }, async () => {
    const urls = (await source.addresses()).flatMap((page) => listAddresses(page));
    expect(urls.length).toBeGreaterThan(100);
    expect(
      await walk(
        'guest',
        [...urls, '/en/latest?q=veiled', ...comics.map(({ id }) => `/g/${id}`)].map((url) => ({ method: 'GET', url })),
      ),
    ).toEqual([]);
  });

  // Cookies that nobody gave them: a switch that is on, and what is not signed, or signed for something else.
  const forged = () =>
    `nsfw=true; age=${signData(site.deps.secret, { prefix: 'age check checked:', length: 43 }, { provider: 'Checker', expires: 4e9 })}`;

  /** The routes that can show explicit works: lists of everything, and what is theirs; nobody is let in to what staff sees, on any site. */
  const revealing = (routes: readonly string[]) =>
    routes
      .filter((route) => !/\/(admin|moderation|logout|events)\b/.test(route))
      .flatMap((route) =>
        listAddresses(
          route,
          comics.filter(({ kind }) => ADULT.has(kind)),
        ),
      );

  it.each([
    ['declared.test', 'guest'],
    ['checked.test', 'guest'],
    ['checked.test', 'user'],
  ] as const)(
    'of the API of %s gives %s no picture of an explicit work before an age check',
    { timeout: 240_000 },
    async (host, viewer) => {
      const urls = revealing(
        collectRoutes(site.app)
          .filter(({ method }) => method === 'GET')
          .map(({ url }) => url),
      );
      // Where visitors declare their age, `nsfw=true` would be that.
      const way = host === 'checked.test' ? asking() : asking().replace('nsfw=true', 'nsfw=false');
      expect(
        await walk(
          viewer,
          urls
            .flatMap((url) => [url, ...(/\/images\/./.test(url) ? [] : [url + way])])
            .map((url) => ({ method: 'GET', url })),
          { host, cookie: forged() },
        ),
      ).toEqual([]);
    },
  );

  it.each(['declared.test', 'checked.test'])(
    'of the pages of %s shows no picture of an explicit work before an age check',
    { timeout: 240_000 },
    async (host) => {
      const urls = [...revealing([...(await source.addresses()), '/g/:id']), '/en/latest?q=veiled'];
      expect(
        await walk(
          'guest',
          urls.map((url) => ({ method: 'GET', url })),
          { host, cookie: forged() },
        ),
      ).toEqual([]);
    },
  );

  it.each(VIEWERS)(
    'that changes something of a comic gives %s nothing in its answer, and no link to more',
    { timeout: 240_000 },
    async (viewer) => {
      const routes = collectRoutes(site.app).filter(
        ({ method, url }) => method !== 'GET' && /:comic\b|\/comics\/:slug|\/comments\/:id|\/lists\/:id/.test(url),
      );
      // Taking away comes last.
      const calls = routes
        .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
        .flatMap(({ method, url }) =>
          listAddresses(url).map((address) => ({
            method,
            url: address,
            payload: { text: 'words', value: 1, score: 7 },
          })),
        );
      expect(await walk(viewer, calls)).toEqual([]);
      for (const { id } of comics) {
        const { status, json } = await ask(viewer, 'POST', `/api/comics/${id}/download?nsfw=true`);
        const signed = status === 200 ? [{ method: 'GET', url: new URL(json.url).pathname }] : [];
        expect(await walk(viewer, signed)).toEqual([]);
      }
    },
  );

  it('would have found the pages: those who may read them get them, and signed addresses open', async () => {
    const shown = async (viewer: Viewer, kind: Kind) => {
      const comic = comics.find((one) => one.kind === kind) as WalkedComic;
      const { json } = await ask(viewer, 'GET', `/api/comics/${comic.slug}/${comic.chapters.at(-1)?.slug}/images`);
      const urls: string[] = json.images?.map(({ source_url: url }: { source_url: string }) => url) ?? [];
      const answers = await Promise.all(urls.map((url) => ask('guest', 'GET', url.replace('http://comics.test', ''))));
      return answers.filter(
        ({ status, body }) => status === 200 && listPictures(comic).some(({ forms }) => forms[0]?.bytes.equals(body)),
      ).length;
    };
    for (const kind of ['premium', 'early', 'chapter'] as const) {
      expect(
        [
          await shown('guest', kind),
          await shown('user', kind),
          await shown('entitled', kind),
          await shown('admin', kind),
        ],
        kind,
      ).toEqual([0, 0, 3, 3]);
    }
    for (const kind of ['free', 'unlisted'] as const) {
      expect(await shown('guest', kind)).toBe(3);
    }
    const series = comics.find(({ kind }) => kind === 'chapter') as WalkedComic;
    // Whoever was allowed to has written over it by now, or taken it away.
    await sql`
      update comments set text = 'talk of ' || chapter_id || '.', html = '<p>talk of ' || chapter_id || '.</p>', state = 'shown'
      where id = any(${[...made.talk.values()]}::bigint[])`.execute(site.deps.db);
    const readTalk = async (viewer: Viewer, at: number) =>
      String((await ask(viewer, 'GET', `/api/comics/${series.slug}/${series.chapters[at]?.slug}/comments`)).body);
    expect(await readTalk('guest', 0)).toContain(`talk of ${series.chapters[0]?.id}.`);
    expect(await readTalk('entitled', 1)).toContain(`talk of ${series.chapters[1]?.id}.`);
    const explicit = comics.find(({ kind }) => kind === 'explicit') as WalkedComic;
    for (const [host, pass] of [
      ['declared.test', { provider: null }],
      ['checked.test', { provider: 'Checker' }],
    ] as const) {
      const age = writePass(
        site.deps.secret,
        { id: host.slice(0, -5) },
        { ...pass, expires: Date.now() / 1000 + 3600 },
      );
      const { json } = await ask('guest', 'GET', '/api/comics/veiled-explicit/images', undefined, {
        host,
        cookie: `age=${age}`,
      });
      expect(
        json.images.map(({ source_url: url }: { source_url: string }) => /images\/(\w+)/.exec(url)?.[1]),
        host,
      ).toEqual(listPictures(explicit).map(({ hash }) => hash));
      expect(
        (
          await ask('guest', 'GET', '/en/comic/veiled-explicit', undefined, { host, cookie: `age=${age}` })
        ).body.toString(),
      ).toContain(listPictures(explicit)[0]?.hash);
    }
    const { json } = await ask('guest', 'GET', '/api/comics/veiled-premium');
    expect(json.preview_images).toHaveLength(PREVIEW);
  });
});
