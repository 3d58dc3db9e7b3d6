import type { ChapterDetails } from '#contract/chapters.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

test.use({
  reducedMotion: 'no-preference',
  viewport: { width: 900, height: 700 },
  storageState: { cookies: [], origins: [] },
});

test('a page is read panel by panel in its direction, with its text for those who listen', async ({ page, api }) => {
  const comic = (
    await comicsWhere(
      api,
      'nsfw=false',
      (each) =>
        each.direction === 'rtl' &&
        each.chapters_count === 0 &&
        each.pages >= 4 &&
        !each.premium &&
        !each.speechless &&
        each.rating === 'safe',
    )
  )[0]!;
  const slug = encodeURIComponent(comic.slug);
  const { pages } = await api<ChapterDetails>(`/api/comics/${slug}/images/details`);
  const [, second, third] = pages;
  expect(second!.panels.length).toBeGreaterThan(1);

  await page.goto(`/en/comic/${slug}/reader/2`);
  await hydrated(page);
  await expect(page.locator('.page-slider')).toBeAttached();
  const picture = page.locator('.spread.is-now img').first();
  await expect(picture).toHaveAccessibleDescription(second!.text!.replaceAll(/\s+/g, ' ').trim());

  const said = page.getByRole('status').filter({ hasText: /Panel|Page/ });
  const guided = page.locator('.guided__page');
  await page.keyboard.press('q');
  await expect(said).toHaveText(`Panel 1 of ${second!.panels.length}, page 2`);
  // It glides there from the whole page.
  await expect
    .poll(() => guided.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a))
    .toBeGreaterThan(1);
  for (let panel = 2; panel <= second!.panels.length; panel += 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(said).toHaveText(`Panel ${panel} of ${second!.panels.length}, page 2`);
  }
  await page.mouse.click(40, 350);
  await expect(page).toHaveURL(/\/reader\/3$/);
  await expect(said).toHaveText(`Panel 1 of ${third!.panels.length}, page 3`);
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText(`Panel ${second!.panels.length} of ${second!.panels.length}, page 2`);
  await page.keyboard.press('Escape');
  await expect(guided).toBeHidden();
  await expect(page).toHaveURL(/\/reader\/2$/);

  // The mouse has shown the bars until it rests; the key would put them away.
  await expect(page.locator('.reader')).toHaveAttribute('data-chrome', 'off');
  await page.keyboard.press('m');
  await page.locator('.reader__top summary').click();
  await page.getByRole('button', { name: 'Text of this page' }).click();
  const text = page.getByRole('region', { name: 'Text of this page' });
  await expect(text).toContainText(second!.text!.split('\n')[0]!);
  await text.getByRole('button', { name: 'Close' }).click();
  await expect(text).toBeHidden();
});
