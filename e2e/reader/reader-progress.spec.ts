import type { APIRequestContext, Page } from '@playwright/test';
import type { Chapter } from '#contract/chapters.ts';
import type { SignedIn } from '#contract/accounts.ts';
import type { Progress } from '#contract/library.ts';
import { SHAPES, SHAPES_TITLE } from '../chapters.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

/** How chapters are shown: what is chosen on the device. */
const MODES = {
  single: { mode: 'manga', layout: 'horizontal', pairing: 'one' },
  double: { mode: 'manga', layout: 'horizontal', pairing: 'two', pairStart: 'cover' },
  'double, moved by one page': { mode: 'manga', layout: 'horizontal', pairing: 'two', pairStart: 'first' },
  downwards: { mode: 'manga', layout: 'vertical' },
  webtoon: { mode: 'webtoon', layout: 'vertical' },
  'continuous, sideways': { mode: 'webtoon', layout: 'horizontal' },
} as const;
type Mode = keyof typeof MODES;

/** The ways that bring the reader on, until its end is reached. */
const WAYS = ['key', 'tap', 'swipe', 'wheel', 'slider', 'End'] as const;
type Way = (typeof WAYS)[number];

/** The shapes that are read to their end. With mode m, shape s and way (m + s) mod 6, every pair of two of them is met, in 42 of 252 readings. */
const READ = Object.keys(SHAPES).filter((name) => name !== 'all in view') as (keyof typeof SHAPES)[];

const SIZE = { width: 1000, height: 700 };
// A picture that is held back here is an error to the browser.
test.use({
  reducedMotion: 'no-preference',
  viewport: SIZE,
  hasTouch: true,
  expected: /status of 4\d\d|net::ERR_FAILED/,
});

interface Comic {
  id: number;
  slug: string;
  chapters: Chapter[];
}
const onDevice = (mode: Mode) =>
  JSON.stringify({ device: { direction: 'ltr', bar: 'bottom', ...MODES[mode] }, zonesShown: true, saverOffered: true });

for (const [m, mode] of (Object.keys(MODES) as Mode[]).entries()) {
  test(`${mode}: whoever reaches the end has read the chapter, also when they leave at once`, async ({
    page,
    request,
    api,
  }) => {
    const comic = await shapes(api);
    const member = await registered(request);
    for (const [s, shape] of READ.entries()) {
      // Two pages before the end: the way there is what counts.
      await open(page, comic, shape, mode, member, '', Math.max(1, SHAPES[shape].length - 2));
      await readOn(page, WAYS[(m + s) % WAYS.length]!, mode);
      await leave(page);
    }
    const expected = READ.map((shape) => ({
      shape,
      completed: true,
      page: SHAPES[shape].length,
      max_page: SHAPES[shape].length,
    }));
    await expect.poll(() => told(request, comic, member)).toEqual(expected);
  });
}

test('opening the first of several pages is not reading them, even where all are in view', async ({
  page,
  request,
  api,
}) => {
  const comic = await shapes(api);
  const member = await registered(request);
  for (const [mode, shape] of [
    ['single', 'odd'],
    ['double', 'two'],
    ['double, moved by one page', 'two'],
    ['webtoon', 'all in view'],
    ['continuous, sideways', 'all in view'],
  ] as const) {
    await open(page, comic, shape, mode, member);
    await leave(page);
    await expect
      .poll(() => told(request, comic, member), { message: mode })
      .toContainEqual(expect.objectContaining({ shape, completed: false }));
  }
});

test('a last page that did not come is not read; once it has come it is', async ({ page, request, api }) => {
  const comic = await shapes(api);
  const member = await registered(request);
  const { images } = await api<{ images: { source_url: string }[] }>(
    `/api/comics/${comic.slug}/${findChapter(comic, 'odd').slug}/images?uncounted=1&nsfw=true`,
  );
  const last = new URL(images.at(-1)!.source_url).pathname;
  // A place is kept once it has rested for a second, and how far it is when a picture that fails takes longer than that is not looked at here.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((act: () => void, after?: number) =>
      later(act, after === 1000 ? 60_000 : after)) as typeof window.setTimeout;
  });
  for (const mode of ['single', 'webtoon'] as const) {
    await page.route(
      (url) => url.pathname === last,
      (route) => route.abort(),
    );
    await open(page, comic, 'odd', mode, member);
    await page.keyboard.press('End');
    await expect(
      page.locator('.spread.is-now .picture-box__failed, .strip .picture-box__failed').first(),
    ).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await leave(page);
    await page.unrouteAll();
    await expect
      .poll(() => told(request, comic, member), { message: mode })
      .toEqual([{ shape: 'odd', completed: false, page: 4, max_page: 4 }]);
  }
  await open(page, comic, 'odd', 'single', member);
  await page.keyboard.press('End');
  await leave(page);
  await expect
    .poll(() => told(request, comic, member))
    .toEqual([{ shape: 'odd', completed: true, page: 5, max_page: 5 }]);
});

test('nothing is kept, told or counted of what is read incognito, from chapter to chapter', async ({
  page,
  context,
  request,
  api,
}) => {
  const comic = await shapes(api);
  const member = await registered(request);
  await open(page, comic, 'one', 'single', member, '?incognito');
  const views: string[] = [];
  page.on('request', (asked) => {
    if (
      /\/view\b|\/images\?(?!.*uncounted)|account\/progress/.test(asked.url()) &&
      asked.url().includes('/api/') &&
      asked.method() !== 'OPTIONS'
    ) {
      views.push(`${asked.method()} ${asked.url()}`);
    }
  });
  await expect(page.getByRole('img', { name: 'Incognito' })).toBeVisible();
  await page.keyboard.press('.');
  await expect(page).toHaveURL(/chapter-2|\/two/);
  await hydrated(page);
  await page.keyboard.press('End');
  await page.reload();
  await hydrated(page);
  await page.keyboard.press('End');
  await expect(page.getByRole('img', { name: 'Incognito' })).toBeVisible();
  expect(
    await page.evaluate(() =>
      [localStorage.getItem('komawari.progress'), localStorage.getItem('komawari.unsent')].map((each) =>
        each === '{}' || each === '[]' ? null : each,
      ),
    ),
  ).toEqual([null, null]);
  await leave(page);
  expect(await told(request, comic, member)).toEqual([]);
  expect(views.filter((each) => !each.startsWith('GET') || each.includes('/images'))).toEqual([]);

  const shown = await context.newPage();
  await open(shown, comic, 'two', 'single', member);
  await shown.keyboard.press('End');
  await leave(shown);
  await expect
    .poll(() => told(request, comic, member))
    .toEqual([{ shape: 'two', completed: true, page: 2, max_page: 2 }]);
});

async function shapes(api: <Data>(path: string) => Promise<Data>): Promise<Comic> {
  const [comic] = await comicsWhere(api, `q=${encodeURIComponent(`"${SHAPES_TITLE}"`)}`);
  expect(comic, 'the chapters of e2e/chapters.ts are there').toBeDefined();
  return { id: comic!.id, slug: comic!.slug, chapters: await api<Chapter[]>(`/api/comics/${comic!.slug}/chapters`) };
}

function findChapter({ chapters }: Comic, shape: keyof typeof SHAPES): Chapter {
  return chapters.find(({ name }) => name === shape)!;
}

/**
 * Opens a page of a chapter, the first one if nothing is said, in a new tab or one that was left; the member has been
 * here for as long as it takes to load what tells their account.
 */
async function open(
  page: Page,
  comic: Comic,
  shape: keyof typeof SHAPES,
  mode: Mode,
  member: SignedIn,
  query = '',
  number = 1,
): Promise<void> {
  if (page.url() === 'about:blank') {
    await signedIn(page, member);
    await leave(page);
  }
  await page.evaluate((chosen) => {
    localStorage.setItem('komawari.reader', chosen);
  }, onDevice(mode));
  await page.goto(`/en/comic/${comic.slug}/${findChapter(comic, shape).slug}/reader/${number}${query}`);
  await hydrated(page);
  const code = await page.waitForFunction(() => {
    const came = performance.getEntriesByType('resource').map(({ name }) => name);
    const isAsked =
      came.some((name) => new URL(name).pathname === '/api/account') &&
      document.querySelector('.reader__bottom, .finish') !== null;
    return isAsked && came.find((name) => name.includes('library-sync'));
  });
  // That it has come is not yet that it runs, which importing it again waits for.
  await page.evaluate(
    async (sync) => {
      await import(String(sync));
    },
    await code.jsonValue(),
  );
}

/** Reads on in one way, until the last page is there; of a strip until its end is. */
async function readOn(page: Page, way: Way, mode: Mode): Promise<void> {
  const downwards = MODES[mode].layout === 'vertical';
  const touch = way === 'swipe' ? await page.context().newCDPSession(page) : null;
  if (way === 'slider') {
    await page.keyboard.press('m');
    const box = (await page.getByRole('slider').boundingBox())!;
    await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    await expect.poll(() => readSight(page)).toMatchObject({ last: true });
    return;
  }
  for (let turns = 0; turns < 12; turns += 1) {
    const before = await readSight(page);
    if (before.last && turns > 0) return;
    if (way === 'End') {
      await page.keyboard.press('End');
    }
    if (way === 'key') {
      await page.keyboard.press(mode === 'downwards' ? 'ArrowDown' : 'ArrowRight');
    }
    if (way === 'tap') {
      await page.touchscreen.tap(
        ...(downwards ? ([SIZE.width / 2, SIZE.height - 90] as const) : ([SIZE.width - 60, SIZE.height / 2] as const)),
      );
    }
    if (way === 'wheel') {
      await page.mouse.move(SIZE.width / 2, SIZE.height / 2);
      await page.mouse.wheel(mode === 'continuous, sideways' ? 900 : 0, mode === 'continuous, sideways' ? 0 : 900);
    }
    if (touch !== null) {
      for (const share of [0, 0.1, 0.3, 0.6, 1]) {
        const [x, y] = downwards
          ? [SIZE.width / 2, SIZE.height * (0.85 - 0.7 * share)]
          : [SIZE.width * (0.85 - 0.7 * share), SIZE.height / 2];
        await touch.send('Input.dispatchTouchEvent', {
          type: share === 0 ? 'touchStart' : 'touchMove',
          touchPoints: [{ x, y }],
        });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    await page.evaluate(settled, before.text);
  }
}

/** Waits until what is in view is something else than it was and rests; a page that is the only one stays. */
function settled(was: string): Promise<void> {
  const look = () =>
    JSON.stringify([
      document.querySelector('main')!.ariaLabel,
      document.querySelector('.strip')?.scrollTop,
      document.querySelector('.strip')?.scrollLeft,
    ]);
  return new Promise((resolve) => {
    let [seen, rested, frames] = [look(), 0, 0];
    const step = () => {
      const now = look();
      rested = now === seen ? rested + 1 : 0;
      seen = now;
      frames += 1;
      if (rested >= 4 && (now !== was || frames > 24)) {
        resolve();
      } else {
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  });
}

/** The position in view, as text, and whether the last page is, or the end of the strip. */
function readSight(page: Page): Promise<{ text: string; last: boolean }> {
  return page.evaluate(() => {
    const label = document.querySelector('main')!.ariaLabel ?? '';
    const strip = document.querySelector('.strip');
    const ended = !/ of /.test(label) || /\b(\d+) of \1$/.test(label);
    const bottom =
      strip !== null &&
      Math.abs(strip.scrollTop) + strip.clientHeight >= strip.scrollHeight - 2 &&
      Math.abs(strip.scrollLeft) + strip.clientWidth >= strip.scrollWidth - 2;
    return { text: JSON.stringify([label, strip?.scrollTop, strip?.scrollLeft]), last: ended || bottom };
  });
}

/** Leaves at once. By another page: a browser ends a tab that is closed before a busy machine had time for its last words. */
async function leave(page: Page): Promise<void> {
  await page.goto('/images/icon.png');
}

/** The progress the account has of the comic's chapters, in their order. */
async function told(request: APIRequestContext, comic: Comic, { auth }: SignedIn) {
  const answer = await request.get(`${process.env.KOMAWARI_E2E_URL}/api/account/progress?comic=${comic.id}`, {
    headers: { authorization: `Bearer ${auth.access_token}` },
  });
  const places = (await answer.json()) as Progress[];
  return comic.chapters.flatMap(({ id, name }) =>
    places
      .filter(({ chapter_id: chapter }) => chapter === id)
      .map(({ completed, page, max_page }) => ({ shape: name, completed, page, max_page })),
  );
}
