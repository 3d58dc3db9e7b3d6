import { axeOn } from '../axe.ts';
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
