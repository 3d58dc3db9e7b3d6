import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { barePage } from './bare-page.ts';
import { serveSite } from './site.ts';
import type { SiteSource } from './site-source.ts';

/** A site whose pages cannot be made, for the reason of the moment. */
let reason: Error = new Error('secret reason');
const broken: SiteSource = { built: true, asset: () => undefined, current: () => Promise.reject(reason) };
let site: TestApp;
beforeAll(async () => { site = await testApp({}, undefined, (app, deps) => serveSite(app, deps, broken)); });
afterAll(() => site.close());

const open = (url: string, headers = { accept: 'text/html,*/*' }) => site.app.inject({ url, headers: { host: 'comics.test', ...headers } });

it('stands for a page that cannot be made: in its language, whole by itself, without the reason', async () => {
  const { statusCode, headers, body } = await open('/ar/latest');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([500, 'text/html; charset=utf-8', 'no-store']);
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
  expect([program.statusCode, program.json<{ code: string }>().code]).toEqual([400, 'request-malformed']);
});

it('has its words in every language', () => {
  for (const locale of LOCALES) {
    for (const status of [400, 500, 503] as const) { expect(barePage(locale, status)).not.toMatch(/>(?:site|problem|notfound)\./); }
  }
});
