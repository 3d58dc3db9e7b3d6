import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#server/testing/member.ts';
import { plantKey } from '#server/testing/api-key.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { exampleFor } from './example.ts';

interface Call {
  method: string;
  path: string;
  origin: string;
  params: { name: string; in: string; type: string; value: string }[];
  body: string;
  keyed: boolean;
}
const script = (await import(new URL('try-calls.js', import.meta.url).href)) as Record<
  'toCurl' | 'toTypeScript' | 'toPython',
  (call: Call) => string
>;
const run = promisify(execFile);
let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

const CALL: Call = {
  method: 'PATCH',
  path: '/api/comics/{slug}/x',
  origin: 'https://comics.test',
  params: [
    { name: 'slug', in: 'path', type: 'string', value: "it's a/b" },
    { name: 'tags', in: 'query', type: 'array', value: '5, 7' },
    { name: 'page', in: 'query', type: 'integer', value: '2' },
    { name: 'q', in: 'query', type: 'string', value: '' },
  ],
  body: '{"name": "Ann\'s", "open": true, "none": null, "list": [1]}',
  keyed: true,
};

describe('the page of the API', () => {
  it('is in the language of its reader, with a script of the site alone, and a key in none of it', async () => {
    for (const locale of ['en', 'ar', 'zh']) {
      const { status, body, headers } = await site.get(`/api/docs?lang=${locale}`);
      expect(status).toBe(200);
      expect(String(body)).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(String(body)).not.toMatch(/apidocs\./);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.vary).toContain('Accept-Language');
    }
    const file = await site.get('/api/docs/try-calls.js');
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(String(file.body)).not.toMatch(/localStorage|sessionStorage|document\.cookie|https?:\/\//);
  });

  it('has an example of what a call is sent, which the site takes for its form', async () => {
    const { body } = await site.get('/api/docs');
    expect(String(body)).toMatch(/<pre data-body dir="ltr">\{\n {2}&#34;/);
    expect(
      exampleFor({
        type: 'object',
        required: ['url', 'kinds', 'at'],
        properties: {
          url: { type: 'string' },
          kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
          more: { type: 'integer' },
        },
      }),
    ).toEqual({ url: '', kinds: ['a'], at: '2027-01-31T18:00:00Z' });
  });

  it('has its calls taken from a page of the site with a key alone, and from no other', async () => {
    const key = await plantKey(site.deps.db, (await member(site.deps.db)).id, ['library']);
    const call = (headers: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: '/api/comics/none/favorite',
        headers: { host: 'comics.test', ...headers },
      });
    const own = { origin: 'http://comics.test', 'sec-fetch-site': 'same-origin' };
    expect((await call({ ...own, authorization: `Bearer ${key}` })).statusCode).toBe(404);
    expect((await call(own)).statusCode).toBe(403);
    expect((await call({ ...own, authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(403);
    expect(
      (await call({ authorization: `Bearer ${key}`, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }))
        .statusCode,
    ).toBe(403);
  });
});

describe('a call as code', () => {
  it('for curl is one command of a shell', async () => {
    const command = script.toCurl(CALL).replace(/^curl/, String.raw`printf '%s\n'`);
    const { stdout } = await run('sh', ['-c', command], { env: { KOMAWARI_KEY: 'kmw_1' } });
    expect(stdout.trimEnd().split('\n')).toEqual([
      '-X',
      'PATCH',
      "https://comics.test/api/comics/it's%20a%2Fb/x?tags=5&tags=7&page=2",
      '-H',
      'Authorization: Bearer kmw_1',
      '-H',
      'Content-Type: application/json',
      '-d',
      CALL.body,
    ]);
  });

  it('for TypeScript is one of the client', () => {
    expect(script.toTypeScript(CALL)).toBe(`import { createClient } from '@komawari/client';

const site = createClient({ baseUrl: 'https://comics.test', apiKey: process.env.KOMAWARI_KEY });
const answer = await site.patch('/api/comics/{slug}/x', {
  params: {
    path: {
      slug: "it's a/b"
    },
    query: {
      tags: [
        5,
        7
      ],
      page: 2
    },
  },
  body: {
    name: "Ann's",
    open: true,
    none: null,
    list: [
      1
    ]
  },
});`);
    expect(script.toTypeScript({ ...CALL, method: 'GET', params: [], body: '', keyed: false })).toContain(
      "createClient({ baseUrl: 'https://comics.test' });\nconst answer = await site.get('/api/comics/{slug}/x');",
    );
  });

  it('for Python is one of requests', () => {
    expect(script.toPython(CALL)).toBe(`import os

import requests

answer = requests.patch(
    "https://comics.test/api/comics/it's%20a%2Fb/x",
    headers={"Authorization": "Bearer " + os.environ["KOMAWARI_KEY"]},
    params={
        "tags": [
            5,
            7,
        ],
        "page": 2,
    },
    json={
        "name": "Ann's",
        "open": True,
        "none": None,
        "list": [
            1,
        ],
    },
)
answer.raise_for_status()
print(answer.json())`);
  });
});
