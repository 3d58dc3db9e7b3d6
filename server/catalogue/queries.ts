import { createHash, randomUUID } from 'node:crypto';
import { endianness } from 'node:os';
import { sql, type RawBuilder } from 'kysely';
import { RATINGS, RELATION_KINDS, STATUSES } from '#contract/comics.ts';
import { LOCALES } from '#contract/locales.ts';
import { linkedComic } from '#server/db/queries/links.ts';
import { relationsFor } from '#server/db/queries/relations.ts';
import { settingOnce } from '#server/db/queries/settings.ts';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import { FIRST_SAFE_RELATION, TRAITS, type SearchAttribute } from '#server/search/condition.ts';
import type { Db } from '../db/database.ts';
import { PREPARED } from '../db/kysely.ts';
import { migrationsHash } from '../db/migrate.ts';
import { latestAt, listedComics, premiumComic, visibleComics } from '../db/visible.ts';

/** A moment of the database. */
export interface Moment {
  /** The oldest transaction that has not ended: every change of an older one is seen. */
  horizon: string;
  /** All that is seen: the same text twice means that nothing was written in between. */
  snapshot: string;
  /** The UTC day up to which the windows of popularity were moved. */
  day: string;
  /** The newest change that is seen, in words that no other one has; null where there is none. */
  newest: string | null;
}

/** The changes since a moment. */
export interface Changes extends Moment {
  /** Whether changes may be missing: they are no longer kept, or the database is another one. */
  lost: boolean;
  /** The transactions, and the comics that they changed; a term that changed is minus its id. */
  transactions: string[];
  ids: number[];
}

/** A part of a table: lines of text, and where the next part begins. */
export interface Chunk<After> {
  text: string;
  last: After;
}

/** The setting that says up to which transaction changes were forgotten. */
const FORGOTTEN = 'catalogue_forgotten';

const changeInWords = sql`concat_ws(' ', tx, comic_id, (extract(epoch from noted_at) * 1000000)::int8)`;

const MOMENT = sql`pg_snapshot_xmin(at.snapshot)::text as horizon, at.snapshot::text as snapshot,
  coalesce((select value from settings where key = 'popularity_day'), '') as day,
  (select ${changeInWords} from comic_changes where tx < pg_snapshot_xmax(at.snapshot) order by tx desc, comic_id desc limit 1) as newest`;

/** The moment now. */
export async function readMoment(db: Db): Promise<Moment> {
  const { rows } = await sql<Moment>`select ${MOMENT} from (select pg_current_snapshot() as snapshot) as at`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Whether a moment is one of this database's own past: it has the newest change that was seen then. One that was put back
 * to an earlier state, and has gone on from there, does not.
 */
export async function hasMoment(db: Db, { newest }: Pick<Moment, 'newest'>): Promise<boolean> {
  if (newest === null) return true;
  const [tx = '', comic = ''] = newest.split(' ');
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from comic_changes
      where tx = ${tx}::text::xid8 and comic_id = ${comic}::text::int and ${changeInWords} = ${newest}) as known`.execute(
    db,
  );
  return rows[0]!.known;
}

/**
 * The origin of a catalogue as one text: the database, its schema, and what this program and its Node know of
 * letters and languages. Data of another origin may mean something else.
 */
export async function readOrigin(db: Db): Promise<string> {
  const database = await settingOnce(db, 'catalogue_id', randomUUID);
  // Transactions are numbered by a cluster: a copy of the database in another one has other numbers.
  const { rows } = await sql<{ cluster: string }>`
    select system_identifier::text as cluster from pg_control_system()`.execute(db);
  const { icu, unicode, cldr } = process.versions;
  return createHash('sha256')
    .update(
      JSON.stringify([
        database,
        rows,
        migrationsHash(),
        icu,
        unicode,
        cldr,
        endianness(),
        LOCALES,
        RATINGS,
        STATUSES,
        TRAITS,
        RELATION_KINDS,
      ]),
    )
    .digest('hex');
}

/**
 * The changes that are seen now of transactions from a horizon on, without those that were seen before. A transaction
 * that stays open hides nobody else's changes.
 *
 * @param most so many at most are read; where there are more, one more.
 */
export async function readChanges(db: Db, since: string, seen: readonly string[], most: number): Promise<Changes> {
  // Behind selects the planner sees no values, so that no plan is better for some of them, and it is kept.
  const from = sql`(select ${since}::text::xid8)`;
  const { rows } = await sql<
    Moment & { lost: boolean; tx: string | null; comic_id: number | null }
  >`${sql.raw(PREPARED)}
    select ${MOMENT}, changed.tx::text as tx, changed.comic_id,
      pg_snapshot_xmin(at.snapshot) < ${from} or exists (select from settings
        where key = ${FORGOTTEN} and value::xid8 >= ${from} and value::xid8 < pg_snapshot_xmin(at.snapshot)) as lost
    from (select pg_current_snapshot() as snapshot) as at
    left join lateral (
      select tx, comic_id from comic_changes
      where tx >= ${from} and tx < pg_snapshot_xmax(at.snapshot)
        and tx <> all((select ${[...seen]}::text[]::xid8[])::xid8[])
      limit ${most + 1}) as changed on true`.execute(db);
  const found = rows.filter(({ tx }) => tx !== null);
  return {
    ...rows[0]!,
    transactions: [...new Set(found.map(({ tx }) => tx!))],
    ids: [...new Set(found.map(({ comic_id }) => comic_id!))],
  };
}

/**
 * Forgets the changes that were noted more than a day ago, so that a process that was away for so long needs no new build,
 * and those of another cluster that this one was restored from. The newest one stays (`hasMoment`).
 */
export async function forgetChanges(db: Db): Promise<void> {
  await sql`
    with at as (select pg_current_snapshot() as snapshot),
    last as (
      select max(tx) as tx from comic_changes, at where noted_at < now() - interval '1 day' and tx < pg_snapshot_xmin(at.snapshot)
        and tx < (select max(newer.tx) from comic_changes newer where newer.tx < pg_snapshot_xmax(at.snapshot))),
    gone as (
      delete from comic_changes using at, last
      where comic_changes.tx <= last.tx or comic_changes.tx >= pg_snapshot_xmax(at.snapshot))
    insert into settings (key, value) select ${FORGOTTEN}, tx::text from last where tx is not null
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** The next published comics by id, as `parseRows` reads them; null after the last one. */
export function readRows(db: Db, after: number, most: number): Promise<Chunk<number> | null> {
  return readLines(db, sql`where c.id > ${after}::int order by c.id limit ${most}::int`);
}

/** Those of these comics that are published, as `parseRows` reads them. */
export async function readRowsById(db: Db, ids: readonly number[]): Promise<string> {
  return (await readLines(db, sql`where c.id = any(${[...ids]}::int[])`))?.text ?? '';
}

/** The ids of the next published comics in the order of folded titles, joined by commas. */
export async function readTitleOrder(
  db: Db,
  after: { title: string; id: number },
  most: number,
): Promise<Chunk<{ title: string; id: number }> | null> {
  const {
    rows: [found],
  } = await sql<{ text: string; title: string; id: number }>`
    select string_agg(id::text, ',') as text, (array_agg(sort_title))[count(*)] as title, (array_agg(id))[count(*)] as id
    from (
      select c.sort_title, c.id from ${visibleComics(EVERYONE)} c
      where (c.sort_title, c.id) > (${after.title}::text, ${after.id}::int)
      order by c.sort_title, c.id limit ${most}::int) as part having count(*) > 0`.execute(db);
  return found ? { text: found.text, last: { title: found.title, id: found.id } } : null;
}

/** Where the next part of the translated titles begins. */
export interface AfterTranslation {
  id: number;
  locale: string;
}

/** The next translated titles by comic and locale, as `TRANSLATION_FIELDS` says; of comics that are not published, too. */
export async function readTranslations(
  db: Db,
  after: AfterTranslation,
  most: number,
): Promise<Chunk<AfterTranslation> | null> {
  const {
    rows: [found],
  } = await sql<{ text: string; id: number; locale: string }>`
    select string_agg(concat_ws(E'\\t', comic_id, locale, coalesce(translate(title, E'\\t\\n', '  '), '')), E'\\n') as text,
      (array_agg(comic_id))[count(*)] as id, (array_agg(locale))[count(*)] as locale
    from (select comic_id, locale, title from comic_translations
      where (comic_id, locale) > (${after.id}::int, ${after.locale}::text) and title is not null
      order by comic_id, locale limit ${most}::int) as part having count(*) > 0`.execute(db);
  return found ? { text: found.text, last: { id: found.id, locale: found.locale } } : null;
}

/** The counters of the next comics by id, as `CounterReader` reads them. */
export async function readCounters(db: Db, after: number, most: number): Promise<Chunk<number> | null> {
  const {
    rows: [found],
  } = await sql<Chunk<number>>`
    select string_agg(concat_ws(E'\t', comic_id, favorites, score, day, week, month, year, total), E'\n') as text, max(comic_id) as last
    from (select * from comic_stats where comic_id > ${after}::int order by comic_id limit ${most}::int) as part having count(*) > 0`.execute(
    db,
  );
  return found ?? null;
}

/** The next terms by id, as `parseTerms` reads them. */
export function readTerms(db: Db, after: number, most: number): Promise<Chunk<number> | null> {
  return readTermLines(db, sql`where t.id > ${after}::int order by t.id limit ${most}::int`);
}

/** Those of these terms that are there, as `parseTerms` reads them. */
export async function readTermsById(db: Db, ids: readonly number[]): Promise<string> {
  return (await readTermLines(db, sql`where t.id = any(${[...ids]}::int[])`))?.text ?? '';
}

async function readTermLines(db: Db, which: RawBuilder<unknown>): Promise<Chunk<number> | null> {
  const {
    rows: [found],
  } = await sql<Chunk<number>>`
    select string_agg(line, E'\n') as text, max(id) as last
    from (
      select t.id, concat_ws(E'\t', t.id, ${placeIn(TERM_KINDS, sql`t.kind`, 0)}, t.slug, coalesce(t.name_key, t.slug), t.search) as line
      from terms t ${which}) as part having count(*) > 0`.execute(db);
  return found ?? null;
}

/** How many published comics the next terms by id have, as `TermUsesReader` reads it. */
export async function readTermUses(db: Db, after: number, most: number): Promise<Chunk<number> | null> {
  const {
    rows: [found],
  } = await sql<Chunk<number>>`
    select string_agg(concat_ws(E'\t', term_id, safe + suggestive + explicit), E'\n') as text, max(term_id) as last
    from (select * from term_counts where term_id > ${after}::int order by term_id limit ${most}::int) as part having count(*) > 0`.execute(
    db,
  );
  return found ?? null;
}

const EVERYONE = listedComics('all');

const TRAIT_COLUMNS: Record<SearchAttribute, RawBuilder<boolean>> = {
  premium: premiumComic(),
  oneshot: sql`c.oneshot`,
  webtoon: sql`(c.direction = 'vertical')`,
  translated: sql`c.translated`,
  speechless: sql`c.speechless`,
  rewritten: sql`c.rewritten`,
  linked: linkedComic(),
};

/** The relations of `c` to published works, as `relationBits` has them. */
const RELATIONS = sql<number>`coalesce((select bit_or(1 << w.kind | case when o.rating = 'safe' then 1 << w.kind + ${sql.lit(FIRST_SAFE_RELATION)} else 0 end)
  from (select w.id, ${placeIn(RELATION_KINDS, sql`w.kind`, 0)} as kind from ${relationsFor(sql`c.id`)} w) w
  join ${visibleComics(EVERYONE)} o on o.id = w.id), 0)`;

/** One line a comic, its fields in the order of `ROW_FIELDS`. */
async function readLines(db: Db, which: RawBuilder<unknown>): Promise<Chunk<number> | null> {
  const {
    rows: [found],
  } = await sql<Chunk<number>>`
    select string_agg(line, E'\n') as text, max(id) as last
    from (
      select c.id, concat_ws(E'\t', c.id, ${placeIn(RATINGS, sql`c.rating`, 0)}, ${placeIn(STATUSES, sql`c.status`, 1)},
        ${sql.join(
          TRAITS.map((trait, bit) => sql`(${TRAIT_COLUMNS[trait]}::int << ${sql.lit(bit)})`),
          sql` + `,
        )},
        c.pages, c.chapters_count, coalesce(date_part('year', c.released_on)::int, 0),
        (extract(epoch from c.uploaded_at) * 1000000)::int8, (extract(epoch from ${latestAt()}) * 1000000)::int8,
        floor(date_part('epoch', c.updated_at) / 86400)::int,
        coalesce((select round(avg(r.score) * 10)::int from ratings r where r.comic_id = c.id and r.counted), 0),
        (select count(*) from comments m where m.comic_id = c.id and m.state = 'shown'),
        ${RELATIONS}, c.shuffle, array_to_string(c.terms, ','), translate(c.title, E'\\t\\n', '  '), c.search) as line
      from ${visibleComics(EVERYONE)} c ${which}) as part having count(*) > 0`.execute(db);
  return found ?? null;
}

/** The place of a text among others, counted from `first`; 0 where it is none of them. */
function placeIn(texts: readonly string[], text: RawBuilder<unknown>, first: number): RawBuilder<number> {
  return sql`(case ${text} ${sql.join(
    texts.map((each, at) => sql`when ${sql.lit(each)} then ${sql.lit(at + first)}`),
    sql` `,
  )} else 0 end)`;
}
