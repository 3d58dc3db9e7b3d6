import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { ROOT, seededSite, startServer, type Server } from '../servers/processes.ts';
import { catalogueReady } from '../servers/served.ts';
import { drawCovers } from '../synthetic/covers.ts';
import { openSecureFront, type SecureFront } from './secure-front.ts';

/** A telephone of the middle on a slow line: a quarter of this machine's speed, 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const VISITS = 7;
/** Seconds that the demo library may take. */
const LONGEST = 300;

/** A site behind HTTP/2. */
export interface FrontedSite {
  /** Of which checkout it is; `theirs` where another version is compared with. */
  name: 'theirs' | 'ours';
  server: Server;
  front: SecureFront;
  close(): Promise<void>;
}

/**
 * Starts this version behind a front, and before it that of another checkout, if one is named, to be measured in turns.
 *
 * @param databases the seeded databases, theirs first; without any, each shows its demo library.
 * @throws when there are not as many databases as versions.
 */
export async function startToCompare(
  other: string | undefined,
  databases: readonly string[] | undefined,
): Promise<FrontedSite[]> {
  const checkouts = other === undefined ? [ROOT] : [resolve(other), ROOT];
  if (databases !== undefined && databases.length !== checkouts.length) {
    throw new Error(other === undefined ? 'expected one database' : 'expected two databases: theirs, ours');
  }
  const sites: FrontedSite[] = [];
  try {
    for (const [index, checkout] of checkouts.entries()) {
      sites.push(await startBehindFront(checkout, databases?.[index]));
    }
    return sites;
  } catch (error) {
    await closeAll(sites);
    throw error;
  }
}

/** Closes sites one after the other. */
export async function closeAll(sites: readonly FrontedSite[]): Promise<void> {
  for (const site of sites) {
    await site.close();
  }
}

/** Starts a version behind a front, with its demo library or on a seeded database, for which covers are drawn. */
async function startBehindFront(checkout: string, database?: string): Promise<FrontedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const front = await openSecureFront();
  const env = { KOMAWARI_DATA: folder, SITE_URL: front.url, TRUST_PROXY: '1' };
  const server = await startServer(
    database === undefined ? env : { ...env, ...seededSite(database) },
    LONGEST,
    [],
    checkout,
  );
  if (database === undefined) {
    await demoLoaded(server.url, LONGEST);
  } else {
    await drawCovers(folder);
    await catalogueReady(server.url);
  }
  front.lead(server.url);
  return {
    name: checkout === ROOT ? 'ours' : 'theirs',
    server,
    front,
    async close() {
      await server.stop();
      await front.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Measures when the largest thing of home and latest is painted for a new visitor, and when the page listens.
 *
 * @param other a checkout of another version, built, which is visited in turns with this one.
 * @param databases seeded ones, theirs first; without any the demo library is shown.
 */
export async function benchPaint(
  other: string | undefined,
  databases: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const sites = await startToCompare(other, databases);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_ARGUMENTS });
  try {
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const [page, path] of [
      ['home', '/en'],
      ['latest', '/en/latest'],
    ] as const) {
      const visits = sites.map((): Visit[] => []);
      for (let turn = 0; turn <= VISITS; turn += 1) {
        for (const [index, { front }] of sites.entries()) {
          const seen = await visit(browser, front.url + path);
          // Everything that pages are made of is ready then, as it is for all visitors but the first.
          if (turn > 0) visits[index]!.push(seen);
        }
      }
      for (const [index, { name }] of sites.entries()) {
        const middle = (time: keyof Visit) => median(visits[index]!.map((each) => each[time]));
        rows.push([`${page}, ${name}`, ...(['first', 'painted', 'listens'] as const).map(middle).map(readable)]);
        if (name === 'theirs') continue;
        figures.push(
          {
            name: `${page}: largest contentful paint, ${SLOWDOWN} × slowdown, 1.6 Mbit/s, 150 ms, HTTP/2`,
            value: middle('painted') / 1000,
            unit: 's',
            limit: 0.9,
            bound: 'most',
          },
          { name: `${page}: hydrated`, value: middle('listens') / 1000, unit: 's', limit: 1.6, bound: 'most' },
        );
      }
    }
    say(`a new visitor's first page, ms\n${table(['page', 'first paint', 'largest', 'hydrated'], rows)}\n`);
    return figures;
  } finally {
    await browser.close();
    await closeAll(sites);
  }
}

/** Milliseconds from the navigation. */
interface Visit {
  first: number;
  painted: number;
  listens: number;
}

/** One visit with nothing in the cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...SCREEN, ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', NETWORK);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(() => {
      const seen = { first: 0, painted: 0, listens: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        seen.painted = list.getEntries().at(-1)!.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        seen.first = list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? seen.first;
      }).observe({ type: 'paint', buffered: true });
      const look = () => {
        const root = document.querySelector('main');
        if (root !== null && Object.keys(root).some((key) => key.startsWith('__react'))) {
          seen.listens = performance.now();
        } else {
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(() => (window as unknown as { seen: { listens: number } }).seen.listens > 0);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => (window as unknown as { seen: Visit }).seen);
  } finally {
    await context.close();
  }
}
