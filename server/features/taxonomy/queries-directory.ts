import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { listedComics, visibleCount } from '#server/db/visible.ts';
import type { TermCounts } from './counted-terms.ts';
import type { TermName } from './name-order.ts';

/** Terms a statement reads: 20 ms at most on the embedded database. */
const CHUNK = 5_000;

/** Counts of terms of a kind; without one, of terms that are gone. */
export type KindCounts = TermCounts & { kind: TermKind | null };

/** How many comics have each term of the site, a part at a time. */
export async function* readCounts(db: Db): AsyncGenerator<KindCounts[]> {
  for (let after = 0; ;) {
    const chunk = await countsFrom(
      db,
      sql`(select id, kind from terms where id > ${after} order by id limit ${CHUNK}) t left join term_counts n on n.term_id = t.id`,
    );
    if (chunk.length === 0) return;
    yield chunk;
    after = chunk.reduce((last, { ids }) => Math.max(last, ids.at(-1)!), after);
  }
}

/**
 * How many comics have each of the terms whose counts were written by a transaction from a horizon on, and each of some
 * others. A system column says which transaction wrote a row: what stayed as it was is looked at, but not sent.
 */
export function readChangedCounts(db: Db, horizon: string, others: readonly number[]): Promise<KindCounts[]> {
  // The kinds are looked up one by one: the planner thinks that a third of all rows is new, and would read every term.
  return countsFrom(
    db,
    sql`(
      select term_id, safe, suggestive, explicit from term_counts
      where term_id > 0 and (age(xmin) <= age(${horizon}::text::xid8::xid) or term_id = any(${[...others]}::int[]))) n
    cross join lateral (select n.term_id as id, (select kind from terms where id = n.term_id) as kind) t`,
  );
}

async function countsFrom(db: Db, source: RawBuilder<unknown>): Promise<KindCounts[]> {
  const { rows } = await sql<KindCounts>`
    select t.kind, array_agg(t.id order by t.id) as ids,
      array_agg(${visibleCount(listedComics('safe'), 'n')} order by t.id) as safe,
      array_agg(${visibleCount(listedComics('all'), 'n')} order by t.id) as all
    from ${source} group by t.kind`.execute(db);
  return rows;
}

/** The names of all terms of a kind as readers of a locale see them. */
export async function readNames(db: Db, kind: TermKind, locale: Locale): Promise<TermName[]> {
  const names: TermName[] = [];
  for (let after = 0, whole = true; whole;) {
    const chunk = await namesWhere(db, kind, locale, sql`id > ${after} order by id limit ${CHUNK}`);
    for (const name of chunk) {
      names.push(name);
      after = Math.max(after, name.id);
    }
    whole = chunk.length === CHUNK;
  }
  return names;
}

/** The same of those of some terms that are there and of the kind. */
export function readNamesById(db: Db, kind: TermKind, locale: Locale, ids: readonly number[]): Promise<TermName[]> {
  return namesWhere(db, kind, locale, sql`id = any(${[...ids]}::int[])`);
}

async function namesWhere(db: Db, kind: TermKind, locale: Locale, which: RawBuilder<unknown>): Promise<TermName[]> {
  const { rows } = await sql<TermName>`
    select t.id, coalesce(l.name, t.name) as name, coalesce(l.sort_name, t.sort_name) as folded
    from (select id, name, sort_name from terms where kind = ${kind} and ${which}) t
    left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    order by folded, t.id`.execute(db);
  return rows;
}
