import { sql } from 'kysely';
import { FOLLOWED_KINDS, MAX_FOLLOWS, MAX_HIDDEN_TERMS } from '#contract/library.ts';
import { MAX_BLOCKED_GROUPS, MAX_BLOCKED_UPLOADERS, MAX_PREFERRED_GROUPS } from '#contract/makers.ts';
import { MAX_SAVED_SEARCHES } from '#contract/saved-searches.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { reachableComics } from '#server/db/visible.ts';
import type { ForeignTerm } from './foreign-library.ts';

/** Most members that one member blocks. */
const MAX_BLOCKED = 1_000;

/** The terms of a file that are here, by `kind slug`. */
export async function findTerms(db: Db, terms: readonly ForeignTerm[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; slug: string; id: number }>`
    select distinct t.kind, t.slug, t.id
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as e (kind text, slug text) join terms t on t.kind = e.kind and t.slug = e.slug`.execute(
    db,
  );
  return new Map(rows.map(({ kind, slug, id }) => [termKey({ kind, slug }), id]));
}

/** How `findTerms` calls a term. */
export function termKey({ kind, slug }: ForeignTerm): string {
  return `${kind} ${slug}`;
}

/** The members of these names who are still there, without one. */
export async function findPeople(db: Db, names: readonly string[], without: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(username) = any(${names.map((name) => name.toLowerCase())}::text[])
      and deleted_at is null and id <> ${without} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds a member, so that what is counted of them stays so until the end of the transaction. */
export async function holdMember(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Has a member who is held follow comics and terms, as far as there is room. @returns how many are new. */
export async function addFollows(
  tx: Tx,
  userId: number,
  { comics, terms }: { comics: readonly number[]; terms: readonly number[] },
): Promise<number> {
  const { rows } = await sql`
    insert into follows (user_id, comic_id, term_id)
    select ${userId}::int, w.comic_id, w.term_id from (
      select c.id as comic_id, null::int as term_id from ${reachableComics({ member: userId })} c where c.id = any(${[...comics]}::int[])
      union select null, t.id from terms t where t.id = any(${[...terms]}::int[]) and t.kind = any(${[...FOLLOWED_KINDS]}::text[])) w
    where not exists (select from follows f where f.user_id = ${userId} and f.comic_id is not distinct from w.comic_id
      and f.term_id is not distinct from w.term_id)
    order by 2, 3 limit greatest(0, ${MAX_FOLLOWS} - (select count(*) from follows where user_id = ${userId}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** Has a member who is held hide terms, as far as there is room. @returns how many are new. */
export async function addHidden(tx: Tx, userId: number, terms: readonly number[]): Promise<number> {
  const { rows } = await sql`
    insert into hidden_terms (user_id, term_id) select ${userId}::int, t.id from terms t where t.id = any(${[...terms]}::int[])
      and not exists (select from hidden_terms h where h.user_id = ${userId} and h.term_id = t.id)
    order by t.id limit greatest(0, ${MAX_HIDDEN_TERMS} - (select count(*) from hidden_terms where user_id = ${userId}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** Has a member who is held prefer or block groups about which they chose nothing yet, as far as there is room. @returns how many are new. */
export async function addGroups(
  tx: Tx,
  userId: number,
  terms: readonly number[],
  choice: 'preferred' | 'blocked',
): Promise<number> {
  const { rows } = await sql`
    insert into chosen_groups (user_id, term_id, choice) select ${userId}::int, t.id, ${choice} from terms t
    where t.id = any(${[...terms]}::int[]) and t.kind = 'group'
      and not exists (select from chosen_groups k where k.user_id = ${userId} and k.term_id = t.id)
    order by t.id limit greatest(0, ${choice === 'blocked' ? MAX_BLOCKED_GROUPS : MAX_PREFERRED_GROUPS}
      - (select count(*) from chosen_groups where user_id = ${userId} and choice = ${choice}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** Has a member who is held step over what others upload, as far as there is room. @returns how many are new. */
export async function addBlockedUploaders(tx: Tx, userId: number, people: readonly number[]): Promise<number> {
  const { rows } = await sql`
    insert into blocked_uploaders (user_id, uploader_id) select ${userId}::int, p.id from unnest(${[...people]}::int[]) p (id)
    where not exists (select from blocked_uploaders k where k.user_id = ${userId} and k.uploader_id = p.id)
    order by p.id limit greatest(0, ${MAX_BLOCKED_UPLOADERS} - (select count(*) from blocked_uploaders where user_id = ${userId}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** Has a member who is held hear others no more, as far as there is room. @returns how many are new. */
export async function addBlockedMembers(tx: Tx, userId: number, people: readonly number[]): Promise<number> {
  const { rows } = await sql`
    insert into blocked_users (user_id, blocked_id) select ${userId}::int, p.id from unnest(${[...people]}::int[]) p (id)
    where not exists (select from blocked_users b where b.user_id = ${userId} and b.blocked_id = p.id)
    order by p.id limit greatest(0, ${MAX_BLOCKED} - (select count(*) from blocked_users where user_id = ${userId}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** Keeps searches of a member who is held under names they have none of, as far as there is room. @returns how many are new. */
export async function addSearches(
  tx: Tx,
  userId: number,
  searches: readonly { name: string; query: string; followed: boolean }[],
): Promise<number> {
  const { rows } = await sql`
    insert into saved_searches (user_id, name, query, followed_at)
    select ${userId}::int, e.name, e.query, case when e.followed then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) as e (name text, query text, followed boolean)
    where not exists (select from saved_searches s where s.user_id = ${userId} and s.name = e.name)
    order by e.name limit greatest(0, ${MAX_SAVED_SEARCHES} - (select count(*) from saved_searches where user_id = ${userId}))
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}
