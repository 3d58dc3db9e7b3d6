import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

test('comics like what was read last stand on the home page, said why, until one press switches that off', async ({
  page,
  context,
  request,
  api,
}) => {
  const comics = await comicsWhere(
    api,
    '',
    (each) => each.rating === 'safe' && !each.premium && each.chapters_count === 0,
  );
  const member = await registered(request);
  const headers = { authorization: `Bearer ${member.auth.access_token}` };
  let because = '';
  for (const comic of comics) {
    await request.put('/api/account/progress', { headers, data: { comic_id: comic.id, page: 2 } });
    const answer = await request.get('/api/account/suggestions?lang=en', { headers });
    because = ((await answer.json()) as { because: { title: string } | null }).because?.title ?? '';
    if (because !== '') break;
  }
  expect(because).not.toBe('');
  await signedIn(page, member);
  const faults = async () => (await axeOn(page).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
  await page.goto('/en');
  await hydrated(page);
  const row = page.getByRole('region', { name: `Because you read ${because}` });
  await expect(row.getByRole('link').first()).toBeVisible();
  expect(await faults()).toEqual([]);
  for (const [locale, width, theme] of [
    ['ar', 360, 'light'],
    ['zh', 1440, 'dark'],
  ] as const) {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}`);
    await hydrated(page);
    await page.locator('[aria-labelledby="shelf-suggested"]').scrollIntoViewIfNeeded();
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.goto('/en');
  await row.getByRole('button', { name: 'Turn off suggestions' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/en/settings/content');
  const choice = page.getByRole('switch', { name: 'Suggest comics based on what I read' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(
      async () =>
        ((await (await request.get('/api/account/suggestions', { headers })).json()) as { because: unknown }).because,
    )
    .not.toBeNull();
});
