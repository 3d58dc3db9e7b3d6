import { expectNoFaults } from '../axe.ts';
import { as, brought } from '../brought.ts';
import { drawn } from '../containers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

test('an editor gives a volume a title and a cover, a page or a picture of their own, and readers see both', async ({
  page,
  request,
}) => {
  const site = process.env.KOMAWARI_E2E_URL;
  const boss = await admin(request);
  const slug = await brought(request, boss, `Volumes ${Date.now().toString(36)}`, 'suggestive');
  for (const [number, volume] of [
    ['2', '1'],
    ['3', '2'],
  ]) {
    const added = await request.post(`${site}/api/admin/comics/${slug}/chapters`, {
      headers: as(boss),
      data: { name: `Tide ${number}`, number, volume, state: 'published' },
    });
    const { id } = (await added.json()) as { id: number };
    await request.post(`${site}/api/admin/chapters/${id}/pages?name=1.jpg`, {
      headers: { ...as(boss), 'content-type': 'image/jpeg' },
      data: await drawn(Number(number)),
    });
  }
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${slug}/chapters`);
  await hydrated(page);
  const row = page.locator('.volume-item');
  await expect(row).toHaveText([/Volume 1\s*1 chapter/, /Volume 2\s*1 chapter/]);
  await expectNoFaults(page);

  const dialog = page.locator('dialog[open]');
  await page.getByRole('button', { name: 'Edit volume 1' }).click();
  await dialog.getByLabel('Title of the volume').fill('Low water');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.first()).toContainText('Low water');

  await page.getByRole('button', { name: 'Edit volume 1' }).click();
  await dialog.getByRole('button', { name: 'Choose a page' }).click();
  await dialog.getByRole('button', { name: 'Use page 1 as the cover' }).click();
  await dialog.getByRole('button', { name: 'Use the whole image' }).click();
  await expect(dialog.getByRole('img', { name: 'Cover of volume 1' })).toBeVisible();
  await expectNoFaults(page);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Edit volume 2' }).click();
  const picked = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Upload an image' }).click();
  await (await picked).setFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await drawn(77) });
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await expect(dialog.getByRole('img', { name: 'Cover of volume 2' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/en/comic/${slug}`);
  await hydrated(page);
  const headings = page.locator('.chapter-volume');
  await expect(headings).toHaveText(['Chapters without a volume', /Volume 1\s*Low water/, 'Volume 2']);
  for (const at of [1, 2]) {
    const cover = headings.nth(at).locator('img');
    await cover.scrollIntoViewIfNeeded();
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expectNoFaults(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await page.goto(`/en/admin/comics/${slug}/chapters`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Edit volume 2' }).click();
  await dialog.getByRole('button', { name: 'Remove the cover' }).click();
  await expect(dialog.getByRole('img', { name: 'Cover of volume 2' })).toHaveCount(0);
});
