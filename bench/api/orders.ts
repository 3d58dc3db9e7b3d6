import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from '../synthetic/catalogue.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { isProblem } from '#contract/problems.ts';
import { seedOnce } from '../synthetic/seed.ts';
import { serve } from '../servers/served.ts';
import { openBareSql } from './statements.ts';

const [TURNS, WARM_UP] = [40, 6];
const PER_PAGE = 18;

/** The orders that are compared; the first is the one that the others are measured by. */
const ORDERS = {
  uploaded_at: 'sort=uploaded_at',
  latest_chapter: 'sort=latest_chapter',
  'title, English': 'sort=title&order=asc&lang=en',
  'title, Chinese': 'sort=title&order=asc&lang=zh',
  'title, Russian': 'sort=title&order=asc&lang=ru',
  'title, Arabic': 'sort=title&order=asc&lang=ar',
};

/**
 * Measures lists by the newest chapter and by title against lists by upload, in turns: of the catalogue in memory through
 * HTTP, and of the database as it answers until the catalogue is there. Also what the catalogue costs.
 *
 * @param url a database that is seeded or to be seeded; without it a throw-away PostgreSQL.
 */
export async function benchOrders(
  comics: number,
  url: string | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const address = url ?? own!.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const count = await seedOnce({ dataDir: '', url: address }, comics, say);
    const server = await serve({
      comics: count,
      env: { DATABASE_URL: address, KOMAWARI_DATA: folder },
      database: { dataDir: '', url: address },
    });
    try {
      const { seconds, megabytes, block } = server.build;
      say(
        `catalogue in memory: ${readable(megabytes)} MB, made in ${readable(seconds)} s while lists were asked for, longest block ${readable(block)} ms`,
      );
      const memory = await timeInTurns(
        (query) => timeUntilAnswered(() => server.time([`/api/comics?${query}`])),
        count,
      );
      report('catalogue in memory, through HTTP', count, memory, say);
      const database = await timeOfDatabase(address, count);
      report('database alone, without HTTP', count, database, say);
      return [...figuresFor('catalogue', memory), ...figuresFor('database', database)];
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

/** Milliseconds by the order; none of an order that was refused. */
type Times = Record<string, number[]>;

function report(engine: string, comics: number, times: ReadonlyMap<string, Times>, say: (line: string) => void): void {
  say(
    `${engine}, ${comics} comics, milliseconds over one connection, p50 (p95), and the ratio of p50 to that by upload`,
  );
  say(
    table(
      ['list', ...Object.keys(ORDERS)],
      [...times].map(([list, each]) => [
        list,
        ...Object.keys(ORDERS).map((order) =>
          each[order]!.length === 0
            ? '503'
            : `${readable(median(each[order]!))} (${readable(percentile(each[order]!, 0.95))}) ${readable(relativeTime(each, order))}`,
        ),
      ]),
    ),
  );
}

/** The worst list of each order that was answered. */
function figuresFor(engine: string, times: ReadonlyMap<string, Times>): Figure[] {
  return Object.keys(ORDERS)
    .slice(1)
    .map((order): Figure => ({
      name: `${engine}: by ${order} ÷ by upload, p50, the worst list`,
      value: Math.max(
        ...[...times.values()].map((each) => relativeTime(each, order)).filter((ratio) => !Number.isNaN(ratio)),
      ),
      unit: '×',
      limit: 1.5,
      bound: 'most',
    }))
    .filter(({ value }) => Number.isFinite(value));
}

function relativeTime(times: Times, order: string): number {
  return median(times[order]!) / median(times.uploaded_at!);
}

/** A disk or a processor that is busy with something else has a page refused: it is asked for again, up to a minute. */
async function timeUntilAnswered(time: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await time();
    } catch (error) {
      if (tries === 120 || !(error instanceof Error && error.message.endsWith('answered 503'))) throw error;
      await wait(500);
    }
  }
}

async function timeOfDatabase(url: string, comics: number): Promise<Map<string, Times>> {
  const sql = await openBareSql(url);
  try {
    return await timeInTurns(async (query) => {
      const started = performance.now();
      try {
        await sql.statementsFor(query);
      } catch (error) {
        if (isProblem(error) && error.code === 'catalogue-warming') return null;
        throw error;
      }
      return performance.now() - started;
    }, comics);
  } finally {
    await sql.close();
  }
}

async function timeInTurns(
  time: (query: string) => Promise<number | null>,
  comics: number,
): Promise<Map<string, Times>> {
  const drawn = catalogue();
  const pages = Math.floor(comics / PER_PAGE);
  const tagged = Array.from({ length: 10 }, (_, rank) => drawn.termAt('tag', rank));
  const lists: Record<string, (turn: number) => string> = {
    'first pages': (turn) => `page=${1 + turn}`,
    'pages in the middle': (turn) => `page=${Math.floor(pages * (0.3 + turn / 100))}`,
    'a popular tag': (turn) => `tags=${tagged[turn % 10]}&page=${1 + Math.floor(turn / 10)}`,
    'a popular tag, far pages': (turn) => `tags=${tagged[turn % 10]}&page=${100 + turn}`,
    'a language and a status': (turn) =>
      `languages=${drawn.termAt('language', turn % 3)}&statuses=complete&page=${1 + turn}`,
  };
  const found = new Map<string, Times>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [list, parametersFor] of Object.entries(lists)) {
      const times = found.get(list) ?? Object.fromEntries(Object.keys(ORDERS).map((order) => [order, []]));
      found.set(list, times);
      const orders = Object.entries(ORDERS);
      // Whoever comes later finds the processor's caches warm, so they take turns.
      for (const [order, query] of [...orders.slice(turn % orders.length), ...orders.slice(0, turn % orders.length)]) {
        const took = await time(`nsfw=true&${query}&${parametersFor(turn)}`);
        if (turn >= WARM_UP && took !== null) {
          times[order]!.push(took);
        }
      }
    }
  }
  return found;
}
