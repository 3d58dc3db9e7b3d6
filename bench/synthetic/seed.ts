import { sql } from 'kysely';
import { openDatabase, type Database, type Db } from '#server/db/database.ts';
import { findSetting, putSetting } from '#server/db/queries/settings.ts';
import { documentGrams } from '#server/search/grams.ts';
import { searchText, sortKey } from '#server/search/normalise.ts';
import { catalogue, type SyntheticComic, type SyntheticImage, type SyntheticTerm } from './catalogue.ts';

/** Rows a statement carries. */
const BATCH = 5000;

/** Bytes of a picture's smaller form. */
export const VARIANT_BYTES = 30_000;

/** Comics that have pages: enough to open a reader. */
export const WITH_PAGES = 200;

/** Tables whose triggers are put aside. */
const TRIGGERED = ['terms', 'comics', 'all_chapters'] as const;

/** The setting by which a seeded database knows what it holds: how many comics, or `unfinished`. */
const SEEDED = 'bench.seeded';

/** How many synthetic comics a database holds: 0 when it is empty. @throws when it holds anything else. */
export async function seededComics(db: Db): Promise<number> {
  const seeded = await findSetting(db, SEEDED);
  if (seeded !== null && seeded !== 'unfinished') return Number(seeded);
  const { rows } = await sql<{
    filled: boolean;
  }>`select exists (select from comics) or exists (select from terms) as filled`.execute(db);
  if (seeded !== null) throw new Error('An earlier seeding of this database was cut short. Make it anew.');
  if (rows[0]?.filled) throw new Error('This database holds other comics. Give an empty one.');
  return 0;
}

/** Fills a database that is empty, and says how many synthetic comics it holds then. @throws as `seededComics`. */
export async function seedOnce(
  database: { dataDir: string; url?: string },
  comics: number,
  say: (line: string) => void,
): Promise<number> {
  const opened = await openDatabase(database);
  try {
    const held = await seededComics(opened.db);
    if (held === 0) {
      await seed(opened, comics, say);
    }
    return held || comics;
  } finally {
    await opened.close();
  }
}

/**
 * Fills an empty, migrated database with the synthetic catalogue of `count` comics.
 *
 * Indexes and triggers of the large tables are put aside while rows come in; what the triggers keep is computed at
 * the end, so the result is what the product itself would have written. Every comic has a chapter, the first 200 have
 * pages too; the pictures are known by their sizes alone. Views lie on days before today.
 *
 * @param synthetic another catalogue than the whole one.
 */
export async function seed(
  { db }: Database,
  count: number,
  say: (line: string) => void,
  synthetic = catalogue(),
): Promise<void> {
  const { terms, images, comic } = synthetic;
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  await putSetting(db, SEEDED, 'unfinished');
  const indexes = await setIndexesAside(db);
  for (const table of TRIGGERED) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  }
  await insertTerms(db, terms);
  await insert(
    db,
    'images',
    images.map((image) => ({
      ...image,
      thumbhash: `\\x${image.thumbhash}`,
      format: 'webp',
      bytes: 300_000,
      variants: listVariants(image),
    })),
    'hash text, width int, height int, color int, thumbhash bytea, format text, bytes int, variants jsonb',
  );
  for (let from = 0; from < count; from += BATCH) {
    const comics = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => comic(from + index));
    await insertComics(db, comics);
    if (from === 0) {
      await insertPages(db, comics.slice(0, WITH_PAGES), images);
    }
    if (from % 50_000 === 0 && from > 0) {
      say(`${from} of ${count} comics, ${seconds()} s`);
    }
  }
  await db.connection().execute(async (connection) => {
    // Each of these may take minutes on a busy machine.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await finish(connection, indexes, count, (step) => say(`${step}, ${seconds()} s`));
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
  say(`${count} comics in ${seconds()} s`);
}

/** Brings back what was put aside, and computes what triggers would have kept. */
async function finish(db: Db, indexes: readonly string[], count: number, say: (step: string) => void): Promise<void> {
  say('indexes');
  for (const definition of indexes) {
    await sql.raw(definition).execute(db);
  }
  for (const table of TRIGGERED) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  }
  await countTerms(db);
  await sql`insert into related_comics (comic_id) select id from comics`.execute(db);
  say('words');
  await sql`select refill_search_words()`.execute(db);
  for (const table of ['terms', 'comics', 'all_chapters', 'pages']) {
    await sql
      .raw(
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select coalesce(max(id), 1) from ${table})))`,
      )
      .execute(db);
  }
  // The windows of the comics are those of today.
  await putSetting(db, 'popularity_day', new Date().toISOString().slice(0, 10));
  await putSetting(db, SEEDED, String(count));
  await sql.raw('vacuum (analyze)').execute(db);
}

/** Drops what slows bulk writing down and gives back how to make it again. */
async function setIndexesAside(db: Db): Promise<string[]> {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
    where schemaname = current_schema() and tablename in ('comics', 'comic_stats', 'all_chapters', 'terms')
      and indexname not in (select conname from pg_constraint)`.execute(db);
  for (const { indexname } of rows) {
    await sql`drop index ${sql.id(indexname)}`.execute(db);
  }
  return rows.map(({ indexdef }) => indexdef);
}

async function insertTerms(db: Db, terms: readonly SyntheticTerm[]): Promise<void> {
  await insert(
    db,
    'terms',
    terms.map(({ names, ...term }) => {
      const search = searchText([term.name, ...names.map(({ name }) => name)]);
      return { ...term, search, grams: documentGrams(search), sort_name: sortKey(term.name) };
    }),
    'id int, kind text, slug text, name text, color text, code text, search text, grams int[], sort_name text',
  );
  await insert(
    db,
    'term_translations',
    terms.flatMap(({ id, names }) =>
      names.map(({ locale, name }) => ({ term_id: id, locale, name, sort_name: sortKey(name) })),
    ),
    'term_id int, locale text, name text, sort_name text',
  );
}

async function insertComics(db: Db, comics: readonly SyntheticComic[]): Promise<void> {
  await insert(
    db,
    'comics',
    comics.map((comic) => {
      const search = searchText([comic.title, comic.alternativeTitle, ...comic.titles.map(({ title }) => title)]);
      return {
        id: comic.id,
        slug: comic.slug,
        title: comic.title,
        alternative_title: comic.alternativeTitle,
        rating: comic.rating,
        status: comic.status,
        direction: comic.direction,
        translated: comic.translated,
        speechless: comic.speechless,
        rewritten: comic.rewritten,
        premium: comic.premium,
        pages: comic.pages,
        chapters_count: comic.chapters,
        oneshot: comic.chapters === 0,
        latest_chapter: comic.latestAt === null ? null : comic.id,
        latest_chapter_at: comic.latestAt,
        cover: comic.cover,
        uploaded_at: comic.uploadedAt,
        published_at: comic.uploadedAt,
        terms: comic.terms,
        shuffle: comic.shuffle,
        state: 'published',
        search,
        grams: documentGrams(search),
        sort_title: sortKey(comic.title),
      };
    }),
    `id int, slug text, title text, alternative_title text, rating text, status text, direction text, translated boolean,
    speechless boolean, rewritten boolean, premium boolean, pages int, chapters_count int, oneshot boolean, latest_chapter int,
    latest_chapter_at timestamptz, cover text,
    uploaded_at timestamptz, published_at timestamptz, terms int[], shuffle int, state text, search text, grams int[], sort_title text`,
  );
  await insert(
    db,
    'comic_stats',
    comics.map(({ id, favorites, weighted, views }) => ({ comic_id: id, favorites, score: weighted, ...views })),
    'comic_id int, favorites int, score int, day int, week int, month int, year int, total int',
  );
  await insert(
    db,
    'comic_translations',
    comics.flatMap(({ id, titles }) => titles.map((title) => ({ comic_id: id, ...title }))),
    'comic_id int, locale text, title text',
  );
  await insertViews(
    db,
    comics.flatMap(({ id, reads }) => reads.map((read) => ({ comic_id: id, ...read }))),
  );
  await insert(
    db,
    'chapters',
    comics.map(({ id, pages, uploadedAt, latestAt }) => {
      const at = latestAt ?? uploadedAt;
      return { id, comic_id: id, slug: 'oneshot', position: 1, pages, added_at: at, updated_at: at, released_at: at };
    }),
    'id int, comic_id int, slug text, position float8, pages int, added_at timestamptz, updated_at timestamptz, released_at timestamptz',
  );
}

async function insertViews(
  db: Db,
  views: readonly { comic_id: number; daysAgo: number; views: number }[],
): Promise<void> {
  await sql`
    insert into comic_views (day, comic_id, views)
    select (now() at time zone 'UTC')::date - "daysAgo", comic_id, views
    from json_to_recordset(${JSON.stringify(views)}::json) as x (comic_id int, "daysAgo" int, views int)`.execute(db);
}

async function insertPages(
  db: Db,
  comics: readonly SyntheticComic[],
  images: readonly SyntheticImage[],
): Promise<void> {
  const pages = comics.flatMap(({ id, pages: count }) =>
    Array.from({ length: count }, (_, index) => ({
      chapter_id: id,
      number: index + 1,
      image: images[(id * 31 + index) % images.length]!.hash,
      name: `${index + 1}.webp`,
    })),
  );
  await insert(db, 'pages', pages, 'chapter_id int, number int, image text, name text');
}

async function insert(db: Db, table: string, rows: readonly object[], columns: string): Promise<void> {
  const names = columns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
  const list = sql.join(names.map((name) => sql.id(name)));
  for (let from = 0; from < rows.length; from += BATCH) {
    const json = JSON.stringify(rows.slice(from, from + BATCH));
    await sql`insert into ${sql.id(table)} (${list}) select ${list} from json_to_recordset(${json}::json) as x(${sql.raw(columns)})`.execute(
      db,
    );
  }
}

/** Counts that the triggers of `comics` keep, over all of them. */
async function countTerms(db: Db): Promise<void> {
  await sql`truncate term_counts`.execute(db);
  await sql`
    insert into term_counts (term_id, safe, suggestive, explicit)
    select term, count(*) filter (where rating = 'safe'), count(*) filter (where rating = 'suggestive'), count(*) filter (where rating = 'explicit')
    from (select unnest(array_append(terms, 0)) as term, rating from comics where state = 'published') x group by term`.execute(
    db,
  );
  await sql`select nextval('catalogue_changes')`.execute(db);
}

function listVariants({ hash, width, height }: { hash: string; width: number; height: number }) {
  const at = (wanted: number) => ({
    hash,
    format: 'webp',
    bytes: VARIANT_BYTES,
    width: wanted,
    height: Math.round((wanted / width) * height),
  });
  return { cover320: at(320), cover640: at(640), thumb: at(240) };
}
