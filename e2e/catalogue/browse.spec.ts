import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import type { Page as List } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';

test('the landing page leads to the most popular, the latest, and every block of terms', async ({ page, api }) => {
  await page.goto('/en');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Most popular', exact: true })).toHaveAttribute(
    'href',
    '/en/latest?page=1&q=&sort=popularity&order=desc&duration=day',
  );
  for (const [heading, path] of [
    ['Tags', 'tags'],
    ['Groups', 'groups'],
    ['Parodies', 'parodies'],
    ['Characters', 'characters'],
    ['Artists', 'artists'],
  ] as const) {
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
  // From its end another page is seen from its start, and where that is in sight nothing moves.
  const start = () => page.locator('main [data-list]').evaluate((list) => Math.round(list.getBoundingClientRect().top));
  await page.getByRole('link', { name: 'Previous page' }).first().press('Enter');
  await expect(page).toHaveURL('/en/latest');
  const bar = await page.locator('.bar').evaluate((each) => each.clientHeight);
  await expect.poll(start).toBeGreaterThanOrEqual(bar);
  expect(await start()).toBeLessThan(bar + 60);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 5));
  const before = await start();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/page=2/);
  expect(await start()).toBe(before);
  await page.goto('/en/latest?page=999');
  await expect(page).toHaveURL(new RegExp(`page=${Math.ceil(total / 24)}`));
});

test('what a page says of itself to others is the same however one came to it: title, description, addresses, pictures and data', async ({
  page,
  api,
}) => {
  const [one] = await comicsWhere(
    api,
    'sort=uploaded_at&order=asc',
    (comic) => comic.chapters_count === 0 && comic.rating === 'safe',
  );
  const [series] = await comicsWhere(
    api,
    'sort=uploaded_at&order=asc',
    (comic) => comic.chapters_count > 1 && !comic.premium,
  );
  const [loud] = await comicsWhere(api, 'sort=uploaded_at&order=asc', (comic) => comic.rating === 'explicit');
  const [chapter] = await api<{ slug: string }[]>(`/api/comics/${series!.slug}/chapters?nsfw=true`);
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto('/fr/cookies');
  await hydrated(page);
  for (const path of [
    '',
    '/latest?page=2',
    '/tags',
    `/tag/${tag!.slug}`,
    `/comic/${one!.slug}`,
    `/comic/${loud!.slug}`,
    `/comic/${series!.slug}/characters`,
    `/comic/${series!.slug}/${chapter!.slug}/reader`,
    '/transparency',
    `/tag/${tag!.slug}?page=2`,
    '/dmca',
    '/comic/never-was',
    '/admin/comics',
    '/latest',
    '/admin',
  ]) {
    // Without its styles, which no other page may bring.
    const sent = /<head>.*<\/head>/s
      .exec(await (await page.request.get(`/fr${path}`)).text())![0]
      .replace(/<style.*?<\/style>/gs, '');
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/fr${path}`);
    const heads = () =>
      page.evaluate((html) => {
        const said = (of: Document) =>
          [...of.head.querySelectorAll('[data-head]')].map(({ outerHTML }) => outerHTML).toSorted();
        return [said(document), said(new DOMParser().parseFromString(html, 'text/html'))];
      }, sent);
    await expect
      .poll(async () => {
        const [shown, made] = await heads();
        return shown!.join() === made!.join();
      }, `/fr${path}`)
      .toBe(true)
      .catch(async () => {
        const [shown, made] = await heads();
        expect(shown, `/fr${path}`).toEqual(made);
      });
  }
});

test('two tags can be asked for together or each by itself, and the choice moves nothing out of a telephone', async ({
  page,
  api,
}) => {
  const { data } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false&per_page=2');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/en/latest?tags=${data[0]!.id}&tags=${data[1]!.id}`);
  await hydrated(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const both = await page.locator('article.card').count();
  // Radio buttons that are pressed before the page listens are pressed again.
  await expect(async () => {
    await page.getByText('Any of them', { exact: true }).click();
    await expect(page).toHaveURL(/match=any/, { timeout: 3_000 });
  }).toPass();
  await expect.poll(() => page.locator('article.card').count()).toBeGreaterThan(both);
});

test('filters narrow the list, stand in the address, and are taken off one by one', async ({ page, api }) => {
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto(`/en/latest?tags=${tag!.id}&statuses=complete&sort=title&order=asc`);
  await hydrated(page);
  const { total } = await api<List<unknown>>(`/api/comics?tags=${tag!.id}&statuses=complete&nsfw=false`);
  await expect(page.locator('main article.card')).toHaveCount(Math.min(24, total));
  await page.getByRole('link', { name: new RegExp(`Remove: ${tag!.name}`) }).click();
  await expect(page).not.toHaveURL(/tags=/);
  await expect(page).toHaveURL(/statuses=complete/);
});

test('adult works appear only after the switch, which starts over at the root of the page’s language', async ({
  page,
  api,
}) => {
  // Of the oldest: other tests bring some, too.
  const explicit = (await comicsWhere(api, 'sort=uploaded_at&order=asc', (comic) => comic.rating === 'explicit'))[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(explicit.slug)}`);
  await expect(page.getByText('This comic is for adults, so its images aren’t shown.')).toBeVisible();
  expect(await page.content()).not.toContain('/images/' + (new URL(explicit.thumb_url).pathname.split('/')[2] ?? ''));
  await page.goto('/ar/latest?page=1');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: explicit.title })).toHaveCount(0);
  // The language that was chosen last is another one than that of the page.
  await page.context().addCookies([{ name: 'lang', value: 'en', url: process.env.KOMAWARI_E2E_URL ?? '' }]);
  await page.getByRole('switch').first().click();
  await expect(page).toHaveURL('/ar?nsfw=true');
  await page.goto(`/en/comic/${encodeURIComponent(explicit.slug)}`);
  await expect(page.getByRole('img', { name: explicit.title }).first()).toBeVisible();
});

test('every taxonomy has an index and a page of its own with its comics', async ({ page, api }) => {
  for (const [path, kind] of [
    ['tags', 'tag'],
    ['characters', 'character'],
    ['artists', 'artist'],
    ['relationships', 'relationship'],
  ] as const) {
    const {
      data: [term],
    } = await api<List<Term>>(`/api/${path}?sort=comics_count&nsfw=false`);
    await page.goto(`/en/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(term!.name) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/en/${kind}/`));
    await expect(page.locator('main article.card')).toHaveCount(Math.min(24, term!.comics_count));
  }
});

test('an index is searched as people type', async ({ page }) => {
  await page.goto('/en/tags?q=ADVENTÚRE');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Adventure/ })
      .first(),
  ).toBeVisible();
  await page.goto('/en/tags?q=zzzzqqqq');
  await expect(page.getByText('Nothing matches “zzzzqqqq”')).toBeVisible();
});

test.describe('a visitor from France', () => {
  test.use({ locale: 'fr-FR' });

  test("short addresses lead to the comic in the visitor's language", async ({ page, api }) => {
    const [comic] = await comicsWhere(api, '', ({ rating }) => rating === 'safe');
    await page.goto(`/g/${comic!.id}`);
    await expect(page).toHaveURL(`/fr/comic/${encodeURIComponent(comic!.slug)}`);
  });
});

test('a list is shown as covers, small covers or rows, as one chose, before it is painted the next time', async ({
  page,
}) => {
  await page.goto('/en/latest');
  await hydrated(page);
  const card = page.locator('main article.card').first();
  const boxes = async () => ({
    card: (await card.boundingBox())!,
    cover: (await card.locator('.cover').boundingBox())!,
    title: (await card.getByRole('heading').boundingBox())!,
  });
  const covers = await boxes();
  const choose = async (name: string, density: string) => {
    await page.locator('summary', { hasText: 'View' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', density);
  };
  await choose('Small covers', 'compact');
  const small = await boxes();
  expect(small.card.width).toBeLessThan(covers.card.width);
  await choose('List', 'rows');
  const rows = await boxes();
  expect(rows.title.x).toBeGreaterThan(rows.cover.x + rows.cover.width);
  expect(rows.card.height).toBeLessThan(covers.card.height / 2);

  await page.goto('/en/latest', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-density', 'rows');
  await hydrated(page);
  expect((await boxes()).title.x).toBeGreaterThan((await boxes()).cover.x + (await boxes()).cover.width);
  await choose('Covers', 'grid');
  expect(await boxes()).toEqual(covers);
});
