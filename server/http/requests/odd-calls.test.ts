import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeSite, openOddCalls } from '#server/testing/counting/counted-calls.ts';
import { openCounted, type CountedModule } from '#server/testing/counting/counted-work.ts';
import { findHeavyCalls } from '#server/testing/heavy-calls.ts';

const CALLS = 900;
/** Steps, letters and bytes for one call (security, S-38): of 100,000 letters, each may be looked at a hundred times. */
const MAX_WORK = 10_000_000;

let counted: CountedModule;
beforeAll(async () => {
  counted = await openCounted(new URL('../../testing/counting/counted-calls.ts', import.meta.url));
});
afterAll(async () => {
  await counted.call(closeSite);
  await counted.close();
});

it('never fails and never does much work, whatever a member sends', async () => {
  const {
    result: { lines },
  } = await counted.call(openOddCalls, CALLS, 7);
  expect(await findHeavyCalls(counted, lines, MAX_WORK)).toEqual({ failed: [], heavy: [] });
});
