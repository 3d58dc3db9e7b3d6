import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES } from '#contract/site.ts';
import { openDatabase, withTransaction } from '#server/db/database.ts';
import { createChapter } from '#server/features/chapters/chapters.ts';
import { createComic, publishComic } from '#server/features/comics/comics.ts';
import { callsOf, SHAPES, type Call, type Description } from '#server/testing/largest-input.ts';
import { member } from '#server/testing/member.ts';
import { readable, table, type Figure } from './figures.ts';
import { startServer } from './processes.ts';

/** Milliseconds that the loop's own clock counts of every round: it looks every 10 ms. */
const PRECISION = 10;
/** Rows of the table, and how often a call is tried that took long: what is compiled or collected meanwhile is not its own. */
const [ROWS, TRIES] = [15, 3];
/** Pages, feeds and catalogues, asked with the longest query of every shape. */
const PLACES = ['', '/latest', '/tags', '/artists', '/random', '/comic/none', '/profile/none', '/terms', '/nowhere', '/latest/feed.atom', '/opds', '/opds/v2/search', '/login', '/settings'];

interface Block { call: string; shape: string; milliseconds: number }

/**
 * Measures how long a server of one process keeps everybody waiting while it answers: every call that its description
 * names, as an admin, and the pages, each with the largest input that the schema allows, in every shape.
 */
export async function benchBlock(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const { db, close } = await openDatabase({ dataDir: join(folder, 'database') });
  // Some calls end the session of whoever makes them.
  const admins = [];
  for (let at = 0; at < 400; at += 1) { admins.push(await member(db, { role: 'admin' })); }
  const other = await member(db);
  const slug = await withTransaction(db, async (tx) => {
    const made = await createComic(tx, { title: 'Large', terms: [], oneshot: false });
    await createChapter(tx, made.id, { number: '1', name: 'One' });
    await publishComic(tx, made.id);
    return made.slug;
  });
  await close();
  const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off', KOMAWARI_FEATURES: FEATURES.join() });
  try {
    const description = await (await fetch(`${server.url}/api/openapi.json`)).json() as Description;
    const calls = [...callsOf(description, { username: other.username, slug, chapter: 'chapter-1' }), ...pages()];
    const blocks: Block[] = [];
    for (const call of calls) {
      let least = Infinity;
      for (let tries = 0; tries < TRIES && least > 2 * PRECISION; tries += 1) {
        await lagOf(server.url);
        const answer = await fetch(server.url + call.url, {
          method: call.method, redirect: 'manual', headers: { ...(admins[0] ? admins[0].headers : {}), ...call.headers },
          ...(call.payload === undefined ? {} : { body: typeof call.payload === 'string' ? call.payload : new Uint8Array(call.payload) }),
        }).catch(() => null);
        await answer?.arrayBuffer();
        if (answer?.status === 401 && admins.length > 1) { admins.shift(); continue; }
        least = Math.min(least, await lagOf(server.url));
      }
      if (least < Infinity) { blocks.push({ call: `${call.method} ${call.route}`, shape: call.shape, milliseconds: least }); }
    }
    const worst = blocks.toSorted((a, b) => b.milliseconds - a.milliseconds);
    say(`The longest blocks of ${blocks.length} calls with the largest input\n${table(['call', 'input', 'ms'], worst.slice(0, ROWS).map(({ call, shape, milliseconds }) => [call, shape, readable(milliseconds)]))}\n`);
    return [{ name: 'longest block by a call with the largest input', value: worst[0]?.milliseconds ?? NaN, unit: 'ms', limit: 50, bound: 'most' }];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pages with a query as long as an address takes. */
function pages(): Call[] {
  return SHAPES.flatMap(({ name, sign }) => PLACES.map((place): Call => {
    const query = new URLSearchParams({ q: sign.repeat(Math.floor(400 / sign.length)).toWellFormed() });
    for (let tag = 1; tag < 400; tag += 1) { query.append('tags', String(tag)); }
    return { shape: name, method: 'GET', route: `/en${place}`, url: `/en${place}?${query.toString().slice(0, 14_000)}`, headers: {} };
  }));
}

/** The longest round of the server's loop since it was asked last, in milliseconds. */
async function lagOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.max(0, Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? NaN) * 1000 - PRECISION);
}
