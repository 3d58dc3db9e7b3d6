import type { Page } from '@playwright/test';
import type { Chapter, ChapterImages } from '#contract/chapters.ts';
import { expect, hydrated, test } from '../fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

/** A strip of three chapters in the demo library. */
const SLUG = 'rooftop-cats';
/** How far down, or along, the screen the reader looks, as a share of it. */
const EYE = 0.3;

type Settings = Record<string, unknown>;

/** Reader settings as another tab of the browser would change them. */
async function choose(page: Page, settings: Settings): Promise<void> {
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('komawari.reader') ?? '{}') as { device?: Settings };
    localStorage.setItem(
      'komawari.reader',
      JSON.stringify({ zonesShown: true, ...kept, device: { ...kept.device, ...chosen } }),
    );
    window.dispatchEvent(new StorageEvent('storage', { key: 'komawari.reader' }));
  }, settings);
}

/** The page under the eye and the row of its whole picture there, as a share; read from what is on screen. */
async function row(page: Page): Promise<[string, number]> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  return page.evaluate((share) => {
    const strip = document.querySelector<HTMLElement>('.strip')!;
    const along = strip.dataset.layout === 'horizontal';
    const back = along && strip.dir === 'rtl';
    const eye = along ? (back ? innerWidth * (1 - share) : innerWidth * share) : innerHeight * share;
    for (const box of strip.querySelectorAll('.strip__page')) {
      const shown = box.getBoundingClientRect();
      if (along ? shown.left > eye || shown.right <= eye : shown.top > eye || shown.bottom <= eye) continue;
      const picture = box.querySelector('img')!.getBoundingClientRect();
      const at = back ? picture.right - eye : along ? eye - picture.left : eye - picture.top;
      return [box.querySelector('img')!.alt, at / (along ? picture.width : picture.height)];
    }
    return ['none', NaN];
  }, EYE);
}

async function open(page: Page, address: string, settings: Settings): Promise<void> {
  await page.addInitScript(
    (chosen) => {
      if (localStorage.getItem('komawari.reader') === null) {
        localStorage.setItem('komawari.reader', JSON.stringify({ zonesShown: true, device: chosen }));
      }
    },
    { mode: 'webtoon', awake: false, ...settings },
  );
  await page.goto(address);
  await hydrated(page);
}

/** Scrolls on by CSS pixels along the strip and waits until the reader has seen it. */
async function scroll(page: Page, by: number): Promise<void> {
  await page.evaluate((distance) => {
    const strip = document.querySelector<HTMLElement>('.strip')!;
    if (strip.dataset.layout === 'vertical') {
      strip.scrollTop += distance;
    } else {
      strip.scrollLeft += strip.dir === 'rtl' ? -distance : distance;
    }
  }, by);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

/** Gives the window another size and waits until the page has it: what is told to the browser takes a moment to come there. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
}

async function stays(page: Page, before: [string, number], what: string): Promise<void> {
  const after = await row(page);
  expect(after[0], what).toBe(before[0]);
  expect(Math.abs(after[1] - before[1]), `${what}: ${before[1]} to ${after[1]}`).toBeLessThan(0.02);
}

const chapters = (api: <Data>(path: string) => Promise<Data>) => api<Chapter[]>(`/api/comics/${SLUG}/chapters`);

const lies: [string, Settings, Settings[]][] = [
  [
    'down the screen',
    { layout: 'vertical' },
    [
      { padding: 25 },
      { gap: 40 },
      { fit: 'width' },
      { fit: 'height' },
      { fit: 'original' },
      { fit: 'smart', crop: true },
      { fit: 'screen', crop: false, gap: 0, padding: 0 },
    ],
  ],
  [
    'along the screen',
    { layout: 'horizontal', direction: 'ltr' },
    [
      { padding: 25 },
      { gap: 40 },
      { fit: 'width' },
      { fit: 'height' },
      { fit: 'screen', crop: true, gap: 0, padding: 0 },
    ],
  ],
  [
    'along the screen, right to left',
    { layout: 'horizontal', direction: 'rtl' },
    [{ padding: 25 }, { gap: 40 }, { fit: 'width' }, { fit: 'screen', gap: 0, padding: 0 }],
  ],
];

for (const [name, pageOrientation, changes] of lies) {
  test(`the row under the eye stays there, ${name}`, async ({ page, api, browser }) => {
    const [, second] = await chapters(api);
    // Along the screen, on a narrow one: the second of three pages can come under the eye without the end coming into view.
    const size = pageOrientation.layout === 'vertical' ? { width: 1280, height: 800 } : { width: 300, height: 800 };
    await page.setViewportSize(size);
    const address = `/en/comic/${SLUG}/${second!.slug}/reader`;
    await open(page, `${address}/2`, { gap: 8, ...pageOrientation });
    await scroll(page, pageOrientation.layout === 'vertical' ? 500 : 30);
    const before = await row(page);
    expect(before[0]).toBe('Page 2');
    for (const other of [{ width: 400, height: 800 }, { width: 800, height: 400 }, size]) {
      await resize(page, other);
      await stays(page, before, `${other.width} × ${other.height}`);
    }
    for (const change of changes) {
      await choose(page, change);
      await stays(page, before, JSON.stringify(change));
    }
    await choose(page, { mode: 'manga' });
    await expect(page.locator('.spread.is-now').first()).toBeVisible();
    await choose(page, { mode: 'webtoon' });
    await stays(page, before, 'pages and back');
    await page.reload();
    await hydrated(page);
    await stays(page, before, 'loaded again');

    const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const kept = await page.evaluate(() => [
      localStorage.getItem('komawari.progress'),
      localStorage.getItem('komawari.reader'),
    ]);
    await elsewhere.addInitScript(([progress, reader]) => {
      localStorage.setItem('komawari.progress', progress!);
      localStorage.setItem('komawari.reader', reader!);
    }, kept);
    const other = await elsewhere.newPage();
    await other.goto(`${process.env.KOMAWARI_E2E_URL}${address}`);
    await hydrated(other);
    await stays(other, before, 'another device');
    await elsewhere.close();
  });
}

test('a strip is on screen before scripts come, and nothing of it moves when they do', async ({ page, api }) => {
  const [first] = await chapters(api);
  const pictures = (await api<{ images: unknown[] }>(`/api/comics/${SLUG}/${first!.slug}/images`)).images;
  await page.addInitScript(() => {
    (window as unknown as { shifts: number }).shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, `/en/comic/${SLUG}/${first!.slug}/reader/2`, {});
  await expect
    .poll(() =>
      page
        .locator('.strip__page img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete),
    )
    .toBe(true);
  expect((await row(page))[0]).toBe('Page 2');
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
  const html = await (await page.request.get(`/en/comic/${SLUG}/${first!.slug}/reader/2`)).text();
  expect(html.match(/<img [^>]*alt="Page \d+"/g)).toHaveLength(pictures.length);
});

test('a strip goes on into the next chapter and back, and what was passed is read', async ({ page, api }) => {
  const [first, second] = await chapters(api);
  await open(page, `/en/comic/${SLUG}/${first!.slug}/reader/${first!.pages}`, { endless: true });
  const strip = page.locator('.strip');
  const between = page.locator('.strip__between');
  await strip.evaluate((box) => {
    (box as HTMLElement & { same?: boolean }).same = true;
  });
  // The next chapter comes once it is known which one that is.
  const { images } = await api<ChapterImages>(`/api/comics/${SLUG}/${first!.slug}/images`);
  const own = images.reduce((sum, { width, height }) => sum + (720 * height) / width, 0);
  await expect
    .poll(() => strip.locator('.strip__pages').evaluate((pages) => pages.clientHeight))
    .toBeGreaterThan(own + 200);
  await strip.evaluate((box, end) => {
    box.scrollTop = end - 400;
  }, own);
  await expect(between).toBeInViewport();
  await expect(between).toContainText(first!.name);
  await expect(between).toContainText(second!.name);
  const edge = (await between.boundingBox())!.y;
  await scroll(page, edge + 200);
  await expect(page).toHaveURL(new RegExp(`/${second!.slug}/reader/1$`));
  await expect(page.getByRole('main', { name: 'Page 1 of' })).toBeVisible();
  expect(await strip.evaluate((box) => (box as HTMLElement & { same?: boolean }).same)).toBe(true);
  const records = () =>
    page.evaluate(
      () =>
        Object.values(
          JSON.parse(localStorage.getItem('komawari.progress') ?? '{}') as Record<
            string,
            { chapters: Record<string, { completedAt: number | null }> }
          >,
        )[0]?.chapters,
    );
  await expect.poll(async () => (await records())?.[second!.id]).toMatchObject({ page: 1, completedAt: null });
  expect((await records())?.[first!.id]).toMatchObject({ page: first!.pages, completedAt: expect.any(Number) });
  await scroll(page, -700);
  await expect(page).toHaveURL(new RegExp(`/${first!.slug}/reader/${first!.pages}$`));
});

test('space goes on by most of a screen, to the edge of a picture where one is near, then to the next chapter', async ({
  page,
  api,
}) => {
  const [first, second] = await chapters(api);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 800, height: 700 });
  await open(page, `/en/comic/${SLUG}/${first!.slug}/reader/2`, {});
  const at = () => page.locator('.strip').evaluate((box) => box.scrollTop);
  const start = await at();
  await page.keyboard.press(' ');
  expect((await at()) - start).toBeCloseTo(700 * 0.85, 0);
  await scroll(page, 2160 - 560 - ((await at()) - start));
  await page.keyboard.press(' ');
  expect((await at()) - start).toBe(2160);
  await page.keyboard.press('Shift+ ');
  expect((await at()) - start).toBeCloseTo(2160 - 700 * 0.85, 0);
  await page.keyboard.press('End');
  await expect(async () => {
    const isAtEnd = await page
      .locator('.strip')
      .evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1);
    await page.keyboard.press(' ');
    // The next chapter takes as long as it takes: pressed again meanwhile, the key would ask for it anew.
    await expect(page).toHaveURL(new RegExp(`/${second!.slug}/reader/1$`), { timeout: isAtEnd ? 5000 : 100 });
  }).toPass();
});

test('a strip of 2,000 pages and one page of 60,000 rows keep their places, and a page of no size has a box', async ({
  page,
  api,
}) => {
  const [first] = await chapters(api);
  await page.route(`**/api/comics/${SLUG}/${first!.slug}/images*`, async (route) => {
    const answer = await route.fetch();
    const data = (await answer.json()) as { images: Record<string, unknown>[] };
    const picture = (width: number, height: number) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`)}`;
    const images = Array.from({ length: 2000 }, (_, index) => {
      const [width, height] = index === 999 ? [800, 60_000] : index === 1500 ? [0, 0] : [800, 1280];
      return {
        ...data.images[0],
        id: 90_000 + index,
        page: index + 1,
        width,
        height,
        source_url: index === 1500 ? '/images/none.webp' : picture(width!, height!),
        trim: null,
      };
    });
    await route.fulfill({ response: answer, json: { ...data, images } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `/en/comic/${SLUG}`, {});
  await page.locator(`a[href*="/${first!.slug}/reader"]`).first().click();
  await expect(page.locator('.strip')).toBeVisible();
  await hydrated(page);
  await page.locator('.strip').evaluate((box) => {
    box.scrollTop = 999 * 1152 + 20_000;
  });
  await expect(page.locator('.strip__page img[alt="Page 1,000"]')).toBeAttached();
  expect(await page.locator('.strip__page').count()).toBeLessThan(12);
  const before = await row(page);
  expect(before[0]).toBe('Page 1,000');
  await resize(page, { width: 400, height: 800 });
  const after = await row(page);
  expect(Math.abs(after[1] - before[1]) * 60_000).toBeLessThan(10);
  await expect(page).toHaveURL(/\/reader\/1000$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const failed = page.locator('.strip__page', { has: page.getByRole('alert') });
  // Until the strip has been laid out anew, this place is beyond its end.
  await expect(async () => {
    await page.locator('.strip').evaluate((box) => {
      box.scrollTop = 1499 * 1152 + 54_000;
    });
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeInViewport({ timeout: 1000 });
  }).toPass();
  expect(await failed.boundingBox()).toMatchObject({ y: 0, width: 720, height: 1080 });
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/\/reader\/2000$/);
});
