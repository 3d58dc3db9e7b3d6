import { comicsWhere, expect, hydrated, test } from './fixtures.ts';
import type { Page as List } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';

test('the landing page leads to the most popular, the latest, and every block of terms', async ({ page, api }) => {
  await page.goto('/en');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Most popular', exact: true })).toHaveAttribute('href', '/en/latest?page=1&q=&sort=popularity&order=desc&duration=day');
  for (const [heading, path] of [['Tags', 'tags'], ['Groups', 'groups'], ['Parodies', 'parodies'], ['Characters', 'characters'], ['Artists', 'artists']] as const) {
    const [first] = await api<Term[]>(`/api/${path}?landing=true&sort=comics_count&per_page=12&nsfw=false`);
    const block = page.getByRole('region', { name: heading });
    await expect(block.getByRole('link', { name: first!.name, exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Latest', exact: true }).click();
  await expect(page).toHaveURL('/en/latest');
  await expect(page).toHaveTitle(/Latest comics/);
});

test('the list shows 24 cards a page, and its pager goes through all of them', async ({ page, api }) => {
  const { total } = await api<List<unknown>>('/api/comics?nsfw=false');
  await page.goto('/en/latest');
  await hydrated(page);
  const cards = page.locator('main article.card');
  await expect(cards).toHaveCount(Math.min(24, total));
  const first = await cards.first().getByRole('link').first().getAttribute('href');
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeDisabled();
  await page.getByRole('link', { name: 'Next page' }).first().click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards).toHaveCount(Math.min(24, total - 24));
  expect(await cards.first().getByRole('link').first().getAttribute('href')).not.toBe(first);
  await page.goBack();
  await expect(page).toHaveURL('/en/latest');
  await page.goto('/en/latest?page=999');
  await expect(page).toHaveURL(new RegExp(`page=${Math.ceil(total / 24)}`));
});

test('filters narrow the list, stand in the address, and are taken off one by one', async ({ page, api }) => {
  const { data: [tag] } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto(`/en/latest?tags=${tag!.id}&statuses=complete&sort=title&order=asc`);
  await hydrated(page);
  const { total } = await api<List<unknown>>(`/api/comics?tags=${tag!.id}&statuses=complete&nsfw=false`);
  await expect(page.locator('main article.card')).toHaveCount(Math.min(24, total));
  await page.getByRole('link', { name: new RegExp(`Remove: ${tag!.name}`) }).click();
  await expect(page).not.toHaveURL(/tags=/);
  await expect(page).toHaveURL(/statuses=complete/);
});

test('adult works appear only after the switch, which starts over at the root', async ({ page, api }) => {
  const explicit = (await comicsWhere(api, '', (comic) => comic.rating === 'explicit'))[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(explicit.slug)}`);
  await expect(page.getByText('This comic is for adults, so its images aren’t shown.')).toBeVisible();
  expect(await page.content()).not.toContain('/images/' + (new URL(explicit.thumb_url).pathname.split('/')[2] ?? ''));
  await page.goto('/en/latest?page=1');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: explicit.title })).toHaveCount(0);
  await page.getByRole('switch', { name: 'NSFW' }).click();
  await page.waitForURL((url) => url.searchParams.get('nsfw') === 'true' || url.pathname === '/en');
  await page.goto(`/en/comic/${encodeURIComponent(explicit.slug)}`);
  await expect(page.getByRole('img', { name: explicit.title }).first()).toBeVisible();
});

test('every taxonomy has an index and a page of its own with its comics', async ({ page, api }) => {
  for (const [path, kind] of [['tags', 'tag'], ['characters', 'character'], ['artists', 'artist'], ['relationships', 'relationship']] as const) {
    const { data: [term] } = await api<List<Term>>(`/api/${path}?sort=comics_count&nsfw=false`);
    await page.goto(`/en/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: new RegExp(term!.name) }).first().click();
    await expect(page).toHaveURL(new RegExp(`/en/${kind}/`));
    await expect(page.locator('main article.card')).toHaveCount(Math.min(24, term!.comics_count));
  }
});

test('an index is searched as people type', async ({ page }) => {
  await page.goto('/en/tags?q=ADVENTÚRE');
  await expect(page.getByRole('main').getByRole('link', { name: /Adventure/ }).first()).toBeVisible();
  await page.goto('/en/tags?q=zzzzqqqq');
  await expect(page.getByText('Nothing matches “zzzzqqqq”')).toBeVisible();
});

test.describe('a visitor from France', () => {
  test.use({ locale: 'fr-FR' });

  test('short addresses lead to the comic in the visitor\'s language', async ({ page, api }) => {
    const [comic] = await comicsWhere(api, '', ({ rating }) => rating === 'safe');
    await page.goto(`/g/${comic!.id}`);
    await expect(page).toHaveURL(`/fr/comic/${encodeURIComponent(comic!.slug)}`);
  });
});
