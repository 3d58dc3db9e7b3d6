import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../server/db/connection/postgres.ts';
import { measureStaleness } from '../../server/testing/staleness.ts';
import { startScript, startServer, type Running, type Server } from '../../bench/servers/processes.ts';
import { startPostgres, type PostgresServer } from '../postgres.ts';
import { installDebian, reasonForNone } from './clean-root.ts';
import { freePort } from './free-port.ts';
import { UPLOADED, uploadHeaders } from './upload-request.ts';

const PASSWORD = 'a quiet panel of rain';
/** A start that takes longer is given up, in seconds. */
const LONGEST = 120;
/** Processes that are counted, and the many that a site may have. */
const SITES = 6;
const WORKERS = 2;
const MANY = 50;
/** Connections that PostgreSQL gives as it is installed, without the three that it keeps for its owner. */
const GIVEN = 97;
/** Milliseconds of load, and calls at a time to each site. */
const LOAD = 12_000;
const CALLS = 6;

/**
 * Puts Debian's PgBouncer, with the configuration of `deploy/` as it stands but for ports and users, between PostgreSQL and a site, and looks at
 * what comes through; then counts the connections of many processes with it and without.
 *
 * @returns lines that tell what was seen, or why nothing was.
 * @throws Error for what is not as it should be.
 */
export async function provePgbouncer(checkout: string): Promise<string[]> {
  const reason = reasonForNone();
  if (reason !== null) return [`skipped: ${reason}`];
  installDebian('pgbouncer');
  const postgres = await startPostgres({ max_connections: '100' });
  if (postgres === null) return ['skipped: PostgreSQL 15 or later is not installed'];
  const replica = await postgres.replica();
  const work = mkdtempSync(join(tmpdir(), 'komawari-pgbouncer-'));
  const pooler = await startPgbouncer(checkout, work, { postgres, replica });
  const running: Running[] = [];
  const start: Starting = {
    async site(env) {
      const server = await startServer({ ...common(work), ...env }, LONGEST);
      running.push(server);
      return server;
    },
    async worker(env) {
      const worker = startScript('server/main.ts', ['--worker'], { NODE_ENV: 'production', ...common(work), ...env });
      running.push(worker);
      while (!worker.output().includes('\n')) {
        await setTimeout(100);
      }
    },
  };
  try {
    const pooled = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: postgres.url,
      DATABASE_REPLICA_URLS: pooler.replicaUrl,
    };
    const sites = [await start.site(pooled), await start.site(pooled)];
    const told = [`sign-in, writing and an upload: ${await use(sites[0]!.url)}`];
    const direct = openPostgres({ url: postgres.url, replicaUrls: [], max: 1 });
    const [on, seen] = sites.map(({ url }) => url) as [string, string];
    const measured = await measureStaleness(direct.db, { data: work, on, seen });
    await direct.close();
    const late = measured.filter(({ seconds, most }) => seconds > most);
    if (late.length > 0) throw new Error(`too late in the other process: ${JSON.stringify(late)}`);
    told.push(
      `${measured.length} kinds of changes reach the other process in time, which reads a replica behind PgBouncer`,
    );
    told.push(`the replica behind PgBouncer: ${await requireRead(replica, sites)}`);

    told.push(
      await count(`through PgBouncer`, pooled, { postgres, sites, start }, (most) => {
        if (most > 20) throw new Error(`${most} connections through PgBouncer`);
        return `${most} connections, of them 20 at most for statements, however many processes there are`;
      }),
    );
    await stopAll(running);
    for (const connections of [10, 1]) {
      const alone = { DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: String(connections) };
      told.push(
        await count(`DATABASE_CONNECTIONS=${connections}`, alone, { postgres, sites: [], start }, (most) => {
          const each = most / (SITES + WORKERS);
          const enough = Math.floor(GIVEN / connections);
          if (each > connections) throw new Error(`${most} connections of ${SITES + WORKERS} processes`);
          return `${most} connections, ${each.toFixed(1)} a process; ${MANY} processes may open ${MANY * connections}, so that ${enough} fit in ${GIVEN}`;
        }),
      );
      await stopAll(running);
    }
    return told;
  } finally {
    await stopAll(running);
    pooler.process.kill('SIGINT');
    await replica.stop();
    await postgres.stop();
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** How processes are started. */
interface Starting {
  site(env: Record<string, string>): Promise<Server>;
  worker(env: Record<string, string>): Promise<void>;
}

async function stopAll(running: Running[]): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()));
}

function common(work: string): Record<string, string> {
  return {
    KOMAWARI_DATA: work,
    KOMAWARI_DEMO: 'off',
    KOMAWARI_JOBS: 'off',
    KOMAWARI_IMAGE_PROCESSES: '1',
    KOMAWARI_ADMIN_NAME: 'ann',
    KOMAWARI_ADMIN_EMAIL: 'ann@example.org',
    KOMAWARI_ADMIN_PASSWORD: PASSWORD,
    KOMAWARI_LIMITS_READS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  };
}

/** PgBouncer as whom PostgreSQL runs, since it refuses to be root. */
async function startPgbouncer(
  checkout: string,
  work: string,
  { postgres, replica }: { postgres: PostgresServer; replica: PostgresServer },
): Promise<{ url: string; replicaUrl: string; process: ChildProcess }> {
  const port = await freePort();
  const folder = join(work, 'pgbouncer');
  mkdirSync(folder);
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, '"postgres" ""\n');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    readFileSync(join(checkout, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
      .replace('port=5432 dbname=komawari', `port=${new URL(postgres.url).port} dbname=postgres`)
      .replace(
        '; komawari_replica = host=replica.internal port=5432 dbname=komawari',
        `komawari_replica = host=127.0.0.1 port=${new URL(replica.url).port} dbname=postgres`,
      )
      .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
      .replace('auth_type = scram-sha-256', 'auth_type = trust')
      .replace('/etc/pgbouncer/userlist.txt', users),
  );
  chmodSync(work, 0o777);
  const child = spawn('pgbouncer', ['-q', '-u', 'postgres', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `postgresql://postgres@127.0.0.1:${port}/komawari`;
  for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(200)) {
    const client = new pg.Client({ connectionString: url });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return { url, replicaUrl: `${url}_replica`, process: child };
  }
  throw new Error('PgBouncer did not start');
}

/** Milliseconds in which a replica that had to come to the last change is read again. */
const READ_AGAIN = 10_000;

/** Looks whether sites read from a replica, and from nowhere but the pooler's sessions with it. @throws Error where they do not. */
async function requireRead(replica: PostgresServer, sites: readonly Server[]): Promise<string> {
  for (const { url } of sites) {
    for (const end = Date.now() + READ_AGAIN; ; await setTimeout(200)) {
      const { replicas } = (await (await fetch(`${url}/health/ready`)).json()) as { replicas?: { used: boolean }[] };
      if (replicas?.every(({ used }) => used) === true) break;
      if (Date.now() > end) throw new Error(`a replica is not read: ${JSON.stringify(replicas)}`);
    }
  }
  const client = new pg.Client({ connectionString: replica.url, application_name: 'who counts' });
  await client.connect();
  const asked = async () =>
    (
      await client.query<{ count: number; sessions: number }>(
        `select (select sum(xact_commit)::int from pg_stat_database) as count,
          (select count(*)::int from pg_stat_activity where application_name like 'komawari%') as sessions`,
      )
    ).rows[0]!;
  const before = await asked();
  for (let call = 0; call < 100; call += 1) {
    await fetch(`${sites[call % sites.length]!.url}/api/search/suggestions?q=${call}`);
    await fetch(`${sites[call % sites.length]!.url}/api/comics?q=nothing-${call}`);
  }
  // Counts are told by a session once it is idle for a second.
  await setTimeout(2_000);
  const after = await asked();
  await client.end();
  if (after.count - before.count < 50) throw new Error(`the replica was asked ${after.count - before.count} times`);
  return `both sites use it, in ${after.sessions} sessions for both`;
}

/** Signs in, writes and uploads, as an admin does. @throws Error for an answer that is none. */
async function use(url: string): Promise<string> {
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string | Buffer) => {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: body as never }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { status: answer.status, headers: answer.headers, text };
  };
  const json = { 'content-type': 'application/json' };
  const credentials = JSON.stringify({ username: 'ann', password: PASSWORD });
  const signedIn = JSON.parse((await ask('POST', '/api/login', json, credentials)).text) as {
    auth: { access_token: string };
  };
  const authorization = `Bearer ${signedIn.auth.access_token}`;
  await ask('POST', '/api/admin/comics', { ...json, authorization }, JSON.stringify({ title: 'Through a pooler' }));
  const made = await ask('POST', '/api/admin/uploads', { ...json, authorization }, '{}');
  const upload = JSON.parse(made.text) as { id: number };
  const sent = await ask('POST', `/api/admin/uploads/${upload.id}/tus`, uploadHeaders(authorization), UPLOADED);
  if (sent.headers.get('upload-offset') !== String(UPLOADED.length)) throw new Error('an upload was not taken');
  return 'as they should be';
}

/** Starts what is missing of the processes, loads the sites, and answers what `say` makes of the most connections that PostgreSQL had. */
async function count(
  how: string,
  env: Record<string, string>,
  {
    postgres,
    sites,
    start,
  }: {
    postgres: PostgresServer;
    sites: readonly Server[];
    start: Starting;
  },
  say: (most: number) => string,
): Promise<string> {
  const all = [...sites];
  while (all.length < SITES) {
    all.push(await start.site(env));
  }
  for (let at = 0; at < WORKERS; at += 1) {
    await start.worker(env);
  }
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'who counts' });
  await client.connect();
  const until = Date.now() + LOAD;
  const failed: string[] = [];
  const paths = ['/en/latest?q=', '/api/comics?q=', '/api/search/suggestions?q=', '/health/ready?q=', '/en/tags?q='];
  const load = all.flatMap(({ url }) =>
    Array.from({ length: CALLS }, async (_, at) => {
      for (let call = at; Date.now() < until; call += 1) {
        const path = `${paths[call % paths.length]!}${call}`;
        const answer = await fetch(url + path);
        const text = await answer.text();
        if (answer.status >= 500) {
          failed.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
        }
      }
    }),
  );
  let [most, building] = [0, 0];
  while (Date.now() < until) {
    // A process that builds its index of the comics has one more for that moment.
    const { rows } = await client.query<{ count: number; building: number }>(
      `select count(*) filter (where application_name <> 'komawari-index')::int as count,
         count(*) filter (where application_name = 'komawari-index')::int as building
       from pg_stat_activity where application_name like 'komawari%'`,
    );
    most = Math.max(most, rows[0]!.count);
    building = Math.max(building, rows[0]!.building);
    await setTimeout(100);
  }
  await Promise.all(load);
  await client.end();
  if (failed.length > 0) throw new Error(`${how}: ${failed.length} calls failed, ${failed[0]}`);
  return `${SITES} sites and ${WORKERS} workers under load, ${how}: ${say(most)}; ${building} more at most while an index was built`;
}
