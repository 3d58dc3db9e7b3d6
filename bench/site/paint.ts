import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { seededSite, startServer, type Server } from '../servers/processes.ts';
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
  server: Server;
  front: SecureFront;
  close(): Promise<void>;
}

/** Starts the product behind a front, with its demo library or on a seeded database, for which covers are drawn. */
export async function startBehindFront(database?: string): Promise<FrontedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const front = await openSecureFront();
  const env = { KOMAWARI_DATA: folder, SITE_URL: front.url, TRUST_PROXY: '1' };
  const server = await startServer(database === undefined ? env : { ...env, ...seededSite(database) }, LONGEST);
  if (database === undefined) {
    await demoLoaded(server.url, LONGEST);
  } else {
    await drawCovers(folder);
    await catalogueReady(server.url);
  }
  front.lead(server.url);
  return {
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
 * @param database of the seeded catalogue; without it the demo library is shown.
 */
export async function benchPaint(database: string | undefined, say: (line: string) => void): Promise<Figure[]> {
  const site = await startBehindFront(database);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_ARGUMENTS });
  try {
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const [name, path] of [
      ['home', '/en'],
      ['latest', '/en/latest'],
    ] as const) {
      // Everything that pages are made of is ready, as it is for all visitors but the first.
      await visit(browser, site.front.url + path);
      const visits = [];
      for (let turn = 0; turn < VISITS; turn += 1) {
        visits.push(await visit(browser, site.front.url + path));
      }
      const [painted, listens] = [
        median(visits.map((each) => each.painted)),
        median(visits.map((each) => each.listens)),
      ];
      rows.push([name, readable(median(visits.map((each) => each.first))), readable(painted), readable(listens)]);
      figures.push(
        {
          name: `${name}: largest contentful paint, ${SLOWDOWN} × slowdown, 1.6 Mbit/s, 150 ms, HTTP/2`,
          value: painted / 1000,
          unit: 's',
          limit: 0.9,
          bound: 'most',
        },
        { name: `${name}: hydrated`, value: listens / 1000, unit: 's', limit: 1.6, bound: 'most' },
      );
    }
    say(`a new visitor's first page, ms\n${table(['page', 'first paint', 'largest', 'hydrated'], rows)}\n`);
    return figures;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** One visit with nothing in the cache; times are in ms from the navigation. */
async function visit(browser: Browser, url: string): Promise<{ first: number; painted: number; listens: number }> {
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
    return await page.evaluate(
      () => (window as unknown as { seen: { first: number; painted: number; listens: number } }).seen,
    );
  } finally {
    await context.close();
  }
}
