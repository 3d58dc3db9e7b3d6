import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, test } from '../fixtures.ts';
import { PASSWORD, registered } from '../member.ts';

const site = () => process.env.KOMAWARI_E2E_URL ?? '';

for (const [locale, theme, width] of [
  ['en', 'dark', 1440],
  ['ar', 'light', 360],
  ['zh', 'dark', 360],
] as const) {
  test(`the page of the API is accessible and fits: ${locale}, ${theme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/api/docs?lang=${locale}`);
    await page.getByRole('searchbox').fill('/rating');
    await page.locator('details[data-path="/api/comics/{slug}/rating"][data-method="PUT"] summary').click();
    await expect(page.locator('form').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
  });
}

test('calls are tried with one’s own key, which is neither kept nor in an address, and shown as code', async ({
  page,
  request,
  api,
}) => {
  const { auth } = await registered(request);
  const made = await request.post(`${site()}/api/account/api-keys`, {
    headers: { authorization: `Bearer ${auth.access_token}` },
    data: { name: 'docs', scopes: ['read', 'library'], days: 1, password: PASSWORD },
  });
  const { key } = (await made.json()) as { key: string };
  const [comic] = await comicsWhere(api, 'per_page=5');
  const addresses: string[] = [];
  page.on('request', (each) => addresses.push(each.url()));
  await page.goto('/api/docs?lang=en');
  const favorite = page.locator('details[data-path="/api/comics/{slug}/favorite"][data-method="POST"]');
  await page.getByLabel('Find a call').fill('comics/{slug}/favorite');
  await expect(page.locator('details[data-path="/api/config"]')).toBeHidden();
  await favorite.locator('summary').click();
  await favorite.getByLabel('slug (path)').fill(comic!.slug);
  await favorite.getByRole('button', { name: 'Send' }).click();
  await expect(favorite.getByRole('status')).toContainText('needs an API key');
  await page.getByLabel('API key').fill(key);
  await favorite.getByRole('button', { name: 'Send' }).click();
  await expect(favorite.getByRole('status')).toContainText('200');
  await expect(favorite.getByRole('region', { name: 'Answer' })).toContainText('"favorited": true');
  const code = favorite.getByRole('region', { name: 'Code' });
  await expect(code).toContainText(`curl -X POST '${site()}/api/comics/${comic!.slug}/favorite'`);
  await favorite.getByRole('button', { name: 'TypeScript' }).click();
  await expect(code).toContainText("await site.post('/api/comics/{slug}/favorite'");
  await favorite.getByRole('button', { name: 'Python' }).click();
  await expect(code).toContainText('requests.post(');
  await expect(page.locator('body')).not.toContainText(key);
  expect(addresses.filter((each) => each.includes(key))).toEqual([]);
  expect(new Set(addresses.map((each) => new URL(each).origin))).toEqual(new Set([new URL(site()).origin]));
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toContain(key);
  await page.reload();
  await expect(page.getByLabel('API key')).toHaveValue('');
});
