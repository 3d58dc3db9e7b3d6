import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeConfigError, type ConfigError } from '#server/config/errors.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { startedSite } from '#server/testing/started.ts';
import { listenForWatchers } from './watch-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const TOKEN = 'a-token-of-the-tests';
const closers: (() => Promise<void>)[] = [];
let site: TestApp;

beforeAll(async () => {
  site = await testApp();
});
afterAll(async () => {
  for (const close of closers.toReversed()) {
    await close();
  }
  await site.close();
});

async function watched(metrics: { token: string | null }, serves: boolean) {
  const deps = { ...site.deps, config: { ...site.deps.config, metrics: { ...metrics, port: 0, host: '127.0.0.1' } } };
  const { port, close } = await listenForWatchers(deps, 0, serves);
  closers.push(close);
  return (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

describe('the port of those who watch', () => {
  it('tells figures and health to whoever gets there, and knows nothing else', async () => {
    const get = await watched({ token: null }, true);
    const figures = await get('/metrics', { 'x-forwarded-for': '203.0.113.9' });
    expect(figures.status).toBe(200);
    expect(figures.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await figures.text()).toContain('\nkomawari_catalogue_ready 0\n');
    expect(await (await get('/health/live')).json()).toEqual({ status: 'live' });
    expect(await (await get('/health/ready')).json()).toMatchObject({ status: 'ready' });
    expect((await get('/api/comics')).status).toBe(404);
  });

  it('tells nothing of a catalogue where the process only works', async () => {
    const get = await watched({ token: null }, false);
    expect(await (await get('/metrics')).text()).not.toContain('komawari_catalogue_');
  });

  it.each([
    [{}, 401],
    [{ authorization: 'Bearer another-token-of-theirs' }, 401],
    [{ authorization: `Basic ${TOKEN}` }, 401],
    [{ authorization: `Bearer ${TOKEN}` }, 200],
  ])('answers %j with %i where a token is needed; health needs none', async (headers, status) => {
    const get = await watched({ token: TOKEN }, true);
    const answer = await get('/metrics', headers as Record<string, string>);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, status === 401 ? 'Bearer' : null]);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('that is taken is told with the name of its variable', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const { port } = other.address() as AddressInfo;
    const config = { ...site.deps.config, metrics: { port, host: '127.0.0.1', token: null } };
    const failure = await listenForWatchers({ ...site.deps, config }, port, true).catch((error: unknown) => error);
    expect(describeConfigError(failure as ConfigError, 'en')).toBe(
      `METRICS_PORT: Cannot listen on 127.0.0.1, port ${port} (EADDRINUSE).`,
    );
    other.close();
  });
});

describe('without a port of its own', () => {
  it('a token opens the figures of the site to callers behind a proxy, too', async () => {
    const other = await testApp({}, undefined, undefined, [], {
      metrics: { port: null, host: 'localhost', token: TOKEN },
    });
    closers.push(() => other.close());
    const ask = async (headers: Record<string, string>) => (await other.get('/metrics', headers)).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' })).toBe(200);
  });
});

it('a worker has figures and health at its port, the site beside its port no figures', async () => {
  const started = startedSite();
  try {
    const worker = started.start({ METRICS_PORT: '0', METRICS_HOST: '127.0.0.1', LOG_LEVEL: 'info' }, 'main.ts', [
      '--worker',
    ]);
    const [, port] = await worker.until(/"event":"watched","host":"127\.0\.0\.1","port":(\d+)/);
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('process_resident_memory_bytes');
    await worker.until(/working/);
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  } finally {
    await started.clear();
  }
  const other = await testApp({}, undefined, undefined, [], { metrics: { port: 0, host: 'localhost', token: null } });
  closers.push(() => other.close());
  expect((await other.get('/metrics')).status).toBe(404);
});
