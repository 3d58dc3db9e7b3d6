import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { seed } from '../synthetic/seed.ts';
import { openConnection } from './connection.ts';
import { openProcessorClock } from './processor-time.ts';
import { ROOT, startServer, type Server } from './processes.ts';
import { UNMEASURED } from './without-metrics.ts';
import { catalogueReady } from './served.ts';

/** Comics of the library, turns of each server for each kind of request, and requests of a turn. */
const COMICS = 2000;
const TURNS = 30;

/** Kinds of requests, each with how many of them a turn makes and the address of the nth. */
const KINDS: readonly {
  name: string;
  requests: number;
  path: (number: number) => string;
  cookie?: string;
}[] = [
  { name: 'a page from memory', requests: 1500, path: () => '/en/latest' },
  {
    name: 'a page that is made',
    requests: 60,
    path: (number) => `/en/latest?page=${(number % 20) + 1}`,
    // Pages of somebody who hides a term are theirs alone.
    cookie: 'hidden=1',
  },
  { name: 'a list of the API', requests: 200, path: (number) => `/api/comics?page=${(number % 20) + 1}` },
];

/**
 * The processor time of a request to a server that measures itself against one that does not, on the same library, in turns
 * in one run.
 */
export async function benchWatchingCost(say: (line: string) => void): Promise<Figure[]> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'komawari-cost-')));
  const [measuredIn = '', silentIn = ''] = folders;
  const servers: Server[] = [];
  try {
    const database = await openDatabase({ dataDir: join(measuredIn, 'database') });
    await seed(database, COMICS, () => {});
    await database.close();
    cpSync(measuredIn, silentIn, { recursive: true });
    for (const [folder, imports] of [
      [measuredIn, []],
      [silentIn, [join(ROOT, 'bench/servers/without-metrics.ts')]],
    ] as const) {
      const env = {
        KOMAWARI_DATA: folder,
        KOMAWARI_DEMO: 'off',
        KOMAWARI_JOBS: 'off',
      };
      servers.push(await startServer(env, 600, imports));
    }
    const rows = [];
    for (const { url } of servers) {
      await catalogueReady(url);
    }
    for (const { name, ...kind } of KINDS) {
      const times = await inTurns(servers, kind);
      rows.push({ name, times });
    }
    say(`Not measured: ${Object.keys(UNMEASURED).join(' and ')} do nothing.\nProcessor time of a request, in µs`);
    say(
      table(
        ['request', 'measured', 'not measured', 'ratio'],
        rows.map(({ name, times: [measured = [], silent = []] }) => [
          name,
          readable(median(measured) * 1000),
          readable(median(silent) * 1000),
          median(measured.map((time, at) => time / silent[at]!)).toFixed(3),
        ]),
      ),
    );
    return rows.map(({ name, times: [measured = [], silent = []] }) => ({
      name: `processor time with metrics ÷ without: ${name}`,
      value: median(measured.map((time, at) => time / silent[at]!)),
      unit: '×',
      limit: 1.02,
      bound: 'most',
    }));
  } finally {
    for (const server of servers) {
      await server.stop();
    }
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Milliseconds of the processor that a request takes in each turn, by server; who begins changes from turn to turn. */
async function inTurns(
  servers: readonly Server[],
  { requests, path, cookie }: Omit<(typeof KINDS)[number], 'name'>,
): Promise<number[][]> {
  const connections = await Promise.all(
    servers.map(({ url }) =>
      openConnection(url, { accept: 'text/html,application/json', ...(cookie !== undefined && { cookie }) }),
    ),
  );
  const clocks = await Promise.all(servers.map((server) => openProcessorClock([server])));
  const times: number[][] = servers.map(() => []);
  let number = 0;
  for (let turn = -3; turn < TURNS; turn += 1) {
    const first = number;
    for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      number = first;
      await clocks[at]!.lap();
      for (let asked = 0; asked < requests; asked += 1) {
        await connections[at]!.time(path(number++));
      }
      const { site } = await clocks[at]!.lap();
      if (turn >= 0) {
        times[at]!.push(site / requests);
      }
    }
  }
  for (const [at, connection] of connections.entries()) {
    connection.close();
    await clocks[at]!.close();
  }
  return times;
}
