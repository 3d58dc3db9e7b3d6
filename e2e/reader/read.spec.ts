import type { ComicCard } from '#contract/comics.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

/** One comic of each kind of reading, from the demo library. */
const kinds = [
  ['left to right', (comic: ComicCard) => comic.direction === 'ltr' && comic.chapters_count === 0],
  ['right to left', (comic: ComicCard) => comic.direction === 'rtl' && comic.chapters_count === 0],
  ['downwards', (comic: ComicCard) => comic.direction === 'vertical' && comic.chapters_count === 0],
] as const;

test.use({ reducedMotion: 'no-preference', storageState: { cookies: [], origins: [] } });

for (const [kind, wanted] of kinds) {
  test(`a one-shot is read ${kind} to its end by keyboard`, async ({ page, api }) => {
    const comic = (
      await comicsWhere(api, 'nsfw=false', (each) => wanted(each) && !each.premium && each.rating === 'safe')
    )[0]!;
    await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
    await hydrated(page);
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^Read ${escaped(comic.title)}`));
    await expect(page.locator('footer.foot')).toHaveCount(0);
    const forward = comic.direction === 'rtl' ? 'ArrowLeft' : comic.direction === 'ltr' ? 'ArrowRight' : ' ';
    const end = page.getByRole('region', { name: `The end of ${comic.title}` });
    await expect(async () => {
      await page.keyboard.press(forward);
      await expect(end).toBeInViewport({ ratio: 0.5, timeout: 400 });
    }).toPass();
    await expect(page).toHaveURL(new RegExp(`/reader/${comic.pages}$`));
    await end.getByRole('link', { name: 'Back to the comic' }).click();
    await expect(page).toHaveURL(new RegExp(`/comic/[^/]+$`));
    await expect(page.getByRole('link', { name: /^Read again/ })).toBeVisible();
  });
}

test('a series is read from one chapter into the next', async ({ page, api }) => {
  const comic = (
    await comicsWhere(
      api,
      '',
      (each) => each.chapters_count > 1 && each.direction === 'ltr' && !each.premium && each.rating === 'safe',
    )
  )[0]!;
  const chapters = await api<{ slug: string; pages: number }[]>(
    `/api/comics/${encodeURIComponent(comic.slug)}/chapters`,
  );
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/${chapters[0]!.slug}/reader/${chapters[0]!.pages}`);
  await hydrated(page);
  await page.keyboard.press('ArrowRight');
  // The bar, which is hidden, has such a link, too.
  await page
    .getByRole('region', { name: /^End of/ })
    .getByRole('link', { name: 'Next chapter' })
    .click();
  await expect(page).toHaveURL(new RegExp(`/${chapters[1]!.slug}/reader/1$`));
  await expect(page.getByRole('main', { name: /^Page 1/ })).toBeVisible();
  await hydrated(page);
  await page.keyboard.press(',');
  await expect(page).toHaveURL(new RegExp(`/${chapters[0]!.slug}/reader/`));
});

test('the place is kept: the comic offers to continue where the reader stopped', async ({ page, api }) => {
  const comic = (
    await comicsWhere(
      api,
      '',
      (each) =>
        each.chapters_count === 0 &&
        each.direction === 'ltr' &&
        each.pages >= 5 &&
        !each.premium &&
        each.rating === 'safe',
    )
  )[0]!;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/1`);
  await hydrated(page);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/reader\/2$/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/reader\/3$/);
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  const go = page.getByRole('link', { name: /Continue at page 3/ });
  await expect(go).toBeVisible();
  await go.click();
  await expect(page).toHaveURL(/\/reader\/3$/);
});

test('a page beyond the last is the last, and every picture the reader shows has arrived', async ({ page, api }) => {
  const comic = (
    await comicsWhere(
      api,
      'sort=uploaded_at&order=asc',
      (each) => each.chapters_count === 0 && each.direction === 'ltr' && !each.premium && each.rating === 'safe',
    )
  )[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/999`);
  await hydrated(page);
  await expect(page).toHaveURL(new RegExp(`/reader/${comic.pages}$`));
  const shown = page.locator('.spread.is-now img').first();
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
});

test('settings change the reader at once and are kept', async ({ page, api }) => {
  const comic = (
    await comicsWhere(
      api,
      'sort=uploaded_at&order=asc',
      (each) => each.chapters_count === 0 && each.direction === 'ltr' && !each.premium && each.rating === 'safe',
    )
  )[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/1`);
  await hydrated(page);
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: 'Reader' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('radio', { name: 'Strip', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel('Pages as a strip')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel('Pages as a strip')).toBeVisible();
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
