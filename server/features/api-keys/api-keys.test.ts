import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PASSWORD = 'a good long password';
let site: TestApp;
let uploader: Member;
let admin: Member;

beforeAll(async () => {
  site = await testApp();
  [uploader, admin] = [await member(site.deps.db, { role: 'uploader' }), await member(site.deps.db, { role: 'admin' })];
  await site.deps.db
    .updateTable('users')
    .set({ password: await hashPassword(PASSWORD) })
    .execute();
});
afterAll(() => site.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  payload?: object,
) =>
  site.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'comics.test', ...headers },
    ...(payload ? { payload } : {}),
  });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
async function keyFor(
  who: Member,
  scopes: string[],
): Promise<{ id: number; key: string; headers: { authorization: string } }> {
  const answer = await call('POST', '/account/api-keys', who.headers, { name: 'a script', scopes, password: PASSWORD });
  const { id, key } = answer.json();
  return { id, key, headers: bearer(key) };
}
const errorCode = async (answer: ReturnType<typeof call>) => {
  const { statusCode, body } = await answer;
  return statusCode < 400 ? statusCode : JSON.parse(body).code;
};

it('a key is made with the password, shown once, kept as a hash, and offers what the role may do', async () => {
  expect(
    await errorCode(
      call('POST', '/account/api-keys', uploader.headers, { name: 'x', scopes: ['read'], password: 'wrong' }),
    ),
  ).toBe('password-wrong');
  expect(
    await errorCode(
      call('POST', '/account/api-keys', uploader.headers, { name: 'x', scopes: ['operations'], password: PASSWORD }),
    ),
  ).toBe('request-invalid');
  expect(
    await errorCode(
      call('POST', '/account/api-keys', uploader.headers, {
        name: 'x',
        scopes: ['read'],
        days: 366,
        password: PASSWORD,
      }),
    ),
  ).toBe('request-invalid');
  const { id, key } = await keyFor(uploader, ['library', 'read']);
  expect(key).toMatch(/^kmw_[\w-]{43}$/);
  const listed = (await call('GET', '/account/api-keys', uploader.headers)).json();
  expect(listed.keys).toMatchObject([
    { id, name: 'a script', hint: key.slice(-4), scopes: ['read', 'library'], expired: false, used_at: null },
  ]);
  expect(Math.round((Date.parse(listed.keys[0].expires_at) - Date.now()) / 86_400_000)).toBe(90);
  expect(listed.scopes).toEqual(['read', 'library', 'notifications', 'comments', 'downloads', 'uploads', 'comics']);
  const { rows } = await sql<{ row: string }>`select to_jsonb(k)::text as row from api_keys k`.execute(site.deps.db);
  expect(rows[0]!.row).not.toContain(key.slice(0, -4));
  await call('DELETE', `/account/api-keys/${id}`, uploader.headers);
});

it('a key does what its scopes and the role both allow, and never what makes keys or secures the account', async () => {
  const { headers, id } = await keyFor(admin, ['read', 'library', 'operations']);
  expect(await errorCode(call('GET', '/comics', headers))).toBe(200);
  expect(await errorCode(call('GET', '/admin/jobs', headers))).toBe(200);
  expect(await errorCode(call('GET', '/account/notifications', headers))).toBe('key-scope-missing');
  for (const [method, path] of [
    ['GET', '/account/api-keys'],
    ['POST', '/account/api-keys'],
    ['GET', '/admin/api-keys'],
    ['PUT', '/account/password'],
    ['PUT', '/account/email'],
    ['GET', '/account/sessions'],
    ['DELETE', '/account'],
  ] as const) {
    expect(await errorCode(call(method, path, headers, method === 'GET' ? undefined : {}))).toBe('key-scope-missing');
  }
  // The role decides, too, at every call.
  await site.deps.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', admin.id).execute();
  expect(await errorCode(call('GET', '/admin/jobs', headers))).toBe('not-allowed');
  await site.deps.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute();
  expect((await call('GET', '/account/api-keys', admin.headers)).json().keys[0]).toMatchObject({
    id,
    used_at: expect.any(String),
  });
});

it('a key is dead at once when it is revoked, has expired, is written wrongly, or its owner is banned', async () => {
  const { headers, id, key } = await keyFor(uploader, ['read']);
  const alive = () => errorCode(call('GET', '/comics', headers));
  for (const wrong of [
    key.slice(0, -1),
    `${key}x`,
    key.replace('kmw_', 'kmv_'),
    'kmw_',
    `KMW_${key.slice(4)}`.replace('KMW_', 'kmw'),
  ]) {
    expect(await errorCode(call('GET', '/comics', bearer(wrong)))).toBe('token-invalid');
  }
  expect(await alive()).toBe(200);
  await site.deps.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', uploader.id).execute();
  expect(await alive()).toBe('token-invalid');
  await site.deps.db.updateTable('users').set({ banned_at: null }).where('id', '=', uploader.id).execute();
  expect(await alive()).toBe(200);
  await sql`update api_keys set expires_at = now() where id = ${id}`.execute(site.deps.db);
  expect(await alive()).toBe('token-invalid');
  await sql`update api_keys set expires_at = now() + interval '1 day' where id = ${id}`.execute(site.deps.db);
  // Admins see everyone's, and take them away.
  expect((await call('GET', '/admin/api-keys', admin.headers)).json().keys[0]).toMatchObject({
    id,
    user: { username: uploader.username },
  });
  expect(await errorCode(call('DELETE', `/admin/api-keys/${id}`, admin.headers))).toBe(204);
  expect(await alive()).toBe('token-invalid');
  expect(
    (await sql<{ action: string }>`select action from audit_log order by id desc limit 1`.execute(site.deps.db)).rows,
  ).toEqual([{ action: 'key.revoke' }]);
});

it('the description of the interface names how to sign in, and every operation has a schema of its answer', async () => {
  const { components, paths } = (await call('GET', '/openapi.json', {})).json();
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'key']);
  const mute = Object.entries(
    paths as Record<
      string,
      Record<string, { summary?: string; responses: Record<string, { content?: object; description?: string }> }>
    >,
  )
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    )
    .filter(
      ({ name, operation }) =>
        name.includes('/api/admin/') &&
        !/\/(export|tus)$/.test(name) &&
        (!operation.summary ||
          !Object.entries(operation.responses).some(
            ([status, { content }]) =>
              /^20[0-24]$/.test(status) && (content !== undefined || ['202', '204'].includes(status)),
          )),
    );
  expect(mute.map(({ name }) => name)).toEqual([]);
});
