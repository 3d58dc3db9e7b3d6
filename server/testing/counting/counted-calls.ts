// Calls of a site with every feature, to be opened where their work is counted (`openCounted`).
import { withTransaction } from '#server/db/database.ts';
import { createChapter } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { fullApp } from '../../../tools/route-matrix.ts';
import type { TestApp } from '../app.ts';
import { callsOfAll } from '../every-route.ts';
import { SHAPES, type Call, type Description } from '../largest-input.ts';
import { member, type Member } from '../member.ts';
import { oddCalls } from '../odd-calls.ts';

let site: TestApp;
let calls: readonly Call[];
/** Several: limits of one member's writing are not met at once. */
let admins: Member[];

/**
 * Opens the site and prepares calls with the largest input of these shapes, of every route (`callsOfAll`). Answers a line that
 * names each, and what the site registers, as `GET /api/comics`.
 */
export async function openLargestCalls(shapes: readonly string[]): Promise<{ lines: string[]; routes: string[] }> {
  const { slug, username } = await openSite();
  const known = { lang: 'en', kind: 'tag', slug, chapter: 'chapter-1', username };
  calls = callsOfAll(
    site.app.routeTable,
    (await site.app.describeApi()) as unknown as Description,
    known,
    SHAPES.filter(({ name }) => shapes.includes(name)),
  );
  return {
    lines: calls.map(({ method, route, shape }) => `${method} ${route} (${shape})`),
    routes: site.app.routeTable.map(({ method, url }) => `${method} ${url}`),
  };
}

/** Opens the site and prepares so many calls with odd values (`oddCalls`). Answers a line that names each. */
export async function openOddCalls(count: number, seed: number): Promise<{ lines: string[] }> {
  const { id, slug, username } = await openSite();
  const known = {
    slug: [slug, String(id), 'veil'],
    comic: [String(id)],
    chapter: ['chapter-1'],
    username: [username],
    id: ['1'],
  };
  calls = oddCalls((await site.app.describeApi()) as unknown as Description, known, count, seed);
  return { lines: calls.map(({ method, url, payload }) => `${method} ${url} ${String(payload).slice(0, 300)}`) };
}

/** Makes the calls of these places, one after another, as admins; the status of each. */
export async function drive(places: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const place of places) {
    const call = calls[place] as Call;
    const who = place % admins.length;
    let status = await ask(call, admins[who] as Member);
    if (status === 401) {
      // Whoever ended their own session or account goes on as another.
      admins[who] = await member(site.deps.db, { role: 'admin' });
      status = await ask(call, admins[who]);
    }
    statuses.push(status);
  }
  return statuses;
}

/** Bytes that the answer to the call of this place has. */
export async function weighAnswer(place: number): Promise<number> {
  return (await inject(calls[place] as Call, admins[0] as Member)).rawPayload.length;
}

export async function closeSite(): Promise<void> {
  await site.close();
}

async function openSite(): Promise<{ id: number; slug: string; username: string }> {
  site = await fullApp();
  const { db } = site.deps;
  admins = await Promise.all(Array.from({ length: 4 }, () => member(db, { role: 'admin' })));
  const other = await member(db);
  const { id, slug } = await withTransaction(db, async (tx) => {
    const terms = await findOrCreateTerms(
      tx,
      (['tag', 'artist', 'author', 'character', 'group', 'parody'] as const).map((kind) => ({ kind, name: 'Veil' })),
    );
    const made = await createComic(tx, { title: 'Odd', terms, oneshot: false });
    await createChapter(tx, made.id, { number: '1', name: 'One' });
    await publishComic(tx, made.id);
    return made;
  });
  await db
    .insertInto('comments')
    .values({ comic_id: id, user_id: other.id, text: 'words', html: '<p>words</p>' })
    .execute();
  return { id, slug, username: other.username };
}

/** A call that is not answered by then, in ms, stays open: its route belongs into `DRIVEN_APART`. */
const OPEN = 60_000;

async function ask(call: Call, who: Member): Promise<number> {
  const { promise: open, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${call.method} ${call.route} was not answered`)), OPEN);
  try {
    return (await Promise.race([inject(call, who), open])).statusCode;
  } finally {
    clearTimeout(timer);
  }
}

function inject({ method, url, headers, payload }: Call, who: Member) {
  return site.app.inject({
    method,
    url,
    headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0', ...who.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}
