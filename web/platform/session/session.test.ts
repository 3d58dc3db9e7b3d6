// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OwnUser } from '#contract/accounts.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { signOut } from '#web/members/auth/sign-out.ts';
import { signIn } from '#web/members/auth/sign-in.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { memberPage, LoadFailure } from '#web/ui/page/members-only.tsx';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { readAccount, refreshAccount } from '#web/platform/account/session-refresh.ts';
import { beginSession, endSession, readAccessToken, userStore } from './session.ts';

const user: OwnUser = {
  id: 7,
  username: 'mika',
  avatar_url: null,
  limit: null,
  role: 'user',
  verified: true,
  created_at: '2026-11-20T10:00:00.000Z',
  email: 'mika@example.org',
  pending_email: null,
  two_factor: false,
  two_factor_owed: false,
  has_password: true,
  proven_by: [],
  ad_free: false,
  deletion_days: 14,
  terms_due: false,
  unread_notifications: 0,
  settings: { theme: 'light' },
};
let server: Server;
let answer: { status: number; body: object };
let asked: IncomingMessage[] = [];
/** Where they are held, the answers that are on their way, in the order of what was asked. */
let held: (() => void)[] | null = null;

beforeAll(async () => {
  setMessages('en', { 'site.error.status': 'A moment', 'site.error.network': 'Offline' });
  server = createServer((request, reply) => {
    asked.push(request);
    const { status, body } = answer;
    const send = () => reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (held) {
      held.push(send);
    } else {
      send();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/latest`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  localStorage.clear();
  asked = [];
  held = null;
  document.documentElement.lang = 'en';
  beginSession('first', user);
});

it('keeps what the account says now, and gives the marks of what is shown', async () => {
  answer = {
    status: 200,
    body: { ...user, username: 'mika2', marks: { 5: { favorited: true, score: null, followed: false, read: 'none' } } },
  };
  await expect(refreshAccount([5, 6])).resolves.toEqual({
    5: { favorited: true, score: null, followed: false, read: 'none' },
  });
  expect(asked[0]!.url).toContain('comics=5%2C6');
  expect(userStore.get()).toEqual({ ...user, username: 'mika2' });
});

it.each([401, 403, 404])('signs out an account that is refused with %i', async (status) => {
  answer = { status, body: { message: 'No', code: status === 401 ? 'token-invalid' : 'account-banned' } };
  await expect(refreshAccount()).resolves.toBeNull();
  expect([readAccessToken(), userStore.get(), localStorage.getItem('user')]).toEqual([null, null, null]);
});

it.each([429, 500, 503])('signs nobody out when the site answers %i', async (status) => {
  answer = { status, body: { message: 'Later' } };
  await expect(refreshAccount()).resolves.toBeNull();
  expect([readAccessToken(), userStore.get()?.id]).toEqual(['first', 7]);
});

const other: OwnUser = { ...user, id: 8, username: 'rin', settings: { theme: 'dark' } };
const nobody = () => {
  localStorage.clear();
};
const somebodyElse = () => {
  endSession();
  beginSession('second', other);
};

/** Asks with this answer on its way; it comes after what happens then. */
async function meanwhile(
  reply: { status: number; body: object },
  ask: () => Promise<unknown>,
  happens: () => void | Promise<unknown>,
): Promise<void> {
  const on = (held ??= []);
  answer = reply;
  const asking = ask().catch(() => {});
  const at = on.length;
  await expect.poll(() => on.length).toBe(at + 1);
  await happens();
  on[at]!();
  await asking;
}

const ASKED = [
  ['the account', () => readAccount(), { ...user, username: 'late' }],
  ['the account at the load of a page', () => refreshAccount(), { ...user, username: 'late' }],
  ['changed settings', () => saveSettings({ theme: 'light' }), { theme: 'light' }],
] as const;

it.each(ASKED)('keeps nothing that is heard of a session that has ended: %s', async (_of, ask, body) => {
  await meanwhile({ status: 200, body }, ask, nobody);
  expect([readAccessToken(), userStore.get(), localStorage.getItem('user')]).toEqual([null, null, null]);
});

it.each(ASKED)(
  'keeps nothing that is heard of a session for whoever has signed in since: %s',
  async (_of, ask, body) => {
    await meanwhile({ status: 200, body }, ask, somebodyElse);
    expect([readAccessToken(), userStore.get()]).toEqual(['second', other]);
  },
);

it.each(ASKED)(
  'signs out nobody who has signed in since because the session before is refused: %s',
  async (_of, ask) => {
    // A page that everyone may read is asked for again, as who is here now.
    await meanwhile({ status: 401, body: { message: 'No', code: 'token-invalid' } }, ask, () => {
      somebodyElse();
      answer = { status: 200, body: other };
      held = null;
    });
    expect([readAccessToken(), userStore.get()]).toEqual(['second', other]);
  },
);

it('keeps of the account what is newest, in whatever order it is heard', async () => {
  await meanwhile(
    { status: 200, body: { ...user, username: 'first' } },
    () => readAccount(),
    () =>
      meanwhile(
        { status: 200, body: { ...user, username: 'then' } },
        () => readAccount(),
        () => {},
      ),
  );
  expect(userStore.get()?.username).toBe('then');
  await meanwhile(
    { status: 200, body: { ...user, settings: {} } },
    () => readAccount(),
    () =>
      meanwhile(
        { status: 200, body: { theme: 'dark' } },
        () => saveSettings({ theme: 'dark' }),
        () => {},
      ),
  );
  expect(userStore.get()?.settings).toEqual({ theme: 'dark' });
});

it('ends only the session it was told of: another tab may have signed in anew', () => {
  localStorage.setItem('token', 'second');
  endSession('first');
  expect(readAccessToken()).toBe('second');
});

it('signs out at once, and tells the API whose token it was', async () => {
  answer = { status: 200, body: {} };
  signOut();
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
  await expect.poll(() => asked.length).toBe(1);
  expect([asked[0]!.method, asked[0]!.url?.split('?')[0], asked[0]!.headers.authorization]).toEqual([
    'POST',
    '/api/logout',
    'Bearer first',
  ]);
});

it('applies at the login what the account chose, and stays where nothing else is listed', () => {
  const auth = { access_token: 'new', 'access-token': 'new', token_type: 'bearer' as const, expires_in: 86_400 };
  const site = { locales: ['en', 'de'], features: [] } as never;
  expect(signIn({ user, auth }, site, null)).toBe(true);
  expect([readAccessToken(), document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual([
    'new',
    'light',
    'light',
  ]);
  expect(document.cookie).toContain('theme=light');
});

it('loads a page of members only for members, and leaves a token that ended to the login', async () => {
  const load = memberPage(() => Promise.resolve('theirs'));
  const args = { request: new Request('http://site.example/en/settings'), params: {}, route: 'settings' };
  await expect(load(args)).resolves.toBe('theirs');
  endSession();
  await expect(load(args)).resolves.toBeNull();
});

it('leaves a page of members in its place when its data may come another time, and throws what is a matter of the whole page', async () => {
  const args = { request: new Request('http://site.example/en/settings'), params: {}, route: 'settings' };
  const failing = (error: unknown) => memberPage(() => Promise.reject(error))(args);
  for (const error of [0, 422, 429, 500, 503].map((status) => new ApiFailure(status, '', null))) {
    await expect(failing(error)).resolves.toEqual(new LoadFailure(error));
  }
  for (const error of [...[403, 404, 410, 451].map((status) => new ApiFailure(status, '', null)), Response.error()]) {
    await expect(failing(error)).rejects.toBe(error);
  }
});
