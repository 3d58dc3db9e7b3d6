import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestMix } from './api-mix.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { createKeepAlive, type KeepAlive } from '../servers/keep-alive.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { startServer } from '../servers/processes.ts';
import { seedOnce } from '../synthetic/seed.ts';
import { openBareSql, type BareSql } from './statements.ts';

/** How often each kind of request is made. */
const TURNS = 24;
/** Turns at the beginning that are not counted: compilers and caches of running programs are warm. */
const WARM_UP = 4;

interface Measured {
  name: string;
  api: number[];
  sql: number[];
  statements: number;
}

/**
 * Measures uncached pages of `/api/comics` against the bare SQL they need, in turns in one run, at `comics` comics.
 *
 * @param url a database to seed or one that is seeded; without it a throw-away PostgreSQL.
 */
export async function benchApi(
  comics: number,
  url: string | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const database = url ?? own!.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const held = await seedOnce({ dataDir: '', url: database }, comics, say);
    const server = await startServer({
      DATABASE_URL: database,
      KOMAWARI_DATA: folder,
      KOMAWARI_DEMO: 'off',
      KOMAWARI_JOBS: 'off',
    });
    const sql = await openBareSql(database);
    const client = createKeepAlive();
    try {
      return report(held, await measure(`${server.url}/api/comics`, held, client, sql), say);
    } finally {
      client.close();
      await sql.close();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

async function measure(address: string, comics: number, client: KeepAlive, sql: BareSql): Promise<Measured[]> {
  const measured = requestMix(catalogue(), comics).map((kind) => ({
    ...kind,
    api: [] as number[],
    sql: [] as number[],
    statements: 0,
  }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of measured) {
      const query = new URLSearchParams(
        Object.entries(kind.query(turn)).map(([name, value]) => [name, String(value)]),
      ).toString();
      const statements = await sql.statementsFor(query);
      // Whoever comes second finds the processor's caches warm, so they take turns.
      const callFirst = turn % 2 === 0;
      const before = callFirst ? 0 : await sql.time(statements);
      const api = await client.time(`${address}?${query}`);
      const bare = callFirst ? await sql.time(statements) : before;
      if (turn < WARM_UP) continue;
      kind.api.push(api);
      kind.sql.push(bare);
      kind.statements += statements.length / (TURNS - WARM_UP);
    }
  }
  return measured;
}

function report(comics: number, measured: readonly Measured[], say: (line: string) => void): Figure[] {
  const ratios = measured.map(({ api, sql }) => median(api) / median(sql));
  const cells = ({ api, sql }: Measured) =>
    [median(api), percentile(api, 0.95), median(sql), percentile(sql, 0.95)].map(readable);
  say(`/api/comics at ${comics} comics, milliseconds`);
  say(
    table(
      ['page', 'API p50', 'p95', 'SQL p50', 'p95', 'ratio', 'statements'],
      measured.map((kind, index) => [
        kind.name,
        ...cells(kind),
        readable(ratios[index] ?? NaN),
        kind.statements.toFixed(1),
      ]),
    ),
  );
  const all = { api: measured.flatMap(({ api }) => api), sql: measured.flatMap(({ sql }) => sql) };
  say(
    `every page: API p50 ${readable(median(all.api))}, SQL p50 ${readable(median(all.sql))}, ratio ${readable(median(all.api) / median(all.sql))}\n`,
  );
  return [
    {
      name: `uncached /api/comics at ${comics} comics ÷ its SQL, p50 over all pages`,
      value: median(all.api) / median(all.sql),
      unit: '×',
      limit: 2.5,
      bound: 'most',
    },
    { name: `the same, median of the kinds of page`, value: median(ratios), unit: '×', limit: 2.5, bound: 'most' },
  ];
}
