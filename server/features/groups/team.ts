import type { GroupTeam } from '#contract/groups.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import { can } from '#server/http/access/permissions.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { publicUser } from '#server/http/public-user.ts';
import { findTeam } from './queries.ts';

/**
 * A group as everyone sees it, by its slug, a name or its number.
 *
 * @param from where it is read: a replica may not know yet what the same call has just changed.
 * @throws Problem `route-not-found` on a site without groups, `term-not-found`.
 */
export async function showTeam(
  deps: Pick<Deps, 'catalogue' | 'secret' | 'now'>,
  from: Db,
  viewing: RequestContext,
  address: string,
): Promise<GroupTeam> {
  const { id, name, slug } = await termAt({ ...deps, reads: from }, viewing, 'group', address);
  const { members, ...row } = await findTeam(from, viewing, id, can(viewing.viewer.role, 'groups.manage'));
  return {
    id,
    name,
    slug,
    ...row,
    members: members.map(({ user, ...member }) => ({ ...member, user: publicUser(deps, viewing, user) })),
  };
}
