import { setTimeout as wait } from 'node:timers/promises';

/** Looks a second. */
const LOOKS = 2;
/** Seconds that the number of listed comics holds still: lists follow the database within a second or two. */
const STILL = 3;

/**
 * Waits until the demo library of a site that is ready is there, whole, and listed.
 *
 * @param within about the seconds it may take.
 * @throws Error when it took longer.
 */
export async function demoLoaded(url: string, within: number): Promise<void> {
  let [listed, still] = [-1, 0];
  for (let looks = 0; looks < within * LOOKS; looks += 1) {
    const { demo } = (await (await fetch(`${url}/api/config`)).json()) as { demo?: object };
    const { total } = (await (await fetch(`${url}/api/comics?nsfw=true&per_page=1`)).json()) as { total: number };
    still = demo === undefined && total === listed ? still + 1 : 0;
    listed = total;
    if (still >= STILL * LOOKS) return;
    await wait(1000 / LOOKS);
  }
  throw new Error(`the demo library of ${url} was not there within ${within} s: ${listed} comics`);
}
