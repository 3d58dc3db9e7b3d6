import type { Page } from '@playwright/test';
import type { Page as List } from '#contract/paging.ts';
import type { FilterOptions } from '#contract/search.ts';
import type { Term } from '#contract/taxonomy.ts';
import { axeOn } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import arabic from '../../messages/ar.json' with { type: 'json' };
import chinese from '../../messages/zh.json' with { type: 'json' };
import english from '../../messages/en.json' with { type: 'json' };

type Api = <Data>(path: string) => Promise<Data>;
const countComics = async (api: Api, query: string) =>
  (await api<List<unknown>>(`/api/comics?nsfw=false&${query}`)).total;
const cards = (page: Page) => page.locator('main article.card');
const filterPill = (page: Page, name: string) =>
  page
    .getByRole('search', { name: 'Filters' })
    .locator('summary')
    .filter({ hasText: new RegExp(`^${name}\\d*$`) });

/** The form in which filters are chosen without scripts. */
const plainForm = (page: Page) => page.locator('form.plain-filters');
/** The box of a term there, by the parameter that it sends. */
const plainBox = (page: Page, name: string, { id }: { id: number }) =>
  plainForm(page).locator(`input[name="${name}"][value="${id}"]`);

/** Opens a filter with its choices. */
async function openPill(page: Page, name: string): Promise<void> {
  await filterPill(page, name).click();
  await expect(page.getByRole('group', { name, exact: true }).getByRole('checkbox').first()).toBeVisible();
}

test('a tag is found by typing, included, another excluded, and the button says how many comics that are', async ({
  page,
  api,
}) => {
  const {
    data: [first, second],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto('/en/latest');
  await hydrated(page);
  await openPill(page, 'Tags');
  await page.getByRole('checkbox', { name: `Exclude: ${second!.name}`, exact: true }).check();
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill(first!.name.slice(0, 4));
  await page.getByRole('checkbox', { name: `Include: ${first!.name}`, exact: true }).check();
  const chosen = page.getByRole('list', { name: 'Selected' });
  await expect(chosen.getByRole('listitem')).toHaveText([second!.name, first!.name]);
  const total = await countComics(api, `tags=${first!.id}&not_tags=${second!.id}`);
  const show = page.getByRole('button', { name: new RegExp(`^Show ${total} comics?$`) });
  await expect(show).toBeVisible();
  await show.click();
  await expect(page).toHaveURL(`/en/latest?tags=${first!.id}&not_tags=${second!.id}`);
  await expect(cards(page)).toHaveCount(Math.min(24, total));
  await expect(page.getByRole('link', { name: `Remove: ${first!.name}` })).toBeVisible();
  await expect(page.getByText(`without ${second!.name}`)).toBeAttached();
});

test('a filter is used by keyboard alone', async ({ page, api }) => {
  const {
    options: [first, second, third],
  } = await api<FilterOptions>('/api/comics/options?of=tags&nsfw=false');
  await page.goto('/en/latest');
  await hydrated(page);
  await filterPill(page, 'Tags').focus();
  await page.keyboard.press('Enter');
  const box = (kind: string, name: string | null) =>
    page.getByRole('checkbox', { name: `${kind}: ${name}`, exact: true });
  await expect(box('Include', first!.name)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Find a tag' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(box('Include', first!.name)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box('Include', first!.name)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(box('Exclude', second!.name)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(box('Include', second!.name)).toBeChecked();
  await expect(box('Exclude', second!.name)).not.toBeChecked();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(box('Exclude', third!.name)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox', { name: 'Find a tag' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/en/latest?tags=${first!.value}&not_tags=${third!.value}`);
  await expect(filterPill(page, 'Tags')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(box('Include', first!.name)).toBeHidden();
});

test('every filter of the site opens, and its choices are boxes with names and counts', async ({ page, api }) => {
  await page.goto('/en/latest');
  await hydrated(page);
  for (const [name, of] of [
    ['Language', 'languages'],
    ['Category', 'categories'],
    ['Characters', 'characters'],
    ['Artists', 'artists'],
    ['Genres', 'genres'],
  ] as const) {
    const { options } = await api<FilterOptions>(`/api/comics/options?of=${of}&nsfw=false`);
    if (options.length === 0) continue;
    await openPill(page, name);
    const [first] = options;
    await expect(page.getByRole('checkbox', { name: `Include: ${first!.name}`, exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `Exclude: ${first!.name}`, exact: true })).toBeVisible();
  }
  await filterPill(page, 'Status').click();
  await expect(page.getByRole('checkbox', { name: /^Complete \d+$/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Complete/ }).check();
  const total = await countComics(api, 'statuses=complete');
  await page.getByRole('button', { name: `Show ${total} comics` }).click();
  await expect(page).toHaveURL('/en/latest?statuses=complete');
});

test('back and forward return to the filters, the place on the page and the link that was followed', async ({
  page,
}) => {
  // The part above the comics comes last: nothing of it may move them.
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/comics?'));
  await page.route(/\/controls-[^/]*\.js$/, async (route) => {
    await listed;
    await route.continue();
  });
  await page.goto('/en/latest');
  await hydrated(page);
  const href = await cards(page).nth(14).getByRole('link').first().getAttribute('href');
  // By its address: other tests add comics to the list.
  const link = page.locator(`main article.card a[href="${href}"]`).first();
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(100);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/en/latest');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.reload();
  await hydrated(page);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('title');
  await expect(page).toHaveURL('/en/latest?sort=title&order=asc');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/en/latest');
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('latest_chapter');
});

test('the pages of a list follow the arrow keys, mirrored in Arabic, and not while typing', async ({ page }) => {
  for (const [locale, forward, back] of [
    ['en', 'ArrowRight', 'ArrowLeft'],
    ['ar', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    await page.goto(`/${locale}/latest`);
    await hydrated(page);
    await expect(page.locator('.pager a[rel=next]')).toHaveAttribute('aria-keyshortcuts', forward);
    await page.keyboard.press(back);
    await page.keyboard.press(forward);
    await expect(page).toHaveURL(`/${locale}/latest?page=2`);
    // The address comes before the page, and with it the controls anew.
    await expect(page.locator('.pager a[rel=prev]')).toBeVisible();
    await page.getByRole('combobox').first().focus();
    await page.keyboard.press(back);
    await expect(page).toHaveURL(/page=2|sort=/);
    await page.goto(`/${locale}/latest?page=2`);
    await hydrated(page);
    await page.keyboard.press(back);
    await expect(page).toHaveURL(`/${locale}/latest`);
  }
});

test('a page beyond the last is the last, also within the site', async ({ page, api }) => {
  const last = Math.ceil((await countComics(api, '')) / 24);
  await page.goto('/en/latest');
  await hydrated(page);
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('.pager a[rel=next]')!;
    history.pushState(null, '', '/en/latest?page=999');
    dispatchEvent(new PopStateEvent('popstate'));
    return link.href;
  });
  await expect(page).toHaveURL(`/en/latest?page=${last}`);
});

test('a search is saved under a name, opened, renamed and forgotten', async ({ page, api }) => {
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto(`/en/latest?tags=${tag!.id}`);
  await hydrated(page);
  const pill = page.locator('summary', { hasText: 'Saved searches' });
  await pill.click();
  await expect(page.getByRole('textbox', { name: 'Save this search' })).toHaveValue(tag!.name);
  await page.getByRole('textbox', { name: 'Save this search' }).fill('Mine');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => localStorage.getItem('komawari.filters'))).toBe(
    JSON.stringify([{ name: 'Mine', query: `tags=${tag!.id}` }]),
  );
  await page.goto('/en/latest');
  await hydrated(page);
  await pill.click();
  await page.getByRole('button', { name: 'Rename: Mine' }).click();
  await page.getByRole('textbox', { name: 'Rename: Mine' }).fill('Yours');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Yours' }).click();
  await expect(page).toHaveURL(`/en/latest?tags=${tag!.id}`);
  await pill.click();
  await page.getByRole('button', { name: 'Delete: Yours' }).click();
  await expect(page.getByText('No saved searches yet.')).toBeVisible();
});

test('a random comic passes the filters', async ({ page, api }) => {
  const { data } = await api<List<{ slug: string }>>('/api/comics?statuses=complete&nsfw=false&per_page=100');
  await page.goto('/en/latest?statuses=complete');
  await hydrated(page);
  await page.getByRole('link', { name: 'Random comic' }).click();
  await expect(page).toHaveURL(/\/en\/comic\/(?!random)/);
  expect(data.map(({ slug }) => `/en/comic/${encodeURIComponent(slug)}`)).toContain(new URL(page.url()).pathname);
  const answer = await page.request.get('/en/comic/random?statuses=complete', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['cache-control']).toBe('no-store');
});

test('an empty list says which choice to leave out, and how many comics there are then', async ({ page, api }) => {
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto(`/en/latest?tags=${tag!.id}&q=zzzzqqqq&sort=title`);
  await hydrated(page);
  await page
    .getByRole('link', { name: `Without “zzzzqqqq”: ${await countComics(api, `tags=${tag!.id}`)} comics` })
    .or(page.getByRole('link', { name: /Without “.zzzzqqqq.”/ }))
    .first()
    .click();
  await expect(page).toHaveURL(`/en/latest?sort=title&tags=${tag!.id}`);
  await expect(cards(page).first()).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a list is filtered, paged, and a comic opened', async ({ page, api }) => {
    const {
      data: [tag],
    } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
    await page.goto('/en/latest');
    await expect(filterPill(page, 'Tags')).toBeHidden();
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    await page.getByRole('checkbox', { name: `Exclude: ${tag!.name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Show comics' }).click();
    await expect(page).toHaveURL(`/en/latest?not_tags=${tag!.id}`);
    const total = await countComics(api, `not_tags=${tag!.id}`);
    await expect(cards(page)).toHaveCount(Math.min(24, total));
    // The form of the list keeps the terms that were chosen elsewhere.
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('title');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(new RegExp(`sort=title.*not_tags=${tag!.id}`));
    await expect(cards(page)).toHaveCount(Math.min(24, total));
    await page.goto('/en/latest');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/en/latest?page=2');
    await cards(page).first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/en\/comic\//);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  for (const [locale, words, width] of [
    ['en', english, 1440],
    ['ar', arabic, 360],
    ['zh', chinese, 360],
  ] as const) {
    test(`terms of several kinds are looked for and chosen, and nothing ticked is lost on the way: ${locale}, ${width} px`, async ({
      page,
      api,
    }) => {
      const list = (kind: string) =>
        api<List<Term>>(`/api/${kind}?sort=comics_count&nsfw=false&lang=${locale}`).then(({ data }) => data);
      const [[unwanted, wanted], artist] = [await list('tags'), (await list('artists')).at(-1)];
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/${locale}/latest?sort=title&order=asc`);
      await page.getByRole('main').getByRole('link', { name: words['latest.filters.label'], exact: true }).click();
      await expect(page).toHaveURL(`/${locale}/filters/latest?sort=title&order=asc&kind=tags`);

      await plainBox(page, 'not_tags', unwanted!).check();
      await plainForm(page).getByRole('searchbox').fill(wanted!.name);
      await plainForm(page).getByRole('searchbox').press('Enter');
      await expect(plainBox(page, 'not_tags', unwanted!)).toBeChecked();
      await plainBox(page, 'tags', wanted!).check();

      await plainForm(page).getByRole('button', { name: words['latest.filters.artists'], exact: true }).click();
      await expect(plainForm(page).getByRole('searchbox')).toHaveValue('');
      await plainBox(page, 'not_artists', artist!).check();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await plainForm(page).getByRole('button', { name: words['latest.filters.show'], exact: true }).click();
      const query = `tags=${wanted!.id}&not_tags=${unwanted!.id}&not_artists=${artist!.id}`;
      await expect(page).toHaveURL(`/${locale}/latest?sort=title&order=asc&${query}`);
      await expect(cards(page)).toHaveCount(Math.min(24, await countComics(api, query)));
    });
  }

  test('the list of a term is filtered, and led back to', async ({ page, api }) => {
    const {
      data: [tag],
    } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
    const {
      data: [language],
    } = await api<List<Term>>('/api/languages?sort=comics_count&nsfw=false');
    await page.goto(`/en/tag/${tag!.slug}`);
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('checkbox', { name: `Include: ${language!.name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Show comics' }).click();
    await expect(page).toHaveURL(`/en/tag/${tag!.slug}?languages=${language!.id}`);
    const total = await countComics(api, `tags=${tag!.id}&languages=${language!.id}`);
    await expect(cards(page)).toHaveCount(Math.min(24, total));
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('link', { name: 'Clear', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(`/en/tag/${tag!.slug}`);
  });
});

test('the page of filters for visitors without scripts works with them, too', async ({ page, api }) => {
  const {
    data: [tag],
  } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
  await page.goto('/en/filters/latest?kind=tags');
  await hydrated(page);
  await page.getByRole('checkbox', { name: `Include: ${tag!.name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Show comics' }).click();
  await expect(page).toHaveURL(`/en/latest?tags=${tag!.id}`);
});

for (const [locale, theme, width] of [
  ['en', 'light', 1440],
  ['ar', 'dark', 360],
] as const) {
  test(`an open filter breaks no rule of accessibility, nor does the page of filters: ${locale}, ${theme}, ${width} px`, async ({
    page,
    api,
    context,
  }) => {
    const {
      data: [first, second],
    } = await api<List<Term>>('/api/tags?sort=comics_count&nsfw=false');
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/latest?tags=${first!.id}&not_tags=${second!.id}`);
    await hydrated(page);
    for (const [pill, axe] of [
      ['.filters__pills .filter-pill >> nth=0', axeOn(page)],
      // The page around them is the same, and was looked at with the first.
      ['.filters__pills .filter-pill >> nth=3', axeOn(page).include('.filter-pill[open]')],
      ['.filters__sort .filter-pill', axeOn(page).include('.filter-pill[open]')],
    ] as const) {
      await page.locator(`${pill} >> summary`).click();
      await expect(page.locator(`${pill} >> .popover`)).toBeVisible();
      await expect(page.locator(`${pill} >> .filters__wait`)).toHaveCount(0);
      const { violations } = await axe.analyze();
      expect(violations.map(({ id, nodes }) => `${pill}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), pill).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
    }
    await page.goto(`/${locale}/filters/latest?tags=${first!.id}&not_tags=${second!.id}&kind=artists`);
    await hydrated(page);
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => `page of filters: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}

test('an open filter keeps within its box however much its button says', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/ar/latest');
  await hydrated(page);
  await page.locator('.filter-pill summary').filter({ hasText: 'الوسوم' }).click();
  const box = page.locator('.filter-pill[open] .popover');
  await expect(box.getByRole('checkbox').first()).toBeAttached();
  // As on a site of a million comics.
  await box.locator('.btn--primary').evaluate((button) => (button.textContent = 'عرض 1,000,700,103 قصص مصورة'));
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});
