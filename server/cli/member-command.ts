import type { ListedMember, MemberAnswer, MemberCommand } from '#contract/member-commands.ts';
import type { Deps } from '../deps.ts';
import { createMember } from '../features/accounts/login/member-creation.ts';
import { makeResetLink } from '../features/accounts/login/password-reset.ts';
import { ban, unban } from '../features/moderation/moderation.ts';
import { listUsers, type UserRow } from '../features/users/queries.ts';
import { changeUser, deleteUser, getUser } from '../features/users/users.ts';
import type { Viewer } from '../http/access/request-context.ts';

/** Whoever runs the server: may what admins may, and is nobody of the site. In the audit log such acts have no member. */
const OPERATOR: Viewer = { id: null, role: 'admin', verified: true, entitled: false, token: null, scopes: null };

/**
 * Does what a command asks about members, by the rules of the page and with the same entries in the audit log.
 *
 * @returns the members that it names, as they are afterwards; none for one who is deleted.
 * @throws Problem `user-not-found`, `last-admin`, `not-allowed`, `passwords-off`, `request-invalid`.
 */
export async function runMemberCommand(
  deps: Pick<Deps, 'db' | 'config'>,
  command: MemberCommand,
): Promise<MemberAnswer> {
  const { db, config } = deps;
  const one = async (username: string, url: string | null = null): Promise<MemberAnswer> => ({
    members: [toListed(await getUser(deps, username))],
    total: 1,
    url,
  });
  switch (command.does) {
    case 'list': {
      const { limit, ...query } = command;
      const { rows, total } = await listUsers(db, { ...query, sort: 'created_at', order: 'desc' }, 0, limit);
      return { members: rows.map(toListed), total, url: null };
    }
    case 'add': {
      const { does: _, ...draft } = command;
      return one(await createMember(deps, draft));
    }
    case 'role':
      await changeUser(deps, null, command.username, { role: command.role });
      return one(command.username);
    case 'suspend':
      await ban(deps, OPERATOR, command.username, command);
      return one(command.username);
    case 'lift':
      await unban(deps, OPERATOR, command.username);
      return one(command.username);
    case 'password':
      return one(command.username, await makeResetLink(deps, command.username));
    case 'delete':
      await deleteUser(deps, config, null, command.username, command.reason);
      return { members: [], total: 0, url: null };
  }
}

function toListed({ username, email, role, state, created_at, seen_at }: UserRow): ListedMember {
  return { username, email, role, state, created_at, seen_at };
}
