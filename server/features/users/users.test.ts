import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { sealSome, verifyAudit } from '#server/features/audit/audit.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let [ann, bob, mod, admin, boss]: Member[] = [];

beforeAll(async () => {
  site = await testApp({ features: ['comments', 'premium'] });
  const { db } = site.deps;
  [ann, bob, mod, admin, boss] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'bob', verified: false }),
    await member(db, { username: 'mod', role: 'moderator' }),
    await member(db, { username: 'admin', role: 'admin' }),
    await member(db, { username: 'boss', role: 'admin' }),
  ];
});
afterAll(() => site.close());

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  who: Member | undefined,
  payload?: object,
) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body:
      String(answer.headers['content-type']).includes('json;') || answer.headers['content-type'] === 'application/json'
        ? JSON.parse(answer.body || 'null')
        : answer.body,
  };
}
const names = async (query: string) =>
  (await call('GET', `admin/users?${query}`, admin)).body.data.map(({ username }: { username: string }) => username);

describe('admins', () => {
  it('find members by name, address, role, state and day, and see all of one', async () => {
    expect(await names('sort=username&order=asc')).toEqual(['admin', 'ann', 'bob', 'boss', 'mod']);
    expect(await names('q=ANN%40example')).toEqual(['ann']);
    expect(await names('q=a_n')).toEqual([]);
    expect(await names('role=moderator')).toEqual(['mod']);
    expect(await names('state=unverified')).toEqual(['bob']);
    expect(await names('since=2999-01-01')).toEqual([]);
    expect((await call('GET', 'admin/users/ANN', admin)).body).toMatchObject({
      email: 'ann@example.test',
      state: 'active',
      two_factor: false,
      sessions: [{ current: false }],
      reports_by: { total: 0 },
      uploads: { total: 0, newest: [] },
      touchable: true,
    });
    for (const who of [mod, ann]) {
      expect((await call('GET', 'admin/users', who)).status).toBe(403);
    }
    expect((await call('GET', 'admin/users/nobody', admin)).status).toBe(404);
  });

  it('change roles, of which the member hears, but never leave the site without an admin, however many do it at once', async () => {
    expect((await call('PATCH', 'admin/users/ann', admin, { role: 'uploader' })).body.role).toBe('uploader');
    expect((await call('GET', 'account', ann)).body.role).toBe('uploader');
    expect((await call('GET', 'account/notifications', ann)).body.data).toMatchObject([
      { kind: 'role', text: 'You are now an uploader of this site.' },
    ]);
    const both = await Promise.all([
      call('PATCH', 'admin/users/admin', boss, { role: 'user' }),
      call('PATCH', 'admin/users/boss', admin, { role: 'user' }),
    ]);
    const failed = both.filter(({ status }) => status !== 200);
    expect(failed).toHaveLength(1);
    expect(['last-admin', 'not-allowed']).toContain(failed[0]!.body.code);
    await sql`update users set role = 'admin' where username in ('admin', 'boss')`.execute(site.deps.db);
    expect((await call('PATCH', 'admin/users/ann', admin, { role: 'king' })).status).toBe(422);
    expect((await call('PATCH', 'admin/users/ann', admin, {})).status).toBe(422);
  });

  it('verify, send the link again, sign out everywhere, export and give premium, all of it written down', async () => {
    expect((await call('POST', 'admin/users/bob/verification', admin)).body).toEqual({ sent: true });
    expect((await call('PATCH', 'admin/users/bob', admin, { verified: true })).body.verified).toBe(true);
    expect((await call('POST', 'admin/users/bob/verification', admin)).body).toEqual({ sent: false });
    const file = await call('GET', 'admin/users/bob/export', admin);
    expect(file.body).toMatchObject({ format: 'komawari', account: { username: 'bob' } });
    expect(JSON.stringify(file.body)).not.toMatch(/password|token/);
    expect((await call('POST', 'admin/users/bob/entitlements', admin, { comic: null })).status).toBe(201);
    expect((await call('DELETE', 'admin/users/bob/sessions', admin)).body).toEqual([]);
    expect((await call('GET', 'account', bob)).status).toBe(401);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where subject = 'user' and subject_id = ${bob!.id} order by id`.execute(
      site.deps.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'user.resend',
      'user.verify',
      'user.export',
      'entitlement.give',
      'user.sign-out',
    ]);
  });

  it('delete an account with a reason, never their own here', async () => {
    expect((await call('DELETE', 'admin/users/bob', admin, { reason: ' ' })).status).toBe(422);
    expect((await call('DELETE', 'admin/users/admin', admin, { reason: 'x' })).status).toBe(403);
    expect((await call('DELETE', 'admin/users/bob', admin, { reason: 'asked for' })).status).toBe(204);
    expect(await names('q=bob')).toEqual([]);
    expect(await names('state=deleted')).toEqual([`deleted#${bob!.id}`]);
    const { data } = (await call('GET', 'admin/audit?action=user.delete', admin)).body;
    expect(data).toMatchObject([
      { user: { username: 'admin' }, subject: 'user', title: null, details: { reason: 'asked for', role: 'user' } },
    ]);
  });
});

describe('the audit log', () => {
  it('is searched by who, what, whom, when and words, and leaves as lines or cells that are no formulas', async () => {
    const { db } = site.deps;
    await withTransaction(db, (tx) =>
      audit(tx, {
        userId: mod!.id,
        action: 'comic.edit',
        subject: 'comic',
        subjectId: 7,
        details: { before: { title: '=1+1' }, after: { title: 'ünique "x"' } },
      }),
    );
    const total = async (query: string) => (await call('GET', `admin/audit?${query}`, admin)).body.total;
    expect(await total('user=MOD')).toBe(1);
    expect(await total('action=comic')).toBe(1);
    expect(await total('action=com')).toBe(0);
    expect(await total('subject=comic&subject_id=7')).toBe(1);
    expect(await total('text=%C3%9CNIQUE')).toBe(1);
    expect(await total('text=%25')).toBe(0);
    expect(await total(`since=2999-01-01`)).toBe(0);
    expect(await total(`until=${new Date().toISOString().slice(0, 10)}`)).toBeGreaterThan(5);
    const csv = (await call('GET', 'admin/audit/export?user=mod', admin)).body as string;
    expect(csv.split('\r\n')[1]).toContain('"comic.edit","comic","7"');
    await withTransaction(db, (tx) => audit(tx, { userId: null, action: '=cmd', subject: 'x', subjectId: 1 }));
    expect((await call('GET', 'admin/audit/export', admin)).body).toContain('"\'=cmd"');
    const lines = (await call('GET', 'admin/audit/export?format=jsonl&user=mod', admin)).body as string;
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).action),
    ).toEqual(['comic.edit']);
    for (const who of [mod, undefined]) {
      expect((await call('GET', 'admin/audit', who)).status).toBe(who ? 403 : 401);
    }
  });

  it('is never changed, and shows it when someone does so past the database’s own rules', async () => {
    const { db } = site.deps;
    await expect(sql`update audit_log set action = 'x'`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only');
    const {
      rows: [{ count } = { count: 0 }],
    } = await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(db);
    // Two processes that seal at once make one chain.
    await Promise.all([sealSome(db), sealSome(db)]);
    expect(await verifyAudit(db)).toMatchObject({
      sealed: count,
      waiting: 0,
      broken: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await call('GET', 'admin/audit', admin)).body.data[0].sealed).toBe(true);
    const behind = async (change: (tx: Parameters<Parameters<typeof withTransaction>[1]>[0]) => Promise<unknown>) =>
      withTransaction(db, async (tx) => {
        await sql`alter table audit_log disable trigger user`.execute(tx);
        await change(tx);
        await sql`alter table audit_log enable trigger user`.execute(tx);
        throw Object.assign(new Error('back'), { found: await verifyAudit(tx) });
      }).catch((error: unknown) => (error as { found: Awaited<ReturnType<typeof verifyAudit>> }).found.broken);
    const {
      rows: [{ id } = { id: 0 }],
    } = await sql<{ id: number }>`select min(id)::int + 1 as id from audit_log`.execute(db);
    expect(
      await behind((tx) =>
        sql`update audit_log set details = '{}' || jsonb_build_object('reason', 'none') where id = ${id}`.execute(tx),
      ),
    ).toEqual({ entry: id, how: 'changed' });
    expect(await behind((tx) => sql`delete from audit_log where id = ${id}`.execute(tx))).toEqual({
      entry: id,
      how: 'gone',
    });
    expect(
      await behind((tx) =>
        sql`insert into audit_log (id, action) overriding system value values (999999, 'user.role')`.execute(tx),
      ),
    ).toEqual({ entry: 999_999, how: 'stray' });
    expect((await verifyAudit(db)).broken).toBeNull();
  });
});
