import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { Slide } from '#contract/slides.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

test("the chosen comics stand first, in the reader's language, and lead to their pages", async ({ page, api }) => {
  for (const locale of ['en', 'ar', 'zh']) {
    const slides = await api<Slide[]>(`/api/slides?lang=${locale}`);
    await page.goto(`/${locale}`);
    const panels = page.locator('.not-found-art').getByRole('link');
    await expect(panels).toHaveCount(4);
    for (const [index, slide] of slides.entries()) {
      await expect(panels.nth(index)).toHaveAttribute(
        'href',
        `/${locale}/comic/${encodeURIComponent(slide.comic!.slug)}`,
      );
      await expect(panels.nth(index).getByRole('img')).toHaveAttribute('alt', slide.title);
    }
  }
});

test('the landing page offers to go on where one left off, until it is read', async ({ page, api }) => {
  const isOneShot = (each: {
    direction: string;
    chapters_count: number;
    premium: boolean;
    rating: string;
    pages: number;
  }) =>
    each.direction === 'ltr' && each.chapters_count === 0 && !each.premium && each.rating === 'safe' && each.pages > 3;
  const comic = (await comicsWhere(api, '', isOneShot))[0]!;
  const shelf = page.getByRole('region', { name: 'Continue reading' });
  await page.goto('/en');
  await hydrated(page);
  await expect(shelf).toHaveCount(0);

  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/2`);
  await hydrated(page);
  // A wide screen shows two pages, and one is at the later.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('komawari.progress') ?? '')).toMatch(/"page":[23]/);
  await page.goto('/en');
  await expect(shelf.getByText(new RegExp(`Page [23] of ${comic.pages}`))).toBeVisible();
  await expect(shelf.getByRole('link')).toHaveCount(1);
  await shelf.getByRole('link', { name: comic.title }).click();
  await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(comic.slug)}/reader`));

  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/${comic.pages}`);
  await hydrated(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('komawari.progress') ?? ''))
    .toMatch(/"completedAt":\d/);
  await page.goto('/en');
  await hydrated(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-begun');
  await expect(shelf).toHaveCount(0);
});

test('comics like it stand below a comic, and none of them is the comic itself', async ({ page, api }) => {
  // Of the oldest: what other tests bring is like nothing.
  const comic = (await comicsWhere(api, 'sort=uploaded_at&order=asc', (each) => each.rating === 'safe'))[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  const cards = page.getByRole('region', { name: 'More like this' }).locator('article.card');
  await expect.poll(() => cards.count()).toBeGreaterThan(2);
  await expect(cards.getByRole('link', { name: comic.title, exact: true })).toHaveCount(0);
});

test('styles that stand in a page are not fetched', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
  });
  await page.goto('/en');
  await hydrated(page);
  const named = await page
    .locator('link[rel="stylesheet"][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(named.length).toBeGreaterThan(1);
  expect(asked.filter((url) => named.includes(url))).toEqual([]);
});

test('beside the picture only the largest script is asked for, and the others once it has come', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) {
      scripts.push(new URL(request.url()).pathname);
    }
  });
  // Nothing comes because too much time has passed.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((act: () => void, wait = 0, ...rest: unknown[]) =>
      wait === 2500 ? 0 : setTimeout(act, wait, ...rest)) as typeof window.setTimeout;
  });
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(/\/images\/.*cover/, async (route) => {
    await brought;
    await route.continue();
  });
  await page.goto('/en', { waitUntil: 'domcontentloaded' });
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  expect(scripts).toEqual([expect.stringContaining('/vendor-')]);
  bring();
  await hydrated(page);
});

test('the newest chapters stand at home, in the language one chose, also the next time', async ({ page, api }) => {
  const newest = (query = '') =>
    api<Page<ComicCard>>(`/api/comics?q=chapters:%3E0&sort=latest_chapter&per_page=12${query}`);
  const { data: all } = await newest();
  const language = all.find(({ language: each }) => each?.code !== all[0]!.language?.code)!.language!;
  const { data: chosen } = await newest(`&languages=${language.id}`);
  const block = page.getByRole('region', { name: 'Latest chapters' });
  const titles = block.getByRole('listitem').getByRole('heading');
  await page.goto('/en');
  await hydrated(page);
  await block.scrollIntoViewIfNeeded();
  await expect(titles).toHaveText(all.map(({ title }) => title));

  await block.getByLabel('Language of the chapters').selectOption(language.name);
  await expect(titles).toHaveText(chosen.map(({ title }) => title));
  await page.reload();
  await hydrated(page);
  await block.scrollIntoViewIfNeeded();
  await expect(titles).toHaveText(chosen.map(({ title }) => title));
  await expect(block.getByRole('link', { name: 'Show all' })).toHaveAttribute(
    'href',
    new RegExp(`/en/latest\\?languages=${language.id}$`),
  );

  const { slug, latest_chapter: chapter } = chosen[0]!;
  await block.getByRole('listitem').first().getByRole('paragraph').first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/en/comic/${encodeURIComponent(slug)}/${chapter!.slug}/reader`));
});
