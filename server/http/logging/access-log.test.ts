import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConfigError, type ConfigError } from '#server/config/errors.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { openAccessLog } from './access-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'komawari-log-'));
const closers: TestApp[] = [];
afterAll(async () => {
  await Promise.all(closers.map((site) => site.close()));
  rmSync(folder, { recursive: true });
});

/** A listening site with an access log, and its lines so far. */
async function logging(name: string, addresses: 'short' | 'whole' | 'none', trustProxy: number | string[] = []) {
  const file = join(folder, name);
  const source = await sourceSite();
  const site = await testApp({ features: ['register'] }, undefined, (app, deps) => serveSite(app, deps, source), [], {
    accessLog: { file, addresses },
    trustProxy,
  });
  closers.push(site);
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    site,
    url,
    async lines(count: number): Promise<Record<string, unknown>[]> {
      const read = () =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      await expect.poll(() => read().length, { timeout: 10_000 }).toBe(count);
      return read();
    },
  };
}

describe('the access log', () => {
  let own: Awaited<ReturnType<typeof logging>>;
  beforeAll(async () => {
    own = await logging('own.log', 'short');
  });

  it('has a line of each request with what was asked and how it was answered, and none of its secrets', async () => {
    const { token, id } = await member(own.site.deps.db);
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(own.url + path, { headers: { 'user-agent': 'Reader "1"', ...headers } });
      await answer.text();
      return answer.headers.get('x-request-id');
    };
    const ids = [
      await ask('/en/latest?q=my+wish'),
      await ask('/en/latest?q=my+wish'),
      await ask('/api/admin/system', { authorization: `Bearer ${token}` }),
      await ask('/en/password-reset/a-link-that-was-mailed'),
      await ask('/api/comics/%zz'),
    ];
    const lines = await own.lines(5);
    expect(lines.map(({ id: each }) => each)).toEqual(ids);
    expect(lines.map(({ method, path, status, cache, user }) => ({ method, path, status, cache, user }))).toEqual([
      { method: 'GET', path: '/en/latest?q=*', status: 200, cache: 'miss', user: null },
      { method: 'GET', path: '/en/latest?q=*', status: 200, cache: 'hit', user: null },
      { method: 'GET', path: '/api/admin/system', status: 403, cache: null, user: id },
      { method: 'GET', path: '/en/password-reset/:token', status: 200, cache: 'miss', user: null },
      { method: 'GET', path: 'none', status: 400, cache: null, user: null },
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({
        address: '127.0.0.0',
        agent: 'Reader "1"',
        host: expect.stringContaining('127.0.0.1'),
      });
      expect(line.bytes).toBeGreaterThan(100);
      expect(line.ms).toBeGreaterThan(0);
      expect(Date.parse(String(line.time))).not.toBeNaN();
    }
    expect(JSON.stringify(lines)).not.toMatch(/my.wish|a-link-that/);
  });

  it('and the log of the site know a request by one id, which a caller who is no proxy cannot choose', async () => {
    const answer = await fetch(`${own.url}/api/admin/system`, { headers: { 'x-request-id': 'mine' } });
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    expect(own.site.logged().findLast(({ event }) => event === 'refused')).toMatchObject({ reqId: id });
  });
});

it('behind a trusted proxy requests keep their id, where it is one, and lines have the whole address or none', async () => {
  const whole = await logging('whole.log', 'whole', ['127.0.0.1']);
  const none = await logging('none.log', 'none', 1);
  const ask = async (url: string, id: string) =>
    (
      await fetch(`${url}/health/live`, { headers: { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9' } })
    ).headers.get('x-request-id');
  expect(await ask(whole.url, 'from:the/proxy-1')).toBe('from:the/proxy-1');
  expect(await ask(whole.url, 'two words')).toMatch(/^[\da-f-]{36}$/);
  expect(await ask(none.url, 'x')).toBe('x');
  expect((await whole.lines(2)).map(({ address }) => address)).toEqual(['203.0.113.9', '203.0.113.9']);
  expect((await none.lines(1))[0]).not.toHaveProperty('address');
});

it('that cannot be written ends the start with the name of its variable', () => {
  let failure: unknown;
  try {
    openAccessLog(
      { accessLog: { file: join(folder, 'no', 'such', 'folder'), addresses: 'short' } },
      { warn: () => {} },
    );
  } catch (error) {
    failure = error;
  }
  expect(describeConfigError(failure as ConfigError, 'en')).toBe('ACCESS_LOG: This file cannot be written (ENOENT).');
});
