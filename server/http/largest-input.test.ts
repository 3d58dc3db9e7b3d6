import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullApp } from '../../tools/route-matrix.ts';
import { withTransaction } from '../db/database.ts';
import { createChapter } from '../features/chapters/chapters.ts';
import { createComic, publishComic } from '../features/comics/comics.ts';
import type { TestApp } from '../testing/app.ts';
import { callsOfAll, DRIVEN_APART, callName } from '../testing/every-route.ts';
import { SHAPES, type Call, type Description } from '../testing/largest-input.ts';
import { longestBlock } from '../testing/longest-block.ts';
import { member, type Member } from '../testing/member.ts';

/**
 * The processor's milliseconds in which the thread that answers everybody has time for nobody else; tried several times, as
 * compiling and collecting counts too. `npm run bench -- block` holds the product to 50 on code that is warm; this bound is
 * what no cold code and no slow machine reaches, and everything that grows faster than its input does.
 */
const MAX_BLOCK = 250;
const TRIES = 4;

let site: TestApp;
let admin: Member;
let calls: Call[];

beforeAll(async () => {
  site = await fullApp();
  admin = await member(site.deps.db, { role: 'admin' });
  const other = await member(site.deps.db);
  const comic = await withTransaction(site.deps.db, async (tx) => {
    const made = await createComic(tx, { title: 'Large', terms: [], oneshot: false });
    await createChapter(tx, made.id, { number: '1', name: 'One' });
    await publishComic(tx, made.id);
    return made;
  });
  calls = callsOfAll(site.app.routeTable, site.app.swagger() as unknown as Description, { lang: 'en', kind: 'tag', slug: comic.slug, chapter: 'chapter-1', username: other.username });
}, 240_000);
afterAll(() => site?.close());

/** The longest that one call kept the thread, in the processor's milliseconds, and what it answered. */
async function blockOf({ method, url, headers, payload }: Call): Promise<{ longest: number; status: number }> {
  let status = 0;
  const longest = await longestBlock(async () => {
    const answer = await site.app.inject({ method, url, headers: { host: 'comics.test', ...admin.headers, ...headers }, ...(payload === undefined ? {} : { payload }) });
    status = answer.statusCode;
  });
  // Whoever ended their own session or account goes on with another.
  if (status === 401) { admin = await member(site.deps.db, { role: 'admin' }); }
  return { longest, status };
}

it('every route is driven, or named with what drives it instead', () => {
  const driven = new Set(calls.map(callName));
  const names = site.app.routeTable.map(({ method, url }) => `${method} ${url}`);
  // `HEAD` does what `GET` does, and sends less.
  expect(names.filter((name) => !driven.has(name) && !name.startsWith('HEAD ') && DRIVEN_APART[name] === undefined)).toEqual([]);
  expect(Object.keys(DRIVEN_APART).filter((name) => driven.has(name) || !names.includes(name))).toEqual([]);
});

/** Those that took longest of all; `npm run bench -- block` tries every shape, on a server that listens. */
const TESTED = SHAPES.filter(({ name }) => ['long, stars', 'long, words', 'long, emoji', 'many'].includes(name));

it.each(TESTED.map((shape) => [shape.name, shape] as const))('no call keeps the site for long with the largest that its schema allows: %s', async (_name, shape) => {
  const slow: string[] = [];
  const broken: string[] = [];
  for (const call of calls.filter((each) => each.shape === shape.name)) {
    let { longest, status } = await blockOf(call);
    for (let tries = 1; tries < TRIES && (longest > MAX_BLOCK || status === 401); tries += 1) {
      const again = await blockOf(call);
      longest = Math.min(longest, again.longest);
      status = again.status;
    }
    if (status === 500) { broken.push(`${call.method} ${call.route}`); }
    if (longest > MAX_BLOCK) { slow.push(`${call.method} ${call.route}: ${Math.round(longest)} ms`); }
  }
  expect(broken).toEqual([]);
  expect(slow).toEqual([]);
}, 600_000);
