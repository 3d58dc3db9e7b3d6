import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Db } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { openConnection } from '../servers/connection.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { startServer } from '../servers/processes.ts';
import { seedOnce } from '../synthetic/seed.ts';

/** Comics of a page, as many as the site shows at once. */
const COMICS = 24;
const [TURNS, WARM_UP] = [120, 20];

/**
 * Measures what a page costs a member beyond the anonymous one: one call for themselves and the marks of its comics, for
 * someone who has marked and read as much as an account holds.
 *
 * @param url a database that is seeded or to be seeded; without it a throw-away PostgreSQL.
 */
export async function benchMember(
  comics: number,
  url: string | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const address = url ?? own!.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const token = await prepare(address, comics, say);
    const server = await startServer({
      DATABASE_URL: address,
      KOMAWARI_DATA: folder,
      KOMAWARI_DEMO: 'off',
      KOMAWARI_JOBS: 'off',
    });
    const connection = await openConnection(server.url, { authorization: `Bearer ${token}` });
    try {
      const calls: Record<string, (turn: number) => string> = {
        'account with the marks of a page': (turn) =>
          `account?comics=${Array.from({ length: COMICS }, (_, at) => 1 + ((turn * 97 + at * 31) % comics)).join(',')}`,
        'favorites, first page': () => `account/favorites?per_page=${COMICS}`,
        'favorites with a filter': (turn) => `account/favorites?per_page=${COMICS}&sort=title&tags=${1 + (turn % 20)}`,
        history: (turn) => `account/history?per_page=${COMICS}&page=${1 + (turn % 20)}`,
        'one page of 50 lists': () => 'account/lists',
        notifications: () => 'account/notifications',
      };
      const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [name, path] of Object.entries(calls)) {
          const took = await connection.time(`/api/${path(turn)}`);
          if (turn >= WARM_UP) {
            times.get(name)?.push(took);
          }
        }
      }
      say(`a member with 20,000 favorites and 50,000 chapters at ${comics} comics, milliseconds`);
      say(
        table(
          ['call', 'p50', 'p95'],
          [...times].map(([name, each]) => [name, readable(median(each)), readable(percentile(each, 0.95))]),
        ),
      );
      return [
        {
          name: 'the personal call of a page, p50',
          value: median(times.get('account with the marks of a page') ?? []),
          unit: 'ms',
          limit: 5,
          bound: 'most',
        },
      ];
    } finally {
      connection.close();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

/** Fills a database and makes the member in it. Returns what signs them in. */
async function prepare(url: string, comics: number, say: (line: string) => void): Promise<string> {
  await seedOnce({ dataDir: '', url }, comics, say);
  const database = await openDatabase({ dataDir: '', url });
  try {
    return await makeMember(database.db);
  } finally {
    await database.close();
  }
}

/** Makes a member with a large library of their own, and answers the token that signs them in. */
export async function makeMember(db: Db): Promise<string> {
  const name = `member${randomBytes(4).toString('hex')}`;
  const token = randomBytes(32).toString('base64url');
  const {
    rows: [user],
  } = await sql<{ id: number }>`
    insert into users (username, username_key, email, password, verified_at)
    values (${name}, ${name}, ${`${name}@example.test`}, '-', now()) returning id`.execute(db);
  const { id } = user!;
  await sql`insert into tokens (hash, user_id, purpose, expires_at) values (${hashSecret(token)}, ${id}, 'access', now() + interval '1 day')`.execute(
    db,
  );
  await sql`insert into favorites (user_id, comic_id, created_at) select ${id}, id, now() - make_interval(secs => id)
    from comics order by id limit 20000`.execute(db);
  await sql`
    insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at)
    select ${id}, comic_id, id, 1, 1, case when id % 3 > 0 then now() end, now() - make_interval(secs => id) from chapters order by id limit 50000`.execute(
    db,
  );
  await sql`insert into ratings (user_id, comic_id, score) select ${id}, id, 1 + id % 10 from comics order by id limit 5000`.execute(
    db,
  );
  await sql`insert into follows (user_id, comic_id) select ${id}, id from comics order by id limit 2000`.execute(db);
  await sql`with made as (insert into lists (user_id, name) select ${id}, 'List ' || at from generate_series(1, 50) at returning id)
    insert into list_comics (list_id, comic_id, position) select m.id, c.id, c.id from made m
    cross join lateral (select id from comics order by id limit 200) c`.execute(db);
  await sql`insert into notifications (user_id, kind, payload)
    select ${id}, 'release',
    jsonb_build_object('comic_id', id, 'from', 1, 'to', 2147483647, 'fresh', false, 'term_id', null)
    from comics order by id limit 400`.execute(db);
  await sql`analyze users, tokens, favorites, progress, ratings, follows, lists, list_comics, notifications`.execute(
    db,
  );
  return token;
}
