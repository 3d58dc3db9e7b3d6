import { sql } from 'kysely';
import type { HiddenTerm } from '#contract/library.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** The terms a member hides, by their names in a locale. */
export async function hiddenTerms(db: Db, userId: number, locale: Locale): Promise<HiddenTerm[]> {
  const { rows } = await sql<HiddenTerm>`
    select t.id, t.kind, t.slug, coalesce(l.name, t.name) as name
    from hidden_terms h join terms t on t.id = h.term_id left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    where h.user_id = ${userId} order by t.kind, t.sort_name, t.id`.execute(db);
  return rows;
}

/** Makes these the terms a member hides, those of them that there are. Two at once end with what came last. */
export async function hideTerms(tx: Tx, userId: number, terms: readonly number[]): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  await sql`delete from hidden_terms where user_id = ${userId} and term_id <> all(${[...terms]}::int[])`.execute(tx);
  await sql`
    insert into hidden_terms (user_id, term_id) select ${userId}, t.id from terms t where t.id = any(${[...terms]}::int[])
    on conflict do nothing`.execute(tx);
}
