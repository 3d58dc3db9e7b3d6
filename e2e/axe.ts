import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/** The part of axe that stands in a page once it was looked at there. */
interface AxeInPage {
  run: (context: object, options: RunOptions) => Promise<{ violations: Result[] }>;
  commons: { color: { Color: { prototype: Color } } };
}
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString: (text: string) => Color;
}

/**
 * Only what breaks a rule is told of with every element: naming those that keep them takes a quarter of the time. Frames, which
 * are others', are not looked into. Of what axe would fetch before it looks, style sheets are for a rule that is off: they take an eighth.
 */
const OPTIONS: RunOptions = { resultTypes: ['violations'], iframes: false, preload: { assets: ['media'] } };

/**
 * The rules of accessibility, to be looked at on a page at rest, or in parts of it: the contrast of what fades would be
 * measured half-way.
 */
export function axeOn(page: Page): Axe {
  return new Axe(page);
}

/** Fails where a page, at rest, breaks a rule of accessibility; it names the first element of each. */
export async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

class Axe {
  readonly #page: Page;
  readonly #include: string[] = [];
  readonly #exclude: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  include(selector: string): this {
    this.#include.push(selector);
    return this;
  }

  exclude(selector: string): this {
    this.#exclude.push(selector);
    return this;
  }

  /** The rules that are broken, with the elements that break them. */
  async analyze(): Promise<{ violations: Result[] }> {
    await this.#page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    if (!(await this.#page.evaluate(() => 'axe' in window))) {
      await this.#page.evaluate(axe.source);
      await this.#page.evaluate(rememberColors);
    }
    const context = { ...(this.#include.length > 0 && { include: this.#include }), exclude: this.#exclude };
    return this.#page.evaluate(
      async ([within, options]) => {
        const { violations } = await (window as unknown as { axe: AxeInPage }).axe.run(within, options);
        return { violations };
      },
      [context, OPTIONS] as const,
    );
  }
}

/** Has axe read each colour once: it reads those of an element and of all below it anew for each text, a third of its work. */
function rememberColors(): void {
  const { prototype } = (window as unknown as { axe: AxeInPage }).axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, readonly [number, number, number, number]>();
  prototype.parseString = function remember(this: Color, text) {
    const color = known.get(text);
    if (color === undefined) {
      parseString.call(this, text);
      known.set(text, [this.r, this.g, this.b, this.alpha]);
    } else {
      [this.r, this.g, this.b, this.alpha] = color;
    }
    return this;
  };
}
