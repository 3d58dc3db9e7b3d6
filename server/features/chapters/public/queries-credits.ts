import { sql, type RawBuilder } from 'kysely';
import type { Credit, WantedCredit } from '#contract/credits.ts';
import { problem } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';
import { isGroupStaff } from '#server/features/groups/public/upload-rights.ts';

/** A credit as it is stored, with the member it leads to. */
export type CreditRow = Omit<Credit, 'user'> & { user: PublicUserRow | null };

/** On `k` and `u`: a credit that is shown. Those of a member whose account is closed are not. */
const shown = sql`(k.user_id is null or u.id is not null)`;
const credits = sql`chapter_credits k left join users u on u.id = k.user_id and u.deleted_at is null`;

/** The credits of a chapter in their order, as they are entered. */
export function creditsFor(chapter: RawBuilder<unknown>): RawBuilder<WantedCredit[]> {
  return sql`coalesce((select jsonb_agg(jsonb_build_object('role', k.role, 'name', coalesce(u.username, k.name), 'member', u.id is not null,
      'first_page', k.first_page, 'last_page', k.last_page) order by k.place)
    from ${credits} where k.chapter_id = ${chapter} and ${shown}), '[]')`;
}

/** The credits of a chapter in their order, as everyone sees them. */
export async function listCredits(db: Db, chapterId: number): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    select k.role, coalesce(u.username, k.name) as name, case when u.banned_at is null then ${publicUserRow('u')} end as "user", k.first_page, k.last_page
    from ${credits} where k.chapter_id = ${chapterId} and ${shown} order by k.place`.execute(db);
  return rows;
}

/** Gives a chapter these credits instead of those it had. One of a member who is not there any more is a name. */
export async function setCredits(tx: Tx, chapterId: number, wanted: readonly WantedCredit[]): Promise<void> {
  await sql`delete from chapter_credits where chapter_id = ${chapterId}`.execute(tx);
  const rows = wanted.map((credit, place) => ({ ...credit, place }));
  await sql`
    insert into chapter_credits (chapter_id, place, role, name, user_id, first_page, last_page)
    select ${chapterId}, n.place, n.role, n.name, u.id, n.first_page, n.last_page
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (place int, role text, name text, member boolean, first_page int, last_page int)
    left join users u on n.member and lower(u.username) = lower(n.name) and u.deleted_at is null`.execute(tx);
}

/**
 * Refuses credits that lead to members to whom whoever enters them may not lead: they may to themselves, to who is in a group with
 * them, and to who is `credited` already; staff to all.
 *
 * @throws Problem `credit-member-unknown` {name}.
 */
export async function requireCreditable(
  tx: Tx,
  wanted: readonly WantedCredit[],
  by: number,
  credited: readonly WantedCredit[],
): Promise<void> {
  const known = new Set(credited.filter(({ member }) => member).map(({ name }) => name.toLowerCase()));
  const names = wanted.flatMap(({ member, name }) => (member && !known.has(name.toLowerCase()) ? [name] : []));
  if (names.length === 0) return;
  const isStaff = await isGroupStaff(tx, by);
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${names}::text[]) n (name) where not exists (
      select from users u where lower(u.username) = lower(n.name) and u.deleted_at is null and u.banned_at is null
        and (${isStaff}::boolean or u.id = ${by} or exists (select from group_members a join group_members b on b.term_id = a.term_id
          where a.user_id = ${by} and b.user_id = u.id))) limit 1`.execute(tx);
  if (rows[0]) throw problem('credit-member-unknown', { name: rows[0].name });
}
