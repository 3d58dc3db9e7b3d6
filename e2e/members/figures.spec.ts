import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

test('what was read is counted, shown to others by a link, and to nobody once that is removed', async ({
  page,
  context,
  request,
  api,
  browser,
}) => {
  const [comic] = await comicsWhere(
    api,
    '',
    (each) => each.rating === 'safe' && !each.premium && each.chapters_count === 0,
  );
  const member = await registered(request);
  await signedIn(page, member);
  await page.goto('/en/figures');
  await expect(page.getByText('Nothing to count yet')).toBeVisible();
  const places = [1, comic!.pages].map((at, turn) => ({
    comic_id: comic!.id,
    page: at,
    completed: turn === 1,
    updated_at: new Date(Date.now() - (2 - turn) * 120_000).toISOString(),
  }));
  for (const place of places) {
    await request.put('/api/account/progress', {
      headers: { authorization: `Bearer ${member.auth.access_token}` },
      data: place,
    });
  }
  await page.reload();
  const sums = page.locator('.reading-sums');
  await expect(sums).toContainText(`${comic!.pages}`);
  await expect(sums).toContainText('2 minutes');
  await page.getByText('Reading time', { exact: true }).last().click();
  await page.getByText('Values as a table').click();
  // The first of the rows may be another month by now.
  const month = new Date(places[1]!.updated_at).toLocaleString('en', { month: 'long', year: 'numeric' });
  await expect(page.getByRole('row').filter({ hasText: month })).toContainText('2 minutes');
  await expectNoFaults(page);

  await page.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByLabel('Link to your statistics').inputValue();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(member.user.username);
  await expect(guest.locator('.reading-sums')).toContainText('2 minutes');
  await expect(guest.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(guest.getByText(comic!.title)).toHaveCount(0);
  await expectNoFaults(guest);
  await guest.close();

  for (const [locale, width, theme] of [
    ['ar', 360, 'light'],
    ['zh', 1440, 'dark'],
  ] as const) {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/figures`);
    await hydrated(page);
    await expect(sums).toBeVisible();
    await expectNoFaults(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }

  await page.goto('/en/figures');
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await request.get(`/api/figures/${address.split('/').at(-1)}`)).status()).toBe(404);
});
