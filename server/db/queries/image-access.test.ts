import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RATINGS } from '#contract/comics.ts';
import { withTransaction, type Database, type Db } from '#server/db/database.ts';
import { hasPictures, pictureAccess } from '#server/db/visible.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seededRandom } from '#server/testing/random.ts';
import { imageRecord } from './image-access.ts';

let database: Database;
let made = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const STATES = ['published', 'unlisted', 'draft', 'removed'] as const;

/** A work with one chapter that shows a picture: as its cover, as a page, or as both. */
interface Work {
  state: (typeof STATES)[number];
  rating: (typeof RATINGS)[number];
  premium: boolean;
  chapterPremium: boolean;
  onCover: boolean;
  onPage: boolean;
}

/** A picture of its own that these works show; answers its hash. */
async function plantShown(db: Db, works: readonly Work[]): Promise<string> {
  const hash = (made += 1).toString(16).padStart(64, '0');
  await sql`insert into images (hash, format, bytes, width, height) values (${hash}, 'png', 1, 1, 1)`.execute(db);
  await sql`with w as (select row_number() over () as at, * from jsonb_to_recordset(${JSON.stringify(works)}::jsonb)
      as w(state text, rating text, premium boolean, "chapterPremium" boolean, "onCover" boolean, "onPage" boolean)),
    c as (insert into comics (slug, title, state, rating, premium, cover)
      select 'work-' || ${made}::text || '-' || at, 'Work', state, rating, premium, case when "onCover" then ${hash} end from w returning id, slug),
    h as (insert into chapters (comic_id, slug, position, premium_until)
      select c.id, 'one', 1, case when w."chapterPremium" then now() + interval '1 day' end
      from c join w on c.slug = 'work-' || ${made}::text || '-' || w.at where w."onPage" returning id)
    insert into pages (chapter_id, number, image) select id, 1, ${hash} from h`.execute(db);
  return hash;
}

/** The access to a picture by the rules for each work that shows it. */
function expected(works: readonly Work[]) {
  const shown = works.filter((work) => work.state !== 'draft' && hasPictures(work) && (work.onCover || work.onPage));
  const covers = shown.filter(({ onCover }) => onCover).map((work) => pictureAccess(work).cover);
  const pages = shown
    .filter(({ onPage }) => onPage)
    .map((work) => pictureAccess({ ...work, premium: work.premium || work.chapterPremium }).pages);
  const mostOpen = (accesses: readonly string[]) => (accesses.includes('public') ? 'public' : (accesses[0] ?? 'none'));
  return {
    cover: mostOpen(covers),
    page: mostOpen(pages),
    adult: shown.length > 0 && shown.every(({ rating }) => rating === 'explicit'),
  };
}

it('of several works that show a picture the most open one counts, in all of 150 random cases', async () => {
  const random = seededRandom(5);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const seen = new Set<string>();
  for (let turn = 0; turn < 150; turn += 1) {
    const works = Array.from({ length: turn % 4 }, () => ({
      state: pick(STATES),
      rating: pick(RATINGS),
      premium: random() < 0.3,
      chapterPremium: random() < 0.3,
      onCover: random() < 0.5,
      onPage: random() < 0.5,
    }));
    const hash = await plantShown(database.db, works);
    const { cover, page, adult } = (await imageRecord(database.db, hash))!;
    expect({ works, cover, page, adult }).toEqual({ works, ...expected(works) });
    seen.add(`${cover} ${page} ${adult}`);
  }
  expect(seen.size).toBeGreaterThan(9);
});

it('a picture that a thousand works show is found as fast as one of a single work', async () => {
  const work = {
    state: 'published',
    rating: 'safe',
    premium: false,
    chapterPremium: false,
    onCover: true,
    onPage: true,
  } as const;
  const hash = await plantShown(
    database.db,
    Array.from({ length: 1000 }, () => work),
  );
  await sql`analyze comics, chapters, pages`.execute(database.db);
  const read = await withTransaction(database.db, async (tx) => {
    // As in a large library, where reading everything is what the planner avoids.
    await sql`set local enable_seqscan = off`.execute(tx);
    const count = async () => {
      const {
        rows: [row],
      } = await sql<{
        read: number;
      }>`select (sum(seq_tup_read) + sum(idx_tup_fetch))::int as read from pg_stat_xact_user_tables
        where relname in ('comics', 'all_chapters', 'pages')`.execute(tx);
      return row!.read;
    };
    const before = await count();
    expect(await imageRecord(tx, hash)).toMatchObject({ cover: 'public', page: 'public', adult: false });
    return (await count()) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(300);
});
