import { USER_ROLES } from '#contract/accounts.ts';
import { MAX_LISTED_MEMBERS, MemberCommand } from '#contract/member-commands.ts';
import { USER_STATES } from '#contract/users.ts';
import { badValue, readOptions, type CommandOptions } from './read-options.ts';
import type { WrongArguments } from './wrong-arguments.ts';

/** The commands about members and roles. A password is never an argument: it would be seen by whoever lists processes. */
export type UsersCommand =
  | { command: 'users'; request: MemberCommand; passwordFile: string | null; json: boolean }
  | { command: 'roles'; json: boolean };

/** The options of each of the commands after `users`; those of the type `string` want a value. */
const OPTIONS: Record<MemberCommand['does'], CommandOptions> = {
  list: {
    search: { type: 'string' },
    role: { type: 'string' },
    state: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  add: { email: { type: 'string' }, role: { type: 'string' }, 'password-file': { type: 'string' } },
  role: {},
  suspend: { reason: { type: 'string' }, until: { type: 'string' } },
  lift: {},
  password: {},
  delete: { reason: { type: 'string' } },
};
const DEFAULT_LISTED = '50';
/** The values that are expected, by the fields of a request. */
const EXPECTED: Record<string, string> = {
  role: USER_ROLES.join(', '),
  state: USER_STATES.join(', '),
  limit: `1–${MAX_LISTED_MEMBERS}`,
  until: '2027-01-31',
  reason: '1–500',
  q: '0–200',
  username: '1–100',
  email: 'name@example.org',
};

/** Reads the arguments of `users` and `roles`. */
export function usersArguments(command: 'users' | 'roles', args: readonly string[]): UsersCommand | WrongArguments {
  if (command === 'roles') {
    const read = readOptions({ json: { type: 'boolean' } }, args);
    if ('wrong' in read) return read;
    const [extra] = read.positionals;
    return extra === undefined ? { command, json: read.given.json === true } : unknown(extra);
  }
  const [verb = 'list', ...rest] = args[0]?.startsWith('-') === true ? ['list', ...args] : args;
  if (!isVerb(verb)) return { wrong: 'unknown-command', values: { command: `users ${verb}` } };
  const read = readOptions(OPTIONS[verb], rest);
  if ('wrong' in read) return read;
  const text = (name: string) => (typeof read.given[name] === 'string' ? read.given[name] : undefined);
  const [username, role, ...more] = read.positionals;
  const extra = verb === 'list' ? username : verb === 'role' ? more[0] : role;
  if (extra !== undefined) return unknown(extra);
  const missing =
    verb !== 'list' && username === undefined
      ? 'NAME'
      : verb === 'role' && role === undefined
        ? 'ROLE'
        : verb === 'add' && text('email') === undefined
          ? '--email'
          : (verb === 'suspend' || verb === 'delete') && text('reason') === undefined
            ? '--reason'
            : undefined;
  if (missing !== undefined) return { wrong: 'missing', values: { missing } };
  const until = text('until');
  const parsed = MemberCommand.safeParse({
    does: verb,
    username,
    q: text('search') ?? '',
    state: text('state'),
    limit: Number(text('limit') ?? DEFAULT_LISTED),
    email: text('email'),
    role: verb === 'role' ? role : (text('role') ?? (verb === 'add' ? 'user' : undefined)),
    password: '',
    reason: text('reason'),
    until: until === undefined ? null : /^\d{4}-\d{2}-\d{2}$/.test(until) ? `${until}T00:00:00Z` : until,
  });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0]);
    const option = field === 'username' ? 'NAME' : field === 'q' ? '--search' : verb === 'role' ? 'ROLE' : `--${field}`;
    const given = field === 'username' ? username : field === 'role' ? (text('role') ?? role) : text(option.slice(2));
    return badValue(option, given, EXPECTED[field] ?? '');
  }
  return {
    command,
    request: parsed.data,
    passwordFile: text('password-file') ?? null,
    json: read.given.json === true,
  };
}

function isVerb(word: string): word is MemberCommand['does'] {
  return Object.hasOwn(OPTIONS, word);
}

function unknown(option: string): WrongArguments {
  return { wrong: 'unknown-option', values: { option } };
}
