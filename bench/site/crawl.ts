import { setTimeout as wait } from 'node:timers/promises';
import { addressesFor } from '#contract/addresses.ts';
import { LOCALES } from '#contract/locales.ts';
import { postgresPair, type Place } from '../api/mix-places.ts';
import { percentile, readable, table, type Figure } from '../figures.ts';
import { createKeepAlive, type KeepAlive } from '../servers/keep-alive.ts';
import { namedConnection, openProcessorClock } from '../servers/processor-time.ts';
import { serve } from '../servers/served.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { openComics, type OpenComics } from '../synthetic/open-comics.ts';
import { relatedTo } from './render-requests.ts';

/** Connections of the crawler, half of them to each process. */
const CONNECTIONS = 8;
/** Readers beside it, half of them at each process, and milliseconds between two pages of one. */
const READERS = 4;
const READING = 250;

interface CrawlResult {
  pages: number;
  seconds: number;
  readers: number[];
  failures: string[];
}

/**
 * Fetches `count` pages that stand in the sitemaps of a million comics, a tenth in each of ten locales, from two processes of
 * the site on PostgreSQL, while readers open what readers open.
 *
 * @param databases addresses as of `mix`, the small one first; without any, databases are made and seeded.
 */
export async function benchCrawl(
  count: number,
  databases: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const pair = await postgresPair(databases, say);
  try {
    return await crawlPlace(pair.large, count, say);
  } finally {
    await pair.close();
  }
}

async function crawlPlace(place: Place, count: number, say: (line: string) => void): Promise<Figure[]> {
  const application = `bench-crawl-${process.pid}`;
  const url = place.database.url!;
  const env = { ...place.env, DATABASE_URL: namedConnection(url, application), KOMAWARI_INDEXING: 'all' };
  const first = await serve({ ...place, env });
  const second = await serve({ ...place, env });
  const sites = [first.server.url, second.server.url];
  const clock = await openProcessorClock([first.server, second.server], { url, application });
  try {
    const paths = await listedPaths(sites[0]!, count);
    await findRelated(sites, paths, say);
    await clock.lap();
    const crawled = await crawl(sites, paths, openComics(catalogue(), place.comics));
    const took = await clock.lap();
    say(
      `\n${crawled.pages} pages out of the sitemaps of ${place.comics} comics, ${CONNECTIONS} connections, ${READERS} readers`,
    );
    say(
      table(
        ['pages/s', 'site, ms/page', 'database, ms/page', 'readers p50, ms', 'p95', 'p99', 'requests of readers'],
        [
          [
            readable(crawled.pages / crawled.seconds),
            ...[took.site, took.database].map((time) => readable(time / crawled.pages)),
            ...[0.5, 0.95, 0.99].map((part) => readable(percentile(crawled.readers, part))),
            String(crawled.readers.length),
          ],
        ],
      ),
    );
    for (const failure of crawled.failures.slice(0, 10)) {
      say(failure);
    }
    return [
      {
        name: 'pages a second from two processes',
        value: crawled.pages / crawled.seconds,
        unit: '',
        limit: 100,
        bound: 'least',
      },
      {
        name: 'readers meanwhile, p95',
        value: percentile(crawled.readers, 0.95),
        unit: 'ms',
        limit: 100,
        bound: 'most',
      },
      { name: 'requests that failed', value: crawled.failures.length, unit: '', limit: 0, bound: 'most' },
    ];
  } finally {
    await clock.close();
    await second.close();
    await first.close();
  }
}

/** Has what is like each comic found and kept, as the job of a site that runs has done long before a crawler comes. */
async function findRelated(
  sites: readonly string[],
  paths: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const slugs = paths.flatMap((path) => /^\/[a-z]+\/comic\/([^/]+)$/.exec(path)?.[1] ?? []);
  const started = performance.now();
  await fetchAll(sites, slugs.map(relatedTo));
  say(`what is like ${slugs.length} comics: found in ${readable((performance.now() - started) / 1000)} s`);
}

/** Paths of the sitemaps, of each locale as many and out of parts all over the library, the locales in turns. */
async function listedPaths(site: string, count: number): Promise<string[]> {
  const each = Math.ceil(count / LOCALES.length);
  const client = createKeepAlive();
  try {
    const parts = await readLocations(client, `${site}/sitemap.xml`);
    const columns: string[][] = [];
    for (const [at, locale] of LOCALES.entries()) {
      const mine = parts.filter((part) => part.startsWith(`/sitemaps/${locale}/`));
      const found: string[] = [];
      // Each locale begins in another tenth, so that no work is asked for in two of them.
      for (let step = 0; found.length < each && step < mine.length; step += 1) {
        const part = mine[(Math.floor((at * mine.length) / LOCALES.length) + step) % mine.length]!;
        found.push(...(await readLocations(client, site + part)));
      }
      columns.push(found.slice(0, each));
    }
    return Array.from({ length: each }, (_, row) => columns.flatMap((column) => column[row] ?? [])).flat();
  } finally {
    client.close();
  }
}

/** The paths that a sitemap or the index of sitemaps lists. */
async function readLocations(client: KeepAlive, url: string, tries = 60): Promise<string[]> {
  const answer = await client.fetch(url).catch(async (error: Error) => {
    // A cold disk or a busy processor has the list of all works refused.
    if (tries === 0 || !error.message.includes('answered 503')) throw error;
    await wait(500);
  });
  if (answer === undefined) return readLocations(client, url, tries - 1);
  const { body } = answer;
  return [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => new URL(location!).pathname);
}

/** Fetches paths over all connections, half of them to each site; answers how those failed that did. */
async function fetchAll(sites: readonly string[], paths: readonly string[]): Promise<string[]> {
  const left = [...paths];
  const failures: string[] = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const client = createKeepAlive();
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await client
          .fetch(sites[connection % sites.length]! + path, { 'accept-encoding': 'gzip, br' })
          .catch((error: Error) => failures.push(error.message.slice(0, 200)));
      }
      client.close();
    }),
  );
  return failures;
}

async function crawl(sites: readonly string[], paths: readonly string[], comics: OpenComics): Promise<CrawlResult> {
  const failures: string[] = [];
  const readers: number[] = [];
  let over = false;
  const reading = Array.from({ length: READERS }, (_, reader) =>
    read(sites[reader % sites.length]!, comics, reader, () => over, readers, failures),
  );
  const started = performance.now();
  failures.push(...(await fetchAll(sites, paths)));
  const seconds = (performance.now() - started) / 1000;
  over = true;
  await Promise.all(reading);
  return { pages: paths.length, seconds, readers, failures };
}

/** Opens the landing page, a list, a comic and its pictures, again and again, and notes the milliseconds of each. */
async function read(
  site: string,
  comics: OpenComics,
  reader: number,
  isOver: () => boolean,
  times: number[],
  failures: string[],
): Promise<void> {
  const client = createKeepAlive();
  const to = addressesFor(LOCALES[reader % LOCALES.length]!, 'comic');
  for (let turn = reader; !isOver(); turn += READERS) {
    const { slug } = comics.withPages(turn);
    for (const path of [
      to.home(),
      to.latest({ page: 2 + (turn % 50) }),
      to.comic(slug),
      `/api/comics/${slug}/images`,
    ]) {
      await client.time(site + path).then(
        (took) => times.push(took),
        (error: Error) => failures.push(error.message.slice(0, 200)),
      );
      await wait(READING);
    }
  }
  client.close();
}
