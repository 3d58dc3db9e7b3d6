import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { withTransaction } from '../db/database.ts';
import { findOrCreateTerms } from '../features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { plantComic, plantPicture } from '../testing/catalogue.ts';
import { member } from '../testing/member.ts';
import { sourceSite } from '../testing/site-source.ts';

let site: TestApp;
let source: Awaited<ReturnType<typeof sourceSite>>;
/** The responses of the site with every feature, by address. */
const whole = new Map<string, string>();
let admin: { authorization: string };
const host = (off: Feature | 'nothing') => `no-${off}.test`;
/** As a program or the browser's scripts ask, of the site without one feature. */
const call = async (
  off: Feature | 'nothing',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: object = {},
) => {
  const { statusCode: status, body } = await site.app.inject({
    method,
    url,
    headers: { host: host(off), 'user-agent': 'OldReader/1.0', ...headers },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  return { status, body };
};

/** The pages a visitor sees first, and what lists, the comic, the terms and the suggestions say of it to programs. */
const SHOWN = ['/en', '/en/latest', '/en/filters/latest?kind=tags', '/en/comic/lantern', '/en/terms'] as const;
const TOLD = [
  '/api/cookies',
  '/api/comics?nsfw=true',
  '/api/comics/lantern?nsfw=true',
  '/api/comics/options',
  '/api/suggest?q=alpha',
  '/api/config',
  '/api/pages',
  '/api/pages/privacy',
  '/api/pages/terms',
  '/api/pages/rules',
] as const;

beforeAll(async () => {
  source = await sourceSite();
  const without = (off: Feature | 'nothing') => ({
    id: host(off).slice(0, -5),
    hosts: [host(off)],
    features: FEATURES.filter((each) => each !== off),
    nsfw: true,
  });
  site = await testApp({}, undefined, (app, deps) => serveSite(app, deps, source), [
    without('nothing'),
    ...FEATURES.map(without),
  ]);
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  const terms = await withTransaction(db, (tx) =>
    findOrCreateTerms(
      tx,
      TERM_KINDS.map((kind) => ({ kind, name: `Alpha ${kind}` })),
    ),
  );
  await withTransaction(db, (tx) =>
    plantComic(tx, { title: 'Lantern', terms, premium: false, status: 'ongoing' }, image),
  );
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Locked', terms, premium: true }, image));
  admin = (await member(db, { role: 'admin' })).headers;
  await site.app.inject({
    method: 'PUT',
    url: '/api/admin/pages/dmca/en',
    headers: { ...admin, host: 'no-nothing.test' },
    payload: { title: 'Takedowns', text: 'Write to us.' },
  });
  for (const url of [...SHOWN, ...TOLD]) {
    whole.set(url, (await call('nothing', 'GET', url)).body);
  }
});
afterAll(() => site?.close());

interface Off {
  pages?: readonly string[];
  api?: readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string])[];
  /** Elements that the pages of `SHOWN` have with the feature and none of them without it. */
  shown?: readonly RegExp[];
  /** The same of `TOLD`. */
  told?: readonly RegExp[];
}

const INDEXED: readonly TermKind[] = TERM_KINDS.filter((kind) => kind !== 'language' && kind !== 'category');
const kindOff = (kind: TermKind): Off => {
  const path = KIND_PATHS[kind];
  return {
    pages: [`/en/admin/${path}/new`, `/en/${kind}/alpha-${kind}`, ...(INDEXED.includes(kind) ? [`/en/${path}`] : [])],
    api: [
      ['GET', `/api/${path}`],
      ['GET', `/api/${path}/alpha-${kind}`],
      ['GET', `/api/admin/${path}`],
      ['POST', `/api/admin/${path}`],
    ],
    shown: [
      new RegExp(`href="/en/${kind}/`),
      new RegExp(`Alpha ${kind}`),
      new RegExp(`name="(?:not_)?${path}"|value="${path}"`),
    ],
    told: [new RegExp(`Alpha ${kind}`)],
  };
};
const COMMENTED = ['comics/lantern', 'characters/alpha-character', 'artists/alpha-artist', 'authors/alpha-author'];

const OFF: Partial<Record<Feature, Off>> = {
  ...Object.fromEntries(TERM_KINDS.map((kind) => [KIND_PATHS[kind], kindOff(kind)])),
  logo: { shown: [/class="mark"/] },
  dmca: {
    pages: ['/en/dmca', '/en/takedowns', '/en/moderation/notices'],
    api: [
      ['POST', '/api/dmca'],
      ['GET', '/api/pages/dmca'],
    ],
    shown: [/href="\/en\/dmca"/, /Follow notices|takedown notices/i],
    told: [/"dmca"/, /and notices|notice of takedown/],
  },
  nsfw: { shown: [/role="switch"/], told: [/"nsfw"\]/] },
  register: { pages: ['/en/register'], api: [['POST', '/api/register']], shown: [/href="\/en\/register/] },
  comments: {
    pages: [
      '/en/settings/blocked',
      '/en/admin/comments',
      '/en/moderation/comments',
      '/en/comic/lantern/comments',
      '/en/character/alpha-character/comments',
      '/en/artist/alpha-artist/comments',
      '/en/author/alpha-author/comments',
    ],
    api: COMMENTED.map((of) => ['GET', `/api/${of}/comments`] as const),
    shown: [/href="\/en\/comic\/lantern\/comments/],
    told: [/komawari\.comments/, /, comments|and comments|, comment /],
  },
  reviews: {
    pages: ['/en/comic/lantern/reviews'],
    api: [
      ['GET', '/api/comics/lantern/reviews'],
      ['POST', '/api/comics/lantern/reviews'],
      ['GET', '/api/comics/lantern/reviews/count'],
      ['PUT', '/api/moderation/comics/lantern/reviews/lock'],
      ['DELETE', '/api/moderation/comics/lantern/reviews/lock'],
    ],
    shown: [/href="\/en\/comic\/lantern\/reviews/],
  },
  downloads: {
    pages: ['/en/comic/lantern/download'],
    api: [
      ['GET', '/api/comics/lantern/download'],
      ['POST', '/api/comics/lantern/download'],
    ],
    shown: [/lantern\/download/],
  },
  favorites: {
    pages: ['/en/favorites'],
    api: [
      ['POST', '/api/comics/lantern/favorite'],
      ['DELETE', '/api/comics/lantern/favorite'],
      ['GET', '/api/account/favorites'],
    ],
    shown: [/class="fav /, /value="favorites"/],
    told: [/favourites/],
  },
  shelves: {
    pages: ['/en/shelves'],
    api: [
      ['GET', '/api/account/shelves'],
      ['PUT', '/api/account/shelves'],
      ['GET', '/api/comics/lantern/shelf'],
      ['PUT', '/api/comics/lantern/shelf'],
      ['DELETE', '/api/comics/lantern/shelf'],
    ],
    shown: [/Add to shelf/],
    told: [/"shelves"/, /shelves with/],
  },
  figures: {
    pages: ['/en/figures'],
    api: [
      ['GET', '/api/account/figures'],
      ['PUT', '/api/account/figures/share'],
      ['DELETE', '/api/account/figures/share'],
      ['GET', '/api/figures/x'],
    ],
    told: [/"figures"/, /time spent reading/],
  },
  premium: { shown: [/Premium/] },
  ads: {
    pages: ['/en/admin/ads/new'],
    api: [
      ['GET', '/api/ads'],
      ['GET', '/api/admin/ads'],
      ['GET', '/ads/1'],
    ],
  },
  slides: {
    pages: ['/en/admin/slides'],
    api: [
      ['GET', '/api/slides'],
      ['GET', '/api/admin/slides'],
    ],
  },
};

describe('a feature that is switched off', () => {
  it.each(FEATURES.filter((each) => OFF[each] !== undefined))(
    'leaves no page, call, link or word: %s',
    async (feature) => {
      const { pages = [], api = [], shown = [], told = [] } = OFF[feature]!;
      const wrong: string[] = [];
      for (const page of pages) {
        const [off, on] = [await call(feature, 'GET', page), await call('nothing', 'GET', page)];
        // Of these the server says nothing to anybody.
        const shownTo = page.startsWith('/en/admin') ? 404 : 200;
        if (off.status !== 404 || on.status !== shownTo) {
          wrong.push(`${page}: ${on.status} with it, ${off.status} without`);
        }
      }
      for (const [method, url] of api) {
        const { status } = await call(feature, method, url, admin);
        if (status !== 404) {
          wrong.push(`${method} ${url}: ${status}`);
        }
      }
      for (const [addresses, patterns] of [
        [SHOWN, shown],
        [TOLD, told],
      ] as const) {
        if (patterns.length === 0) continue;
        const without = await Promise.all(
          addresses.map(async (url) => [url, (await call(feature, 'GET', url)).body] as const),
        );
        for (const pattern of patterns) {
          if (!addresses.some((url) => pattern.test(whole.get(url) ?? ''))) {
            wrong.push(`${pattern} is nowhere with it`);
          }
          wrong.push(
            ...without.flatMap(([url, body]) => {
              const at = body.search(pattern);
              return at === -1 ? [] : [`${url}: …${body.slice(Math.max(0, at - 60), at + 60)}…`];
            }),
          );
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(FEATURES.filter((each) => OFF[each]?.api !== undefined))(
    'leaves no call in the description of the API: %s',
    async (feature) => {
      const [off, on] = await Promise.all(
        [feature, 'nothing' as const].map(
          async (each) =>
            JSON.parse((await call(each, 'GET', '/api/openapi.json')).body) as {
              paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
            },
        ),
      );
      // A call of the site without a feature's page is described where it has other pages.
      const calls = OFF[feature]!.api!.filter(([, url]) => url.startsWith('/api/') && !url.startsWith('/api/pages/'));
      const described = (paths: object, method: string, url: string) =>
        Object.entries(paths).some(
          ([path, methods]) =>
            method.toLowerCase() in methods && new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(url),
        );
      expect(calls.filter(([method, url]) => !described(on!.paths, method, url))).toEqual([]);
      expect(calls.filter(([method, url]) => described(off!.paths, method, url))).toEqual([]);
      const filters = off!.paths['/api/comics']!.get!.parameters.map(({ name }) => name);
      expect(filters.filter((name) => name === feature || name === `not_${feature}`)).toEqual([]);
      expect(JSON.stringify(on)).not.toContain('x-features');
    },
  );

  it('is not what reading without a network belongs to: without downloads chapters are saved in the browser all the same', async () => {
    const [comic, list] = await Promise.all(
      ['/en/comic/lantern', '/en/offline'].map((url) => call('downloads', 'GET', url)),
    );
    expect([comic?.status, list?.status]).toEqual([200, 200]);
    expect(comic?.body).toContain('Save “Lantern” to read offline');
    expect(comic?.body).not.toContain('#i-download');
  });
});
