import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { requestedOrigin } from '#server/http/access/request-context.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { createCsrfToken } from '#server/security/csrf-token.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

describe('errors of the API', () => {
  it("say in the caller's language what was not found, as JSON, and are not cached", async () => {
    const english = await site.get('/api/nothing?lang=en');
    expect(english).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    });
    const messages = await Promise.all(
      LOCALES.map(async (lang) => (await site.get(`/api/nothing?lang=${lang}`)).body.message as string),
    );
    expect(new Set(messages).size).toBe(LOCALES.length);
  });

  it('take the language from lang before Accept-Language', async () => {
    const [header, both, unknown] = await Promise.all([
      site.get('/api/nothing', { 'accept-language': 'de-CH,en;q=0.5' }),
      site.get('/api/nothing?lang=fr', { 'accept-language': 'de' }),
      site.get('/api/nothing?lang=xx', { 'accept-language': 'de' }),
    ]);
    expect(unknown.body.message).toBe(header.body.message);
    expect(both.body.message).not.toBe(header.body.message);
  });

  it('tell a caller with a token that is not valid so, and never answer as to nobody', async () => {
    const tokened = await Promise.all(
      ['/api/comics?lang=de', '/api/tags', '/api/config', '/api/nothing'].map((path) =>
        site.get(path, { authorization: 'Bearer no-such-token' }),
      ),
    );
    expect(tokened.map(({ status, body }) => [status, body.code])).toEqual(tokened.map(() => [401, 'token-invalid']));
    expect(tokened[0]?.body.message).toMatch(/Sitzung/);
    const odd = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer null',
      'Bearer undefined',
      'Bearer []',
      `Bearer ${'a'.repeat(42)}`,
      `Bearer ${'a'.repeat(43)}, Bearer x`,
      'eyJhbGciOiJub25lIn0.e30.',
      'Basic c3RhZ2luZzpzdGFnaW5n',
    ];
    const answers = await Promise.all(odd.map((authorization) => site.get('/api/comics', { authorization })));
    expect(answers.map(({ status }) => status)).toEqual(odd.map(() => 401));
  });

  it('name every field that is wrong', async () => {
    const { status, body: json } = await site.get('/api/comics?page=0&per_page=101&sort=size&tags=abc');
    expect(status).toBe(422);
    expect(Object.keys(json.errors).sort()).toEqual(['page', 'per_page', 'sort', 'tags']);
    expect(json.message).toEqual(expect.any(String));
  });

  it('never become a 500, whatever is asked', async () => {
    const odd = [
      'page=-1',
      'page=1e9',
      'page=NaN',
      `page=${2 ** 63}`,
      'per_page=1e9',
      'q=%00',
      'q=%ED%A0%80',
      `q=${'a'.repeat(5000)}`,
      'tags[__proto__]=1',
      'tags[a][b]=1',
      'order=%27',
      'lang[]=en',
      'nsfw=%22',
      'duration=',
      'sort=',
    ];
    const statuses = await Promise.all(odd.map(async (query) => (await site.get(`/api/comics?${query}`)).status));
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
    const paths = [
      '/api/comics/..%2f..%2fetc%2fpasswd',
      '/api/comics/%00',
      '/images/..%2f/x.webp',
      `/api/comics/${'a'.repeat(5000)}`,
      '/api/comics/a/%ff/images',
    ];
    const found = await Promise.all(paths.map(async (path) => (await site.get(path)).status));
    expect(found.filter((status) => ![400, 404, 413, 422].includes(status))).toEqual([]);
  });

  it('say so in the caller’s language, too, when the address cannot be read at all', async () => {
    for (const path of ['/api/comics/%', '/de/%E0%A4%A', '/images/%zz/x.webp', '/%ff']) {
      const { status, body, headers } = await site.get(path, { 'accept-language': 'de' });
      expect([status, body]).toEqual([
        400,
        { message: 'Die Anfrage konnte nicht gelesen werden.', code: 'request-malformed' },
      ]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });
});

describe('a Host', () => {
  it('that is none is refused: absolute addresses are made with it', async () => {
    for (const host of [
      '"><script>',
      'evil.test/x',
      'evil.test?x=',
      'a b',
      'evil.test:99999',
      '[::1',
      'a@evil.test',
      'a,b',
      '\\evil',
    ]) {
      expect((await site.get('/api/comics', { host })).status, host).toBe(400);
    }
    for (const host of [
      'comics.test',
      'comics.test:3000',
      '[::1]:3000',
      '127.0.0.1',
      'xn--mnchen-3ya.test',
      'my_app',
    ]) {
      expect((await site.get('/api/comics', { host })).status, host).toBe(200);
    }
  });
});

describe('answers of the API', () => {
  it('cannot run, be framed or be guessed at', async () => {
    const { headers } = await site.get('/api/config');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('tell programs to wait when they call too often, and how long', async () => {
    const strict = await testApp({ limits: { readsPerMinute: 3 } }, () => new Date('2026-05-01T12:00:00Z'));
    const answers = [];
    for (let call = 0; call < 5; call += 1) {
      answers.push(await strict.get('/api/config'));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[4]?.body.message).toEqual(expect.any(String));
    await strict.close();
  });

  it('are described with a tag: who has the description is told so', async () => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const { status, headers } = await site.get(url);
      expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
      const again = await site.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
  });

  it('have their turns while the description is made, which is when it is first asked for', async () => {
    const fresh = await testApp();
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const { body } = await fresh.get('/api/openapi.json');
    clearImmediate(next);
    expect(turns).toBeGreaterThan(Object.keys(body.paths).length);
    await fresh.close();
  });

  it('are described to whoever asks again after the description could not be made', async () => {
    const fresh = await testApp();
    vi.spyOn(fresh.app, 'describeApi').mockRejectedValueOnce(new Error('no memory left'));
    expect((await fresh.get('/api/openapi.json')).status).toBe(500);
    expect((await fresh.get('/api/openapi.json')).body.openapi).toBe('3.1.0');
    await fresh.close();
  });

  it('are described by an OpenAPI 3.1 document with every route', async () => {
    const { body: json } = await site.get('/api/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining([
        '/api/comics',
        '/api/comics/{slug}',
        '/api/comics/{slug}/chapters',
        '/api/comics/{slug}/images',
        '/api/comics/{slug}/{chapter}/images',
        '/api/config',
      ]),
    );
    const { parameters, responses } = json.paths['/api/comics'].get;
    const listValues = (name: string) =>
      parameters.find((parameter: { name: string }) => parameter.name === name).schema;
    expect(listValues('statuses').items.enum).toEqual(['ongoing', 'complete', 'onhold', 'canceled']);
    expect(listValues('lang').enum).toEqual(LOCALES);
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '422', '429', '503']);
    expect(json.paths['/api/comics/{slug}'].get.responses).toHaveProperty('451');
    const page = await site.get('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const path of Object.keys(json.paths)) {
      expect(String(page.body)).toContain(path);
    }
  });
});

describe('a call that changes something', () => {
  const post = (headers: Record<string, string>) =>
    site.app
      .inject({ method: 'POST', url: '/api/comics/none/view', headers: { host: 'comics.test', ...headers } })
      .then(({ statusCode }) => statusCode);
  const token = () => createCsrfToken(site.deps.secret, site.deps.now());
  const allowed = 404;

  it('is taken from a program, and from a page of this site with its token', async () => {
    expect(await post({})).toBe(allowed);
    expect(await post({ 'sec-fetch-site': 'same-origin', origin: 'http://comics.test', 'x-xsrf-token': token() })).toBe(
      allowed,
    );
  });

  it('is refused from a page of another site, and without the token or with a made-up one', async () => {
    expect(await post({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test', 'x-xsrf-token': token() })).toBe(
      403,
    );
    expect(await post({ 'sec-fetch-site': 'same-site', 'x-xsrf-token': token() })).toBe(403);
    expect(await post({ origin: 'https://evil.test', 'x-xsrf-token': token() })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-origin', 'x-xsrf-token': '123.abc' })).toBe(403);
  });
});

describe('permissions', () => {
  it('are named by every route, or the server does not start', async () => {
    const unguarded = testApp({}, undefined, async (app) => {
      app.get('/unguarded', () => 'open');
    });
    await expect(unguarded).rejects.toThrow('GET /unguarded names no permission');
  });
});

describe('health', () => {
  it('is told to whoever watches', async () => {
    expect(await site.get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await site.get('/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: true, blobs: true },
    });
    expect(String((await site.get('/metrics')).body)).toContain('process_resident_memory_bytes');
  });

  it('tells of the catalogue in memory: nothing of a build before there was one', async () => {
    const figures = async () => String((await site.get('/metrics')).body);
    const before = await figures();
    expect(before).toContain('komawari_catalogue_ready 0\n');
    expect(before).not.toMatch(/^komawari_catalogue_build_seconds /m);
    await site.deps.catalogue.build();
    expect(await figures()).toMatch(
      /komawari_catalogue_ready 1\n[^]*^komawari_catalogue_build_seconds \d*\.?\d*[1-9]\d*$/m,
    );
  });

  it('keeps its figures from those that a proxy on this machine speaks for', async () => {
    expect((await site.get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
  });
});

it('addresses begin with one of the two ways to the site, whatever a proxy passes on', () => {
  expect([
    requestedOrigin({ protocol: 'https', host: 'a.test' }),
    requestedOrigin({ protocol: '"><script>' as 'http', host: 'a.test' }),
  ]).toEqual(['https://a.test', 'http://a.test']);
});
