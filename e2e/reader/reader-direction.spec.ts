import type { CDPSession, Page } from '@playwright/test';
import type { ComicCard } from '#contract/comics.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

/** An interface from right to left around content of each direction: keys, taps, swipes and the bar follow the content, menus the interface. */
const SIZE = { width: 800, height: 1100 };
test.use({
  reducedMotion: 'no-preference',
  viewport: SIZE,
  hasTouch: true,
  storageState: { cookies: [], origins: [] },
});

const RIGHT = [0.92, 0.5] as const;
const LEFT = [0.08, 0.5] as const;
const TOP = [0.5, 0.08] as const;
const BOTTOM = [0.5, 0.92] as const;
type Spot = readonly [number, number];

interface Way {
  name: string;
  direction: ComicCard['direction'];
  /** Pressed after the comic was opened. */
  first?: string;
  keys: [next: string, previous: string];
  taps: [next: Spot, previous: Spot];
}

const ways: Way[] = [
  { name: 'left to right', direction: 'ltr', keys: ['ArrowRight', 'ArrowLeft'], taps: [RIGHT, LEFT] },
  { name: 'right to left', direction: 'rtl', keys: ['ArrowLeft', 'ArrowRight'], taps: [LEFT, RIGHT] },
  { name: 'downwards', direction: 'vertical', first: 'v', keys: ['ArrowDown', 'ArrowUp'], taps: [BOTTOM, TOP] },
];

for (const { name, direction, first, keys, taps } of ways) {
  test(`in Arabic, a comic ${name} is turned by keys, taps and swipes in its own direction`, async ({ page, api }) => {
    const comic = await open(page, api, direction);
    if (first !== undefined) {
      await page.keyboard.press(first);
      await expect(page.locator('.spread.is-now')).toBeVisible();
    }
    for (const [turn, to] of [
      [keys[0], 2],
      [keys[0], 3],
      [keys[1], 2],
    ] as const) {
      await page.keyboard.press(turn);
      await isAt(page, to);
    }
    const at = ([x, y]: Spot): [number, number] => [x * SIZE.width, y * SIZE.height];
    await page.touchscreen.tap(...at(taps[0]));
    await isAt(page, 3);
    await page.touchscreen.tap(...at(taps[1]));
    await isAt(page, 2);
    const touch = await page.context().newCDPSession(page);
    await swipe(touch, taps[0], taps[1]);
    await isAt(page, 3);
    await swipe(touch, taps[1], taps[0]);
    await isAt(page, 2);

    // The bar is filled from where the content begins, and pressed at its end it goes there.
    await page.touchscreen.tap(...at([0.5, 0.5]));
    const bar = page.getByRole('slider');
    await expect(bar).toHaveAttribute('dir', direction === 'rtl' ? 'rtl' : 'ltr');
    const [whole, now] = [(await bar.boundingBox())!, (await page.locator('.page-slider__now').boundingBox())!];
    const fromLeft = (now.x + now.width / 2 - whole.x) / whole.width;
    expect(direction === 'rtl' ? 1 - fromLeft : fromLeft).toBeLessThan(0.5);
    const y = whole.y + whole.height / 2;
    await page.mouse.click(direction === 'rtl' ? whole.x + 4 : whole.x + whole.width - 4, y);
    await isAt(page, comic.pages);
    await page.mouse.click(direction === 'rtl' ? whole.x + whole.width - 4 : whole.x + 4, y);
    await isAt(page, 1);

    // The settings stand at the end of the line of who reads the interface: on the left.
    await page.keyboard.press('e');
    const sheet = page.locator('dialog.sheet[open]');
    await expect(sheet).toBeVisible();
    expect((await sheet.boundingBox())!.x).toBeLessThan(1);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
}

test('in Arabic, a strip scrolls by keys and taps, and swipes turn nothing', async ({ page, api }) => {
  await open(page, api, 'vertical');
  const strip = page.locator('.strip');
  const top = () => strip.evaluate((element) => element.scrollTop);
  await page.keyboard.press('ArrowDown');
  await expect.poll(top).toBeGreaterThan(40);
  const before = await top();
  await page.touchscreen.tap(SIZE.width * BOTTOM[0], SIZE.height * BOTTOM[1]);
  await expect.poll(top).toBeGreaterThan(before + SIZE.height * 0.5);
  await page.keyboard.press('Home');
  await expect.poll(top).toBe(0);
});

test('a page is zoomed into by a double tap, moved before it is turned, and as it was after that', async ({
  page,
  api,
}) => {
  await open(page, api, 'ltr');
  const scale = () =>
    page.locator('.spread.is-now').evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
  const [x, y] = [SIZE.width / 2, SIZE.height / 2];
  const touch = await page.context().newCDPSession(page);
  // A tenth of a second apart by their own clock: on a busy machine they may come far later.
  const begun = Date.now() / 1000;
  for (const timestamp of [begun, begun + 0.1]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  await expect.poll(scale).toBe(2);
  await swipe(touch, RIGHT, LEFT);
  await isAt(page, 1);
  expect(await scale()).toBe(2);
  // Once the page is turned, which ends the zoom, another swipe would go on to the one after it.
  await expect(async () => {
    if ((await scale()) > 1) {
      await swipe(touch, RIGHT, LEFT);
    }
    await isAt(page, 2, 500);
  }).toPass();
  await expect.poll(scale).toBe(1);
  await page.keyboard.press('+');
  await expect.poll(scale).toBe(1.25);
  await page.keyboard.press('0');
  await expect.poll(scale).toBe(1);
  await pinch(touch, [x, y], 100, 250);
  await expect.poll(scale).toBeGreaterThan(2);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

test('the wheel and the mouse’s own buttons turn pages, and the reader goes on by itself until a hand moves', async ({
  page,
  api,
}) => {
  await open(page, api, 'rtl');
  await page.mouse.move(SIZE.width / 2, SIZE.height / 2);
  await page.mouse.wheel(0, 120);
  await isAt(page, 2);
  const mouse = await page.context().newCDPSession(page);
  const press = async (button: 'back' | 'forward') => {
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await mouse.send('Input.dispatchMouseEvent', {
        type,
        button,
        x: SIZE.width / 2,
        y: SIZE.height / 2,
        clickCount: 1,
      });
    }
  };
  await press('forward');
  await isAt(page, 3);
  await press('back');
  await isAt(page, 2);

  await page.keyboard.press('n');
  const pill = page.locator('.auto');
  await expect(pill).toBeVisible();
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('+');
  }
  // By itself it may be further than the next one before anybody looks.
  await expect(page).toHaveURL(/\/reader\/(?:[3-9]|\d\d)$/);
  await page.keyboard.press('ArrowRight');
  await expect(pill).toBeHidden();
});

test('what is said of a page that did not come runs as the interface, whichever way the pages run', async ({
  page,
  api,
}) => {
  for (const [locale, direction, way] of [
    ['ar', 'ltr', 'rtl'],
    ['en', 'rtl', 'ltr'],
  ] as const) {
    const comic = (
      await comicsWhere(
        api,
        'nsfw=false',
        (each) => each.direction === direction && each.chapters_count === 0 && !each.premium && each.rating === 'safe',
      )
    )[0]!;
    const { images } = await api<{ images: { source_url: string }[] }>(
      `/api/comics/${encodeURIComponent(comic.slug)}/images?uncounted=1`,
    );
    const first = new URL(images[0]!.source_url).pathname;
    await page.route(
      (url) => url.pathname === first,
      (route) => route.fulfill({ status: 404 }),
    );
    await page.goto(`/${locale}/comic/${encodeURIComponent(comic.slug)}/reader/1`);
    const failed = page.locator('.spread.is-now').getByRole('alert');
    await expect(failed).toBeVisible();
    await expect(failed).toHaveCSS('direction', way);
  }
});

/** Opens the first page of a one-shot that runs in a direction, in Arabic, once the reader is all there. */
async function open(
  page: Page,
  api: <Data>(path: string) => Promise<Data>,
  direction: ComicCard['direction'],
): Promise<ComicCard> {
  const comic = (
    await comicsWhere(
      api,
      'nsfw=false',
      (each) =>
        each.direction === direction &&
        each.chapters_count === 0 &&
        each.pages >= 4 &&
        !each.premium &&
        each.rating === 'safe',
    )
  )[0]!;
  // The zones show where to tap, once, and take no taps; with them the tools are there. They may be gone before anybody looks.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('.zones') === null) return;
      document.documentElement.classList.add('e2e-zones');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/ar/comic/${encodeURIComponent(comic.slug)}/reader/1`);
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveClass(/e2e-zones/);
  return comic;
}

async function isAt(page: Page, to: number, timeout?: number): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/reader/${to}$`), timeout === undefined ? {} : { timeout });
}

async function swipe(touch: CDPSession, from: Spot, to: Spot): Promise<void> {
  const point = (share: number) => [
    { x: SIZE.width * (from[0] + (to[0] - from[0]) * share), y: SIZE.height * (from[1] + (to[1] - from[1]) * share) },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
  for (const share of [0.1, 0.3, 0.6, 1]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Two fingers beside a place, drawn apart: `from` and `to` are how far they are from it, in CSS pixels. */
async function pinch(touch: CDPSession, [x, y]: [number, number], from: number, to: number): Promise<void> {
  const points = (away: number) => [
    { x: x - away, y, id: 0 },
    { x: x + away, y, id: 1 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
  for (const share of [0.2, 0.5, 0.8, 1]) {
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: points(from + (to - from) * share),
    });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
