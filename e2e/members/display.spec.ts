import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';
import { axeOn, expectNoFaults } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';

test('a guest chooses the titles that are shown: at once, on every page, and until it is taken back', async ({
  page,
  context,
}) => {
  const title = page.getByRole('main').getByRole('link', { name: 'Snow Day', exact: true });
  const original = page.getByRole('main').getByRole('link', { name: '雪の日', exact: true });
  await page.goto('/en/language/japanese');
  await expect(title.first()).toBeVisible();
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Display' }).click();
  const dialog = page.getByRole('dialog', { name: 'Display' });
  await expect(dialog.getByLabel('Titles of comics')).toBeVisible();
  const { violations } = await axeOn(page).include('dialog[open]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await dialog.getByLabel('Titles of comics').selectOption('original');
  await expect(original.first()).toBeAttached();
  await expect(title).toHaveCount(0);
  await page.keyboard.press('Escape');
  await original.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('雪の日');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('雪の日');

  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Display' }).click();
  await dialog.getByLabel('Titles of comics').selectOption('translated');
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Snow Day');
  expect((await context.cookies()).find(({ name }) => name === 'titles')).toBeUndefined();
});

test('a guest has covers above a rating blurred from the first paint on, and shows one by a press or a key', async ({
  page,
  api,
  context,
}) => {
  // Of the oldest: what other tests bring is rated, too, pushes these from the first page, and is taken away meanwhile.
  const oldest = 'sort=uploaded_at&order=asc';
  const { data } = await api<List<ComicCard>>(`/api/comics?nsfw=true&${oldest}`);
  const explicit = data.find(({ rating }) => rating === 'explicit')!;
  const suggestive = data.find(({ rating }) => rating === 'suggestive')!;
  const filterOn = (slug: string) =>
    page
      .locator(`article.card:has(a[href="/en/comic/${slug}"]) .cover > img`)
      .evaluate((image) => getComputedStyle(image).filter);
  await context.addCookies([{ name: 'nsfw', value: 'true', url: process.env.KOMAWARI_E2E_URL ?? '' }]);
  await page.goto(`/en/latest?${oldest}`);
  await hydrated(page);
  expect(await filterOn(explicit.slug)).toBe('none');
  const shows = page.getByRole('button', { name: /^Cover of .* is hidden: show it$/ });
  await expect(shows).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Display' }).click();
  const dialog = page.getByRole('dialog', { name: 'Display' });
  await dialog.getByLabel('Blurred covers').selectOption('explicit');
  await page.keyboard.press('Escape');
  expect([await filterOn(explicit.slug), await filterOn(suggestive.slug)]).toEqual([
    expect.stringContaining('blur'),
    'none',
  ]);

  // Before any script of the page has run, and nothing moves as it does.
  await page.route('**/assets/**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  await page.reload();
  expect(await filterOn(explicit.slug)).toContain('blur');
  await page.unroute('**/assets/**/*.js');
  await page.reload();
  await hydrated(page);
  await expectNoFaults(page);
  const show = page.getByRole('button', { name: `Cover of ${explicit.title} is hidden: show it` });
  // Which scrolls to it.
  await show.focus();
  const box = await page.locator(`article.card:has(a[href="/en/comic/${explicit.slug}"])`).boundingBox();
  await page.keyboard.press('Enter');
  expect(await filterOn(explicit.slug)).toBe('none');
  expect(await page.locator(`article.card:has(a[href="/en/comic/${explicit.slug}"])`).boundingBox()).toEqual(box);
  await page.getByRole('button', { name: `Hide the cover of ${explicit.title}` }).press('Enter');
  expect(await filterOn(explicit.slug)).toContain('blur');

  await page.goto(`/en/comic/${explicit.slug}`);
  await hydrated(page);
  const cover = page.locator('.comic__cover > img');
  expect(await cover.evaluate((image) => getComputedStyle(image).filter)).toContain('blur');
  await expectNoFaults(page);
  await show.click();
  expect(await cover.evaluate((image) => getComputedStyle(image).filter)).toBe('none');
});
