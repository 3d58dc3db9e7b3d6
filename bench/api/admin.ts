import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ADMIN_SORTS } from '#contract/editing.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { openConnection, type Connection } from '../servers/connection.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { embeddedPair, postgresPair, type Place } from './mix-places.ts';
import { serve } from '../servers/served.ts';

const [TURNS, WARM_UP] = [8, 2];
/** Comics that a bulk edit changes. */
const EDITED = 10_000;

/** The questions put to the table, beside its order: each with every sort. */
const FILTERS: Record<string, (turn: number) => string> = {
  everything: () => '',
  'one state': () => 'states=published',
  drafts: () => 'states=draft',
  'a popular tag': (turn) => `tags=${1 + (turn % 5)}`,
  'a rare tag': (turn) => `tags=${400 + turn}`,
  'two tags, one excluded': (turn) => `tags=${1 + (turn % 5)}&not_tags=${6 + (turn % 5)}`,
  'rating and status': () => 'ratings=explicit&ratings=suggestive&statuses=ongoing',
  'no cover': () => 'missing=cover',
  'no tags': () => 'missing=tags',
  'a search': (turn) => `q=pages:%3E${20 + turn}%20is:complete`,
  'page 500': (turn) => `page=${500 + turn}`,
};

/**
 * Measures the table of comics with every filter in every order, and an edit of 10,000 comics with what readers wait
 * meanwhile, at a million comics on one database.
 *
 * @param given addresses or data folders as of `mix`, the small one first; without any, databases are made and seeded.
 */
export async function benchAdmin(
  given: { databases?: readonly string[]; folders?: readonly string[] },
  say: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const none = given.databases === undefined && given.folders === undefined;
  for (const open of [
    ...(none || given.databases ? [() => postgresPair(given.databases, say)] : []),
    ...(none || given.folders ? [() => embeddedPair(given.folders, say)] : []),
  ]) {
    const pair = await open();
    try {
      figures.push(...(await measure(pair.name, pair.large, say)));
    } finally {
      await pair.close();
    }
  }
  return figures;
}

async function measure(name: string, place: Place, say: (line: string) => void): Promise<Figure[]> {
  const token = await prepare(place);
  const served = await serve({
    ...place,
    env: { ...place.env, KOMAWARI_JOBS: 'on', KOMAWARI_LIMITS_READS_PER_MINUTE: '0' },
  });
  try {
    const authorization = `Bearer ${token}`;
    const connection = await openConnection(served.server.url, { authorization });
    const times = new Map<string, number[]>();
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [filter, query] of Object.entries(FILTERS)) {
        for (const sort of ADMIN_SORTS) {
          const took = await patient(
            connection,
            `/api/admin/comics?sort=${sort}&order=${turn % 2 === 0 ? 'desc' : 'asc'}&per_page=50&${query(turn)}`,
          );
          if (turn >= WARM_UP) {
            times.set(`${filter}, by ${sort}`, [...(times.get(`${filter}, by ${sort}`) ?? []), took]);
          }
        }
      }
    }
    connection.close();
    say(`${name}: the table at ${place.comics} comics, p50 in milliseconds`);
    say(
      table(
        ['filter', ...ADMIN_SORTS],
        Object.keys(FILTERS).map((filter) => [
          filter,
          ...ADMIN_SORTS.map((sort) => readable(median(times.get(`${filter}, by ${sort}`) ?? []))),
        ]),
      ),
    );
    const worst = Math.max(...[...times.values()].map(median));
    const edit = await measureEdit(served.server.url, authorization);
    say(
      `${name}: ${EDITED} comics edited in ${readable(edit.seconds)} s; readers meanwhile p50 ${readable(median(edit.readers))} ms, p95 ${readable(percentile(edit.readers, 0.95))} ms, most ${readable(Math.max(...edit.readers))} ms (${edit.readers.length} requests)`,
    );
    return [
      {
        name: `${name}: the slowest filter and order of the table, p50`,
        value: worst,
        unit: 'ms',
        limit: 100,
        bound: 'most',
      },
      { name: `${name}: an edit of ${EDITED} comics`, value: edit.seconds, unit: 's', limit: 10, bound: 'most' },
      {
        name: `${name}: readers while it runs, p95`,
        value: percentile(edit.readers, 0.95),
        unit: 'ms',
        limit: 100,
        bound: 'most',
      },
    ];
  } finally {
    await served.close();
  }
}

/** The time of an answer; one that is refused while the index in memory is behind, as on a busy machine, is asked again and not counted. */
async function patient(connection: Connection, path: string, left = 20): Promise<number> {
  return connection.time(path).catch(async (error: Error) => {
    if (left === 0) throw error;
    await wait(500);
    return patient(connection, path, left - 1);
  });
}

/** Edits comics all over the library while a reader asks for lists and comics. */
async function measureEdit(url: string, authorization: string): Promise<{ seconds: number; readers: number[] }> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/api/admin/comics/bulk${path}`, {
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<{ id: number; state: string; changed: number }>;
  };
  const ids = Array.from({ length: EDITED }, (_, at) => 1 + at * 97);
  let over = false;
  const readers: number[] = [];
  const reading = (async () => {
    const connection = await openConnection(url);
    for (let turn = 1; !over; turn += 1) {
      readers.push(
        await patient(
          connection,
          turn % 2 === 0 ? `/api/comics?page=${turn}&tags=${1 + (turn % 20)}` : `/api/comics?page=${turn}`,
        ),
      );
    }
    connection.close();
  })();
  const started = performance.now();
  const { id } = await call('', {
    selection: { ids },
    changes: { add: { tags: [{ name: `Bench ${randomBytes(4).toString('hex')}` }] }, speechless: true },
  });
  for (let state = 'running'; state === 'running'; { state } = await call(`/${id}`)) {
    await wait(50);
  }
  const seconds = (performance.now() - started) / 1000;
  over = true;
  await reading;
  return { seconds, readers };
}

/** An admin of the database, by a token. */
async function prepare({ database }: Place): Promise<string> {
  const opened = await openDatabase(database);
  try {
    return await createAdmin(opened.db);
  } finally {
    await opened.close();
  }
}

async function createAdmin(db: Db): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const name = `bench${randomBytes(4).toString('hex')}`;
  const {
    rows: [user],
  } = await sql<{ id: number }>`
    insert into users (username, username_key, email, password, role, verified_at)
    values (${name}, ${name}, ${`${name}@example.test`}, '-', 'admin', now()) returning id`.execute(db);
  await sql`insert into tokens (hash, user_id, purpose, expires_at) values (${hashSecret(token)}, ${user?.id}, 'access', now() + interval '1 day')`.execute(
    db,
  );
  return token;
}
