import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeSite, drive, openLargestCalls, weighAnswer } from '#server/testing/counting/counted-calls.ts';
import { openCounted, type CountedModule } from '#server/testing/counting/counted-work.ts';
import { DRIVEN_APART } from '#server/testing/every-route.ts';
import { findHeavyCalls } from '#server/testing/heavy-calls.ts';

/**
 * Steps of the thread that answers everybody, and letters and bytes it goes through, for one call: thirty for each byte of the
 * largest body. `npm run bench -- block` holds the product to 50 ms; beyond this bound is whatever grows faster than its input.
 */
const MAX_WORK = 30_000_000;
/** Those that took longest of all; `npm run bench -- block` tries every shape, on a server that listens. */
const SHAPES = ['long, stars', 'long, words', 'long, emoji', 'many'];

let counted: CountedModule;
let lines: string[];
let routes: string[];

beforeAll(async () => {
  counted = await openCounted(new URL('../../testing/counting/counted-calls.ts', import.meta.url));
  ({
    result: { lines, routes },
  } = await counted.call(openLargestCalls, SHAPES));
});
afterAll(async () => {
  await counted.call(closeSite);
  await counted.close();
});

it('every route is driven, or named with what drives it instead', () => {
  const driven = new Set(lines.map((line) => line.slice(0, line.indexOf(' (')).replace(/\{(\w+)\}/g, ':$1')));
  // `HEAD` does what `GET` does, and sends less.
  expect(
    routes.filter((name) => !driven.has(name) && !name.startsWith('HEAD ') && DRIVEN_APART[name] === undefined),
  ).toEqual([]);
  expect(Object.keys(DRIVEN_APART).filter((name) => driven.has(name) || !routes.includes(name))).toEqual([]);
});

it.each(SHAPES)('no call keeps the site for long with the largest that its schema allows: %s', async (shape) => {
  const { failed, heavy } = await findHeavyCalls(counted, lines, MAX_WORK, (line) => line.endsWith(`(${shape})`));
  expect(failed).toEqual([]);
  expect(heavy).toEqual([]);
});

it('the description of the API is written once, not with every call', async () => {
  for (const route of ['GET /api/openapi.json', 'GET /api/docs']) {
    const place = lines.findIndex((line) => line.startsWith(`${route} (`));
    const { result: bytes } = await counted.call(weighAnswer, place);
    const { work, result } = await counted.call(drive, [place]);
    expect(result).toEqual([200]);
    // A call in process copies its answer three times; writing it anew is as much again.
    expect(work / bytes).toBeLessThan(4);
  }
});
