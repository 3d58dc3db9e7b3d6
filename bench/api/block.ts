import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALES } from '#contract/locales.ts';
import { FEATURES } from '#contract/site.ts';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openDatabase } from '#server/db/database.ts';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { callsOfAll, callName } from '#server/testing/every-route.ts';
import { SHAPES, type Call, type Description } from '#server/testing/largest-input.ts';
import { fullApp } from '../../tools/route-matrix.ts';
import { blockFlows, WEBHOOK_SECRET } from './block-flows.ts';
import { plantBlockState, type BlockState } from './block-state.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import type { LongestTurn, WatchQuestion } from '../servers/loop-watch.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { startWatchedServer, type Server } from '../servers/processes.ts';
import { seedOnce } from '../synthetic/seed.ts';

/** How often a call is made of which the median counts, where the first took longer than `SHORT` milliseconds. */
const [TRIES, SHORT] = [5, 10];
/** Milliseconds that nothing may take, and those from which a call stands in the table. */
const [LIMIT, LONG] = [50, 20];
/** Seconds in which a server is ready, and in which the demo library is there. */
const READY = 600;
const PLACES = [
  '',
  '/latest',
  '/tags',
  '/artists',
  '/random',
  '/comic/large',
  '/comic/large/comments',
  '/comic/large/chapter-1/reader',
  '/comic/none',
  '/profile/none',
  '/terms',
  '/nowhere',
  '/login',
  '/settings',
  '/admin',
  '/takedowns',
  '/transparency',
  '/sitemap',
];

interface Block {
  call: string;
  input: string;
  status: number;
  turn: LongestTurn;
}

/**
 * Measures how long a server of one process keeps everybody waiting while it answers: every route that it registers, as an
 * admin, and the pages in all languages, each with the largest input that its schema allows, in every shape; then what is
 * larger than a call (`block-flows.ts`). Once with the demo library, once with a large one in PostgreSQL.
 *
 * @param url a seeded database, to which members and one work are added; without it a throw-away one of `comics`.
 * @param only a text: of the calls and inputs, those alone that contain it.
 */
export async function benchBlock(
  comics: number,
  { url, only = '' }: { url: string | undefined; only: string | undefined },
  say: (line: string) => void,
): Promise<Figure[]> {
  return [...(await withDemo(only, say)), ...(await withMany(comics, url, only, say))];
}

async function withDemo(only: string, say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const server = await startWatchedServer({ KOMAWARI_DATA: folder }, READY);
    await demoLoaded(server.url, READY);
    await server.stop();
    return await measureState(
      'the demo library',
      { KOMAWARI_DATA: folder },
      { dataDir: join(folder, 'database') },
      only,
      say,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withMany(
  comics: number,
  url: string | undefined,
  only: string,
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const address = url ?? own!.url;
    const held = await seedOnce({ dataDir: '', url: address }, comics, say);
    return await measureState(
      `${held} comics`,
      { KOMAWARI_DATA: folder, DATABASE_URL: address, KOMAWARI_JOBS: 'off' },
      { dataDir: '', url: address },
      only,
      say,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

async function measureState(
  name: string,
  env: Record<string, string> & { KOMAWARI_DATA: string },
  database: { dataDir: string; url?: string },
  only: string,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { db, close } = await openDatabase(database);
  const blobs = await openDiskBlobs(join(env.KOMAWARI_DATA, 'blobs'));
  const state = await plantBlockState(db, blobs);
  await blobs.close();
  await close();
  const server = await startWatchedServer(
    {
      ...env,
      KOMAWARI_DEMO: 'off',
      KOMAWARI_FEATURES: FEATURES.join(),
      KOMAWARI_PREMIUM_WEBHOOK_SECRET: WEBHOOK_SECRET,
      TRUST_PROXY: '1',
      KOMAWARI_LIMITS_COMMENT_SECONDS: '0',
      KOMAWARI_LIMITS_COMMENTS_PER_HOUR: '0',
    },
    READY,
  );
  try {
    await catalogueReady(server.url);
    const blocks: Block[] = [];
    const isWanted = (call: string, input: string) => `${call} ${input}`.includes(only);
    for (const flow of await blockFlows(server.url, state)) {
      if (!isWanted(flow.name, flow.input)) continue;
      blocks.push({ call: flow.name, input: flow.input, ...(await measured(server, () => flow.work(), flow.prepare)) });
    }
    for (const call of await allCalls(server.url, state)) {
      if (!isWanted(callName(call), call.shape)) continue;
      blocks.push({
        call: callName(call),
        input: call.shape,
        ...(await measured(server, () => answerTo(server.url, call, state))),
      });
    }
    return report(name, blocks, say);
  } finally {
    await server.stop();
  }
}

/** Every call of the routes that are registered, and the pages: in English in every shape, in the other languages in one. */
async function allCalls(url: string, { known }: BlockState): Promise<Call[]> {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description;
  const site = await fullApp();
  const calls = callsOfAll(site.app.routeTable, description, known);
  await site.close();
  const pages = SHAPES.flatMap(({ name, sign }) =>
    LOCALES.filter((locale) => locale === 'en' || name === 'long, emoji').flatMap((locale) =>
      PLACES.map((place): Call => {
        const query = new URLSearchParams({ q: sign.repeat(Math.floor(400 / sign.length)).toWellFormed() });
        for (let tag = 1; tag < 400; tag += 1) {
          query.append('tags', String(tag));
        }
        const route = `/${locale}${place}`;
        return {
          shape: name,
          method: 'GET',
          route,
          url: place.includes('/large') ? route : `${route}?${query.toString().slice(0, 14_000)}`,
          headers: {},
        };
      }),
    ),
  );
  const short = LOCALES.flatMap((locale) =>
    PLACES.map((place): Call => ({
      shape: 'none',
      method: 'GET',
      route: `/${locale}${place}`,
      url: `/${locale}${place}`,
      headers: {},
    })),
  );
  const further = ['/g/1', '/en/manifest.webmanifest', '/favicon.ico'].map((path): Call => ({
    shape: 'none',
    method: 'GET',
    route: path,
    url: path,
    headers: {},
  }));
  return [...calls, ...pages, ...short, ...further];
}

async function answerTo(url: string, call: Call, { admins, reader }: BlockState): Promise<number> {
  for (;;) {
    // Calls that read are made by a member with much; other calls may end the session of whoever makes them.
    const token = call.method === 'GET' && !call.route.endsWith('/logout') ? reader : admins[0];
    const answer = await fetch(url + call.url, {
      method: call.method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, ...call.headers },
      ...(call.payload === undefined
        ? {}
        : { body: typeof call.payload === 'string' ? call.payload : new Uint8Array(call.payload) }),
    }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status !== 401 || token === reader || (await isSignedIn(url, token))) return answer?.status ?? 0;
    admins.shift();
  }
}

/** Whether a session goes on: some calls are answered with 401 all the same, such as a password that is wrong. */
async function isSignedIn(url: string, token: string | undefined): Promise<boolean> {
  if (token === undefined) throw new Error('no admin is left whose session goes on');
  const answer = await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.ok;
}

/** The median of the longest turns of some tries. */
async function measured(
  server: Server,
  work: () => Promise<number>,
  prepare?: () => Promise<void>,
): Promise<{ status: number; turn: LongestTurn }> {
  const turns: LongestTurn[] = [];
  let status = 0;
  while (turns.length < (turns[0] !== undefined && turns[0].processor < SHORT ? 1 : TRIES)) {
    await prepare?.();
    await server.ask({ watch: 'begin' } satisfies WatchQuestion);
    // Whoever is cut off is measured all the same.
    status = await work().catch(() => 0);
    turns.push((await server.ask({ watch: 'end' } satisfies WatchQuestion)) as LongestTurn);
  }
  const of = (part: keyof LongestTurn) => median(turns.map((turn) => turn[part]));
  return { status, turn: { processor: of('processor'), clock: of('clock'), garbage: of('garbage') } };
}

function report(name: string, blocks: readonly Block[], say: (line: string) => void): Figure[] {
  const worst = blocks.toSorted((a, b) => b.turn.processor - a.turn.processor);
  const statuses = Object.entries(Object.groupBy(blocks, ({ status }) => String(status)))
    .map(([status, each]) => `${status}: ${each!.length}`)
    .join(', ');
  const long = worst.filter(({ turn }, at) => at < 10 || turn.processor >= LONG);
  say(
    `With ${name}: the longest turns of the event loop in ${blocks.length} calls with the largest input (${statuses}), milliseconds: medians of ${TRIES}`,
  );
  say(
    `${table(
      ['call', 'input', 'status', 'processor', 'clock', 'of these garbage'],
      long.map(({ call, input, status, turn }) => [
        call,
        input,
        String(status),
        readable(turn.processor),
        readable(turn.clock),
        readable(turn.garbage),
      ]),
    )}\n`,
  );
  return [
    {
      name: `longest block by a call with the largest input, ${name}`,
      value: worst[0]?.turn.processor ?? NaN,
      unit: 'ms',
      limit: LIMIT,
      bound: 'most',
    },
  ];
}

async function catalogueReady(url: string): Promise<void> {
  while (!/^komawari_catalogue_ready 1$/m.test(await (await fetch(`${url}/metrics`)).text())) {
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
  }
}
