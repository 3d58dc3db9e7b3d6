import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import type { ChapterImages } from '#contract/chapters.ts';
import { hydrated } from '../../e2e/fixtures.ts';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { serveBarePages, type BarePages } from './bare-pages.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startPlainBrowser, type PlainPage } from '../servers/plain-browser.ts';
import { startServer, treeShareOfMemory } from '../servers/processes.ts';
import { BOOKS, plantBooks } from '../synthetic/reader-library.ts';

/** A phone of the middle: a quarter of this machine's speed. */
const SLOWDOWN = 4;
const TURNS = 25;
const OPENINGS = 9;
/** 10 Mbit/s in bytes a second, and a round trip in ms. */
const NETWORK = { offline: false, latency: 100, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 };
const SCREEN = { width: 1000, height: 800 };

/** Measures the reader in Chromium beside bare pages with the same pictures: turning, opening, a long strip. */
export async function benchReader(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_ARGUMENTS });
  try {
    await plantBooks(folder);
    const site = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off' });
    const { images } = (await (
      await fetch(`${site.url}/api/comics/${BOOKS.paged.slug}/images`)
    ).json()) as ChapterImages;
    const bare = await serveBarePages(
      site.url,
      images.map(({ source_url: source }) => source),
    );
    try {
      const reader = (slug: string) => `${site.url}/en/comic/${slug}/reader/1`;
      const turning = {
        ours: await turns(browser, reader(BOOKS.paged.slug)),
        bare: await turns(browser, bare.turning),
      };
      say(
        `turning to a preloaded page, ms\n${table(
          ['page', 'p50', 'p95'],
          Object.entries(turning).map(([name, times]) => [
            name,
            readable(median(times)),
            readable(percentile(times, 0.95)),
          ]),
        )}\n`,
      );
      const opening = await openings(browser, reader(BOOKS.paged.slug), bare);
      say(
        `first page painted, ms\n${table(
          ['page', 'p50'],
          [
            ['ours', readable(median(opening.ours))],
            ['bare', readable(median(opening.bare))],
          ],
        )}\n`,
      );
      const strip = await measureStrip(reader(BOOKS.strip.slug), bare);
      say(
        `a strip of ${BOOKS.strip.pages} pages: ${strip.long} tasks over 50 ms, the longest ${strip.longest.toFixed(0)} ms, in ${strip.screens} screens scrolled\n`,
      );
      return [
        {
          name: `turning to a preloaded page at ${SLOWDOWN} × slowdown, p50`,
          value: median(turning.ours),
          unit: 'ms',
          limit: 16.7,
          bound: 'most',
        },
        { name: 'the same, p95', value: percentile(turning.ours, 0.95), unit: 'ms', limit: 33, bound: 'most' },
        {
          name: 'first page painted ÷ a bare page with that picture, 10 Mbit/s and 100 ms',
          value: median(opening.ours) / median(opening.bare),
          unit: '×',
          limit: 1.1,
          bound: 'most',
        },
        { name: 'layout shift while opening', value: Math.max(...opening.shifts), unit: '', limit: 0, bound: 'most' },
        {
          name: `a strip of ${BOOKS.strip.pages} pages, memory over an empty page`,
          value: strip.megabytes,
          unit: 'MB',
          limit: 250,
          bound: 'most',
        },
        {
          name: `the longest task while it scrolls at ${SLOWDOWN} × slowdown`,
          value: strip.longest,
          unit: 'ms',
          limit: 50,
          bound: 'most',
        },
      ];
    } finally {
      await bare.close();
      await site.stop();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from a key to the end of the frame that shows what it asked for. */
async function turns(browser: Browser, url: string): Promise<number[]> {
  const { page, protocol } = await open(browser);
  await page.goto(url);
  if ((await page.locator('#root').count()) > 0) {
    await hydrated(page);
  }
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(() => {
    // The sign that the turn is there: the reader names the page in view, the bare page counts.
    const shown = () =>
      document.querySelector('main')?.getAttribute('aria-label') ?? document.documentElement.dataset.turns;
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      'keydown',
      (event) => {
        const before = shown();
        const look = () =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              if (shown() === before) {
                look();
              } else {
                times.push(performance.now() - event.timeStamp);
              }
            };
            port2.postMessage(null);
          });
        look();
      },
      { capture: true },
    );
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await wait(1000);
    await page.keyboard.press('ArrowRight');
  }
  await wait(1000);
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  await page.context().close();
  // The first ones warm the code up.
  return times.slice(3);
}

/** Milliseconds until the first page is painted, ours and the bare one in turns, each with nothing in the cache. */
async function openings(
  browser: Browser,
  url: string,
  bare: BarePages,
): Promise<{ ours: number[]; bare: number[]; shifts: number[] }> {
  const found = { ours: [] as number[], bare: [] as number[], shifts: [] as number[] };
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    const ours = await opening(browser, url);
    found.ours.push(ours.painted);
    found.shifts.push(ours.shift);
    found.bare.push((await opening(browser, bare.first)).painted);
  }
  return found;
}

/** Opens a page; again where the browser reports no paint of a picture, as it sometimes does. */
async function opening(browser: Browser, url: string): Promise<{ painted: number; shift: number }> {
  for (;;) {
    const seen = await openingOnce(browser, url);
    if (seen.painted > 0) return seen;
  }
}

async function openingOnce(browser: Browser, url: string): Promise<{ painted: number; shift: number }> {
  const { page, protocol } = await open(browser);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  await page.addInitScript(() => {
    const seen = { painted: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        if (entry.element?.tagName === 'IMG' && seen.painted === 0) {
          seen.painted = entry.startTime;
        }
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'commit' });
  await wait(3000);
  const seen = await page.evaluate(() => (window as unknown as { seen: { painted: number; shift: number } }).seen);
  await page.context().close();
  return seen;
}

/** Scrolls a whole strip: its memory at its highest over that of an empty page, and what held the page up. */
async function measureStrip(
  url: string,
  bare: BarePages,
): Promise<{ megabytes: number; longest: number; long: number; screens: number }> {
  const browser = await startPlainBrowser();
  try {
    const empty = await browser.open(SCREEN);
    await empty.send('Page.navigate', { url: bare.empty });
    await wait(2000);
    const before = treeShareOfMemory(browser.pid);
    await empty.close();
    const page = await browser.open(SCREEN);
    await page.send('Page.navigate', { url });
    await reads(page);
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.evaluate(`{
      const tasks = (window.tasks = []);
      new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask' });
    }`);
    let highest = 0;
    let screens = 0;
    const middle = { x: SCREEN.width / 2, y: SCREEN.height / 2 };
    for (; screens < BOOKS.strip.pages * 2; screens += 1) {
      const wheel = { type: 'mouseWheel', ...middle, deltaX: 0, deltaY: SCREEN.height };
      await page.send('Input.dispatchMouseEvent', wheel);
      await wait(60);
      if (screens % 10 === 0) {
        highest = Math.max(highest, treeShareOfMemory(browser.pid));
      }
    }
    if ((await page.evaluate(LAST_PAGE)) !== true) throw new Error('the strip was not scrolled to its end');
    const tasks = (await page.evaluate('window.tasks')) as number[];
    await page.close();
    return { megabytes: highest - before, longest: Math.max(0, ...tasks), long: tasks.length, screens };
  } finally {
    await browser.close();
  }
}

/** Whether the last page of the strip is in view, drawn. */
const LAST_PAGE = `(() => {
  const strip = document.querySelector('.strip');
  return strip.scrollTop + 2 * strip.clientHeight > strip.scrollHeight && strip.querySelector('canvas') !== null;
})()`;

/** Waits until a strip listens and has drawn a page itself. */
async function reads(page: PlainPage): Promise<void> {
  for (
    let waited = 0;
    (await page.evaluate(`document.querySelector('.strip canvas') !== null`)) !== true;
    waited += 50
  ) {
    if (waited > 60_000) throw new Error('the strip was not opened');
    await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 9, y: 9, deltaX: 0, deltaY: 9 });
    await wait(50);
  }
}

async function open(browser: Browser): Promise<{ page: Page; protocol: CDPSession }> {
  const context = await browser.newContext({ viewport: SCREEN });
  const page = await context.newPage();
  return { page, protocol: await context.newCDPSession(page) };
}
