import { expectNoFaults } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

test('a search that a guest saved is in the account after login, is followed there, and leaves the browser with its member', async ({
  page,
  context,
  request,
}) => {
  const member = await registered(request);
  const headers = { authorization: `Bearer ${member.auth.access_token}` };
  await page.goto('/en/latest?sort=title');
  await page.evaluate(() =>
    localStorage.setItem('komawari.filters', JSON.stringify([{ name: 'By title', query: 'sort=title' }])),
  );
  await signedIn(page, member);
  await page.goto('/en/latest?sort=pages');
  await hydrated(page);
  const list = async () =>
    (await (await request.get('/api/account/searches', { headers })).json()) as { name: string }[];
  await expect.poll(async () => (await list()).map(({ name }) => name)).toEqual(['By title']);

  const pill = page.locator('summary', { hasText: 'Saved searches' });
  await pill.click();
  const bell = page.getByRole('button', { name: 'Notify me about new comics: By title' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await bell.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  expect(await list()).toMatchObject([{ name: 'By title', query: 'sort=title', followed: true }]);
  await page.getByRole('textbox', { name: 'Save this search' }).fill('Long ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await list()).map(({ name }) => name)).toEqual(['By title', 'Long ones']);
  await expectNoFaults(page);

  for (const [locale, width, theme] of [
    ['ar', 360, 'light'],
    ['zh', 1440, 'dark'],
    ['en', 360, 'dark'],
  ] as const) {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/following`);
    await hydrated(page);
    await expect(page.getByRole('link', { name: 'By title' })).toBeVisible();
    await expectNoFaults(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: /By title/ }).click();
  await expect(page.getByRole('link', { name: 'By title' })).toHaveCount(0);
  expect(await list()).toMatchObject([{ followed: false }, { followed: false }]);
});
