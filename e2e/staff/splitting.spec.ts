import { expectNoFaults } from '../axe.ts';
import { as, brought } from '../brought.ts';
import { drawn } from '../containers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

test('an editor splits a chapter before a page, seeing the pages on either side, and joins the parts again', async ({
  page,
  request,
}) => {
  const site = process.env.KOMAWARI_E2E_URL;
  const boss = await admin(request);
  const slug = await brought(request, boss, `Parts ${Date.now().toString(36)}`, 'suggestive');
  const added = await request.post(`${site}/api/admin/comics/${slug}/chapters`, {
    headers: as(boss),
    data: { name: 'Tide', number: '2', state: 'published' },
  });
  const { id } = (await added.json()) as { id: number };
  for (const number of [1, 2, 3, 4]) {
    await request.post(`${site}/api/admin/chapters/${id}/pages?name=${number}.jpg`, {
      headers: { ...as(boss), 'content-type': 'image/jpeg' },
      data: await drawn(40 + number),
    });
  }
  const readers = async () => {
    const answer = await request.get(`${site}/api/comics/${slug}/chapters`);
    return ((await answer.json()) as { name: string; pages: number }[]).map(({ name, pages }) => [name, pages]);
  };
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${slug}/chapters?chapter=${id}`);
  await hydrated(page);
  const dialog = page.locator('dialog[open]');
  await page.getByRole('button', { name: 'Open page 1' }).click();
  await expect(dialog.getByRole('button', { name: 'Split here' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open page 3' }).click();
  await dialog.getByRole('button', { name: 'Split here' }).click();
  await expect(dialog.getByText('From page 3 on')).toBeVisible();
  await expect(dialog.locator('.page-strip ul')).toHaveCount(2);
  await expect(dialog.locator('.page-strip img')).toHaveCount(4);
  await expectNoFaults(page);
  await dialog.getByLabel('Name').fill('Low water');
  await dialog.getByRole('button', { name: 'Split the chapter' }).click();
  await expect(dialog).toHaveCount(0);
  const row = (name: string) => page.locator('.chapter-item').filter({ hasText: name });
  await expect(row('Low water')).toContainText('2 pages');
  expect((await readers()).slice(1)).toEqual([
    ['Tide', 2],
    ['Low water', 2],
  ]);

  await page.setViewportSize({ width: 360, height: 800 });
  await row('Tide').locator('summary').click();
  await row('Tide').getByRole('button', { name: 'Join with the next chapter' }).click();
  await expect(dialog.locator('.page-strip img')).toHaveCount(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Join with the next chapter' }).click();
  await expect(row('Low water')).toHaveCount(0);
  expect((await readers()).slice(1)).toEqual([['Tide', 4]]);
});
