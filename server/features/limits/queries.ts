import { sql, type RawBuilder } from 'kysely';
import type { Rating } from '#contract/comics.ts';
import type { ContentLimit, ContentLimitBody, LimitedRole } from '#contract/limits.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** For whom a limit holds: a member, or every member of a role. */
export type LimitedBy = { user: number } | { role: LimitedRole };

const NONE: ContentLimit = { rating: 'explicit', terms: [] };

/** The limit of a member or a role, with the names that its terms have in a language; one that lets everything through where there is none. */
export async function findLimit(db: Db, locale: Locale, by: LimitedBy): Promise<ContentLimit> {
  const { rows } = await sql<ContentLimit>`
    select l.rating, coalesce((select json_agg(json_build_object('id', t.id, 'kind', t.kind, 'slug', t.slug,
        'name', coalesce((select n.name from term_translations n where n.term_id = t.id and n.locale = ${locale}), t.name)) order by t.kind, t.sort_name, t.id)
      from limit_terms x join terms t on t.id = x.term_id where x.limit_id = l.id), '[]') as terms
    from content_limits l where ${belongsTo(by)}`.execute(db);
  return rows[0] ?? NONE;
}

/**
 * Puts a limit in place of the one that is there, or takes it away where nothing is limited. Ids that are no terms are left out.
 *
 * @returns the limits before and after, by ids of terms; null where it is the same.
 */
export async function putLimit(
  tx: Tx,
  by: LimitedBy,
  { rating, terms }: ContentLimitBody,
): Promise<{ before: StoredLimit; after: StoredLimit } | null> {
  const [user, role] = 'user' in by ? [by.user, null] : [null, by.role];
  // One after another: a limit that goes leaves no row to wait for.
  await sql`select pg_advisory_xact_lock(hashtext('komawari content limits'))`.execute(tx);
  await sql`insert into content_limits (user_id, role, rating) values (${user}, ${role}, 'explicit') on conflict do nothing`.execute(
    tx,
  );
  const {
    rows: [found],
  } = await sql<{
    id: number;
    rating: Rating;
  }>`select l.id, l.rating from content_limits l where ${belongsTo(by)}`.execute(tx);
  const { id } = found!;
  const before = { rating: found!.rating, terms: await termIds(tx, id) };
  await sql`delete from limit_terms where limit_id = ${id} and term_id <> all(${[...terms]}::int[])`.execute(tx);
  await sql`insert into limit_terms (limit_id, term_id) select ${id}::int, t.id from terms t
    where t.id = any(${[...terms]}::int[]) on conflict do nothing`.execute(tx);
  const after = { rating, terms: await termIds(tx, id) };
  if (rating === 'explicit' && after.terms.length === 0) {
    await sql`delete from content_limits where id = ${id}`.execute(tx);
  } else {
    await sql`update content_limits set rating = ${rating} where id = ${id}`.execute(tx);
  }
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after };
}

/** A limit by the ids of its terms, ascending. */
export interface StoredLimit {
  rating: Rating;
  terms: number[];
}

async function termIds(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{
    term_id: number;
  }>`select term_id from limit_terms where limit_id = ${id} order by term_id`.execute(tx);
  return rows.map(({ term_id: term }) => term);
}

function belongsTo(by: LimitedBy): RawBuilder<boolean> {
  return 'user' in by ? sql<boolean>`l.user_id = ${by.user}` : sql<boolean>`l.role = ${by.role}`;
}
