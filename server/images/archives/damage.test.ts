import { expect, test } from 'vitest';
import { damageTrials } from '#server/images/testing/damage-trials.ts';
import { damagedContainers } from '#server/images/testing/damaged-containers.ts';

/** `npm run bench -- damage` tries ten times as many. */
const TRIALS = 20;

test.each((await damagedContainers()).map((container) => [container.name, container] as const))(
  'a damaged %s loses no page without a word',
  async (_, container) => {
    const { lost, disordered, altered, failed, whole, refused, named, undecodable } = await damageTrials(
      container,
      TRIALS,
    );
    expect({ lost, disordered, failed }).toEqual({ lost: 0, disordered: 0, failed: [] });
    // Of what has no sums, the format of the page is all that can tell.
    expect(container.hasSums ? altered : 0).toBe(0);
    expect(whole + refused + named + undecodable + altered).toBe(TRIALS);
  },
  120_000,
);
