import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import type { Place } from '../api/mix-places.ts';
import { startServer, treeMemory, type Server } from './processes.ts';

/** The cost of making the catalogue in memory for a server that was asked for lists all the while. */
export interface Build {
  seconds: number;
  /** Seconds from the start of the process until lists came from memory. */
  ready: number;
  megabytes: number;
  /** Most that the server's processes took meanwhile, and what they took when nobody asked for a while, in MB. */
  most: number;
  rest: number;
  block: number;
}

/** A server with its catalogue in memory, and connections to it. */
export interface ServedCatalogue {
  server: Server;
  build: Build;
  /** Milliseconds until all of some addresses have answered, asked for at once, by nobody or by whom a token signs in. @throws when one does not with a 200. */
  time(paths: readonly string[], token?: string): Promise<number>;
  close(): Promise<void>;
}

/** As many as the widest request asks for at once. */
const CONNECTIONS = 8;
/** Seconds in which a database may be brought up to date, and the catalogue made. */
const LONGEST = 1800;
/** Milliseconds after which a server is at rest. */
const REST = 5000;
/** The precision of the loop's own clock in every round, in seconds: it looks every 10 ms. */
const PRECISION = 0.01;

/** Starts a server on a seeded database and waits until its catalogue is made anew, or loaded where that of an earlier start `stays`. */
export async function serve({ env }: Place, { stays = false } = {}): Promise<ServedCatalogue> {
  if (env.KOMAWARI_DATA !== undefined && !stays) {
    rmSync(join(env.KOMAWARI_DATA, 'catalogue'), { recursive: true, force: true });
  }
  const server = await startServer({ KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off', ...env }, LONGEST);
  try {
    const build = await watchBuild(server);
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.url)));
    const signedIn = new Map<string, Promise<Connection>>();
    const connectAs = (token: string) => {
      const connection = signedIn.get(token) ?? openConnection(server.url, { authorization: `Bearer ${token}` });
      signedIn.set(token, connection);
      return connection;
    };
    return {
      server,
      build,
      async time(paths, token) {
        const asked = token === undefined ? connections : [await connectAs(token)];
        const started = performance.now();
        await Promise.all(paths.map((path, index) => asked[index]!.time(path)));
        return performance.now() - started;
      },
      async close() {
        for (const connection of [...connections, ...(await Promise.all(signedIn.values()))]) {
          connection.close();
        }
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Asks for lists, one after the other, until the catalogue is made; the block is the longest of the server's event loop, in ms. */
async function watchBuild({ url, pid, readyAfter }: Server): Promise<Build> {
  const started = performance.now();
  const connection = await openConnection(url);
  let built = false;
  const asking = keepAsking(connection, () => built);
  let block = 0;
  let most = 0;
  await readMetrics(url);
  for (;;) {
    await wait(100);
    const metrics = await readMetrics(url);
    block = Math.max(block, (metrics.get('nodejs_eventloop_lag_max_seconds') ?? 0) - PRECISION);
    most = Math.max(most, treeMemory(pid));
    if (metrics.get('komawari_catalogue_ready') === 1) {
      const ready = readyAfter + (performance.now() - started) / 1000;
      built = true;
      await asking;
      connection.close();
      await wait(REST);
      return {
        ready,
        most,
        rest: treeMemory(pid),
        seconds: metrics.get('komawari_catalogue_build_seconds') ?? NaN,
        megabytes: (metrics.get('komawari_catalogue_bytes') ?? NaN) / 1e6,
        block: block * 1000,
      };
    }
    if (performance.now() - started > LONGEST * 1000) throw new Error('the catalogue was not made in time');
  }
}

/** Waits until a server has its catalogue in memory. */
export async function catalogueReady(url: string): Promise<void> {
  while ((await readMetrics(url)).get('komawari_catalogue_ready') !== 1) {
    await wait(200);
  }
}

async function keepAsking(connection: Connection, over: () => boolean): Promise<void> {
  for (let page = 1; !over(); page += 1) {
    // A database that has just been started refuses what its cold disk makes too slow; it is asked again.
    await connection.time(`/api/comics?page=${(page % 500) + 1}`).catch(() => wait(100));
  }
}

/** Figures of a server by name; those with labels are left out. */
async function readMetrics(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]));
}
