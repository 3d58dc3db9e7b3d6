import { axeOn } from '../axe.ts';
import { as, brought } from '../brought.ts';
import { drawn } from '../containers.ts';
import { expect, hydrated, openUntil, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

test('an editor prepares a chapter of a comic that readers see, schedules it, publishes it, and removes it again', async ({
  page,
  request,
}) => {
  const boss = await admin(request);
  const slug = await brought(request, boss, `Serial ${Date.now().toString(36)}`, 'suggestive');
  const readers = async () => {
    const answer = await request.get(`${process.env.KOMAWARI_E2E_URL}/api/comics/${slug}/chapters`);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };
  const before = await readers();
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${slug}/chapters`);
  await hydrated(page);
  // A one-shot has no list of chapters; its second one is added by a program.
  const added = await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/comics/${slug}/chapters`, {
    headers: as(boss),
    data: { name: 'Low tide', number: '2', state: 'draft' },
  });
  const { id } = (await added.json()) as { id: number };
  await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/chapters/${id}/pages?name=1.jpg`, {
    headers: { ...as(boss), 'content-type': 'image/jpeg' },
    data: await drawn(Date.now()),
  });
  await page.reload();
  await hydrated(page);
  const row = page.locator('.chapter-item').filter({ hasText: 'Low tide' });
  await expect(row.locator('.state')).toHaveText('Draft');
  expect((await axeOn(page).analyze()).violations).toEqual([]);

  const act = async (name: string) => {
    await row.locator('summary').click();
    await row.getByRole('button', { name, exact: true }).click();
  };
  await act('Schedule…');
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule…' }).click();
  await expect(dialog.getByText('The time of publication must be in the future')).toBeVisible();
  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel('Date and time').fill(`${year}-01-02T10:00`);
  await dialog.getByRole('button', { name: 'Schedule…' }).click();
  await expect(row.locator('.state')).toHaveText('Scheduled');
  await expect(row).toContainText(`January 2, ${year}`);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await readers()).toEqual(before);

  await act('Publish now');
  await expect(row.locator('.state')).toHaveCount(0);
  expect(await readers()).toContain('Low tide');

  await act('Remove…');
  await dialog.getByRole('button', { name: 'Remove…' }).click();
  await expect(row.locator('.state')).toHaveText('Removed');
  expect(await readers()).not.toContain('Low tide');
  const visitor = await page.context().browser()!.newPage();
  const gone = await visitor.goto(`${process.env.KOMAWARI_E2E_URL}/en/comic/${slug}/chapter-2/reader`);
  expect(gone?.status()).toBe(410);
  await expect(visitor.getByRole('heading', { name: 'This chapter was removed' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Go to the comic' }).click();
  await expect(visitor).toHaveURL(new RegExp(`/comic/${slug}$`));

  await act('Restore');
  await expect(row.locator('.state')).toHaveCount(0);
  expect(await readers()).toContain('Low tide');

  const second = await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/comics/${slug}/chapters`, {
    headers: as(boss),
    data: { name: 'Low water', number: '2', state: 'draft' },
  });
  const { id: version } = (await second.json()) as { id: number };
  await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/chapters/${version}/pages?name=1.jpg`, {
    headers: { ...as(boss), 'content-type': 'image/jpeg' },
    data: await drawn(Date.now() + 1),
  });
  await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/chapters/${version}/state`, {
    headers: as(boss),
    data: { action: 'publish' },
  });
  const versions = visitor.getByRole('list', { name: '2 versions of chapter 2' });
  await openUntil(visitor, `${process.env.KOMAWARI_E2E_URL}/en/comic/${slug}`, () =>
    expect(versions.getByRole('link')).toHaveText([/Low tide/, /Low water/], { timeout: 1000 }),
  );
  expect((await axeOn(visitor).analyze()).violations).toEqual([]);
  await visitor.close();
});
