import type { Page } from '@playwright/test';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

const pages = async (api: Parameters<typeof comicsWhere>[0]) => {
  const comics = await comicsWhere(api, '', (comic) => !comic.premium && comic.rating === 'safe');
  const series = comics.find((comic) => comic.chapters_count > 1)!;
  const strip = comics.find((comic) => comic.direction === 'vertical')!;
  return [
    '',
    'latest',
    'latest?q=zzzzqqqq',
    'tags',
    'characters',
    `comic/${encodeURIComponent(series.slug)}`,
    `comic/${encodeURIComponent(series.slug)}/characters`,
    `comic/${encodeURIComponent(series.slug)}/comments`,
    `comic/${encodeURIComponent(comics[0]!.slug)}/reader/1`,
    `comic/${encodeURIComponent(strip.slug)}/reader/1`,
    'nothing/here',
  ];
};

for (const [locale, theme, width] of [
  ['en', 'dark', 1440],
  ['ar', 'light', 360],
  ['zh', 'light', 1440],
] as const) {
  test(`no page breaks a rule of accessibility or scrolls sideways${locale === 'en' ? ', or jumps while it loads' : ''}: ${locale}, ${theme}, ${width} px`, async ({
    page,
    api,
    context,
  }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    if (locale === 'en') {
      // A jump may be part of a motion.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
    }
    // Chinese changes only the words, of pages that are all alike in light.
    const walked = (await pages(api)).filter((path) => locale !== 'zh' || ['', 'latest'].includes(path));
    for (const path of walked) {
      await page.goto(`/${locale}/${path}`.replace(/\/$/, ''));
      await hydrated(page);
      if (locale === 'en') {
        expect(await jumped(page), path).toBeLessThan(0.001);
      }
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
}

/** How much of the page has moved by itself since it began to load, as a browser counts it. */
function jumped(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) {
              sum += entry.value;
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestIdleCallback(() => requestAnimationFrame(() => resolve(sum)), { timeout: 2000 });
      }),
  );
}

test('the reader breaks no rule of accessibility with its bars, all pages and the chapters open, and gives the focus back', async ({
  page,
  api,
}) => {
  const [series] = await comicsWhere(
    api,
    '',
    (comic) => !comic.premium && comic.rating === 'safe' && comic.chapters_count > 1,
  );
  for (const [locale, width] of [
    ['en', 1440],
    ['ar', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/comic/${encodeURIComponent(series!.slug)}/reader/1`);
    await hydrated(page);
    const sound = async (what: string) => {
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id, nodes }) => `${what}, ${locale}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    };
    await page.keyboard.press('m');
    const slider = page.getByRole('slider');
    await expect(slider).toBeVisible();
    // Nothing fades any more once the contrast is measured.
    await expect(page.locator('.reader__bottom')).toHaveCSS('opacity', '1');
    const { height } = (await slider.boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    await page.locator('.reader__now').click();
    await page.locator('.reader__tools summary').click();
    await sound('bars');
    await page.locator('.reader__tools .menu button').first().click();
    await expect(page.locator('dialog[open] .part').first()).toBeVisible();
    if (width === 360) {
      await sound('chapters');
    }
    await page.keyboard.press('Escape');
    await slider.focus();
    await page.keyboard.press('t');
    await expect(page.locator('dialog[open] .thumb[data-page="1"]')).toBeFocused();
    if (width === 1440) {
      await sound('all pages');
    }
    await page.keyboard.press('Escape');
    await expect(slider).toBeFocused();
  }
});

test('the page is used by keyboard alone: skip link, menu, language', async ({ page }) => {
  await page.goto('/en');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('what an admin runs the site by breaks no rule of accessibility', async ({ page, request }) => {
  await signedIn(page, await admin(request));
  for (const [path, title] of [
    ['admin', 'Dashboard'],
    ['admin/jobs', 'Jobs'],
    ['admin/system', 'System'],
  ] as const) {
    await page.goto(`/en/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.goto('/en/admin');
  const views = page.getByRole('slider', { name: 'Views' });
  await views.focus();
  await page.keyboard.press('Home');
  await expect(views).toHaveAttribute('aria-valuenow', '0');
});
