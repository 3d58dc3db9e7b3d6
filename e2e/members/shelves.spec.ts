import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, hydrated, listening, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

test('a comic is put on a shelf on its page, and is there with its days and note, until it is taken off', async ({
  page,
  context,
  request,
  api,
}) => {
  const [comic, second] = await comicsWhere(
    api,
    'nsfw=false',
    (each) => each.rating === 'safe' && !each.premium && each.chapters_count > 1,
  );
  const member = await registered(request);
  await signedIn(page, member);
  await page.goto(`/en/comic/${encodeURIComponent(comic!.slug)}`);
  await hydrated(page);
  const add = page.getByRole('button', { name: 'Add to shelf' });
  await listening(add);
  await add.click();
  const dialog = page.getByRole('dialog', { name: `Shelf for ${comic!.title}` });
  await dialog.getByRole('radio', { name: 'Planned' }).check();
  await dialog.getByLabel('Private note').fill('For the train');
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'On your shelf: Planned' })).toBeVisible();

  await request.put(`/api/comics/${encodeURIComponent(second!.slug)}/shelf`, {
    headers: { authorization: `Bearer ${member.auth.access_token}` },
    data: { shelf: 'planned' },
  });
  await page.goto('/en/shelves');
  await expect(page.getByText('Nothing on this shelf yet')).toBeVisible();
  const shelves = page.getByRole('navigation', { name: 'Shelf', exact: true });
  await shelves.getByRole('link', { name: 'Planned 2' }).click();
  const rows = page.locator('.shelf-rows > li');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: comic!.title })).toContainText('For the train');
  await expect(rows.first().getByText(/^\d+ unread chapters?$/)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('searchbox', { name: 'Search this shelf' }).fill(comic!.title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shelves\?.*q=/);
  await expect(rows.filter({ hasText: comic!.title })).toHaveCount(1);

  await rows.getByRole('button', { name: `Shelf for ${comic!.title}` }).click();
  await expect(dialog.getByLabel('Private note')).toHaveValue('For the train');
  await dialog.getByRole('radio', { name: 'Finished' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await shelves.getByRole('link', { name: 'Finished 1' }).click();
  await expect(rows).toContainText(/finished \w/);
  await rows.getByRole('button', { name: `Shelf for ${comic!.title}` }).click();
  await dialog.getByRole('button', { name: 'Remove from shelf' }).click();
  await expect(page.getByText('Nothing on this shelf yet')).toBeVisible();

  for (const [locale, width, theme] of [
    ['ar', 360, 'light'],
    ['zh', 1440, 'dark'],
  ] as const) {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/shelves?shelf=planned&sort=title`);
    await expect(rows).toHaveCount(1);
    await expectNoFaults(page);
    await rows.getByRole('button').click();
    await expect(page.locator('dialog[open] textarea')).toBeVisible();
    await expectNoFaults(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
