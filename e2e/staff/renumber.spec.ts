import { expectNoFaults } from '../axe.ts';
import { as, brought } from '../brought.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

test('an editor shifts the numbers of some chapters and sets their volume at once, after seeing what becomes of them', async ({
  page,
  request,
}) => {
  const site = process.env.KOMAWARI_E2E_URL;
  const boss = await admin(request);
  const slug = await brought(request, boss, `Numbers ${Date.now().toString(36)}`, 'suggestive');
  for (const number of ['1', '2', '3', 'extra']) {
    await request.post(`${site}/api/admin/comics/${slug}/chapters`, {
      headers: as(boss),
      data: { name: `Tide ${number}`, number, state: 'draft' },
    });
  }
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${slug}/chapters`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Renumber chapters' }).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByText('Nothing changes yet.')).toBeVisible();
  await dialog.getByLabel('From chapter').selectOption('#2');
  await dialog.getByLabel('To chapter').selectOption('#extra');
  await dialog.getByLabel('Add to the numbers').fill('-3');
  await expect(dialog.getByText('Chapter 2 would get a number below 0.')).toBeVisible();
  await dialog.getByLabel('Add to the numbers').fill('-1');
  await dialog.getByRole('button', { name: 'Change 2 chapters' }).click();
  await expect(dialog.getByText('would have the same number: 1')).toBeVisible();

  await dialog.getByLabel('Add to the numbers').fill('10');
  await dialog.getByText('Change', { exact: true }).click();
  await dialog.getByLabel('New volume').fill('4');
  await expect(dialog.locator('.renumber-preview li')).toHaveText([
    /Tide 2.*#2.*Volume 4 · #12/,
    /Tide 3.*#3.*Volume 4 · #13/,
    /Tide extra.*#extra.*Volume 4 · #extra/,
  ]);
  await expectNoFaults(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Change 3 chapters' }).click();
  await expect(dialog).toHaveCount(0);
  const row = (name: string) => page.locator('.chapter-item').filter({ hasText: name });
  await expect(row('Tide 2')).toContainText('Volume 4 · #12');
  await expect(row('Tide 1')).not.toContainText('Volume');
  await expect(page.locator('.volume-item')).toHaveText([/Volume 4\s*3 chapters/]);
});
