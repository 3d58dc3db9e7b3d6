import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { databaseOver, openDatabase, withTransaction } from '#server/db/database.ts';
import { openCopySession } from '#server/db/copying/copy-session.ts';
import { answers } from '#server/http/health.ts';
import { where } from '#server/testing/samples.ts';
import { silentProxy, type SilentProxy } from '#server/testing/silent-proxy.ts';
import { ready, startedSite } from '#server/testing/started.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { openPostgres } from './postgres.ts';

vi.setConfig({ testTimeout: 240_000 });

const server = await startPostgres();
const onServer = where(server !== null);
afterAll(async () => {
  await server?.stop();
});

let proxy: SilentProxy;
let through: string;
beforeEach(async () => {
  const url = new URL(server?.url ?? 'postgresql://none:1/');
  proxy = await silentProxy(Number(url.port));
  url.port = String(proxy.port);
  through = url.href;
  return () => proxy.close();
});

const one = sql<{ one: number }>`select 1 as one`;
const unavailable = { code: 'database-unavailable' };

it(
  'connections that go dead, and a server that only accepts them, count as away; both are used again when it answers',
  onServer,
  async () => {
    const silences: string[] = [];
    const log = {
      warn: (_details: object, message: string) => {
        silences.push(message);
      },
    };
    const { db, reads, close } = openPostgres({
      url: through,
      replicaUrls: [],
      max: 2,
      statementTimeout: 3000,
      readTimeout: 3000,
      silence: 5000,
      log,
    });
    await Promise.all([one.execute(db), one.execute(db), one.execute(reads)]);
    const outcomes = await withTransaction(db, async (tx) => {
      await one.execute(tx);
      proxy.silence();
      // More than there are connections, some within a transaction: all are told, none waits for ever.
      return Promise.allSettled([
        one.execute(tx),
        ...[db, reads, db, reads, db].map((each) =>
          one.execute(each).catch((error: unknown) => {
            throw error;
          }),
        ),
      ]);
    }).catch((error: unknown) => [{ status: 'rejected', reason: error }]);
    expect(outcomes.map((outcome) => outcome.status)).not.toContain('fulfilled');
    const after = await Promise.allSettled([
      one.execute(db),
      one.execute(reads),
      withTransaction(db, (tx) => one.execute(tx)),
    ]);
    expect(after).toMatchObject([{ reason: unavailable }, { reason: unavailable }, { reason: unavailable }]);
    expect(silences).toContain('database does not answer; the connection is dropped');
    proxy.resume();
    await vi.waitFor(async () => {
      expect((await Promise.all([one.execute(db), one.execute(reads)])).map(({ rows }) => rows)).toEqual([
        [{ one: 1 }],
        [{ one: 1 }],
      ]);
    }, 60_000);
    await close();
  },
);

it('a statement may take all of its time, and one that has no limit has none here', onServer, async () => {
  const { db, close } = openPostgres({ url: through, replicaUrls: [], max: 1, statementTimeout: 300, silence: 5000 });
  // Ended by the server, which answers in time: nothing is wrong with the connection.
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  await db.connection().execute(async (connection) => {
    const {
      rows: [before],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    const {
      rows: [after],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(6)`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
    expect(after).toEqual(before);
  });
  await close();
});

it('the site says so in the language of whoever asks, and goes on by itself', onServer, async () => {
  const site = startedSite();
  const program = site.start({
    DATABASE_URL: through,
    DATABASE_STATEMENT_SECONDS: '10',
    DATABASE_SILENCE_SECONDS: '20',
    KOMAWARI_JOBS: 'off',
  });
  try {
    const url = await ready(program);
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${url}${path}`, {
        ...init,
        headers: {
          'accept-language': 'de',
          'content-type': 'application/json',
          ...(init.headers as Record<string, string>),
        },
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await ask('/api/comics/nothing')).status).toBe(404);
    proxy.silence();
    const login = { method: 'POST', body: JSON.stringify({ username: 'someone', password: 'eight kites fly' }) };
    const answers = await Promise.all([
      ask('/api/comics/nothing'),
      ask('/api/login', login),
      ask('/de/comic/nothing', { headers: { accept: 'text/html' } }),
      ask('/health/ready'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    for (const { text } of answers.slice(0, 3)) {
      expect(text).toContain('Die Datenbank ist im Moment nicht erreichbar.');
    }
    expect(JSON.parse(answers[3]!.text)).toMatchObject({ database: false, blobs: true });
    proxy.resume();
    await vi.waitFor(
      async () => {
        expect((await ask('/api/comics/nothing')).status).toBe(404);
        expect((await ask('/api/login', login)).status).toBe(401);
        expect((await ask('/health/ready')).status).toBe(200);
      },
      { timeout: 120_000, interval: 500 },
    );
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  } finally {
    await site.clear();
  }
});

it(
  'a start that loads its own code for longer than the database may be silent is none that the database has failed',
  onServer,
  async () => {
    // As on a machine that is very busy: when the first connection begins, what is not loaded yet keeps the thread for seven seconds.
    const slow = `import { subscribe } from 'node:diagnostics_channel';
    import { Session } from 'node:inspector';
    let isLoaded = false;
    const session = new Session();
    session.connect();
    session.on('Debugger.scriptParsed', ({ params }) => { isLoaded ||= params.url.endsWith('/server/start.ts'); });
    session.post('Debugger.enable');
    subscribe('net.client.socket', () => { if (!isLoaded) { setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7000)); } });`;
    const site = startedSite();
    const program = site.start({
      DATABASE_URL: server!.url,
      DATABASE_SILENCE_SECONDS: '5',
      KOMAWARI_JOBS: 'off',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(slow)}`,
    });
    try {
      await ready(program);
      program.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    } finally {
      await site.clear();
    }
  },
);

it('a copy gives a server up that has only accepted it for ten seconds', onServer, async () => {
  proxy.silence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const opening = openCopySession({ url: through }).then(
      () => 'opened',
      (error: unknown) => error,
    );
    vi.advanceTimersByTime(9_900);
    expect(await Promise.race([opening, setImmediate('waiting')])).toBe('waiting');
    vi.advanceTimersByTime(100);
    expect(await Promise.race([opening, setTimeout(5_000, 'waiting')])).toMatchObject(unavailable);
  } finally {
    vi.useRealTimers();
  }
});

it(
  'a database that answers others counts as answering, however many stand before the check in the line',
  onServer,
  async () => {
    const opened = openPostgres({ url: through, replicaUrls: [], max: 1, silence: 60_000 });
    const { check } = databaseOver('postgres', opened);
    let waiting = 30;
    const slow = Array.from({ length: waiting }, () =>
      sql`select pg_sleep(0.1)`.execute(opened.db).then(() => {
        waiting -= 1;
      }),
    );
    expect(await answers(check)).toBe(true);
    expect(waiting).toBeGreaterThan(0);
    await Promise.all(slow);
    proxy.silence();
    expect(await answers(check)).toBe(false);
    await proxy.close();
    await opened.close();
  },
);

it('a server that is there later than the site is waited for, directly and behind a pooler', onServer, async () => {
  for (const way of [
    { url: through },
    { url: server!.url, poolerUrl: through },
    { url: through, poolerUrl: server!.url },
  ]) {
    proxy.cut();
    await expect(openDatabase({ dataDir: '', ...way })).rejects.toMatchObject(unavailable);
    const log = { warn: vi.fn<(details: object, message: string) => void>() };
    const opening = openDatabase({ dataDir: '', ...way, wait: 200_000, log });
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
    proxy.resume();
    const opened = await opening;
    expect((await one.execute(opened.db)).rows).toEqual([{ one: 1 }]);
    await opened.close();
  }
});
