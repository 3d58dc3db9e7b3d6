import { catalogue } from '../synthetic/catalogue.ts';
import { openConnection } from '../servers/connection.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { benchCount } from './exact-count.ts';
import { embeddedPair, postgresPair, type Pair } from './mix-places.ts';
import { makeReaders } from './mix-readers.ts';
import { mixedRequests, type MixedRequest, type Reader } from './mix-requests.ts';
import { benchPopup } from '../site/popup.ts';
import { serve, type Build, type ServedCatalogue } from '../servers/served.ts';

/** How often each kind of request is made at either size, and the turns at the beginning that are not counted. */
const TURNS = 28;
const WARM_UP = 4;
/** Connections that ask at once, for how many seconds, and the turn they begin with. */
const CONNECTIONS = 16;
const SECONDS = 8;
const LOAD_FROM = 100;

interface RequestTimes {
  request: MixedRequest;
  small: number[];
  large: number[];
}
interface LoadTimes {
  listing: number[];
  text: number[];
}
/** Requests that were not answered with a 200. */
type Failures = string[];

/**
 * Measures every kind of uncached request (`mixedRequests`) through HTTP at 10,000 and at 1,000,000 comics in turns, on
 * PostgreSQL and on the embedded database, and at 16 connections, and what the catalogue in memory costs.
 *
 * @param given addresses and data folders, the small one first; without any, databases are made and seeded.
 */
export async function benchMix(
  given: { databases?: readonly string[]; folders?: readonly string[] },
  say: (line: string) => void,
): Promise<Figure[]> {
  const none = given.databases === undefined && given.folders === undefined;
  const figures: Figure[] = [];
  if (none || given.databases) {
    figures.push(...(await measurePair(await postgresPair(given.databases, say), say)));
  }
  if (none || given.folders) {
    figures.push(...(await measurePair(await embeddedPair(given.folders, say), say)));
  }
  return figures;
}

async function measurePair(pair: Pair, say: (line: string) => void): Promise<Figure[]> {
  try {
    const readers = { small: await makeReaders(pair.small), large: await makeReaders(pair.large) };
    const count = await benchCount(pair.large);
    const large = await serve(pair.large);
    try {
      const failures: Failures = [];
      const timed = await timeBoth(pair, large, readers, failures);
      const loaded = {
        listing: await load(pair, large, 'listing', failures),
        text: await load(pair, large, 'text', failures),
      };
      // A site built before the popup has none: that is told of, and what was measured is not lost.
      const popup = await benchPopup(large.server.url).catch((error: Error) => {
        failures.push(`search popup: ${error.message.split('\n')[0]}`);
        return [];
      });
      await large.close();
      return report(
        pair.name,
        timed,
        loaded,
        { ...large.build, again: await restart(pair), count, popup, failures },
        say,
      );
    } finally {
      await large.close();
    }
  } finally {
    await pair.close();
  }
}

/** The cost of a later start, which finds what the first one kept. */
async function restart({ large }: Pair): Promise<Build> {
  const again = await serve(large, { stays: true });
  await again.close();
  return again.build;
}

/** The tokens of the members who ask, at either size. */
type Tokens = Record<'small' | 'large', Record<Reader, string>>;

async function timeBoth(
  pair: Pair,
  large: ServedCatalogue,
  readers: Tokens,
  failures: Failures,
): Promise<RequestTimes[]> {
  const small = await serve(pair.small);
  try {
    return await timeInTurns(pair, small, large, readers, failures);
  } finally {
    await small.close();
  }
}

async function timeInTurns(
  pair: Pair,
  small: ServedCatalogue,
  large: ServedCatalogue,
  readers: Tokens,
  failures: Failures,
): Promise<RequestTimes[]> {
  const drawn = catalogue();
  const [smalls, larges] = [mixedRequests(drawn, pair.small.comics), mixedRequests(drawn, pair.large.comics)];
  const timed = larges.map((request) => ({ request, small: [] as number[], large: [] as number[] }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { request, ...times }] of timed.entries()) {
      const inTurns = [
        { times: times.small, server: small, paths: smalls[index]!.paths(turn), tokens: readers.small },
        { times: times.large, server: large, paths: request.paths(turn), tokens: readers.large },
      ];
      // Whoever comes second finds the processor's caches warm, so they take turns.
      for (const { times: each, server, paths, tokens } of turn % 2 === 0 ? inTurns : inTurns.toReversed()) {
        const took = await server.time(paths, request.as && tokens[request.as]).catch((error: Error) => {
          failures.push(error.message);
          return NaN;
        });
        if (turn >= WARM_UP && !Number.isNaN(took)) {
          each.push(took);
        }
      }
    }
  }
  return timed;
}

/** Milliseconds of requests of one group that 16 connections make at once, all its kinds in turns. */
async function load(
  pair: Pair,
  { server }: ServedCatalogue,
  group: MixedRequest['group'],
  failures: Failures,
): Promise<number[]> {
  const requests = mixedRequests(catalogue(), pair.large.comics).filter((request) => request.group === group);
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.url)));
  const times: number[] = [];
  let next = LOAD_FROM * requests.length;
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const at = next++;
        const path = requests[at % requests.length]!.paths(Math.floor(at / requests.length))[0]!;
        await connection.time(path).then(
          (took) => times.push(took),
          (error: Error) => failures.push(error.message),
        );
      }
    }),
  );
  for (const connection of connections) {
    connection.close();
  }
  return times;
}

function report(
  name: Pair['name'],
  timed: readonly RequestTimes[],
  loaded: LoadTimes,
  cost: Build & { again: Build; count: number; popup: readonly number[]; failures: Failures },
  say: (line: string) => void,
): Figure[] {
  const ratio = ({ small, large }: RequestTimes) => median(large) / median(small);
  say(`${name}, milliseconds over one connection`);
  say(
    table(
      ['request', 'p50 small', 'p50 large', 'p95 large', 'ratio'],
      timed.map((each) => [
        each.request.name,
        ...[median(each.small), median(each.large), percentile(each.large, 0.95), ratio(each)].map(readable),
      ]),
    ),
  );
  const parts = [0.5, 0.95, 0.99];
  say(`\n${name}, milliseconds over ${CONNECTIONS} connections, large`);
  say(
    table(
      ['requests', 'a second', 'p50', 'p95', 'p99'],
      Object.entries(loaded).map(([group, times]) => [
        group,
        readable(times.length / SECONDS),
        ...parts.map((part) => readable(percentile(times, part))),
      ]),
    ),
  );
  say('');
  for (const failure of cost.failures.slice(0, 10)) {
    say(failure);
  }
  const searches = timed.filter(({ request }) => request.group === 'text');
  const slowest = (all: readonly RequestTimes[], of: (each: RequestTimes) => number) =>
    [...all].sort((a, b) => of(b) - of(a))[0]!;
  const [steepest, slowestSearch] = [slowest(timed, ratio), slowest(searches, ({ large }) => median(large))];
  const most = (what: string, value: number, unit: Figure['unit'], limit: number): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit,
    limit,
    bound: 'most',
  });
  const single = (kind: string, limit: number) =>
    most(`${kind}, p50`, median(timed.find(({ request }) => request.name === kind)?.large ?? []), 'ms', limit);
  const figures = [
    most(`p50 large ÷ small, worst kind (${steepest.request.name})`, ratio(steepest), '×', 1.5),
    most(`search p50, slowest kind (${slowestSearch.request.name})`, median(slowestSearch.large), 'ms', 8),
    single('search popup', 12),
    single('open filter', 12),
    single('more like this', 6),
    most('exact count of 3 tags − 1, language', cost.count, 'ms', 2),
    most('search popup, first results after the debounce, p50', median(cost.popup), 'ms', 100),
    most('requests that failed', cost.failures.length, '', 0),
    most('catalogue in memory', cost.megabytes, 'MB', 100),
    most('building it', cost.seconds, 's', 15),
    most('longest block of the event loop meanwhile', cost.block, 'ms', 20),
    most('memory of the site meanwhile', cost.most, 'MB', 600),
    most('memory of the site at rest', cost.again.rest, 'MB', 350),
    most('a later start, until lists come from memory', cost.again.ready, 's', 2),
    most('longest block of the event loop meanwhile, later', cost.again.block, 'ms', 20),
  ];
  // The embedded database answers one statement at a time.
  return name === 'embedded'
    ? figures
    : [
        ...figures,
        most(`lists at ${CONNECTIONS} connections, p99`, percentile(loaded.listing, 0.99), 'ms', 50),
        most(`searches at ${CONNECTIONS} connections, p95`, percentile(loaded.text, 0.95), 'ms', 80),
      ];
}
