import { sql } from 'kysely';
import { MAX_FOLLOWS, type FollowedKind, type Follows } from '#contract/library.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/db/database.ts';

/** A thing that is followed: a comic or a term. */
export type Followable = { comic: number } | { term: number };

/**
 * Makes a member follow something; doing it twice changes nothing.
 *
 * @returns false where they follow as much as can be (`MAX_FOLLOWS`).
 */
export async function follow(db: Db, userId: number, what: Followable): Promise<boolean> {
  const [comic, term] = 'comic' in what ? [what.comic, null] : [null, what.term];
  const {
    rows: [found],
  } = await sql<{ fits: boolean }>`
    with room as (select count(*) < ${MAX_FOLLOWS} as fits from follows f where f.user_id = ${userId}),
    added as (
      insert into follows (user_id, comic_id, term_id) select ${userId}, ${comic}::int, ${term}::int from room where fits
      on conflict do nothing)
    select fits from room`.execute(db);
  return found?.fits ?? false;
}

/** Makes a member follow something no more. */
export async function unfollow(db: Db, userId: number, what: Followable): Promise<void> {
  await sql`
    delete from follows where user_id = ${userId} and ${'comic' in what ? sql`comic_id = ${what.comic}` : sql`term_id = ${what.term}`}`.execute(
    db,
  );
}

/** Whether a member follows a term. */
export async function followsTerm(db: Db, userId: number, termId: number): Promise<boolean> {
  const { rows } = await sql`select from follows where user_id = ${userId} and term_id = ${termId}`.execute(db);
  return rows.length > 0;
}

/** The terms of some kinds that a member follows, the newest first, by their names in a locale. */
export async function followedTerms(
  db: Db,
  userId: number,
  locale: Locale,
  kinds: readonly FollowedKind[],
): Promise<Follows['terms']> {
  const { rows } = await sql<Follows['terms'][number]>`
    select t.id, t.kind, t.slug, coalesce(l.name, t.name) as name
    from follows f join terms t on t.id = f.term_id left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    where f.user_id = ${userId} and t.kind = any(${[...kinds]}::text[]) order by f.created_at desc, t.id desc limit ${MAX_FOLLOWS}`.execute(
    db,
  );
  return rows;
}

/** The id of a term by its kind and its slug, an alias' slug, or its id; null where there is none. */
export async function termAt(db: Db, kind: FollowedKind, address: string): Promise<number | null> {
  if (address.includes('\0') || !address.isWellFormed()) return null;
  const id = /^\d{1,10}$/.test(address) && Number(address) <= 2_147_483_647 ? Number(address) : 0;
  const {
    rows: [found],
  } = await sql<{ id: number; place: number }>`
    select t.id, case when t.id = ${id} then 0 when t.slug = ${address} then 1 else 2 end as place from terms t
    where t.kind = ${kind} and (t.id = ${id} or t.slug = ${address} or coalesce(t.name_key, t.slug) = ${address})
    union all select a.term_id, 3 from term_aliases a where a.kind = ${kind} and a.slug = ${address}
    order by place limit 1`.execute(db);
  return found?.id ?? null;
}
