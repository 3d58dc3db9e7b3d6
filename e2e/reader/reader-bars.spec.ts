import type { Chapter } from '#contract/chapters.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('the reader fills the screen until it is left, saves the page in view as its file, and passes its address on', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [series] = await comicsWhere(
    api,
    '',
    (comic) => !comic.premium && comic.rating === 'safe' && comic.chapters_count > 1 && comic.direction === 'ltr',
  );
  await page.goto(`/en/comic/${encodeURIComponent(series!.slug)}/reader/1`);
  await hydrated(page);
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);

  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Full screen' }).first().click();
  await expect.poll(isFull).toBe(true);

  await page.locator('.reader__tools summary').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the page' }).click();
  expect((await download).suggestedFilename()).toMatch(/ - Chapter 1.* - 001\.(png|webp|jpg)$/);

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
  });
  await page.locator('.reader__tools summary').click();
  await page.getByRole('button', { name: 'Share the page' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/reader\/1$/);

  // The next chapter is read on in full screen; the comic's page is none of the reader's.
  const [, second] = await api<Chapter[]>(`/api/comics/${encodeURIComponent(series!.slug)}/chapters`);
  await page.keyboard.press('.');
  await expect(page).toHaveURL(new RegExp(`/${second!.slug}/reader/1$`));
  await expect(page.locator('.reader')).toHaveAttribute('data-chrome', 'off');
  await hydrated(page);
  expect(await isFull()).toBe(true);
  await page.keyboard.press('m');
  await page.getByRole('link', { name: 'Back to the comic' }).first().click();
  await expect.poll(isFull).toBe(false);
});
