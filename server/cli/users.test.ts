import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isProblem } from '#contract/problems.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { lockFile } from '#server/db/connection/lock.ts';
import { listenControl } from '#server/http/control-socket.ts';
import { translate } from '#server/i18n/translate.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { readArguments } from './arguments.ts';
import { openControlLine } from './control-line.ts';
import { runMemberCommand } from './member-command.ts';
import { problemSentence } from './problem-sentence.ts';
import { usersCommand } from './users.ts';

// The site has its data folder, as one on the embedded database has; commands reach it by its socket.
let site: TestApp;
let folder: string;
let config: Config;
let closing: (() => Promise<void>)[];
let listening: Awaited<ReturnType<typeof listenControl>>;
beforeAll(async () => {
  site = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'komawari-users-'));
  config = readConfig({ KOMAWARI_DATA: join(folder, 'data') }, folder);
  mkdirSync(config.dataDir);
  const unlock = lockFile(join(config.dataDir, 'database.lock'));
  listening = await listenControl(
    { config, log: site.deps.log },
    {
      imports: { run: async () => {} },
      copies: {
        lend: () => Promise.reject(new Error()),
        note: async () => {},
      },
      members: (command) => runMemberCommand(site.deps, command),
    },
  );
  closing = [async () => unlock?.(), () => site.close()];
});
afterAll(async () => {
  for (const close of closing) {
    await close();
  }
  rmSync(folder, { recursive: true });
});

/** Runs a command as `npm run cli -- users …` does, and answers what it says, or what it refuses. */
async function users(args: string[], typed = ''): Promise<string> {
  const command = readArguments(['users', ...args]);
  if (!('command' in command) || command.command !== 'users') throw new Error(JSON.stringify(command));
  let said = '';
  const out = { write: (text: string) => (said += text) };
  const say = (key: string, values?: Record<string, string | number>) => translate('en', key, values);
  const input = Readable.from([typed]) as unknown as NodeJS.ReadableStream;
  await usersCommand(config, { out, err: out, interactive: false, say, input }, command).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    said += problemSentence(say, error);
  });
  return said;
}
const logIn = async (username: string, password: string) =>
  (await site.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })).statusCode;

it('makes accounts with the password that is typed or in a file, and lists them', async () => {
  expect(await users(['add', 'Mika', '--email', 'mika@mail.test', '--role', 'admin'], 'seven lamps at sea\n')).toBe(
    'Mika is now a member, with the role admin.\n',
  );
  writeFileSync(join(folder, 'password'), 'paper boats go far\nand more\n');
  const ann = ['add', 'ann', '--email', 'ann@mail.test', '--password-file', join(folder, 'password')];
  expect(await users(ann)).toContain('ann is now a member');
  expect([await logIn('mika', 'seven lamps at sea'), await logIn('ann', 'paper boats go far')]).toEqual([200, 200]);
  expect(await users(ann)).toMatch(/^The request has values that can’t be used\.\nusername: /);
  expect(await users(ann.with(1, 'anna'))).toMatch(/\nemail: /);
  expect(await users(['add', 'bob', '--email', 'bob@mail.test'], 'bob\n')).toMatch(/\npassword: /);
  expect(await users(['add', 'bob', '--email', 'bob@mail.test'], '')).toContain('There is no password.');
  const [listed = '', count] = (await users(['--search', 'ANN'])).split('\n');
  expect(listed.split('\t').slice(0, 4)).toEqual(['ann', 'user', 'active', 'ann@mail.test']);
  expect(count).toBe('1 of 1 member');
  expect(JSON.parse(await users(['list', '--role', 'admin', '--json']))).toMatchObject([{ username: 'Mika' }]);
});

it('changes, shuts out, lets in, gives a new password and deletes by the rules of the page, all of it in the audit log', async () => {
  expect(await users(['role', 'mika', 'user'])).toMatch(/^You’re the only administrator/);
  expect(await users(['delete', 'mika', '--reason', 'x'])).toMatch(/^You’re the only administrator/);
  expect(await users(['suspend', 'mika', '--reason', 'x'])).toBe('You don’t have permission to do this.');
  expect(await users(['role', 'nobody', 'user'])).toBe('We couldn’t find this member.');
  expect(await users(['role', 'ann', 'uploader'])).toBe('ann has the role uploader.\n');
  expect(await users(['suspend', 'ann', '--reason', 'spam'])).toBe('ann is shut out.\n');
  expect(await logIn('ann', 'paper boats go far')).toBe(403);
  expect(await users(['lift', 'ann'])).toBe('ann may log in again.\n');
  const [, token = ''] = /\/password-reset\/([\w-]{43})\n$/.exec(await users(['password', 'ann'])) ?? [];
  const reset = await site.app.inject({
    method: 'POST',
    url: '/api/password/reset',
    payload: {
      token,
      email: 'ann@mail.test',
      password: 'night tram to sea',
      password_confirmation: 'night tram to sea',
    },
  });
  expect(reset.statusCode).toBe(200);
  expect([await logIn('ann', 'paper boats go far'), await logIn('ann', 'night tram to sea')]).toEqual([401, 200]);
  expect(await users(['delete', 'ann', '--reason', 'asked for'])).toBe('The account ann is deleted.\n');
  expect(await users(['--search', 'ann'])).toBe('0 of 0 members\n');
  const { rows } = await sql<{ action: string; user_id: number | null }>`
    select action, user_id from audit_log order by id`.execute(site.deps.db);
  expect(rows.map(({ action }) => action)).toEqual(
    'user.create user.create user.role user.ban user.unban user.reset-link user.delete'.split(' '),
  );
  expect(rows.every(({ user_id: by }) => by === null)).toBe(true);
});

it('a site that ends does not wait for a command that has not hung up, which is told', async () => {
  const line = await openControlLine(config.dataDir);
  const list = { ask: 'members', command: { does: 'list', q: '', limit: 1 } } as const;
  expect(await line?.ask(list)).toMatchObject({ event: 'members', answer: { total: 1 } });
  await listening.close();
  await expect(line?.ask(list)).rejects.toMatchObject({ code: 'data-in-use' });
  await line?.close();
  expect(await openControlLine(config.dataDir)).toBeNull();
});
