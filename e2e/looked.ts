import { expect, type Page } from '@playwright/test';
import { axeOn } from './axe.ts';

const SHOTS = process.env.KOMAWARI_E2E_SHOTS;

/** Looks at a page, small and large, dark and light: it fits, and breaks no rule of accessibility. With `KOMAWARI_E2E_SHOTS`, a folder, pictures are kept. */
export async function looked(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), colorScheme);
      await page.setViewportSize({ width, height: 900 });
      // A part that scripts measure is laid out a moment after the window has its size.
      await expect
        .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth > innerWidth]))
        .toEqual([width, false]);
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      if (SHOTS !== undefined) {
        await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
    }
  }
}
