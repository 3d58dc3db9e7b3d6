import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { STRIPS_HOST } from '../strips.ts';

test.use({ locale: 'de-AT', ofAge: false, colorScheme: 'dark' });

test('one process serves two sites of different variant, languages, theme, name and features', async ({
  page,
  api,
  baseURL,
}) => {
  const comic = (
    await comicsWhere(
      api,
      '',
      ({ slug, rating, premium, chapters_count: chapters }) =>
        /^[a-z-]+$/.test(slug) && rating === 'safe' && !premium && chapters === 0,
    )
  )[0]!;
  const strips = baseURL!.replace('127.0.0.1', STRIPS_HOST);
  const html = page.locator('html');

  await page.goto('/');
  await expect(page).toHaveURL('/de');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page).toHaveTitle(/Komawari$/);
  await expect(page.getByRole('banner').locator('.brand .mark')).toBeVisible();

  // The other one has no German.
  await page.goto(`${strips}/de/latest?sort=title`);
  await expect(page).toHaveURL(`${strips}/fr/latest?sort=title`);
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(page).toHaveTitle(/Bandes et histoires$/);
  await expect(page.getByRole('banner').locator('.brand')).toContainText('B');
  await expect(page.getByRole('link', { name: 'Boutique' }).first()).toHaveAttribute('rel', 'nofollow noopener');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Mastodon' })).toBeVisible();
  await expect(page.locator('.fav, [role=switch], a[href*="/register"], a[href*="/groups"]')).toHaveCount(0);
  await hydrated(page);
  await page.getByRole('main').locator('a[href*="/webtoon/"]').first().click();
  await expect(page).toHaveURL(/\/fr\/webtoon\//);
  expect((await page.goto(`${strips}/fr/groups`))?.status()).toBe(404);

  // The address of the other site's variant leads to its own, in either direction.
  await page.goto(`${strips}/ar/comic/${comic.slug}?page=2`);
  await expect(page).toHaveURL(`${strips}/ar/webtoon/${comic.slug}?page=2`);
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${strips}/ar/webtoon/${comic.slug}`);
  await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(3);
  await page.goto(`/en/webtoon/${comic.slug}`);
  await expect(page).toHaveURL(`/en/comic/${comic.slug}`);

  // One reads in a strip, the other page by page.
  await page.goto(`/en/comic/${comic.slug}/reader/1`);
  await expect(page.locator('[data-mode], .reader').first()).toBeVisible();
  const mode = async () => page.evaluate(() => document.querySelector('.strip') !== null);
  expect(await mode()).toBe(false);
  await page.goto(`${strips}/fr/webtoon/${comic.slug}/reader/1`);
  await expect.poll(mode).toBe(true);
});

test('a language that was chosen is remembered without its cookie, too', async ({ page, context }) => {
  await page.goto('/en/tags');
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  await context.clearCookies();
  await page.goto('/latest?sort=title');
  await expect(page).toHaveURL('/ar/latest?sort=title');
  // An address that says its language is left as it is.
  await context.clearCookies();
  await page.goto('/zh/tags');
  await expect(page).toHaveURL('/zh/tags');
});
