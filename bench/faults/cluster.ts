import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startS3Endpoint, type S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/connection/postgres.ts';
import type { Db } from '#server/db/kysely.ts';
import { silentProxy, type SilentProxy } from '#server/testing/silent-proxy.ts';
import { findRedis } from '../../tools/programs.ts';
import { startPostgres, type PostgresServer } from '../../tools/postgres.ts';
import { freePort, ROOT } from '../servers/processes.ts';
import { makeJumpingClock, makeSmallDisk, type JumpingClock, type SmallDisk } from './places.ts';
import { openWays, type Ways } from './ways.ts';

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
  /** The last site and the last worker are on the far side of the network, with the replica. */
  ways: { primary: Ways; replica: Ways; redis: Ways | null; store: Ways };
  /** The replica's way to the primary's log. */
  stream: SilentProxy;
  /** The disk of the store and of what processes write; null where there is no small one. */
  disk: SmallDisk | null;
  /** The same of the primary. */
  primaryDisk: SmallDisk | null;
  /** The clock of the first site and the first worker; null where it cannot jump. */
  clock: JumpingClock | null;
  /** Asks a database past the product. */
  asking<Result>(server: PostgresServer, work: (db: Db) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Seconds in which a process is ready. */
const LONGEST = 120;

/** Starts three sites, two workers, PostgreSQL with a replica, Redis where it is installed, and a store. @throws Error without PostgreSQL. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-faults-'));
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o711);
  const primaryDisk = makeSmallDisk(folder, 'primary', 512);
  const primary = await startPostgres(
    { synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '64MB', min_wal_size: '32MB' },
    join(folder, 'primary'),
  );
  if (primary === null) throw new Error('PostgreSQL 15 or later is not installed');
  const replica = await primary.replica();
  const disk = makeSmallDisk(folder, 'disk', 256);
  const clock = makeJumpingClock(folder);
  const lying = join(folder, 'disk');
  mkdirSync(join(lying, 'store'));
  const store = await startS3Endpoint(join(lying, 'store'), 'komawari');
  const redis = await startRedis(folder);
  const stream = await silentProxy(Number(new URL(primary.url).port));
  await asking(replica, async (db) => {
    await sql`alter system set primary_conninfo = ${sql.lit(`host=127.0.0.1 port=${stream.port} user=postgres`)}`.execute(
      db,
    );
    await sql`select pg_reload_conf()`.execute(db);
  });
  const opened = {
    primary: await openWays(primary.url),
    replica: await openWays(replica.url),
    store: await openWays(store.url),
    redis: redis === null ? null : await openWays(redis.url),
  };
  const env = (side: 'near' | 'far') => ({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    KOMAWARI_DEMO: 'off',
    KOMAWARI_IMAGE_PROCESSES: '1',
    KOMAWARI_LIMITS_READS_PER_MINUTE: '1000000',
    KOMAWARI_UPLOADS_OPEN_UPLOADS: '1000',
    KOMAWARI_DRAIN_SECONDS: '2',
    DATABASE_URL: opened.primary[side],
    DATABASE_REPLICA_URLS: opened.replica[side],
    DATABASE_STATEMENT_SECONDS: '5',
    S3_ENDPOINT: opened.store[side],
    S3_BUCKET: 'komawari',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    ...(opened.redis === null ? {} : { REDIS_URL: opened.redis[side] }),
  });
  const sites: Process[] = [];
  const workers: Process[] = [];
  for (const [made, most, args] of [
    [sites, 3, []],
    [workers, 2, ['--worker']],
  ] as const) {
    for (let at = 0; at < most; at += 1) {
      const name = `${args.length === 0 ? 'site' : 'worker'}-${at}`;
      const side = at === most - 1 ? 'far' : 'near';
      made.push(await product({ ...env(side), ...(at === 0 ? clock?.env : {}) }, join(lying, name), args));
    }
  }
  const ways = {
    primary: opened.primary.ways,
    replica: opened.replica.ways,
    redis: opened.redis?.ways ?? null,
    store: opened.store.ways,
  };
  const all = [ways.primary, ways.replica, ways.redis, ways.store, stream];
  return {
    folder,
    sites,
    workers,
    primary,
    replica,
    redis,
    store,
    ways,
    stream,
    disk,
    primaryDisk,
    clock,
    asking,
    async stop() {
      for (const way of all) {
        way?.resume();
      }
      await Promise.all([...sites, ...workers].map((each) => each.signal('SIGKILL')));
      redis?.signal('SIGKILL');
      for (const way of all) {
        await way?.close();
      }
      await replica.stop();
      await primary.stop();
      await store.close();
      disk?.remove();
      primaryDisk?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function asking<Result>(server: PostgresServer, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openPostgres({ url: server.url, replicaUrls: [], max: 1 });
  try {
    return await work(db);
  } finally {
    await close();
  }
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
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = own;
    ended = new Promise((resolve) => own.once('exit', () => resolve()));
    let [said, complained] = ['', ''];
    own.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    own.stderr!.on('data', (chunk: Buffer) => {
      complained = (complained + chunk.toString()).slice(-2_000);
    });
    for (const end = performance.now() + LONGEST * 1000; said === ''; await pause(50)) {
      if (performance.now() > end || own.exitCode !== null) {
        throw new Error(`a process did not start (${own.exitCode ?? `not in ${LONGEST} s`}): ${complained}`);
      }
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
