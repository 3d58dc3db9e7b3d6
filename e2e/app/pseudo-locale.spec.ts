import { expect, test, type Page } from '@playwright/test';
import { comicsWhere, hydrated } from '../fixtures.ts';
import { inPseudoLocale } from '../../tools/pseudo-locale.ts';

// Texts that the server wrote in English are replaced by the browser: that the two differ is meant here.
test.use({ baseURL: process.env.KOMAWARI_E2E_URL, viewport: { width: 360, height: 800 } });

test('words four tenths longer than English have room on a telephone: nothing is cut off, nothing scrolls sideways', async ({
  page,
  request,
}) => {
  await page.route(/\/assets\/en(\.staff)?-[^/]*\.json/, async (route) => {
    const messages = (await (await route.fetch()).json()) as Record<string, Parameters<typeof inPseudoLocale>[0]>;
    await route.fulfill({
      json: Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, inPseudoLocale(message)])),
    });
  });
  const [comic] = await comicsWhere(
    async <Data>(path: string) => (await (await request.get(path)).json()) as Data,
    '',
    ({ rating, chapters_count: chapters }) => rating === 'safe' && chapters > 1,
  );
  for (const path of [
    '',
    '/latest',
    '/tags',
    `/comic/${encodeURIComponent(comic!.slug)}`,
    '/login',
    '/register',
    '/offline',
    '/dmca',
  ]) {
    await page.goto(`/en${path}`);
    await hydrated(page);
    // The whole page is made anew where the words differ.
    await expect(page.getByRole('contentinfo')).toContainText('·');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    expect(await cutOff(page), path).toEqual([]);
  }
});

/** Controls whose words do not fit into them. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.button, label, summary, [role=tab]')]
      .filter(
        (control) =>
          control.offsetParent !== null &&
          control.scrollWidth > control.clientWidth + 1 &&
          getComputedStyle(control).overflowX !== 'visible' &&
          getComputedStyle(control).textOverflow !== 'ellipsis',
      )
      .map((control) => control.outerHTML.slice(0, 200)),
  );
}
