import type { Page as List } from '#contract/paging.ts';
import type { LetterStart, Term } from '#contract/taxonomy.ts';
import { axeOn } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';

test('a row of letters leads to each part of an index', async ({ page, api }) => {
  const { letters } = await api<List<Term> & { letters: LetterStart[] }>(
    '/api/characters?sort=name&letters=true&per_page=100&nsfw=false',
  );
  await page.goto('/en/characters');
  await hydrated(page);
  const row = page.getByRole('navigation', { name: 'Letters' });
  await expect(row.getByRole('link')).toHaveText(letters.map(({ letter }) => letter));
  await row.getByRole('link', { name: letters.at(-1)!.letter, exact: true }).press('Enter');
  await expect(page).toHaveURL(/#letter-/);
  await expect(page.getByRole('heading', { level: 2, name: letters.at(-1)!.letter, exact: true })).toBeInViewport();
});

test('characters are shown with their picture, gender and hair, in the index and on their page', async ({
  page,
  api,
}) => {
  const { data } = await api<List<Term>>('/api/characters?per_page=100&nsfw=false');
  const one = data.find(({ image_url, gender, hair }) => image_url && gender && hair)!;
  await page.goto('/en/characters?sort=comics_count');
  const entry = page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${one.name}`) })
    .first();
  await expect(entry.locator('img')).toBeVisible();
  await entry.click();
  await expect(page.getByRole('heading', { level: 1, name: one.name })).toBeVisible();
  await expect(page.locator('header.term-header img')).toHaveJSProperty('complete', true);
  await expect(page.getByText('Gender')).toBeVisible();
});

test('an index is turned round, and keeps to it from page to page and back', async ({ page }) => {
  await page.goto('/en/tags');
  await hydrated(page);
  const first = page.locator('.tag-list a.tag-row').first();
  const name = await first.innerText();
  await page.getByRole('main').getByRole('link', { name: 'A to Z' }).click();
  await expect(page).toHaveURL(/order=desc/);
  await expect(page.locator('.tag-list a.tag-row').last()).toHaveText(new RegExp(name.split('\n')[0]!));
  await page.goBack();
  await expect(page).toHaveURL('/en/tags');
});

test('a term is found under a number, an alias and any case, and keeps the query', async ({ page, api }) => {
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?nsfw=false');
  for (const address of [String(tag!.id), tag!.slug.toUpperCase()]) {
    await page.goto(`/en/tag/${address}?sort=title&order=asc`);
    await expect(page).toHaveURL(`/en/tag/${tag!.slug}?sort=title&order=asc`);
  }
});

for (const [locale, theme] of [
  ['zh', 'dark'],
  ['ar', 'light'],
] as const) {
  test(`indexes and pages of terms have no barrier in ${locale}, ${theme}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL! }]);
    for (const path of ['tags', 'characters', 'character/nora-kell', 'tags?q=qqqqzzzz']) {
      await page.goto(`/${locale}/${path}`);
      await hydrated(page);
      const { violations } = await axeOn(page).include('main').analyze();
      expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
    }
  });
}

test('no name of a kind of terms is broken beside the terms of a comic', async ({ page }) => {
  for (const locale of ['ru', 'pt']) {
    await page.goto(`/${locale}/comic/la-inspectora-lechuza`);
    const heights = await page.locator('.comic-terms dt').evaluateAll((names) =>
      names.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      }),
    );
    expect(heights.length).toBeGreaterThan(7);
    expect(new Set(heights)).toEqual(new Set([1]));
  }
});
