import { sql } from 'kysely';
import type { Db } from '#server/db/kysely.ts';

/**
 * Has the groups that a member alone leads go to whoever is longest in them, before that member's account is closed or erased.
 * A group without anybody else has no leader then.
 */
export async function passOnGroups(tx: Db, userId: number): Promise<void> {
  // In one order for all, so that two who leave at once cannot wait for each other.
  await sql`
    select from groups where term_id in (select term_id from group_members where user_id = ${userId} and role = 'leader')
    order by term_id for update`.execute(tx);
  await sql`
    update group_members m set role = 'leader' from (
      select distinct on (o.term_id) o.term_id, o.user_id from group_members l
      join group_members o on o.term_id = l.term_id and o.user_id <> l.user_id
      join users u on u.id = o.user_id and u.deleted_at is null
      where l.user_id = ${userId} and l.role = 'leader' and not exists (
        select from group_members a join users b on b.id = a.user_id
        where a.term_id = l.term_id and a.user_id <> l.user_id and a.role = 'leader' and b.deleted_at is null)
      order by o.term_id, u.banned_at is not null, o.joined_at, o.user_id) next
    where m.term_id = next.term_id and m.user_id = next.user_id`.execute(tx);
}
