import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openDatabase, withTransaction, type Db } from '#server/db/database.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { openConnection, type Connection } from '../servers/connection.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from '../servers/measured-postgres.ts';
import { serve } from '../servers/served.ts';
import { seedOnce } from '../synthetic/seed.ts';

const [TURNS, WARM_UP, SIZE] = [60, 10, 20];
/** Times that clients of Komga and of OPDS may wait, over those of the site's own call. */
const LIMITS = { list: 1.5, page: 1.2 } as const;

/** The same question to the site and by another way; `turn` makes each asking another page. */
interface Pair {
  name: string;
  kind: keyof typeof LIMITS;
  own(turn: number): string;
  other(turn: number): string;
}

/**
 * Measures lists of Komga's API and page pictures by Komga's and by OPDS' route against the site's own for the same question, in turns, of one
 * member, through HTTP.
 *
 * @param url a database that is seeded or to be seeded: a member and a comic come into it; without it a throw-away PostgreSQL.
 */
export async function benchKomga(
  comics: number,
  url: string | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = url === undefined ? await startMeasuredPostgres() : null;
  const address = url ?? own!.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const count = await seedOnce({ dataDir: '', url: address }, comics, say);
    const { token, names, comic } = await prepare(address, folder);
    const server = await serve({
      comics: count,
      env: { DATABASE_URL: address, KOMAWARI_DATA: folder },
      database: { dataDir: '', url: address },
    });
    const headers = { authorization: `Bearer ${token}` };
    const connection = await openConnection(server.server.url, headers);
    try {
      const pairs = [...listPairs(names), ...(await picturePairs(server.server.url, headers, comic))];
      const times = new Map(pairs.map(({ name }) => [name, { own: [] as number[], other: [] as number[] }]));
      for (let turn = 0; turn < TURNS + WARM_UP; turn += 1) {
        for (const pair of pairs) {
          // Each goes first as often.
          for (const side of turn % 2 === 0 ? (['own', 'other'] as const) : (['other', 'own'] as const)) {
            const took = await timeUntilAnswered(connection, pair[side](turn));
            if (turn >= WARM_UP) times.get(pair.name)![side].push(took);
          }
        }
      }
      say(`the site’s own call and the other one, ${count} comics, milliseconds over one connection, p50 (p95)`);
      const shown = (each: readonly number[]) => `${readable(median(each))} (${readable(percentile(each, 0.95))})`;
      const ratio = (name: string) => median(times.get(name)!.other) / median(times.get(name)!.own);
      say(
        table(
          ['question', 'own', 'other', 'ratio'],
          pairs.map(({ name }) => [
            name,
            shown(times.get(name)!.own),
            shown(times.get(name)!.other),
            readable(ratio(name)),
          ]),
        ),
      );
      return (['list', 'page'] as const).map((kind): Figure => ({
        name: `${kind === 'list' ? 'Komga’s lists' : 'a page picture by Komga or OPDS'} ÷ the site’s own, p50, the worst`,
        value: Math.max(...pairs.filter((pair) => pair.kind === kind).map(({ name }) => ratio(name))),
        unit: '×',
        limit: LIMITS[kind],
        bound: 'most',
      }));
    } finally {
      connection.close();
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

/** A machine that is busy with something else has a call refused: it is asked for again, up to half a minute. */
async function timeUntilAnswered(connection: Connection, path: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await connection.time(path);
    } catch (error) {
      if (tries === 60 || !(error instanceof Error && error.message.includes(' answered 503'))) throw error;
      await wait(500);
    }
  }
}

/** A tag and a language of the catalogue. */
interface Names {
  tag: { id: number; name: string };
  language: { id: number; code: string };
}

function listPairs({ tag, language }: Names): Pair[] {
  const of = (query: string) => (turn: number) => `/api/comics?per_page=${SIZE}&page=${turn + 1}&${query}`;
  const komga = (path: string) => (turn: number) =>
    `/komga/api/v1/${path}${path.includes('?') ? '&' : '?'}size=${SIZE}&page=${turn}`;
  return [
    { name: 'new ones', kind: 'list', own: of('sort=uploaded_at'), other: komga('series/new') },
    { name: 'by the newest chapter', kind: 'list', own: of('sort=latest_chapter'), other: komga('series/updated') },
    {
      name: 'by title',
      kind: 'list',
      own: of('sort=title&order=asc'),
      other: komga('series?sort=metadata.titleSort,asc'),
    },
    {
      name: 'with a tag, by title',
      kind: 'list',
      own: of(`sort=title&order=asc&tags=${tag.id}`),
      other: komga(`series?sort=metadata.titleSort,asc&tag=${encodeURIComponent(tag.name)}`),
    },
    {
      name: 'of a library, by the newest chapter',
      kind: 'list',
      own: of(`sort=latest_chapter&languages=${language.id}`),
      other: komga(`series?sort=lastModified,desc&library_id=${language.code}`),
    },
    { name: 'for a word', kind: 'list', own: of('sort=relevance&q=night'), other: komga('series?search=night') },
  ];
}

async function picturePairs(url: string, headers: Record<string, string>, slug: string): Promise<Pair[]> {
  const ask = async (path: string) => (await fetch(url + path, { headers })).json();
  const { id } = (await ask(`/api/comics/${slug}`)) as { id: number };
  const { content } = (await ask(`/komga/api/v1/series/${id}/books`)) as { content: { id: string }[] };
  const book = content[0]!.id;
  const { images } = (await ask(`/api/comics/${slug}/images`)) as { images: { source_url: string }[] };
  const { pathname, search } = new URL(images[0]!.source_url, url);
  const own = () => pathname + search;
  // The second page: the first counts a view, which the site's own reader tells by a call of its own.
  return [
    { name: 'a page by Komga', kind: 'page', own, other: () => `/komga/api/v1/books/${book}/pages/2` },
    { name: 'a page by OPDS', kind: 'page', own, other: () => `/en/opds/chapters/${book}/pages/1` },
  ];
}

/** Makes a member and a comic with a picture on the disk. */
async function prepare(url: string, folder: string): Promise<{ token: string; names: Names; comic: string }> {
  const database = await openDatabase({ dataDir: '', url });
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  try {
    const { db } = database;
    const { token } = await member(db);
    const picture = await plantPicture(db, blobs);
    const title = `Measured ${randomBytes(4).toString('hex')}`;
    const { slug } = await withTransaction(db, (tx) => plantComic(tx, { title, rating: 'safe' }, picture));
    return { token, comic: slug, names: { tag: await mostUsed(db, 'tag'), language: await mostUsed(db, 'language') } };
  } finally {
    await blobs.close();
    await database.close();
  }
}

async function mostUsed(db: Db, kind: string): Promise<{ id: number; name: string; code: string }> {
  const { rows } = await sql<{ id: number; name: string; code: string }>`
    select t.id, t.name, coalesce(t.code, t.slug) as code from terms t join term_counts n on n.term_id = t.id
    where t.kind = ${kind} order by n.safe desc limit 1`.execute(db);
  return rows[0]!;
}
