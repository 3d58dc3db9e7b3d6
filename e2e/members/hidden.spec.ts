import type { Page as List } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';
import { axeOn } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';

test('a tag is hidden on its page: at once from every list, search and count, and shown again from the list of what is hidden', async ({
  page,
  api,
  context,
}) => {
  const {
    data: [tag, other],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  const { total } = await api<List<unknown>>('/api/comics?nsfw=false');
  await page.goto(`/en/tag/${tag!.slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Hide everywhere' }).click();
  await expect(page.getByText(`You hide ${tag!.name}: its comics are left out`)).toBeVisible();
  expect((await context.cookies()).find(({ name }) => name === 'hidden')).toMatchObject({
    value: String(tag!.id),
    sameSite: 'Lax',
  });
  await expect(page.locator('main article.card')).toHaveCount(Math.min(24, tag!.comics_count));

  await page.goto('/en/tags');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${other!.name}`) })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`^${tag!.name}`) })).toHaveCount(0);
  const left = await page.request.get('/api/comics?nsfw=false');
  expect(((await left.json()) as List<unknown>).total).toBe(total - tag!.comics_count);

  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Hidden for you' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hidden for you' });
  await expect(dialog.getByRole('link', { name: tag!.name })).toBeVisible();
  const { violations } = await axeOn(page).include('dialog[open]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await dialog.getByRole('button', { name: `Show again: ${tag!.name}` }).press('Enter');
  await expect(dialog.getByText('Nothing is hidden.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Hidden for you' })).toBeFocused();
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${tag!.name}`) })
      .first(),
  ).toBeVisible();
  expect((await context.cookies()).find(({ name }) => name === 'hidden')).toBeUndefined();
});

test('a language is hidden, and all is shown again at once', async ({ page, api }) => {
  const {
    data: [language],
  } = await api<List<Term>>('/api/languages?sort=comics_count&nsfw=false');
  await page.goto(`/en/language/${language!.slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Hide everywhere' }).click();
  await page.goto('/en/latest');
  await hydrated(page);
  await expect(page.locator('main article.card').first()).toBeVisible();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Hidden for you' }).click();
  await page.getByRole('button', { name: 'Show everything again' }).click();
  await expect(page.getByText('Nothing is hidden.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing offers what needs a script, and pages go by the cookie all the same', async ({
    page,
    api,
    context,
    baseURL,
  }) => {
    const {
      data: [tag],
    } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
    await context.addCookies([{ name: 'hidden', value: String(tag!.id), url: baseURL! }]);
    await page.goto('/en/tags');
    await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`^${tag!.name}`) })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Hidden for you' })).toHaveCount(0);
  });
});
