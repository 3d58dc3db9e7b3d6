import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { serveSite } from './site.ts';

let site: TestApp;
let storm = 0;
let source: Awaited<ReturnType<typeof sourceSite>>;
const STORE = { endpoint: undefined, region: 'local', bucket: 'pages', key: 'key', secret: 'secret' };
const clock = { now: new Date('2026-06-01T12:00:00Z') };
const open = async (url: string, headers: Record<string, string> = {}) => {
  const {
    statusCode: status,
    headers: answered,
    rawPayload,
  } = await site.app.inject({ method: 'GET', url, headers: { host: 'comics.test', ...headers } });
  return { status, headers: answered, html: rawPayload.toString(), bytes: rawPayload };
};

beforeAll(async () => {
  source = await sourceSite();
  // Without favorites, so that it is seen what a site without a feature shows.
  site = await testApp(
    { features: ['languages', 'tags', 'nsfw', 'comments', 'premium'] },
    () => clock.now,
    (app, deps) => serveSite(app, deps, source),
  );
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Quiet garden', rating: 'safe' }, image));
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Loud night', rating: 'explicit' }, image));
  await withTransaction(db, (tx) =>
    plantComic(tx, { title: 'Old well', rating: 'safe', translations: { ru: { title: 'Старый колодец' } } }, image),
  );
  [storm = 0] = await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'Storm' }]));
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Windy harbour', rating: 'safe', terms: [storm] }, image));
  await withTransaction(db, (tx) =>
    plantComic(tx, { title: 'Long bridge', rating: 'safe', translations: { ru: { title: 'Длинный мост' } } }, image),
  );
});
afterAll(() => site?.close());

describe('a page', () => {
  it('is rendered whole, in its language and direction, with the addresses of all its languages', async () => {
    const { status, html, headers } = await open('/ar/latest?page=1&utm_source=x');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).toContain(
      '<html lang="ar" dir="rtl" data-theme="dark" data-nsfw="false" data-variant="comic" data-features="',
    );
    expect(html).toContain('Quiet garden');
    expect(html).toMatch(/<link rel="canonical" href="http:\/\/comics\.test\/ar\/latest/);
    for (const locale of LOCALES) {
      expect(html).toMatch(new RegExp(`href="http://comics.test/${locale}/latest[^"]*" hreflang="${locale}"`));
    }
    expect(html).toMatch(/hreflang="x-default"/);
    expect(html).toMatch(/<meta property="og:title"/);
  });

  it('that does not exist is the 404 page, in the frame, with the status 404', async () => {
    const { status, html } = await open('/en/no/such/page');
    expect(status).toBe(404);
    expect(html).toContain('This page was not found');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect((await open('/fr/comic/no-such-comic')).status).toBe(404);
  });

  it('of admins is the 404 page like any other to a guest: its status, title and words', async () => {
    const lost = await open('/en/no/such/page');
    for (const path of ['', '/comments', '/comics/quiet-garden', '/no-such-section']) {
      const { status, html } = await open(`/en/admin${path}`);
      const shown = (each: string) =>
        /<title[^>]*>([^<]*)/.exec(each)?.[1] +
        (/<main[\s\S]*<\/main>/.exec(each)?.[0] ?? '').replace(/<div class="for-guests">|<[^>]*>/g, '');
      expect([path, status, shown(html)]).toEqual([path, 404, shown(lost.html)]);
      expect(html).toContain('<meta name="robots" content="noindex"');
    }
    for (const path of ['/en/moderation', '/en/upload', '/en/settings']) {
      expect((await open(path)).status).toBe(200);
    }
  });

  it('shows nothing of a feature that the site has not', async () => {
    const [comic, list] = [await open('/en/comic/quiet-garden'), await open('/en/latest')];
    expect(comic.html).toMatch(/<dt>view/i);
    expect(comic.html).not.toMatch(/<dt>Favou?rites/i);
    expect(list.html).toMatch(/value="views"/);
    expect(list.html).not.toMatch(/value="favorites"/);
  });

  it('of a removed comic says since when and why, with the status 451', async () => {
    await site.deps.db
      .updateTable('comics')
      .set({
        state: 'removed',
        removed_at: new Date('2026-05-02T10:00:00Z'),
        removed_reason: 'asked for by its author',
      })
      .where('title', '=', 'Old well')
      .execute();
    const { status, html } = await open('/en/comic/old-well');
    expect(status).toBe(451);
    expect(html).toMatch(/“\P{L}?Old well\P{L}?” was removed on May 2, 2026\./u);
    expect(html).toContain('asked for by its author');
  });

  it('of a feature that is off does not exist', async () => {
    const plain = await testApp({ features: [] }, undefined, (app, deps) => serveSite(app, deps, source));
    const answer = await plain.app.inject('/en/tags');
    const home = await plain.app.inject('/en');
    await plain.close();
    expect(answer.statusCode).toBe(404);
    expect(home.body).not.toContain('/en/tags');
    expect(home.body).not.toContain('role="switch"');
  });

  it('carries the token of state-changing calls, the same in its meta and its cookie and for every visitor', async () => {
    const { html, headers } = await open('/en');
    const token = /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1];
    expect(token).toMatch(/^\d+\.[\w-]{43}$/);
    expect(headers['set-cookie']).toContain(`XSRF-TOKEN=${token}; Path=/; SameSite=Lax`);
  });

  it('runs no inline scripts but its own, whose hashes its policy names', async () => {
    const { html, headers } = await open('/en');
    expect(html.match(/<script>/g)).toHaveLength(4);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[\w+/]+=*'){4};/);
  });

  it('lets pictures come from the store, where browsers fetch them there', async () => {
    site.deps.config.s3 = { ...STORE, redirectUrl: 'https://s3.example/pages' };
    try {
      const { headers } = await open('/en/latest?page=1&of=the-store');
      expect(headers['content-security-policy']).toMatch(
        /img-src 'self' data: blob: https:\/\/s3\.example; connect-src 'self' https:\/\/s3\.example;/,
      );
    } finally {
      site.deps.config.s3 = null;
    }
  });
});

describe('an address', () => {
  it('without a locale leads to the saved locale, keeping path and query', async () => {
    const answer = await open('/latest?page=2', { cookie: 'lang=ru', 'accept-language': 'de' });
    expect([answer.status, answer.headers.location]).toEqual([302, '/ru/latest?page=2']);
    expect((await open('/', { 'accept-language': 'zh-CN,zh;q=0.9' })).headers.location).toBe('/zh');
  });

  it('of a short link leads to the comic in the locale of the visitor', async () => {
    const { body } = await site.get('/api/comics');
    const [{ id, slug }] = body.data;
    expect((await open(`/g/${id}`, { 'accept-language': 'es' })).headers.location).toBe(`/es/comic/${slug}`);
    expect((await open('/g/99999999')).headers.location).toBe('/en/comic/99999999');
  });
});

describe('the choice of ratings', () => {
  it('is made at the root, kept in a cookie, and applied', async () => {
    const root = await open('/?nsfw=true');
    expect(root.headers['set-cookie']).toBe('nsfw=true; Path=/; Max-Age=31536000; SameSite=Lax');
    expect(root.headers.location).toBe('/en?nsfw=true');
    const home = await open('/en?nsfw=true');
    expect(home.html).toContain('data-nsfw="true"');
    expect(home.headers['set-cookie']).toContain('nsfw=true; Path=/; Max-Age=31536000; SameSite=Lax');
    expect((await open('/en/latest?nsfw=true')).html).not.toContain('Loud night');
  });

  it('never shows in a page made for the other choice, whichever was made first', async () => {
    const safe = await open('/de/latest');
    const all = await open('/de/latest', { cookie: 'nsfw=true' });
    const safeAgain = await open('/de/latest', { cookie: 'nsfw=false' });
    expect(safe.html).not.toContain('Loud night');
    expect(all.html).toContain('Loud night');
    expect(safeAgain.html).not.toContain('Loud night');
    expect((await open('/de/latest')).html).toBe(safe.html);
  });
});

describe('the page cache', () => {
  it('sends the same page for its seconds, and a new one after', async () => {
    const path = '/id/latest';
    const first = await open(path);
    await site.deps.db
      .updateTable('comics')
      .set({ title: 'Quiet garden in rain' })
      .where('title', '=', 'Quiet garden')
      .execute();
    expect((await open(path)).html).toBe(first.html);
    expect((await open(`${path}?gclid=1`)).html).toBe(first.html);
    clock.now = new Date(clock.now.getTime() + 11_000);
    expect((await open(path)).html).toContain('Quiet garden in rain');
  });

  it('is passed by visitors who hide terms', async () => {
    const path = '/pt/latest';
    expect((await open(path)).html).toContain('Windy harbour');
    expect((await open(path, { cookie: `hidden=${storm}` })).html).not.toContain('Windy harbour');
    expect((await open(path)).html).toContain('Windy harbour');
  });

  it('is passed by visitors who chose other titles', async () => {
    const path = '/ru/latest';
    const shows = async (headers = {}) => {
      const { html } = await open(path, headers);
      return ['Длинный мост', 'Long bridge'].filter((title) => html.includes(`>${title}</bdi>`));
    };
    expect(await shows()).toEqual(['Длинный мост']);
    expect(await shows({ cookie: 'titles=original' })).toEqual(['Long bridge']);
    expect(await shows()).toEqual(['Длинный мост']);
  });

  it('keeps sites and hosts apart', async () => {
    expect((await open('/hi/latest', { host: 'a.test' })).html).toContain('http://a.test/hi/latest');
    expect((await open('/hi/latest', { host: 'b.test' })).html).not.toContain('http://a.test/');
  });

  it('compresses, and answers 304 to who has the page already', async () => {
    const plain = await open('/ru/latest');
    const packed = await open('/ru/latest', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.html);
    const known = await open('/ru/latest', { 'if-none-match': String(plain.headers.etag) });
    expect([known.status, known.html]).toEqual([304, '']);
  });
});
