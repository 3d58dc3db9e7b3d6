import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import { MAX_BLOCKED_GROUPS, MAX_BLOCKED_UPLOADERS, MAX_PREFERRED_GROUPS, type GroupChoice } from '#contract/makers.ts';
import type { TermRef } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { publicUserRow, type PublicUserRow } from '#server/db/queries/public-users.ts';

/** Most groups of each choice. */
export const MAX_CHOSEN: Record<GroupChoice, number> = {
  preferred: MAX_PREFERRED_GROUPS,
  blocked: MAX_BLOCKED_GROUPS,
};

/** The groups that a member chose, the latest first, by their names in a locale. */
export async function chosenGroups(
  db: Db,
  userId: number,
  locale: Locale,
): Promise<(TermRef & { choice: GroupChoice })[]> {
  const { rows } = await sql<TermRef & { choice: GroupChoice }>`
    select t.id, t.slug, coalesce(l.name, t.name) as name, k.choice
    from chosen_groups k join terms t on t.id = k.term_id left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    where k.user_id = ${userId} order by k.created_at desc, t.id desc`.execute(db);
  return rows;
}

/** The uploaders whom a member blocks, the latest first; one whose account is closed is not named. */
export async function blockedUploaders(db: Db, userId: number): Promise<PublicUserRow[]> {
  const { rows } = await sql<{ user: PublicUserRow }>`
    select ${publicUserRow('u')} as user from blocked_uploaders k join users u on u.id = k.uploader_id and u.deleted_at is null
    where k.user_id = ${userId} order by k.created_at desc, u.id desc`.execute(db);
  return rows.map(({ user }) => user);
}

/** Makes a member prefer or block a group. @returns false where they have as many of that choice as can be. */
export async function chooseGroup(tx: Tx, userId: number, termId: number, choice: GroupChoice): Promise<boolean> {
  // Whoever chooses others meanwhile waits, so that there are never too many.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const {
    rows: [found],
  } = await sql<{ fits: boolean }>`
    with room as (
      select count(*) < ${MAX_CHOSEN[choice]} as fits from chosen_groups k
      where k.user_id = ${userId} and k.choice = ${choice} and k.term_id <> ${termId}),
    chosen as (
      insert into chosen_groups as k (user_id, term_id, choice) select ${userId}, ${termId}, ${choice} from room where fits
      on conflict (user_id, term_id) do update set choice = excluded.choice, created_at = now() where k.choice <> excluded.choice)
    select fits from room`.execute(tx);
  return found?.fits ?? false;
}

/** Makes a member neither prefer nor block a group. */
export async function forgetGroup(db: Db, userId: number, termId: number): Promise<void> {
  await sql`delete from chosen_groups where user_id = ${userId} and term_id = ${termId}`.execute(db);
}

/** Makes a member step over what another uploaded. @returns false where they block as many as can be. */
export async function blockUploader(tx: Tx, userId: number, uploaderId: number): Promise<boolean> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const {
    rows: [found],
  } = await sql<{ fits: boolean }>`
    with room as (
      select count(*) < ${MAX_BLOCKED_UPLOADERS} as fits from blocked_uploaders k
      where k.user_id = ${userId} and k.uploader_id <> ${uploaderId}),
    added as (
      insert into blocked_uploaders (user_id, uploader_id) select ${userId}, ${uploaderId} from room where fits on conflict do nothing)
    select fits from room`.execute(tx);
  return found?.fits ?? false;
}

/** Makes a member block the uploader of this name no more, however it is written. */
export async function unblockUploader(db: Db, userId: number, username: string): Promise<void> {
  if (username.includes('\0') || !username.isWellFormed()) return;
  await sql`
    delete from blocked_uploaders k using users u
    where k.user_id = ${userId} and u.id = k.uploader_id and lower(u.username) = lower(${username})`.execute(db);
}
