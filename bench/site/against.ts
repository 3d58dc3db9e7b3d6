import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { createKeepAlive, type KeepAlive } from '../servers/keep-alive.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { ROOT, seededSite, startServer, treeMemory, type Server } from '../servers/processes.ts';
import {
  namedConnection,
  openProcessorClock,
  type ProcessorClock,
  type ProcessorTime,
} from '../servers/processor-time.ts';
import { catalogueReady } from '../servers/served.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { createDatabase } from '../api/mix-places.ts';
import { mixedRequests } from '../api/mix-requests.ts';
import { renderRequests, unseenPaths, type RenderRequest } from './render-requests.ts';

/** How often each kind is asked for in a round, and the rounds; the first is not counted: compilers are warm then. */
const PER_ROUND = 10;
const ROUNDS = 7;
/** Connections that ask for the parts of one request at once. */
const CONNECTIONS = 8;
/** Connections that ask at once for lists, then for searches, for how many seconds, and how often. */
const CROWD = 16;
const CROWD_SECONDS = 6;
const CROWD_ROUNDS = 3;
/** The turn with which a crowd begins: nobody asked for those addresses before. */
const CROWD_FROM = 300;
/** Seconds in which a server may make its catalogue, and for which it is left alone then. */
const LONGEST = 1800;
const REST = 40;

/** A running site of one version. */
interface Side {
  name: 'theirs' | 'ours';
  server: Server;
  clock: ProcessorClock;
  clients: readonly KeepAlive[];
  /** MB of all its processes when it had been left alone. */
  rest: number;
  close(): Promise<void>;
}
interface Spent {
  processor: ProcessorTime[];
  milliseconds: number[];
}
interface ComparedRequest {
  request: RenderRequest;
  theirs: Spent;
  ours: Spent;
}

/**
 * Measures another version of the site and this one in turns, with the same requests, so that neither the machine nor what else it
 * does decides: processor time of each request, milliseconds, lists and searches at 16 connections, memory.
 *
 * @param only of the kinds of request those alone whose name has this text.
 * @param checkout a checkout of the other version in which `npm run build` was run.
 * @param databases seeded databases of PostgreSQL: of the other version, seeded by it, and of this one; without any, both are made, each with `comics` comics.
 */
export async function benchAgainst(
  checkout: string | undefined,
  comics: number,
  { databases: urls, only = '' }: { databases?: readonly string[]; only?: string | undefined },
  say: (line: string) => void,
): Promise<Figure[]> {
  if (checkout === undefined || !existsSync(join(checkout, 'server/main.ts'))) {
    throw new Error('Give the folder of a checkout of another version, built: npm run bench -- against FOLDER');
  }
  const other = resolve(checkout);
  const own = urls === undefined ? await startMeasuredPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const sides: Side[] = [];
  try {
    const [theirs, ours] = urls ?? [
      await seedBy(other, own!.url, comics, say),
      await seedBy(ROOT, own!.url, comics, say),
    ];
    if (theirs === undefined || ours === undefined) throw new Error('expected two databases: theirs, ours');
    const held = await seededSize(ours);
    if ((await seededSize(theirs)) !== held) throw new Error('Both databases must hold as many comics.');
    sides.push(await open('theirs', other, theirs, join(folder, 'theirs')));
    sides.push(await open('ours', ROOT, ours, join(folder, 'ours')));
    const requests = renderRequests(catalogue(), held).filter(({ name }) => name.includes(only));
    report(await measure(sides, await answered(sides, requests, say)), say);
    reportCrowds(await crowds(sides, held), say);
    for (const { name, rest, server } of sides) {
      say(`${name}: ${readable(rest)} MB at rest, ${readable(treeMemory(server.pid))} MB after all that`);
    }
    return [];
  } finally {
    for (const side of sides) {
      await side.close();
    }
    await own?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills a new database on a server by the `seed` of a checkout; answers its address. */
async function seedBy(checkout: string, server: string, comics: number, say: (line: string) => void): Promise<string> {
  const name = checkout === ROOT ? 'ours' : 'theirs';
  const url = await createDatabase(server, name);
  say(`${name} is seeded`);
  execFileSync(process.execPath, ['bench/main.ts', 'seed', String(comics), '--database', url], { cwd: checkout });
  return url;
}

/** How many synthetic comics a database says that it holds; it is not opened, which would migrate what belongs to another version. */
async function seededSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(`select value from settings where key = 'bench.seeded'`);
  await client.end();
  return Number(rows[0]?.value ?? 0);
}

async function open(name: Side['name'], checkout: string, url: string, data: string): Promise<Side> {
  const application = `bench-${name}-${process.pid}`;
  const server = await startServer(
    { ...seededSite(namedConnection(url, application)), KOMAWARI_DATA: data },
    LONGEST,
    [],
    checkout,
  );
  const clock = await openProcessorClock([server], { url, application });
  const clients = Array.from({ length: Math.max(CONNECTIONS, CROWD) }, createKeepAlive);
  await catalogueReady(server.url);
  await wait(REST * 1000);
  return {
    name,
    server,
    clock,
    clients,
    rest: treeMemory(server.pid),
    async close() {
      for (const client of clients) {
        client.close();
      }
      await clock.close();
      await server.stop();
    },
  };
}

const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** Milliseconds until all of some addresses have answered, asked for at once. */
async function ask({ server, clients }: Side, paths: readonly string[]): Promise<number> {
  const started = performance.now();
  await Promise.all(paths.map((path, index) => clients[index]!.fetch(server.url + path, HEADERS)));
  return performance.now() - started;
}

/** The kinds that both versions answer with 200. */
async function answered(
  sides: readonly Side[],
  requests: readonly RenderRequest[],
  say: (line: string) => void,
): Promise<RenderRequest[]> {
  const both: RenderRequest[] = [];
  for (const request of requests) {
    try {
      for (const side of sides) {
        await ask(side, request.paths(0));
      }
      both.push(request);
    } catch (error) {
      say(`left out: ${request.name}: ${(error as Error).message.slice(0, 120)}`);
    }
  }
  return both;
}

async function measure(sides: readonly Side[], requests: readonly RenderRequest[]): Promise<ComparedRequest[]> {
  const measured = requests.map((request) => ({
    request,
    next: unseenPaths(request),
    theirs: { processor: [], milliseconds: [] } as Spent,
    ours: { processor: [], milliseconds: [] } as Spent,
  }));
  for (const { before } of requests) {
    for (let turn = 0; before !== undefined && turn < ROUNDS * PER_ROUND; turn += 1) {
      for (const side of sides) {
        await ask(side, [before(turn)]);
      }
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of measured) {
      const turns = Array.from({ length: PER_ROUND }, each.next);
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const spent = each[side.name];
        await side.clock.lap();
        const times: number[] = [];
        for (const paths of turns) {
          times.push(await ask(side, paths).catch(() => NaN));
        }
        const took = await side.clock.lap();
        if (round > 0) {
          spent.processor.push({ site: took.site / PER_ROUND, database: took.database / PER_ROUND });
          spent.milliseconds.push(...times.filter((time) => !Number.isNaN(time)));
        }
      }
    }
  }
  return measured;
}

function report(measured: readonly ComparedRequest[], say: (line: string) => void): void {
  const cells = ({ processor, milliseconds }: Spent) =>
    [
      median(processor.map(({ site }) => site)),
      median(processor.map(({ database }) => database)),
      median(milliseconds),
    ].map(readable);
  const all = ({ processor }: Spent) => median(processor.map(({ site, database }) => site + database));
  say(
    '\nmilliseconds of the processor for one request, of the site and of the database, and p50 over one connection; theirs and ours',
  );
  say(
    table(
      ['request', 'site', 'database', 'p50', 'site, ours', 'database, ours', 'p50, ours', 'processor ×', 'p50 ×'],
      measured.map(({ request, theirs, ours }) => [
        request.name,
        ...cells(theirs),
        ...cells(ours),
        readable(all(ours) / all(theirs)),
        readable(median(ours.milliseconds) / median(theirs.milliseconds)),
      ]),
    ),
  );
}

type Crowds = { group: 'listing' | 'text'; name: Side['name']; times: number[]; refused: number }[];

/** Lists, then searches, over 16 connections at once, of both versions in turns. */
async function crowds(sides: readonly Side[], comics: number): Promise<Crowds> {
  const all = mixedRequests(catalogue(), comics);
  const found: Crowds = [];
  for (const group of ['listing', 'text'] as const) {
    const requests = all.filter((request) => request.group === group);
    const own = sides.map(({ name }) => ({ group, name, times: [] as number[], refused: 0 }));
    found.push(...own);
    const next = sides.map(() => CROWD_FROM * requests.length);
    for (let round = 0; round < CROWD_ROUNDS; round += 1) {
      for (const [index, { server, clients }] of sides.entries()) {
        const until = performance.now() + CROWD_SECONDS * 1000;
        await Promise.all(
          clients.slice(0, CROWD).map(async (client) => {
            while (performance.now() < until) {
              const at = next[index]!++;
              const path = requests[at % requests.length]!.paths(Math.floor(at / requests.length))[0]!;
              const started = performance.now();
              await client.fetch(server.url + path, HEADERS).then(
                () => own[index]!.times.push(performance.now() - started),
                () => (own[index]!.refused += 1),
              );
            }
          }),
        );
      }
    }
  }
  return found;
}

function reportCrowds(found: Crowds, say: (line: string) => void): void {
  say(`\nmilliseconds over ${CROWD} connections`);
  say(
    table(
      ['requests', 'a second', 'p50', 'p95', 'p99', 'refused'],
      found.map(({ group, name, times, refused }) => [
        `${group}, ${name}`,
        readable(times.length / (CROWD_SECONDS * CROWD_ROUNDS)),
        ...[0.5, 0.95, 0.99].map((part) => readable(percentile(times, part))),
        String(refused),
      ]),
    ),
  );
}
