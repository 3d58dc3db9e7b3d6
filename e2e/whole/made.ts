import { test as base } from '../fixtures.ts';
import { madeThings } from './things.ts';

/**
 * Messages a page of the walk may show: that what was asked for is not there, which is an answer and is looked at as one; that
 * it was left before it used what came ahead; and what the browser says of the frame of an ad.
 */
export const EXPECTED = /status of [45]\d\d|ERR_FAILED|was preloaded using link preload|document is sandboxed/;

/** A test of the walk, with the things that its pages are about: `made`, once for each worker. */
export const test = base.extend<object, { made: Awaited<ReturnType<typeof madeThings>> }>({
  made: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext();
      await use(await madeThings(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
