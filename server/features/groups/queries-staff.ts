import { sql } from 'kysely';
import type { StaffGroup, StaffGroupQuery } from '#contract/groups.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { normalise } from '#server/search/normalise.ts';

/** Has a term be a group with people, were there none yet. */
export async function ensureGroup(tx: Tx, id: number): Promise<void> {
  await sql`insert into groups (term_id) select id from terms where id = ${id} and kind = 'group' on conflict do nothing`.execute(
    tx,
  );
}

/** Writes whether a group is closed. */
export async function putClosed(tx: Tx, id: number, closed: boolean): Promise<void> {
  await sql`update groups set closed_at = case when ${closed} then now() end, version = version + 1 where term_id = ${id}`.execute(
    tx,
  );
}

/** One page of the groups that have people, by name, and how many there are. */
export async function listStaffGroups(
  db: Db,
  { q, show, page, per_page: perPage }: StaffGroupQuery,
): Promise<{ rows: StaffGroup[]; total: number }> {
  const words = normalise(q)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => sql`and strpos(t.search, ${word}) > 0`);
  const leaders = sql`from group_members l join users u on u.id = l.user_id and u.deleted_at is null
    where l.term_id = g.term_id and l.role = 'leader'`;
  const shown = {
    all: sql``,
    leaderless: sql`and not exists (select ${leaders})`,
    closed: sql`and g.closed_at is not null`,
  }[show];
  const from = sql`from groups g join terms t on t.id = g.term_id where true ${sql.join(words, sql` `)} ${shown}`;
  const { rows } = await sql<StaffGroup>`
    select t.id, t.name, t.slug, g.closed_at is not null as closed,
      array(select u.username ${leaders} order by l.joined_at, u.id) as leaders,
      (select count(*)::int from group_members m where m.term_id = g.term_id) as members_count
    ${from} order by t.sort_name, t.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}
