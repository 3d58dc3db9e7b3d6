import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startS3Endpoint, type S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { openPostgres } from '#server/db/connection/postgres.ts';
import type { Db } from '#server/db/kysely.ts';
import { silentProxy, type SilentProxy } from '#server/testing/silent-proxy.ts';
import { findRedis } from '../../tools/programs.ts';
import { startPostgres, type PostgresServer } from '../../tools/postgres.ts';
import { freePort, ROOT } from '../servers/processes.ts';

/** One process of the product, that can be started again. */
export interface Process {
  url: string;
  start(): Promise<void>;
  /** Sends a signal, and where it ends it waits for that. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

/** A whole site on this machine, with a way to each of its parts that can be cut. */
export interface Cluster {
  folder: string;
  sites: Process[];
  workers: Process[];
  primary: PostgresServer;
  replica: PostgresServer;
  redis: { signal(signal: NodeJS.Signals): void } | null;
  store: S3Endpoint;
  ways: { primary: SilentProxy; replica: SilentProxy; redis: SilentProxy | null; store: SilentProxy };
  /** Asks a database past the product. */
  asking<Result>(server: PostgresServer, work: (db: Db) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Seconds in which a process is ready. */
const LONGEST = 60;

/** Starts three sites, two workers, PostgreSQL with a replica, Redis where it is installed, and a store. @throws Error without PostgreSQL. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-faults-'));
  const primary = await startPostgres({ synchronous_commit: 'on', full_page_writes: 'on' });
  if (primary === null) throw new Error('PostgreSQL 15 or later is not installed');
  const replica = await primary.replica();
  mkdirSync(join(folder, 'store'));
  const store = await startS3Endpoint(join(folder, 'store'), 'komawari');
  const redis = await startRedis(folder);
  const through = async (url: string) => {
    const to = new URL(url);
    const way = await silentProxy(Number(to.port));
    to.port = String(way.port);
    return [to.href, way] as const;
  };
  const [primaryUrl, primaryWay] = await through(primary.url);
  const [replicaUrl, replicaWay] = await through(replica.url);
  const [storeUrl, storeWay] = await through(store.url);
  const [redisUrl, redisWay] = redis === null ? ['', null] : await through(redis.url);
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    KOMAWARI_DEMO: 'off',
    KOMAWARI_IMAGE_PROCESSES: '1',
    KOMAWARI_LIMITS_READS_PER_MINUTE: redis === null ? '0' : '1000000',
    KOMAWARI_DRAIN_SECONDS: '2',
    DATABASE_URL: primaryUrl,
    DATABASE_REPLICA_URLS: replicaUrl,
    DATABASE_STATEMENT_SECONDS: '5',
    S3_ENDPOINT: storeUrl,
    S3_BUCKET: 'komawari',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    ...(redis === null ? {} : { REDIS_URL: redisUrl }),
  };
  const sites: Process[] = [];
  for (let at = 0; at < 3; at += 1) {
    sites.push(await product(env, join(folder, `site-${at}`), []));
  }
  const workers: Process[] = [];
  for (let at = 0; at < 2; at += 1) {
    workers.push(await product(env, join(folder, `worker-${at}`), ['--worker']));
  }
  return {
    folder,
    sites,
    workers,
    primary,
    replica,
    redis,
    store,
    ways: { primary: primaryWay, replica: replicaWay, redis: redisWay, store: storeWay },
    async asking(server, work) {
      const { db, close } = openPostgres({ url: server.url, replicaUrls: [], max: 1 });
      try {
        return await work(db);
      } finally {
        await close();
      }
    },
    async stop() {
      for (const way of [primaryWay, replicaWay, redisWay, storeWay]) {
        way?.resume();
      }
      await Promise.all([...sites, ...workers].map((each) => each.signal('SIGKILL')));
      redis?.signal('SIGKILL');
      for (const way of [primaryWay, replicaWay, redisWay, storeWay]) {
        await way?.close();
      }
      await replica.stop();
      await primary.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function product(env: Record<string, string>, data: string, args: readonly string[]): Promise<Process> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let ended: Promise<void> = Promise.resolve();
  const start = async () => {
    await ended;
    const own = spawn(process.execPath, [join(ROOT, 'server/main.ts'), ...args], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH ?? '',
        ...env,
        PORT: String(port),
        KOMAWARI_DATA: data,
        ...(args.length === 0 ? { KOMAWARI_JOBS: 'off' } : {}),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = own;
    ended = new Promise((resolve) => own.once('exit', () => resolve()));
    let said = '';
    own.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    for (const end = performance.now() + LONGEST * 1000; said === ''; await pause(50)) {
      if (performance.now() > end || own.exitCode !== null) throw new Error(`a process did not start: ${said}`);
    }
  };
  process.once('exit', () => child.kill('SIGKILL'));
  await start();
  return {
    url,
    start,
    async signal(signal) {
      child.kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') {
        await ended;
      }
    },
  };
}

async function startRedis(folder: string): Promise<{ url: string; signal(signal: NodeJS.Signals): void } | null> {
  const program = findRedis();
  if (program === null) return null;
  const port = await freePort();
  const child = spawn(program.path, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    argv0: program.argv0,
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await pause(500);
  return { url: `redis://127.0.0.1:${port}`, signal: (signal) => void child.kill(signal) };
}
