import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { BODY_LIMIT } from '#server/http/requests/security-headers.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { barePage } from './minimal-page.ts';
import { serveSite } from './site.ts';
import type { SiteSource } from './site-source.ts';

/** A site whose pages cannot be made, for the reason of the moment. */
let reason: Error = new Error('secret reason');
const broken: SiteSource = { built: true, asset: () => undefined, current: () => Promise.reject(reason) };
let site: TestApp;
beforeAll(async () => {
  site = await testApp({}, undefined, (app, deps) => serveSite(app, deps, broken));
});
afterAll(() => site.close());

const open = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
  site.app.inject({ url, headers: { host: 'comics.test', ...headers } });

it('stands for a page that cannot be made: in its language, whole by itself, without the reason', async () => {
  const { statusCode, headers, body } = await open('/ar/latest');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    500,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(body).toMatch(/<html lang="ar" dir="rtl">/);
  expect(body).toContain('name="robots" content="noindex"');
  expect(body).toContain('href="/ar"');
  expect(body).not.toMatch(/secret|<script|<link|src=|url\(/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

it('says when to come back where the site is only busy', async () => {
  reason = problem('database-slow', { seconds: 1 });
  const { statusCode, headers, body } = await open('/en/latest');
  expect([statusCode, headers['retry-after'], headers.refresh]).toEqual([503, '10', '10']);
  expect(body).toContain('Back in a moment');
});

it('answers an address that cannot be read with a page to people, with data to programs', async () => {
  const [person, program] = [await open('/%E0%A4%A'), await open('/%E0%A4%A', { accept: 'application/json' })];
  expect([person.statusCode, person.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect((await open('/%E0%A4%A', { accept: 'text/html', 'accept-language': 'pt-BR,en;q=0.5' })).body).toContain(
    '<html lang="pt"',
  );
  expect([program.statusCode, program.json<{ code: string }>().code]).toEqual([400, 'request-malformed']);
});

it('answers a form that only scripts can send with a page that says so and leads back, whatever is in it; programs and the API get data', async () => {
  const send = (url: string, headers: Record<string, string> = {}, payload = 'password=quiet') =>
    site.app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        host: 'comics.test',
        accept: 'text/html,*/*',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  const kinds: [string, string][] = [
    ['application/x-www-form-urlencoded', 'password=quiet'],
    ['multipart/form-data; boundary=b', '--b\r\nquiet'],
    ['text/plain', 'quiet'],
    ['application/x-www-form-urlencoded', 'quiet'.repeat(BODY_LIMIT)],
  ];
  for (const [type, payload] of kinds) {
    const { statusCode, headers, body } = await send('/de/login?next=%2Fde%2Fquiet', { 'content-type': type }, payload);
    expect([statusCode, headers['content-type'], headers.allow, headers['cache-control']]).toEqual([
      405,
      'text/html; charset=utf-8',
      'GET, HEAD',
      'no-store',
    ]);
    expect(body).toMatch(/<html lang="de".*braucht JavaScript.*<a href="">Zurück zur Seite<.*<a href="\/de">/s);
    expect(body).not.toContain('quiet');
  }
  const others = [
    await send('/de/login', { accept: 'application/json' }),
    await send('/api/nothing', { 'content-type': 'application/json' }, '{}'),
    await send('/images/nothing'),
  ];
  expect(
    others.map(({ statusCode, headers, body }) => [
      statusCode,
      headers['content-type'],
      (JSON.parse(body) as { code: string }).code,
    ]),
  ).toEqual(others.map(() => [404, 'application/json; charset=utf-8', 'route-not-found']));
});

it('has its words in every language', () => {
  for (const locale of LOCALES) {
    for (const status of [400, 405, 500, 503] as const) {
      expect(barePage(locale, status)).not.toMatch(/>(?:site|bare|problem|notfound)\./);
    }
  }
});
