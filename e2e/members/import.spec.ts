import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import type { Page } from '@playwright/test';
import { looked } from '../looked.ts';
import { registered, signedIn } from '../member.ts';
import { backup } from '#server/features/portability/testing/backups.ts';

/** As long as somebody may write it, without a place to break it at. */
const UNBROKEN = 'Everythingthatiwanttoreadoneofthesedayswhenthereisnothingelsetodoatall';

/** Nothing of the categories reaches past the page, and each name has most of its width at 360 px. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 800 });
  const { past, narrowest } = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('.imported-categories > li')];
    const inside = rows.flatMap((row) => [row, ...row.querySelectorAll('*')]);
    return {
      past: inside.filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      }).length,
      narrowest: Math.min(...rows.map((row) => row.querySelector('.imports__what')!.getBoundingClientRect().width)),
    };
  });
  expect(past).toBe(0);
  expect(narrowest).toBeGreaterThan(280);
  await page.setViewportSize(size);
}

test('a backup of Mihon is looked at first: what becomes of its categories is shown, changed, and done', async ({
  page,
  request,
  api,
}) => {
  const comics = await comicsWhere(api, 'nsfw=false');
  const chosen = comics.filter(({ title }, at) => comics.findIndex((each) => each.title === title) === at).slice(0, 3);
  const [first, second, third] = chosen;
  const file = backup(
    [
      { title: first!.title, favorite: true, categories: [0], chapters: [] },
      { title: second!.title, favorite: true, categories: [1], chapters: [] },
      { title: third!.title, favorite: true, categories: [2, 4], chapters: [] },
      { title: 'Zzyzx Qwrtp', favorite: true, chapters: [] },
    ],
    [
      ['📖 Reading', 0],
      ['Weekend', 1],
      ['A category whose name is as long as they come, and then goes on for a little while longer', 2],
      ['Empty', 3],
      [UNBROKEN, 4],
    ],
  );
  const member = await registered(request);
  await signedIn(page, member);
  await page.goto('/en/settings/data');
  await hydrated(page);
  await page
    .locator('input[type=file][accept*=tachibk]')
    .setInputFiles({ name: 'app.mihon.tachibk', mimeType: '', buffer: file });
  await expect(page).toHaveURL(/\/settings\/import\//);
  const categories = page.getByRole('region', { name: 'Categories' });
  const rows = categories.getByRole('listitem');
  await expect(rows).toHaveText([
    /📖 Reading1 comic/,
    /Weekend1 comic/,
    /A category/,
    /EmptyNo comics/,
    new RegExp(`${UNBROKEN}1 comic`),
    /No category1 comic/,
  ]);
  await expect(rows.nth(3).getByRole('combobox')).toHaveCount(0);
  const fate = (name: string) => categories.getByLabel(`What “${name}” becomes`);
  await expect(fate('📖 Reading')).toHaveValue('reading');
  await expect(fate('Weekend')).toHaveValue('list');
  await expect(fate('No category')).toHaveValue('none');
  const address = page.url();
  for (const locale of ['zh', 'ar', 'en']) {
    await page.goto(address.replace('/en/', `/${locale}/`));
    await expect(page.locator('.imported-categories > li')).toHaveCount(6);
    await expectFits(page);
    await looked(page, `import-${locale}`);
  }

  await hydrated(page);
  await fate('Weekend').selectOption('Shelf: Paused');
  for (const { title } of chosen) {
    // One of several editions waits to be chosen.
    await page.getByLabel(`Choose the match for “${title}”`).selectOption({ index: 0 });
  }
  await page.getByRole('button', { name: 'Import 3 comics' }).click();
  await expect(page.getByText('2 comics on shelves')).toBeVisible();
  await expect(page.getByText('2 lists', { exact: true })).toBeVisible();
  await page.goto('/en/lists');
  await expect(page.getByText(UNBROKEN).first()).toBeVisible();
  await looked(page, 'import-lists');
  await page.goto('/en/shelves?shelf=paused');
  await expect(page.locator('.shelf-rows > li')).toHaveText([new RegExp(second!.title.slice(0, 5))]);
});
