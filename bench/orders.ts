import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { catalogue } from './catalogue.ts';
import { median, percentile, readable, table, type Figure } from './figures.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { seed, seededComics } from './seed.ts';
import { serve } from './served.ts';

const [TURNS, WARM_UP] = [40, 6];
const PER_PAGE = 18;

/** The orders that are compared; the first is the one that the others are measured by. */
const ORDERS = {
  uploaded_at: 'sort=uploaded_at', latest_chapter: 'sort=latest_chapter', 'title, English': 'sort=title&order=asc&lang=en',
  'title, Chinese': 'sort=title&order=asc&lang=zh', 'title, Russian': 'sort=title&order=asc&lang=ru', 'title, Arabic': 'sort=title&order=asc&lang=ar',
};

/**
 * Measures lists by the newest chapter and by title against lists by upload, through HTTP, in turns, and what the
 * catalogue in memory costs.
 *
 * @param url a database that is seeded or to be seeded; without it a throw-away PostgreSQL.
 */
export async function benchOrders(comics: number, url: string | undefined, say: (line: string) => void): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const address = url ?? own!.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const count = await seeded(address, comics, say);
    const server = await serve({ comics: count, env: { DATABASE_URL: address, KOMAWARI_DATA: folder }, database: { dataDir: '', url: address } });
    try {
      const times = await timeInTurns((path) => server.time([path]), count);
      const { seconds, megabytes, block } = server.build;
      say(`${count} comics, milliseconds over one connection, p50 (p95), and the ratio of p50 to that by upload`);
      say(table(['list', ...Object.keys(ORDERS)], [...times].map(([list, each]) => [
        list, ...Object.keys(ORDERS).map((order) => `${readable(median(each[order]!))} (${readable(percentile(each[order]!, 0.95))}) ${readable(ratioOf(each, order))}`),
      ])));
      say(`catalogue in memory: ${readable(megabytes)} MB, made in ${readable(seconds)} s while lists were asked for, longest block ${readable(block)} ms`);
      return Object.keys(ORDERS).slice(1).map((order): Figure => (
        { name: `by ${order} ÷ by upload, p50, the worst list`, value: Math.max(...[...times.values()].map((each) => ratioOf(each, order))), unit: '×', limit: 1.5, bound: 'most' }));
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

type Times = Record<string, number[]>;

function ratioOf(times: Times, order: string): number {
  return median(times[order]!) / median(times.uploaded_at!);
}

async function timeInTurns(time: (path: string) => Promise<number>, comics: number): Promise<Map<string, Times>> {
  const drawn = catalogue();
  const pages = Math.floor(comics / PER_PAGE);
  const tagged = Array.from({ length: 10 }, (_, rank) => drawn.termAt('tag', rank));
  const lists: Record<string, (turn: number) => string> = {
    'first pages': (turn) => `page=${1 + turn}`,
    'pages in the middle': (turn) => `page=${Math.floor(pages * (0.3 + turn / 100))}`,
    'a popular tag': (turn) => `tags=${tagged[turn % 10]}&page=${1 + Math.floor(turn / 10)}`,
  };
  const found = new Map<string, Times>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [list, parametersOf] of Object.entries(lists)) {
      const times = found.get(list) ?? Object.fromEntries(Object.keys(ORDERS).map((order) => [order, []]));
      found.set(list, times);
      const orders = Object.entries(ORDERS);
      // Whoever comes later finds the processor's caches warm, so they take turns.
      for (const [order, query] of [...orders.slice(turn % orders.length), ...orders.slice(0, turn % orders.length)]) {
        const took = await time(`/api/comics?nsfw=true&${query}&${parametersOf(turn)}`);
        if (turn >= WARM_UP) { times[order]!.push(took); }
      }
    }
  }
  return found;
}

async function seeded(url: string, comics: number, say: (line: string) => void): Promise<number> {
  const opened = await openDatabase({ dataDir: '', url });
  try {
    const held = await seededComics(opened.db);
    if (held === 0) { await seed(opened, comics, say); }
    return held || comics;
  } finally {
    await opened.close();
  }
}
