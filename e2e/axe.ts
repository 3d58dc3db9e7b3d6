import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The rules of accessibility, to be looked at on a page. Our pages have no frames: they are looked at where they are, not
 * brought together in a tab that is opened for it, which takes as long again. Frames of others are not looked into.
 * Only what breaks a rule is told of with every element: naming those that keep them takes a quarter of the time.
 */
export function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}
