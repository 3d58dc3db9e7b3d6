import { Agent, get } from 'node:http';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { embeddedPair, postgresPair, type Pair, type Place } from './mix-places.ts';
import { startServer, treeMemory, type Server } from '../servers/processes.ts';
import { catalogueReady } from '../servers/served.ts';

/** Files that are fetched at once, as a busy crawler does. */
const AT_ONCE = 4;
/** Single files that are timed in each library. */
const SINGLE = 40;
/** The precision of the loop's own clock in every round, in milliseconds: it looks every 10 ms. */
const PRECISION = 10;
/** Seconds in which a database may be brought up to date. */
const LONGEST = 600;

interface Crawl {
  urls: number;
  bytes: number;
  seconds: number;
  before: number;
  most: number;
  delay: number;
  single: number[];
}

/**
 * Measures the sitemaps of a library of a million comics in ten locales as a crawler fetches them: in the order of their
 * index, every tenth part in all locales, which is a million addresses; a small library whole.
 *
 * @param given addresses or data folders as of `mix`, the small one first; without any, databases are made and seeded.
 */
export async function benchSitemap(
  given: { databases?: readonly string[]; folders?: readonly string[] },
  say: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const none = given.databases === undefined && given.folders === undefined;
  for (const open of [
    ...(none || given.databases ? [() => postgresPair(given.databases, say)] : []),
    ...(none || given.folders ? [() => embeddedPair(given.folders, say)] : []),
  ]) {
    const pair = await open();
    try {
      figures.push(...report(pair, await crawl(pair.small), await crawl(pair.large), say));
    } finally {
      await pair.close();
    }
  }
  return figures;
}

async function crawl({ env }: Place): Promise<Crawl> {
  const server = await startServer(
    { KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off', KOMAWARI_INDEXING: 'all', ...env },
    LONGEST,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    // It has nothing to do with sitemaps, but takes the processors.
    await catalogueReady(server.url);
    const index = (await fetched(`${server.url}/sitemap.xml`, agent)).text();
    const all = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
    // The index names a part in all locales, then the next.
    const files = all.length < 1000 ? all : all.filter((_url, at) => Math.floor(at / 10) % 10 === 0);
    const single: number[] = [];
    for (const file of files.filter((url) => url.includes('/en/comics-')).slice(0, SINGLE)) {
      const started = performance.now();
      await fetched(file, agent);
      single.push(performance.now() - started);
    }
    await readDelay(server);
    const found = { urls: 0, bytes: 0, before: treeMemory(server.pid), most: 0, delay: 0 };
    const watching = setInterval(() => {
      found.most = Math.max(found.most, treeMemory(server.pid));
      void readDelay(server).then((delay) => {
        found.delay = Math.max(found.delay, delay);
      });
    }, 250);
    const started = performance.now();
    const left = [...files];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let file = left.shift(); file !== undefined; file = left.shift()) {
          const { urls, bytes } = await fetched(file, agent);
          found.urls += urls;
          found.bytes += bytes;
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watching);
    return { ...found, seconds, single };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

function report({ name, large }: Pair, small: Crawl, big: Crawl, say: (line: string) => void): Figure[] {
  say(`${name}: parts of the sitemaps in all locales, ${AT_ONCE} files at a time`);
  say(
    table(
      [
        'comics',
        'URL',
        'MB',
        's',
        'URL/s',
        'MB/s',
        'memory before, MB',
        'most',
        'delay of the loop, ms',
        'one file p50, ms',
        'p95',
      ],
      [small, big].map((crawl, at) => [
        at === 0 ? 'small' : String(large.comics),
        String(crawl.urls),
        readable(crawl.bytes / 1e6),
        readable(crawl.seconds),
        readable(crawl.urls / crawl.seconds),
        readable(crawl.bytes / 1e6 / crawl.seconds),
        readable(crawl.before),
        readable(crawl.most),
        readable(crawl.delay),
        readable(median(crawl.single)),
        readable(percentile(crawl.single, 0.95)),
      ]),
    ),
  );
  return [
    {
      name: `${name}: addresses of sitemaps a second at ${large.comics} comics`,
      value: big.urls / big.seconds,
      unit: '',
      limit: 50_000,
      bound: 'least',
    },
    {
      name: `${name}: memory the server takes for it`,
      value: big.most - big.before,
      unit: 'MB',
      limit: 150,
      bound: 'most',
    },
    { name: `${name}: longest delay of its event loop`, value: big.delay, unit: 'ms', limit: 100, bound: 'most' },
  ];
}

/** Milliseconds of the longest delay of a server's event loop since this was asked last. */
async function readDelay(server: Server): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Math.max(0, Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000 - PRECISION);
}

/** A file, with how many addresses it lists. @throws on any status but 200. */
function fetched(url: string, agent: Agent): Promise<{ urls: number; bytes: number; text(): string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const all = Buffer.concat(pieces);
        if (answer.statusCode !== 200) {
          reject(new Error(`${url} answered ${answer.statusCode}`));
          return;
        }
        let urls = 0;
        for (let at = all.indexOf('<url>'); at !== -1; at = all.indexOf('<url>', at + 1)) {
          urls += 1;
        }
        resolve({ urls, bytes: all.length, text: () => all.toString() });
      });
    }).on('error', reject);
  });
}
