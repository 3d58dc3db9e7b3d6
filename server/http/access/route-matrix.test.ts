import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '#contract/api-keys.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import type { TestApp } from '#server/testing/app.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { fullApp, matrixText, collectRoutes } from '../../../tools/route-matrix.ts';
import { isInScope } from './api-scopes.ts';
import { can, type Permission, type Role } from './permissions.ts';

let site: TestApp;
beforeAll(async () => {
  site = await fullApp();
});
afterAll(() => site.close());

/** Who calls: each role, and members whose role is not the whole truth. */
const CALLERS = ['guest', 'user', 'unverified', 'banned', 'uploader', 'moderator', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
const roleFor = (caller: Caller): Role => (caller === 'unverified' || caller === 'banned' ? 'user' : caller);
/** Codes that only say that the caller may not. */
const REFUSALS = ['sign-in-required', 'not-allowed', 'token-invalid'];

/** The permissions no key may ever have. */
const ALWAYS_CLOSED: readonly Permission[] = ['session.open', 'account.own', 'keys.own', 'keys.manage', 'users.manage'];

describe('every route', () => {
  it('stands in docs/permissions.md with who may call it (write it anew by: node tools/route-matrix.ts)', () => {
    expect(readFileSync('docs/permissions.md', 'utf8')).toBe(matrixText(site.app));
  });

  it.each(CALLERS)('lets a caller who is %s do what the table says and nothing else', async (caller) => {
    const wrong: string[] = [];
    const routes = collectRoutes(site.app);
    const callers = await callersAs(caller, routes.length);
    const answers = await Promise.all(
      routes.map(async ({ method, url, permission }, at) => {
        const answer = await call(method, url, callers[at]?.headers);
        const asks = url.startsWith('/api/') || /^\/(komga|kosync|:lang\/opds|:lang\/.*\/feed\.)/.test(url);
        const wanted =
          !asks || caller === 'guest'
            ? undefined
            : caller === 'banned'
              ? 'token-invalid'
              : can(roleFor(caller), permission)
                ? undefined
                : 'not-allowed';
        const expected =
          wanted ??
          (can(caller === 'banned' ? 'guest' : roleFor(caller), permission) ? 'its answer' : 'sign-in-required');
        const got = REFUSALS.includes(answer.code) ? answer.code : 'its answer';
        if (got !== expected) {
          wrong.push(`${method} ${url} as ${caller}: ${got} (${answer.status}), not ${expected}`);
        }
        return answer.status;
      }),
    );
    expect(wrong).toEqual([]);
    expect(answers.filter((status) => status === 500)).toEqual([]);
  });

  it('answers an API key of an admin as far as its scopes go, and never where the account is secured or keys are made', async () => {
    const admin = await member(site.deps.db, { role: 'admin' });
    const wrong: string[] = [];
    for (const scopes of [['library'], API_SCOPES]) {
      const key = `kmw_${randomBytes(32).toString('base64url')}`;
      await site.deps.db
        .insertInto('api_keys')
        .values({
          user_id: admin.id,
          name: 'k',
          hash: hashSecret(key),
          hint: key.slice(-4),
          scopes: [...scopes],
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .execute();
      for (const { method, url, permission } of collectRoutes(site.app).filter((route) =>
        scopes === API_SCOPES
          ? ALWAYS_CLOSED.includes(route.permission)
          : route.url.startsWith('/api/') && route.method === 'GET',
      )) {
        const { code } = await call(method, url, { authorization: `Bearer ${key}` });
        const expected = isInScope(scopes as ApiScope[], permission) ? 'its answer' : 'key-scope-missing';
        const got = [...REFUSALS, 'key-scope-missing'].includes(code) ? code : 'its answer';
        if (got !== expected) {
          wrong.push(`${method} ${url} with ${scopes.join(', ')}: ${got}, not ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(ALWAYS_CLOSED.filter((permission) => isInScope(API_SCOPES, permission))).toEqual([]);
  });

  it('of the API refuses a token that is none, in whatever form it comes, and never answers as if nobody had asked', async () => {
    const known = (await member(site.deps.db)).token;
    const always = ['Bearer', `Bearer ${'a'.repeat(43)}`, `Basic ${known}`];
    // One routine reads them all, whatever the route: each of these is sent to every tenth.
    const inTurn = [
      'Bearer undefined',
      'Bearer null',
      'Bearer []',
      `Bearer ${known.slice(1)}`,
      `Bearer ${known}x`,
      `Bearer ${known} ${known}`,
      'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.',
      `bearer=${known}`,
      `Bearer kmw_${known}`,
      'Bearer kmw_',
    ];
    const wrong: string[] = [];
    const routes = collectRoutes(site.app).filter((route) => route.url.startsWith('/api/'));
    for (const [at, { method, url }] of routes.entries()) {
      const forms = [...always, inTurn[at % inTurn.length]!];
      const answers = await Promise.all(forms.map((authorization) => call(method, url, { authorization })));
      wrong.push(
        ...answers.flatMap(({ status, code }, form) =>
          status === 401 && code === 'token-invalid' ? [] : [`${method} ${url} with ${forms[form]}: ${status} ${code}`],
        ),
      );
    }
    expect(wrong).toEqual([]);
  });
});

/** A caller of their own for each call: some calls end the session they come with. */
async function callersAs(caller: Caller, count: number): Promise<Member[]> {
  if (caller === 'guest') return [];
  const role = roleFor(caller);
  const made = await members(site.deps.db, count, {
    role: role === 'guest' ? 'user' : role,
    verified: caller !== 'unverified',
  });
  if (caller === 'banned') {
    const ids = made.map(({ id }) => id);
    await site.deps.db.updateTable('users').set({ banned_at: new Date() }).where('id', 'in', ids).execute();
  }
  return made;
}

async function call(
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string }> {
  const path = url.replace(/:(\w+)/g, (_part, name: string) =>
    name === 'lang' ? 'en' : /^(id|comic|chapter|image)$/.test(name) ? '1' : 'nothing',
  );
  const answer = await site.app.inject({
    method: method as 'GET',
    url: path,
    payloadAsStream: true,
    headers: { host: 'comics.test', 'user-agent': 'OldReader/1.0', ...headers },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  // Some answers never end: what they begin with is enough.
  const stream = answer.stream();
  if (!String(answer.headers['content-type']).includes('json')) {
    stream.destroy();
    return { status: answer.statusCode, code: '' };
  }
  const body = JSON.parse(Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8') || 'null') as {
    code?: string;
    problem?: string;
  } | null;
  // KOReader wants numbers for codes.
  return { status: answer.statusCode, code: body?.problem ?? body?.code ?? '' };
}
