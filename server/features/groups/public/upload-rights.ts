import { sql } from 'kysely';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { can, ROLES } from '#server/http/access/permissions.ts';

/** The roles that look after all groups. */
const STAFF = ROLES.filter((role) => can(role, 'groups.manage'));

/** Whether a member looks after all groups. */
export async function isGroupStaff(tx: Tx, userId: number | null): Promise<boolean> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where id = ${userId} and role = any(${STAFF}::text[])`.execute(tx);
  return rows.length > 0;
}

/**
 * Refuses what names groups in whose name a member may not upload. None of them changes who may until the transaction ends.
 *
 * @param ids terms, of whatever kind.
 * @throws Problem `group-uploads-closed` {name}, `group-uploads-members` {name} unless they are a member or staff.
 */
export async function requireUploadRights(tx: Tx, ids: readonly number[], userId: number): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select term_id as id from groups where term_id = any(${[...ids]}::int[]) order by term_id for share`.execute(tx);
  if (rows.length === 0) return;
  const {
    rows: [refused],
  } = await sql<{ name: string; closed: boolean }>`
    select t.name, g.closed_at is not null as closed from groups g join terms t on t.id = g.term_id
    where g.term_id = any(${rows.map(({ id }) => id)}::int[]) and (g.closed_at is not null or g.uploads = 'members'
      and not exists (select from group_members m where m.term_id = g.term_id and m.user_id = ${userId})
      and not exists (select from users u where u.id = ${userId} and u.role = any(${STAFF}::text[])))
    order by g.term_id limit 1`.execute(tx);
  if (refused) throw problem(refused.closed ? 'group-uploads-closed' : 'group-uploads-members', { name: refused.name });
}
