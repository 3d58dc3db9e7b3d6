import { embeddedPair, postgresPair, type Pair, type Place } from '../api/mix-places.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { createKeepAlive, type KeepAlive } from '../servers/keep-alive.ts';
import {
  namedConnection,
  openProcessorClock,
  type ProcessorClock,
  type ProcessorTime,
} from '../servers/processor-time.ts';
import { serve } from '../servers/served.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { LIMITS, renderRequests, unseenPaths, type RenderLimits, type RenderRequest } from './render-requests.ts';

/** How often each kind is asked for in a round, and the rounds; the first is not counted: compilers are warm then. */
const PER_ROUND = 10;
const ROUNDS = 4;
/** The embedded database may take so much more than PostgreSQL. */
const EMBEDDED = 1.5;

/** The weight of one answer: bytes as they are, by gzip and by Brotli as the site sends them; elements and inputs of HTML. */
export interface Weight {
  raw: number;
  gzip: number;
  br: number;
  elements: number;
  inputs: number;
}
interface RenderFigures {
  request: RenderRequest;
  rounds: ProcessorTime[];
  weight: Weight | null;
}

/**
 * Measures what uncached pages and calls of the API take of the processor, of the site's and of the database's, at 10,000 and
 * at 1,000,000 comics, and what they weigh. No address is asked for twice.
 *
 * @param given addresses and data folders as of `mix`, the small one first; without any, databases are made and seeded.
 */
export async function benchRender(
  given: { databases?: readonly string[]; folders?: readonly string[] },
  say: (line: string) => void,
): Promise<Figure[]> {
  const none = given.databases === undefined && given.folders === undefined;
  const figures: Figure[] = [];
  for (const open of [
    ...(none || given.databases ? [() => postgresPair(given.databases, say)] : []),
    ...(none || given.folders ? [() => embeddedPair(given.folders, say)] : []),
  ]) {
    const pair = await open();
    try {
      const failures: string[] = [];
      const small = await measurePlace(pair.small, failures);
      figures.push(...report(pair.name, small, await measurePlace(pair.large, failures), failures, say));
    } finally {
      await pair.close();
    }
  }
  return figures;
}

async function measurePlace({ env, database, comics }: Place, failures: string[]): Promise<RenderFigures[]> {
  const application = `bench-render-${process.pid}`;
  const { url } = database;
  const served = await serve({
    comics,
    database,
    env: url === undefined ? env : { ...env, DATABASE_URL: namedConnection(url, application) },
  });
  const clock = await openProcessorClock([served.server], url === undefined ? undefined : { url, application });
  const client = createKeepAlive();
  try {
    return await measure(served.server.url, renderRequests(catalogue(), comics), client, clock, failures);
  } finally {
    client.close();
    await clock.close();
    await served.close();
  }
}

async function measure(
  site: string,
  requests: readonly RenderRequest[],
  client: KeepAlive,
  clock: ProcessorClock,
  failures: string[],
): Promise<RenderFigures[]> {
  const measured = requests.map((request) => ({
    request,
    next: unseenPaths(request),
    rounds: [] as ProcessorTime[],
    weight: null as Weight | null,
  }));
  const tried = async (work: Promise<unknown>) => {
    await work.catch((error: Error) => failures.push(error.message.slice(0, 200)));
  };
  for (const { before } of requests) {
    for (let turn = 0; before !== undefined && turn <= ROUNDS * PER_ROUND; turn += 1) {
      await tried(client.fetch(site + before(turn)));
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { request, next, rounds } of measured) {
      const paths = Array.from({ length: PER_ROUND }, next);
      await clock.lap();
      for (const path of paths.flat()) {
        await tried(client.fetch(site + path, { 'accept-encoding': 'gzip, deflate, br' }, request.status));
      }
      const took = await clock.lap();
      if (round > 0) {
        rounds.push({ site: took.site / PER_ROUND, database: took.database / PER_ROUND });
      }
    }
  }
  for (const each of measured) {
    await tried(
      weigh(site + each.next()[0]!, client, each.request.status).then((weight) => {
        each.weight = weight;
      }),
    );
  }
  return measured;
}

async function weigh(url: string, client: KeepAlive, status?: number): Promise<Weight> {
  const fetch = async (encoding: string) => (await client.fetch(url, { 'accept-encoding': encoding }, status)).body;
  const raw = await fetch('identity');
  return {
    raw: raw.length,
    gzip: (await fetch('gzip')).length,
    br: (await fetch('br')).length,
    ...countElements(raw.toString()),
  };
}

/** The elements of an HTML document and the inputs among them; what stands inside scripts and styles is none. */
export function countElements(html: string): { elements: number; inputs: number } {
  if (!/^<!doctype html/i.test(html)) return { elements: 0, inputs: 0 };
  const tags = html
    .replaceAll(/(<(script|style)\b[^>]*>).*?<\/\2>/gis, '$1')
    .matchAll(/<([a-z][a-z0-9-]*)(?=[\s/>])/gi);
  const names = [...tags].map(([, name]) => name!.toLowerCase());
  return { elements: names.length, inputs: names.filter((name) => name === 'input').length };
}

function report(
  database: Pair['name'],
  small: readonly RenderFigures[],
  large: readonly RenderFigures[],
  failures: readonly string[],
  say: (line: string) => void,
): Figure[] {
  say(
    `\n${database}: milliseconds of the processor for one uncached request, small and large; what one answer weighs at the large size`,
  );
  say(
    table(
      [
        'request',
        'site',
        'database',
        'site, large',
        'database, large',
        'large',
        'ratio',
        'limit',
        'KB',
        'gzip',
        'br',
        'elements',
        'inputs',
      ],
      large.map((each, index) => {
        const { weight, request } = each;
        const other = small[index]!;
        return [
          request.name,
          ...[site(other), stored(other), site(each), stored(each), all(each), all(each) / all(other)].map(readable),
          request.limits === null ? '' : String(LIMITS[request.limits].processor),
          ...(weight === null ? [] : [weight.raw / 1000, weight.gzip / 1000, weight.br / 1000].map(readable)),
          ...(weight === null || weight.elements === 0 ? ['', ''] : [String(weight.elements), String(weight.inputs)]),
        ];
      }),
    ),
  );
  for (const failure of failures.slice(0, 10)) {
    say(failure);
  }
  return [
    ...Object.keys(LIMITS).flatMap((limits) =>
      figuresFor(
        database,
        limits as keyof typeof LIMITS,
        large.filter(({ request }) => request.limits === limits),
      ),
    ),
    { name: `${database}: requests that failed`, value: failures.length, unit: '', limit: 0, bound: 'most' },
  ];
}

/** The dearest kind of those that have the same limits. */
function figuresFor(database: Pair['name'], limits: keyof typeof LIMITS, kinds: readonly RenderFigures[]): Figure[] {
  const { name, processor, gzip, elements }: RenderLimits = LIMITS[limits];
  const worst = (cost: (each: RenderFigures) => number) => [...kinds].sort((a, b) => cost(b) - cost(a))[0]!;
  const most = (what: string, cost: (each: RenderFigures) => number, unit: Figure['unit'], limit: number): Figure => {
    const found = worst(cost);
    return {
      name: `${database}: ${name}, ${what} (${found.request.name})`,
      value: cost(found),
      unit,
      limit,
      bound: 'most',
    };
  };
  return [
    most('processor', all, 'ms', database === 'embedded' ? processor * EMBEDDED : processor),
    ...(gzip === undefined ? [] : [most('by gzip', ({ weight }) => (weight?.gzip ?? NaN) / 1000, 'KB', gzip)]),
    ...(elements === undefined ? [] : [most('elements', ({ weight }) => weight?.elements ?? NaN, '', elements)]),
  ];
}

const site = ({ rounds }: RenderFigures): number => median(rounds.map((each) => each.site));
const stored = ({ rounds }: RenderFigures): number => median(rounds.map((each) => each.database));
const all = ({ rounds }: RenderFigures): number => median(rounds.map((each) => each.site + each.database));
