import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { createCsrfToken } from '#server/security/csrf-token.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { sourceSite } from '#server/testing/site-source.ts';

let site: TestApp;
let plain: TestApp;

beforeAll(async () => {
  const source = await sourceSite();
  site = await testApp({ url: 'https://tea.example' }, undefined, (app, deps) => serveSite(app, deps, source), [
    { id: 'strips', hosts: ['strips.example'], name: 'Strips', url: 'https://www.strips.example' },
    { id: 'open', hosts: ['open.example'], name: 'Open' },
  ]);
  plain = await testApp({}, undefined, (app, deps) => serveSite(app, deps, source));
  for (const { db, blobs } of [site.deps, plain.deps]) {
    const image = await plantPicture(db, blobs);
    await withTransaction(db, (tx) => plantComic(tx, { title: 'Quiet garden' }, image));
  }
}, 240_000);
afterAll(async () => {
  await site?.close();
  await plain?.close();
});

const EVIL = {
  host: 'evil.test',
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.test',
};
const opened = (path: string, headers: Record<string, string>, at = site) =>
  at.app.inject({ method: 'GET', url: path, headers });

describe('a host that the configuration does not know', () => {
  it.each([
    '/',
    '/en',
    '/en/latest',
    '/en/comic/quiet-garden',
    '/en/random',
    '/en/nothing/here',
    '/g/1',
    '/robots.txt',
    '/sitemap.xml',
    '/en/manifest.webmanifest',
    '/en/latest/feed.atom',
    '/en/latest/feed.rss',
    '/opds/v1.2/en',
    '/en/opds',
    '/en/comic/quiet-garden/embed',
    '/opensearch.xml',
    '/en/opensearch.xml',
    '/api/comics',
    '/api/comics/quiet-garden',
    '/api/site',
    '/api/openapi.json',
    '/api/oembed?url=https%3A%2F%2Fevil.test%2Fen%2Fcomic%2Fquiet-garden',
    '/api/tags',
    '/api/slides',
    '/en/age',
  ])('stands in nothing that is answered: %s', async (path) => {
    const { headers, body } = await opened(path, EVIL);
    expect(JSON.stringify(headers) + body.replace('url=https%3A%2F%2Fevil.test', '')).not.toContain('evil.test');
  });

  it('gets the same page as the site’s own, made once', async () => {
    const [own, other] = [await opened('/en/latest', { host: 'tea.example' }), await opened('/en/latest', EVIL)];
    expect(other.body).toBe(own.body);
    expect(own.body).toMatch(/<link rel="canonical" href="https:\/\/tea\.example\/en\/latest/);
  });

  it('is no page of ours that may change something; the site’s address, its hosts and this machine are', async () => {
    const token = createCsrfToken(site.deps.secret, site.deps.now());
    const from = async (host: string, origin: string) =>
      (
        await site.app.inject({
          method: 'POST',
          url: '/api/logout',
          headers: { host, origin, 'sec-fetch-site': 'same-origin', 'x-xsrf-token': token },
        })
      ).statusCode;
    expect(await from('evil.test', 'http://evil.test')).toBe(403);
    expect(await from('evil.test:3000', 'http://evil.test:3000')).toBe(403);
    expect(await from('strips.example', 'http://open.example')).toBe(403);
    for (const [host, origin] of [
      ['tea.example', 'https://tea.example'],
      ['komawari:3000', 'https://tea.example'],
      ['strips.example', 'http://strips.example'],
      ['www.strips.example', 'https://www.strips.example'],
      ['open.example', 'http://open.example'],
      ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
      ['[::1]:3000', 'http://[::1]:3000'],
      ['localhost:3000', 'http://localhost:3000'],
    ] as const) {
      expect(await from(host, origin), host).toBe(200);
    }
  });

  it('is believed where no address is configured', async () => {
    expect((await opened('/en/latest', { host: 'some.test' }, plain)).body).toMatch(
      /<link rel="canonical" href="http:\/\/some\.test\/en\/latest/,
    );
    expect((await opened('/en/latest', { host: 'open.example' })).body).toMatch(
      /<link rel="canonical" href="http:\/\/open\.example\/en\/latest/,
    );
  });

  it('does not keep probes by address from their answer', async () => {
    for (const host of ['10.0.0.7:3000', '127.0.0.1', 'komawari:3000']) {
      expect((await opened('/health/ready', { host })).statusCode).toBe(200);
    }
  });
});

describe('Strict-Transport-Security', () => {
  it('is on every answer of a site whose address is https, and on none of another', async () => {
    for (const path of [
      '/en/latest',
      '/en/nothing/here',
      '/',
      '/api/comics',
      '/api/nothing',
      '/api/comics?page=x',
      '/health/live',
      '/robots.txt',
      '/images/nothing.png',
      '/en/latest/feed.atom',
      '/%E0%A4%A',
    ]) {
      const said = async (host: string, at = site) =>
        (await opened(path, { host, accept: 'text/html' }, at)).headers['strict-transport-security'];
      expect([
        path,
        await said('tea.example'),
        await said('strips.example'),
        await said('open.example'),
        await said('tea.example', plain),
      ]).toEqual([path, 'max-age=31536000', 'max-age=31536000', undefined, undefined]);
    }
    // A page that is kept, and one that is as it was.
    const { headers } = await opened('/en/latest', { host: 'tea.example' });
    const again = await opened('/en/latest', { host: 'tea.example', 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.headers['strict-transport-security']]).toEqual([304, 'max-age=31536000']);
  });
});
