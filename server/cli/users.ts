import type { MemberAnswer, MemberCommand } from '#contract/member-commands.ts';
import { isProblem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { openDeps } from '../deps.ts';
import { applySettings } from '../features/site-settings/following.ts';
import { can, PERMISSIONS, ROLES, type Permission } from '../http/access/permissions.ts';
import { createLog } from '../log.ts';
import { openControlLine } from './control-line.ts';
import { runMemberCommand } from './member-command.ts';
import { readPassword, type PasswordSource } from './password.ts';
import type { Terminal } from './terminal.ts';

/**
 * Does what is asked about members and says what became of it: in this process, or, when the site is running on the
 * embedded database, in the site's. The exit status.
 *
 * @throws Problem as `runMemberCommand`, `password-missing`, `password-differs`, and `data-in-use` when the process that has the data does not answer.
 */
export async function usersCommand(
  config: Config,
  terminal: Terminal & { input: PasswordSource['input'] },
  { request, passwordFile, json }: { request: MemberCommand; passwordFile: string | null; json: boolean },
): Promise<number> {
  const command =
    request.does === 'add'
      ? { ...request, password: await readPassword(terminal, { input: terminal.input, file: passwordFile }) }
      : request;
  const answer = await run(config, command);
  const { say, out } = terminal;
  if (json) {
    out.write(`${JSON.stringify(answer.members)}\n`);
    return 0;
  }
  const [member] = answer.members;
  if (request.does === 'list') {
    for (const { username, role, state, email, created_at: made } of answer.members) {
      out.write(`${[username, role, state, email, made.slice(0, 10)].join('\t')}\n`);
    }
    terminal.err.write(`${say('cli.users.listed', { count: answer.members.length, total: answer.total })}\n`);
    return 0;
  }
  const values = { name: member?.username ?? request.username, role: member?.role ?? '', url: answer.url ?? '' };
  out.write(`${say(`cli.users.${request.does}`, values)}\n`);
  return 0;
}

/** Says which roles there are and what each may do. The exit status. */
export function rolesCommand({ out }: Terminal, { json }: { json: boolean }): number {
  const permissions = Object.keys(PERMISSIONS) as Permission[];
  const roles = ROLES.map((role) => ({ role, permissions: permissions.filter((each) => can(role, each)) }));
  out.write(
    json
      ? `${JSON.stringify(roles)}\n`
      : roles.map(({ role, permissions: may }) => `${role}\n${may.map((each) => `  ${each}\n`).join('')}`).join(''),
  );
  return 0;
}

async function run(config: Config, command: MemberCommand): Promise<MemberAnswer> {
  const deps = await openDeps(config, createLog('error')).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'data-in-use') return error;
    throw error;
  });
  if (!isProblem(deps)) {
    try {
      await applySettings(deps);
      return await runMemberCommand(deps, command);
    } finally {
      await deps.close();
    }
  }
  const line = await openControlLine(config.dataDir);
  if (line === null) throw deps;
  try {
    const answer = await line.ask({ ask: 'members', command });
    if (answer.event !== 'members') throw deps;
    return answer.answer;
  } finally {
    await line.close();
  }
}
