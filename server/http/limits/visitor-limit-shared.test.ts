import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { SiteFile } from '#server/config/site-file.ts';
import { where } from '#server/testing/samples.ts';
import { silentProxy } from '#server/testing/silent-proxy.ts';
import { findRedis } from '../../../tools/programs.ts';
import { createVisitorLimit } from './visitor-limit.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const site = SiteFile.parse({ limits: { readsPerMinute: 5 } });
/** A port of the loopback that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const redis = findRedis();
const onRedis = where(redis !== null);
/** Starts Redis in a folder. */
function startRedis(folder: string, ...args: string[]) {
  const server = spawn(redis!.path, ['--save', '', '--dir', folder, ...args], { argv0: redis!.argv0, stdio: 'ignore' });
  return { server, ended: new Promise((resolve) => server.once('exit', resolve)) };
}

/** The limit of one process, and what ends it. */
async function openLimit(redisUrl: string) {
  const closers: (() => Promise<void>)[] = [];
  const warnings: string[] = [];
  const app = {
    log: {
      warn(_details: object, message: string) {
        warnings.push(message);
      },
    },
    addHook: (_name: string, close: () => Promise<void>) => {
      closers.push(close);
    },
  };
  const limit = await createVisitorLimit(
    app as never,
    {
      config: { redisUrl },
      database: { driver: 'pglite' },
      sites: { of: () => site, named: () => site, all: [site] },
      now: () => NOW,
    } as never,
  );
  return {
    warnings,
    sharesCounts: () => limit.sharesCounts(),
    take: (ip: string) => Promise.resolve(limit.take({ ip, host: 'comics.test' }, 'reads', 1)),
    async close() {
      for (const close of closers) {
        await close();
      }
    },
  };
}

it('two processes count a visitor together in Redis', onRedis, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-redis-'));
  const socket = join(folder, 'socket');
  const { server, ended } = startRedis(folder, '--port', '0', '--unixsocket', socket);
  const one = await openLimit(socket);
  const two = await openLimit(socket);
  try {
    // Until both are connected each counts by itself: a visitor of their own shows when that is over.
    let tries = 0;
    await vi.waitFor(
      async () => {
        const visitor = `203.0.113.${(tries += 1)}`;
        for (let call = 0; call < 5; call += 1) {
          expect(await one.take(visitor)).toBeNull();
        }
        expect(await two.take(visitor)).not.toBeNull();
      },
      { timeout: 50_000, interval: 100 },
    );
    const waits = [];
    for (let call = 0; call < 8; call += 1) {
      waits.push(await (call % 2 === 0 ? one : two).take('198.51.100.1'));
    }
    expect(waits.slice(0, 5)).toEqual([null, null, null, null, null]);
    // The bucket fills by one in twelve seconds, by the clock of Redis.
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(waits.at(-1)).toBeLessThanOrEqual(12);
  } finally {
    await one.close();
    await two.close();
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a Redis that answers while the thread is kept from its loop is connected and asked', onRedis, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-redis-'));
  const port = await freePort();
  const { server, ended } = startRedis(folder, '--port', String(port), '--bind', '127.0.0.1');
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  try {
    await vi.waitFor(
      async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.destroy();
      },
      { timeout: 50_000 },
    );
    const limit = await openLimit(`redis://127.0.0.1:${port}`);
    // The connection is begun, and its answers come between turns that are late.
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise<void>((resolve) => {
        process.nextTick(resolve);
      });
    }
    for (let turn = 0; turn < 3; turn += 1) {
      block();
      await setImmediate();
    }
    await vi.waitFor(() => expect(limit.sharesCounts()).toBe(true), { timeout: 10_000 });
    const asked = limit.take('198.51.100.1');
    block();
    expect(await asked).toBeNull();
    expect(limit.warnings).toEqual([]);
    await limit.close();
  } finally {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

it('gives up a connection that Redis only accepts, and makes another', async () => {
  let given = 0;
  const mute = createServer((socket) =>
    socket
      .resume()
      .on('error', () => {})
      .on('close', () => {
        given += 1;
      }),
  ).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  const limit = await openLimit(`redis://127.0.0.1:${port}`);
  await vi.waitFor(() => expect(given).toBe(2), { timeout: 50_000 });
  expect(limit.warnings).toContain('redis');
  await limit.close();
  mute.close();
});

it('asks a Redis that has gone silent once, and together again when it answers', onRedis, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-redis-'));
  const port = await freePort();
  const { server, ended } = startRedis(folder, '--port', String(port), '--bind', '127.0.0.1');
  const proxy = await silentProxy(port);
  const [one, two] = [
    await openLimit(`redis://127.0.0.1:${proxy.port}`),
    await openLimit(`redis://127.0.0.1:${proxy.port}`),
  ];
  let visitor = 0;
  const together = () =>
    vi.waitFor(
      async () => {
        const ip = `203.0.113.${(visitor += 1)}`;
        for (let call = 0; call < 5; call += 1) {
          expect(await one.take(ip)).toBeNull();
        }
        expect(await two.take(ip)).not.toBeNull();
      },
      { timeout: 50_000, interval: 100 },
    );
  try {
    await together();
    proxy.silence();
    const waits = [];
    for (let call = 0; call < 12; call += 1) {
      waits.push(await one.take(`198.51.100.${call % 2}`));
    }
    // All are counted, here alone: each address may ask five times.
    expect(waits.map((wait) => wait === null)).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
    expect(one.warnings.filter((message) => message.startsWith('redis does not answer'))).toHaveLength(1);
    proxy.resume();
    await together();
  } finally {
    await Promise.all([one.close(), two.close()]);
    server.kill();
    await Promise.all([ended, proxy.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

it('each process of an embedded database counts by itself while Redis does not answer', async () => {
  const limit = await openLimit('redis://127.0.0.1:1');
  try {
    const waits = [];
    for (let call = 0; call < 6; call += 1) {
      waits.push(await limit.take('198.51.100.1'));
    }
    expect(waits).toEqual([null, null, null, null, null, 12]);
  } finally {
    await limit.close();
  }
});
