import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';
import { axeOn } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';

const popup = (page: import('@playwright/test').Page) => page.getByRole('dialog', { name: 'Search' });

test('the popup opens by key, searches while one types, and the arrow keys lead to a comic', async ({ page, api }) => {
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await expect(popup(page)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('lighthouse');
  const {
    data: [first],
    total,
  } = await api<List<ComicCard>>('/api/comics?q=lighthouse&lang=en');
  const hit = popup(page)
    .getByRole('region', { name: 'Comics' })
    .getByRole('link', { name: new RegExp(first!.title) })
    .first();
  await expect(hit).toBeVisible();
  await expect(popup(page).getByRole('link', { name: `See all ${total} comics for “lighthouse”` })).toHaveAttribute(
    'href',
    '/en/latest?q=lighthouse',
  );
  await expect(page.getByRole('status').filter({ hasText: 'found for “lighthouse”' })).toHaveCount(1);
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return hit.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/en/comic/${encodeURIComponent(first!.slug)}$`));
  await expect(popup(page)).toHaveCount(0);
});

test('Enter opens the whole result, Escape closes and gives the focus back, and the latest searches are remembered', async ({
  page,
}) => {
  await page.goto('/en/latest');
  await hydrated(page);
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('tag:robots -is:ongoing');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/en/latest?q=tag%3Arobots+-is%3Aongoing');
  // The address comes before the page, which closes what is open by then.
  await expect(popup(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(popup(page).getByRole('button', { name: 'tag:robots -is:ongoing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tag:robo');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('tag:robo');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
});

test('Ctrl+K right after Escape opens the popup again, before the browser has told that it was closed', async ({
  page,
}) => {
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  // Keys pressed here come before every other task of the page.
  await page.evaluate(async () => {
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
    await Promise.resolve();
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('robots');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('robots');
});

test('groups show names with pictures, facts and counts, and lead to their indexes', async ({ page }) => {
  await page.goto('/en');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('no');
  const characters = popup(page).getByRole('region', { name: 'Characters' });
  await expect(characters.getByRole('link').nth(1)).toBeVisible();
  await characters.getByRole('link', { name: 'More: Characters' }).click();
  await expect(page).toHaveURL('/en/characters?q=no');
  await expect(popup(page)).toHaveCount(0);
});

test('a category that cannot be had is named, and the others are shown', async ({ page }) => {
  await page.route(/\/api\/groups\?/, (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many requests.' } }),
  );
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('lighthouse');
  await expect(popup(page).getByRole('alert')).toContainText('Failed to load results for Groups');
  await expect(popup(page).getByRole('region', { name: 'Comics' })).toBeVisible();
});

test('a typo finds what was meant, what is not understood is said, and a number leads to its comic', async ({
  page,
  api,
}) => {
  const {
    data: [comic],
  } = await api<List<ComicCard>>('/api/comics?lang=en');
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.fill('lighthuose');
  await expect(popup(page).getByText('No results, so this was searched instead: lighthouse')).toBeVisible();
  await field.fill('robot "unfinished');
  await expect(popup(page).getByText('An unmatched quotation mark was ignored.')).toBeVisible();
  await field.fill(`#${comic!.id}`);
  await expect(popup(page).getByRole('link', { name: `Open #${comic!.id}` })).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/en/comic/${encodeURIComponent(comic!.slug)}$`));
});

test('suggestions complete what is being typed', async ({ page }) => {
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('tag:robo');
  await popup(page)
    .getByRole('button', { name: /Robots/ })
    .click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(/tag:"?robots"?/i);
  await expect(popup(page).getByRole('region', { name: 'Comics' })).toBeVisible();
});

for (const [locale, theme, width] of [
  ['en', 'dark', 1440],
  ['ar', 'light', 360],
] as const) {
  test(`the popup breaks no rule of accessibility: ${locale}, ${theme}, ${width} px`, async ({ page, context }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/latest`);
    await hydrated(page);
    await page.keyboard.press('/');
    const axe = async () =>
      (await axeOn(page).include('dialog.search').analyze()).violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
      );
    await expect(page.locator('dialog.search')).toBeVisible();
    expect(await axe()).toEqual([]);
    await page.locator('dialog.search input').fill('ma');
    await expect(page.locator('dialog.search .hit').first()).toBeVisible();
    expect(await axe()).toEqual([]);
  });
}

test('nothing is looked for while a word is being composed', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/comics?q=')) {
      asked.push(new URL(request.url()).searchParams.get('q')!);
    }
  });
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['ｒ', 'ろ', 'ろぼ']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await keyboard.send('Input.insertText', { text: 'ロボット' });
  await expect(popup(page).getByRole('region', { name: 'Comics' })).toBeVisible();
  expect(asked).toEqual(['ロボット']);
});

test('Tab completes what is being typed once, then moves on', async ({ page }) => {
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('tag:robo');
  await expect(popup(page).getByRole('button', { name: /Robots/ })).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search' });
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(/tag:"?robots"?/i);
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
});

test('every change of the page closes the popup, also to the same address, and the new page has the focus', async ({
  page,
}) => {
  await page.goto('/en/latest?q=lighthouse');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('lighthouse');
  await expect(popup(page).getByRole('region', { name: 'Comics' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(popup(page)).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('lighthouse');
  await popup(page)
    .getByRole('region', { name: 'Comics' })
    .getByRole('link', { name: /Lighthouse/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/en\/comic\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('/');
  await expect(popup(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/latest\?q=lighthouse$/);
  await expect(popup(page)).toHaveCount(0);
});

test('what failed is asked for again, and a refused text is told why', async ({ page }) => {
  let fails = true;
  await page.route(/\/api\/tags\?/, (route) =>
    fails ? route.fulfill({ status: 429, json: { message: 'Later.' } }) : route.continue(),
  );
  await page.route(/\/api\/comics\?q=refused/, (route) =>
    route.fulfill({ status: 422, json: { message: 'Wrong.', errors: { q: ['This text cannot be searched.'] } } }),
  );
  await page.goto('/en/latest');
  await hydrated(page);
  await page.keyboard.press('/');
  await page.keyboard.type('robot');
  await expect(popup(page).getByRole('alert')).toContainText('Failed to load results for Tags');
  fails = false;
  await popup(page).getByRole('button', { name: 'Try again' }).click();
  await expect(popup(page).getByRole('region', { name: 'Tags' })).toBeVisible();
  await expect(popup(page).getByRole('alert')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('refused');
  await expect(popup(page).getByRole('alert')).toHaveText('This text cannot be searched.');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [1440, 360]) {
    test(`the bar has a field to search by: ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/en');
      const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
      await field.fill('lighthouse');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await field.press('Enter');
      await expect(page).toHaveURL('/en/latest?q=lighthouse');
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /Lighthouse/ })
          .first(),
      ).toBeVisible();
    });
  }
});
