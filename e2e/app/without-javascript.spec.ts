import { comicsWhere, expect, test } from '../fixtures.ts';

test.use({ javaScriptEnabled: false });

test('everything can be browsed and read before scripts arrive', async ({ page, api }) => {
  await page.goto('/en');
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(30);
  await page.goto('/en/latest');
  await page.getByRole('combobox').first().selectOption('title');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page.locator('main article.card').first()).toBeVisible();
  // Of the oldest: what other tests bring is taken away meanwhile.
  const comic = (
    await comicsWhere(
      api,
      'sort=uploaded_at&order=asc',
      (each) => each.direction === 'ltr' && each.chapters_count === 0 && !each.premium && each.rating === 'safe',
    )
  )[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await expect(page.locator('main img').first()).toBeVisible();
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/1`);
  await page.getByRole('link', { name: /Next/ }).first().click();
  await expect(page).toHaveURL(/\/reader\/2$/);
});

test('a crawler finds what a page is about', async ({ page, api }) => {
  const [comic] = await comicsWhere(api, '', (each) => each.rating === 'safe');
  await page.goto(`/en/comic/${encodeURIComponent(comic!.slug)}`);
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBeTruthy();
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/^http.*\/share\//);
  const { '@graph': things } = JSON.parse(
    await page.locator('script[type="application/ld+json"]').first().innerText(),
  ) as { '@graph': { '@type': string; name: string }[] };
  expect(things.find(({ '@type': type }) => type.startsWith('Comic'))?.name).toBe(comic!.title);
});

test('a form that needs scripts, sent without them, leads to a page that says so, and back', async ({ page }) => {
  for (const [address, field, words, back] of [
    ['/en/login', 'Username or email', 'This form needs JavaScript', 'Back to the page'],
    ['/de/dmca', 'Telefon', 'Dieses Formular braucht JavaScript', 'Zurück zur Seite'],
  ] as const) {
    await page.goto(address);
    await page.getByLabel(field).fill('quiet');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByLabel(field).press('Enter');
    expect((await answered).status()).toBe(405);
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.getByRole('link', { name: back }).click();
    await expect(page.getByLabel(field)).toHaveValue('');
    await expect(page).toHaveURL(address);
  }
});
