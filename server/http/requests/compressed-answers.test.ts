import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { callApi } from './in-process-api.ts';

const TEXTS = [
  '/api/comics',
  '/api/cookies',
  '/api/openapi.json',
  '/api/docs',
  '/en/latest/feed.atom',
  '/en/latest/feed.rss',
  '/en/opds/comics',
  '/en/opds/v2/comics',
];
let site: TestApp;

beforeAll(async () => {
  site = await testApp({ url: 'https://comics.example' });
  const picture = await plantPicture(site.deps.db, site.deps.blobs);
  await withTransaction(site.deps.db, async (tx) => {
    for (const title of ['Tides', 'Rivers', 'Lakes', 'Springs']) {
      await plantComic(tx, { title, rating: 'safe', description: title.repeat(50) }, picture);
    }
  });
});
afterAll(() => site?.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  site.app.inject({ method, url, headers: { host: 'comics.test', ...headers } });
const both = { 'accept-encoding': 'gzip, br' };

describe('a text', () => {
  it.each(TEXTS)('%s is sent by Brotli or gzip as the caller takes it, and to others as it is', async (url) => {
    const [plain, packed, zipped] = [
      await ask(url),
      await ask(url, both),
      await ask(url, { 'accept-encoding': 'gzip' }),
    ];
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect([packed.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5);
    for (const { headers } of [plain, packed, zipped]) {
      expect(String(headers.vary).match(/Accept-Encoding/g)).toHaveLength(1);
    }
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    const head = await ask(url, both, 'HEAD');
    expect([head.headers['content-length'], head.rawPayload.length]).toEqual([packed.headers['content-length'], 0]);
  });

  it.each(TEXTS.filter((url) => url !== '/api/comics' && url !== '/api/cookies'))(
    '%s has one weak tag in every encoding, and nothing is sent to whoever has it',
    async (url) => {
      const [plain, packed] = [await ask(url), await ask(url, both)];
      expect(packed.headers.etag).toMatch(/^W\/"[\w-]+"$/);
      expect(plain.headers.etag).toBe(packed.headers.etag);
      const again = await ask(url, { ...both, 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.rawPayload.length, again.headers['content-encoding']]).toEqual([
        304,
        0,
        undefined,
      ]);
      expect(again.headers.vary).toContain('Accept-Encoding');
    },
  );
});

describe('as they are go', () => {
  const encoded = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).headers['content-encoding'];

  it('short answers, refusals among them', async () => {
    expect(await encoded('/api/comics/none', both)).toBeUndefined();
    expect(await encoded('/robots.txt', both)).toBeUndefined();
  });

  it('answers to calls that change something', async () => {
    const answer = await ask('/api/login', both, 'POST');
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it.each(['cross-site', 'same-site'])('what pages of other sites ask for (%s)', async (from) => {
    for (const url of ['/en/opds/comics?query=secret', '/api/comics']) {
      const answer = await ask(url, { ...both, 'sec-fetch-site': from });
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
    }
    expect(await encoded('/api/comics', { ...both, 'sec-fetch-site': 'same-origin' })).toBe('br');
  });

  it('files, and answers to our own pages', async () => {
    const { headers } = await member(site.deps.db);
    expect(await encoded('/api/account/export?format=json', { ...both, ...headers })).toBeUndefined();
    const inner = await callApi(
      site.app,
      { origin: 'https://comics.example', rating: 'safe', log: site.deps.log },
      '/api/comics',
      both,
    );
    expect(inner.body).toMatchObject({ data: Array.from({ length: 4 }, () => expect.anything()) });
  });
});
