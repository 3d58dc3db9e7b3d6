import { chromium, type Page } from '@playwright/test';
import { hydrated } from '../../e2e/fixtures.ts';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { randomWord } from '../synthetic/asked-words.ts';

const SEARCHES = 20;
const WARM_UP = 3;
const HITS = 'dialog.search .hit, dialog.search .chip--tag';

/**
 * Types words into the search popup of a real browser, and gives of each the milliseconds from when the search goes out,
 * which is when its debounce ends, until the first results are painted.
 */
export async function benchPopup(url: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_ARGUMENTS });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/en`);
    await hydrated(page);
    const times: number[] = [];
    for (let turn = 0; turn < WARM_UP + SEARCHES; turn += 1) {
      const took = await search(page, randomWord('en', turn * 11));
      if (turn >= WARM_UP) {
        times.push(took);
      }
    }
    return times;
  } finally {
    await browser.close();
  }
}

async function search(page: Page, word: string): Promise<number> {
  await page.keyboard.press('/');
  await page.locator('dialog.search input').waitFor();
  await page.evaluate(() => performance.clearResourceTimings());
  const shown = page.evaluate(
    (hits) =>
      new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector(hits) === null) return;
          watch.disconnect();
          // After the frame that shows them.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        });
        watch.observe(document.body, { childList: true, subtree: true });
      }),
    HITS,
  );
  await page.keyboard.type(word, { delay: 30 });
  const shownAt = await shown;
  const sentAt = await page.evaluate(() =>
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
        .map(({ startTime }) => startTime),
    ),
  );
  // The first empties the field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('dialog.search').waitFor({ state: 'detached' });
  return shownAt - sentAt;
}
