import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { moveComments } from '#server/db/queries/comment-counts.ts';

/** Two terms of one kind, of which the first becomes the second; `into` null: its comics lose it. */
export interface TermMove {
  from: number;
  into: number | null;
}

/** Comics that are changed in one statement: short enough that nobody waits for it. */
const BATCH = 200;

/** Gives some comics the other term; answers how many, none once all have it, nor where the other is gone or, without another, the term is allowed again. */
export async function moveSomeComics(tx: Tx, { from, into }: TermMove): Promise<number> {
  const { numAffectedRows } = await sql`
    update comics set terms = array(
      select distinct case when term = ${from} then ${into}::int else term end as next
      from unnest(terms) as term where term <> ${from} or ${into}::int is not null order by next),
      groups_added = case when ${into}::int = any(terms) or ${into}::int is null then array_remove(groups_added, ${from}::int)
        else array_replace(groups_added, ${from}::int, ${into}::int) end
    where id in (select id from comics where terms @> array[${from}::int]
      and exists (select from terms t where ${into}::int is null and t.id = ${from} and t.forbidden_at is not null or t.id = ${into}::int)
      order by id limit ${BATCH} for update)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** How many comics, in whatever state, have a term. */
export async function comicsWith(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from comics where terms @> array[${id}::int]`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Says that a term is becoming another one: whoever names it from now on means that. Answers false where either is gone, or moving itself. */
export async function beginMerge(tx: Tx, from: number, into: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update terms t set merging_into = ${into}, version = version + 1, updated_at = now()
    where t.id = ${from} and t.merging_into is null
      and exists (select 1 from terms o where o.id = ${into} and o.kind = t.kind and o.id <> t.id
        and o.merging_into is null and o.forbidden_at is null)`.execute(tx);
  return numAffectedRows === 1n;
}

/** The term that a term is becoming; null where it is none, or gone. */
export async function findMerge(db: Db | Tx, from: number): Promise<number | null> {
  const { rows } = await sql<{
    into: number | null;
  }>`select merging_into as into from terms where id = ${from}`.execute(db);
  return rows[0]?.into ?? null;
}

/**
 * Ends a merge once no comic has the first term: who follows or hides it follows or hides the other, its comments, groups of
 * chapters, people, names and addresses are the other's, and it is gone.
 */
export async function endMerge(tx: Tx, from: number, into: number): Promise<void> {
  await sql`insert into follows (user_id, term_id, created_at) select user_id, ${into}, created_at from follows
    where term_id = ${from} on conflict do nothing`.execute(tx);
  await sql`insert into chosen_groups (user_id, term_id, choice, created_at) select user_id, ${into}, choice, created_at
    from chosen_groups where term_id = ${from} on conflict do nothing`.execute(tx);
  await sql`insert into hidden_terms (user_id, term_id) select user_id, ${into} from hidden_terms where term_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into limit_terms (limit_id, term_id) select limit_id, ${into} from limit_terms where term_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into chapter_groups (chapter_id, term_id) select chapter_id, ${into} from chapter_groups
    where term_id = ${from} on conflict do nothing`.execute(tx);
  // The people of the one are the other's; where that has some of its own, they join them.
  await sql`update groups set term_id = ${into} where term_id = ${from} and not exists (select from groups where term_id = ${into})`.execute(
    tx,
  );
  await sql`insert into group_members (term_id, user_id, role, joined_at) select ${into}, user_id, 'member', joined_at from group_members
    where term_id = ${from} on conflict do nothing`.execute(tx);
  await moveComments(tx, { term: from }, { term: into });
  await sql`update term_aliases set term_id = ${into} where term_id = ${from}`.execute(tx);
  await sql`
    insert into term_translations (term_id, locale, name, sort_name)
    select ${into}, locale, name, sort_name from term_translations where term_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`
    with gone as (delete from terms where id = ${from} returning kind, slug, name_key, name)
    insert into term_aliases (kind, slug, name, term_id)
    select kind, slug, name, ${into}::int from gone union select kind, name_key, name, ${into}::int from gone where name_key is not null
    on conflict (kind, slug) do update set term_id = excluded.term_id`.execute(tx);
}
