import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The rules of accessibility, to be looked at on a page at rest: the contrast of what fades would be measured half-way. Our
 * pages have no frames: they are looked at where they are, not brought together in a tab that is opened for it, which takes
 * as long again. Frames of others are not looked into. Only what breaks a rule is told of with every element: naming those
 * that keep them takes a quarter of the time.
 */
export function axeOn(page: Page): AxeBuilder {
  return new AtRest({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

class AtRest extends AxeBuilder {
  readonly #page: Page;

  constructor(options: { page: Page }) {
    super(options);
    this.#page = options.page;
  }

  override async analyze(): ReturnType<AxeBuilder['analyze']> {
    await this.#page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    return super.analyze();
  }
}
