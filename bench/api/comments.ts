import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Db } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { openConnection } from '../servers/connection.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { startServer } from '../servers/processes.ts';
import { namedConnection, openProcessorClock, type ProcessorTime } from '../servers/processor-time.ts';

/** The thread: how many comments stand at the top, and how many answer one of them; the first of the list has a fifth of those. */
const THREAD = { roots: 3000, replies: 7000 } as const;
/** Who writes: as many at once as `WRITERS`, each time someone else. */
const WRITERS = 16;
const POSTS = 640;
const WARM_UP = 64;
const READS = 220;
/** The name that connections of the measured site have. */
const APPLICATION = 'komawari-comments';
const TOKEN = (number: number) => `bench${number}`.padEnd(43, '-');

/** Measures a thread of 10,000 comments through HTTP on both databases: its pages, and 16 people who write in it at once. */
export async function benchComments(say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const database of ['PostgreSQL', 'embedded'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
    const postgres = database === 'PostgreSQL' ? await startMeasuredPostgres() : null;
    try {
      const { times: measured, processor } = await measure({
        KOMAWARI_DATA: folder,
        ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      });
      for (const [what, times] of Object.entries(measured)) {
        rows.push([`${what}, ${database}`, ...[median(times), percentile(times, 0.95)].map(readable)]);
      }
      const [site, ofDatabase] = [processor.site, processor.database].map((time) => readable(time / (POSTS + WARM_UP)));
      say(`${database}: of the processor, a post took ${site} ms of the site and ${ofDatabase} of PostgreSQL\n`);
      figures.push({
        name: `first page of 10,000 comments, ${database}, p50`,
        value: median(measured['first page']),
        unit: 'ms',
        limit: 10,
        bound: 'most',
      });
      if (postgres) {
        figures.push({
          name: `posting at ${WRITERS} connections, ${database}, p50`,
          value: median(measured.posting),
          unit: 'ms',
          limit: 20,
          bound: 'most',
        });
      }
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  say(`comments, milliseconds\n${table(['request', 'p50', 'p95'], rows)}\n`);
  return figures;
}

async function measure(place: { KOMAWARI_DATA: string; DATABASE_URL?: string }): Promise<{
  times: Record<'first page' | 'posting', number[]> & Record<string, number[]>;
  processor: ProcessorTime;
}> {
  const middle = await plantThread(place);
  const url = place.DATABASE_URL;
  const server = await startServer({
    KOMAWARI_DEMO: 'off',
    KOMAWARI_JOBS: 'off',
    KOMAWARI_LIMITS_COMMENT_SECONDS: '0',
    KOMAWARI_LIMITS_COMMENTS_PER_HOUR: '0',
    ...place,
    ...(url === undefined ? {} : { DATABASE_URL: namedConnection(url, APPLICATION) }),
  });
  const clock = await openProcessorClock([server], url === undefined ? undefined : { url, application: APPLICATION });
  try {
    const path = '/api/comics/thread/comments';
    const times = {
      'first page': await reading(server.url, path, {}),
      'first page of a member': await reading(server.url, path, { authorization: `Bearer ${TOKEN(1)}` }),
      'page 150, newest first': await reading(server.url, `${path}?sort=new&page=150`, {}),
      'the page that has a comment': await reading(server.url, `${path}?comment=${middle}`, {}),
    };
    await clock.lap();
    const posts = await posting(server.url + path);
    return { times: { ...times, posting: posts }, processor: await clock.lap() };
  } finally {
    await clock.close();
    await server.stop();
  }
}

/** A database with the thread under a comic, and the members who write. @returns a comment in the middle. */
async function plantThread(place: { KOMAWARI_DATA: string; DATABASE_URL?: string }): Promise<number> {
  const database = await openDatabase({
    dataDir: join(place.KOMAWARI_DATA, 'database'),
    ...(place.DATABASE_URL === undefined ? {} : { url: place.DATABASE_URL }),
  });
  try {
    return await plantIn(database.db);
  } finally {
    await database.close();
  }
}

async function plantIn(db: Db): Promise<number> {
  const {
    rows: [comic],
  } = await sql<{
    id: number;
  }>`insert into comics (slug, title, state, published_at) values ('thread', 'Thread', 'published', now()) returning id`.execute(
    db,
  );
  const { id } = comic as { id: number };
  await sql`
    insert into users (username, username_key, email, password, verified_at)
    select 'writer' || n, 'writer' || n, 'writer' || n || '@example.test', '-', now() from generate_series(1, ${POSTS + WARM_UP}::int) n`.execute(
    db,
  );
  const hashes = Array.from({ length: POSTS + WARM_UP }, (_, at) => hashSecret(TOKEN(at + 1)));
  await sql`
    insert into tokens (hash, user_id, purpose, expires_at)
    select h.hash, u.id, 'access', now() + interval '1 day' from unnest(${hashes}::text[]) with ordinality h (hash, n)
    join users u on u.username = 'writer' || h.n`.execute(db);
  const words =
    'What a page! The light on the water is so well drawn that I stopped reading for a while. Who else saw the cat behind the lamp?';
  await sql`
    insert into comments (comic_id, user_id, text, html, rendered, points)
    select ${id}, 1 + n % ${POSTS}::int, ${words} || n, '<p dir="auto">' || ${words} || n || '</p>', 1,
    n * 7919 % 400 - 50 from generate_series(1, ${THREAD.roots}::int) n`.execute(db);
  await sql`
    with tops as (select id, row_number() over (order by points desc, id desc) - 1 as place from comments where comic_id = ${id} and root_id is null)
    insert into comments (comic_id, user_id, text, html, rendered, parent_id, root_id, under_id, depth)
    select ${id}, 1 + n % ${POSTS}::int, ${words} || n, '<p dir="auto">' || ${words} || n || '</p>', 1, r.id, r.id, r.id, 1
    from generate_series(1, ${THREAD.replies}::int) n join tops r on r.place = case when n % 5 = 0 then 0 else n % ${THREAD.roots}::int end order by n`.execute(
    db,
  );
  await sql`analyze comments, comment_threads, users, tokens`.execute(db);
  const {
    rows: [middle],
  } = await sql<{
    id: number;
  }>`select id from comments where root_id is not null order by id offset ${THREAD.replies / 2}::int limit 1`.execute(
    db,
  );
  return middle!.id;
}

async function reading(url: string, path: string, headers: Record<string, string>): Promise<number[]> {
  const connection = await openConnection(url, headers);
  const times: number[] = [];
  for (let turn = 0; turn < READS; turn += 1) {
    times.push(await connection.time(path));
  }
  connection.close();
  return times.slice(READS / 10);
}

/** Everyone writes once, as many at once as there are connections. */
async function posting(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (next < POSTS + WARM_UP) {
        next += 1;
        const writer = next;
        const started = performance.now();
        await post(url, agent, TOKEN(writer), `I am number ${writer} here, and I liked this **very** much.`);
        if (writer > WARM_UP) {
          times.push(performance.now() - started);
        }
      }
    }),
  );
  agent.destroy();
  return times;
}

function post(url: string, agent: Agent, token: string, text: string): Promise<void> {
  const body = JSON.stringify({ text });
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': token,
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 201) {
            resolve();
          } else {
            reject(new Error(`posting answered ${answer.statusCode}`));
          }
        });
      },
    );
    call.on('error', reject).end(body);
  });
}
