import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { enforceRetention } from './retention.ts';

let site: TestApp;
let [ann, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['dmca', 'register'],
    contact: 'hello@example.test',
    limits: { readsPerMinute: 0 },
    retention: { sessions: 10, reports: 20, evidence: 30 },
  });
  [ann, admin] = [
    await member(site.deps.db, { username: 'ann' }),
    await member(site.deps.db, { username: 'boss', role: 'admin' }),
  ];
});
afterAll(() => site.close());

async function call(method: 'GET' | 'POST' | 'PUT', path: string, who?: Member, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body: String(answer.headers['content-type']).includes('json') ? answer.json() : answer.body,
  };
}
const run = () => enforceRetention(site.deps)({ signal: new AbortController().signal } as never);

describe('what has had its time', () => {
  it('is forgotten by each key of the configuration, in batches, and counted for admins', async () => {
    const { db } = site.deps;
    const days = (count: number) => sql`now() - make_interval(days => ${count})`;
    await sql`insert into tokens (hash, user_id, purpose, used_at, expires_at)
      select 'old' || i, ${ann!.id}, 'access', ${days(11)}, now() + interval '20 days'
      from generate_series(1, 2005) i`.execute(db);
    await sql`insert into tokens (hash, user_id, purpose, used_at, created_at, address, expires_at)
      values ('kept', ${ann!.id}, 'access', ${days(9)}, ${days(40)}, '192.0.2.0', now() + interval '20 days')`.execute(
      db,
    );
    await sql`insert into jobs (kind, state, finished_at)
      values ('a', 'failed', ${days(91)}), ('b', 'failed', ${days(89)}), ('c', 'cancelled', ${days(91)})`.execute(db);
    await sql`insert into notifications (user_id, kind, payload, created_at)
      values (${ann!.id}, 'role', '{}', ${days(91)}), (${ann!.id}, 'role', '{"role": "user"}', ${days(89)})`.execute(
      db,
    );
    await sql`
      insert into reports (subject, subject_id, reason, user_id, name, email, state, decided_at, created_at) values
        ('comic', 1, 'spam', ${ann!.id}, null, null, 'upheld', ${days(21)}, ${days(22)}),
        ('comic', 2, 'spam', null, 'Kim', 'kim@example.test', 'dismissed', ${days(21)}, ${days(21)}),
        ('comic', 3, 'broken', null, 'Lee', 'lee@example.test', 'open', null, ${days(400)}),
        ('comic', 4, 'spam', ${ann!.id}, null, null, 'upheld', ${days(19)}, ${days(20)})`.execute(db);
    const claimant = JSON.stringify({
      name: 'Kim',
      company: 'Owners Ltd',
      address: '1 Road',
      phone: '1',
      email: 'kim@example.test',
    });
    await sql`
      insert into takedowns (scope, title, claimant, statement, work, location, signature, state, decided_at, created_at) values
        ('comic', 'A', ${claimant}::jsonb, 'mine', 'The life of Kim', '/comic/a', 'Kim', 'upheld', ${days(1100)}, ${days(1101)}), ('comic', 'B', ${claimant}::jsonb, 'mine', 'The life of Kim', '/comic/b', 'Kim', 'upheld', ${days(1000)}, ${days(1001)}), ('comic', 'C', ${claimant}::jsonb, 'mine', 'The life of Kim', '/comic/c', 'Kim', 'open', null, ${days(2000)})`.execute(
      db,
    );
    await sql`
      insert into quarantine (kind, value, image, evidence, source, hold, keep_until, created_at) values
        ('sha256', 'x', 'aa', true, 'import', false, ${days(-300)}, ${days(31)}),
        ('sha256', 'x', 'bb', true, 'import', true, ${days(-300)}, ${days(31)}),
        ('sha256', 'x', 'cc', true, 'import', false, ${days(-300)}, ${days(29)})`.execute(db);
    const [leaver, undecided] = [await member(db), await member(db)];
    await sql`update users
      set deleted_at = ${days(15)}, erase_at = case id when ${leaver.id} then ${days(1)} else ${days(-1)} end
      where id in (${leaver.id}, ${undecided.id})`.execute(db);
    await run();
    const all = async (query: ReturnType<typeof sql>) =>
      (await query.execute(db)).rows.map((row) => Object.values(row as object));
    expect(await all(sql`select hash, address from tokens where hash like 'old%' or hash = 'kept'`)).toEqual([
      ['kept', null],
    ]);
    expect(await all(sql`select kind from jobs where kind in ('a', 'b', 'c')`)).toEqual([['b']]);
    expect(await all(sql`select count(*)::int from notifications`)).toEqual([[1]]);
    expect(await all(sql`select subject_id::int, user_id, name from reports order by subject_id`)).toEqual([
      [1, null, null],
      [2, null, null],
      [3, null, 'Lee'],
      [4, ann!.id, null],
    ]);
    expect(
      await all(
        sql`select title, claimant->>'name' as name, claimant->>'company' as company, signature, work, location from takedowns order by title`,
      ),
    ).toEqual([
      ['A', '', 'Owners Ltd', '', '', ''],
      ...['B', 'C'].map((title) => [
        title,
        'Kim',
        'Owners Ltd',
        'Kim',
        'The life of Kim',
        `/comic/${title.toLowerCase()}`,
      ]),
    ]);
    expect(await all(sql`select image from quarantine where evidence order by image`)).toEqual([['bb'], ['cc']]);
    const rules = (await call('GET', 'admin/system', admin)).body.forgotten.rules;
    expect(Object.fromEntries(rules.map(({ key, count }: { key: string; count: number }) => [key, count]))).toEqual({
      addresses: 1,
      sessions: 2005,
      jobs: 2,
      notifications: 1,
      webhooks: 0,
      libraryFiles: 0,
      reports: 2,
      notices: 1,
      accounts: 1,
      evidence: 1,
    });
    expect(
      await all(sql`select erase_at is null from users where id in (${leaver.id}, ${undecided.id}) order by id`),
    ).toEqual([[true], [false]]);
    await run();
    expect(
      (await call('GET', 'admin/system', admin)).body.forgotten.rules.every(
        ({ count }: { count: number }) => count === 0,
      ),
    ).toBe(true);
  });
});

describe('the transparency page', () => {
  it('says what the tables and the audit log say, also as a file', async () => {
    const { db } = site.deps;
    await sql`truncate reports, takedowns, decisions cascade`.execute(db);
    await sql`
      insert into reports (subject, subject_id, reason, state, created_at, decided_at) values
        ('comic', 1, 'spam', 'upheld', '2024-12-31T23:59:59Z', '2025-01-01T23:59:59Z'),
        ('comic', 2, 'spam', 'upheld', '2025-01-01T00:00:00Z', '2025-01-01T02:00:00Z'),
        ('comic', 3, 'spam', 'dismissed', '2025-12-31T00:00:00Z', '2025-12-31T04:00:00Z'), ('comic', 4, 'illegal', 'open', '2025-06-01', null)`.execute(
      db,
    );
    await sql`insert into decisions (item, act, subject, subject_id, user_id, created_at)
      values ('a', 'remove', 'comic', 1, ${admin!.id}, '2025-02-01'), ('b', 'restore', 'comic', 1, null, '2025-02-02'),
      ('c', 'remove', 'comic', 1, ${admin!.id}, '2026-02-01')`.execute(db);
    await sql`insert into takedowns (scope, title, claimant, statement, state, created_at, decided_at)
      values ('comic', 'A', '{}', '', 'upheld', '2025-03-01T00:00:00Z', '2025-03-01T12:00:00Z'),
      ('comic', 'B', '{}', '', 'rejected', '2025-03-01T00:00:00Z', '2025-03-02T00:00:00Z')`.execute(db);
    await sql`insert into audit_log (action, subject, subject_id, created_at)
      values ('blocklist.refused', 'quarantine', 1, '2025-05-01'), ('blocklist.refused', 'quarantine', 2, '2025-05-01'),
      ('user.ban', 'user', 1, '2025-05-01'), ('user.ban', 'user', 1, '2024-05-01')`.execute(db);
    const { body } = await call('GET', 'transparency?year=2025');
    expect(body).toEqual({
      year: 2025,
      years: [2026, 2025, 2024],
      reports: [
        { reason: 'spam', received: 2, upheld: 1, dismissed: 1, open: 0, median_hours: 3 },
        { reason: 'illegal', received: 1, upheld: 0, dismissed: 0, open: 1, median_hours: null },
      ],
      decisions: [
        { act: 'remove', count: 1 },
        { act: 'restore', count: 1 },
      ],
      notices: { received: 2, upheld: 1, rejected: 1, countered: 0, restored: 0, median_hours: 18 },
      blocked: 2,
      withdrawn: 0,
      suspended: 1,
      automated: 3,
      automated_share: 0.75,
    });
    expect((await call('GET', 'transparency')).body.year).toBe(2026);
    const { body: file } = await call('GET', 'transparency.csv?year=2025');
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      'year,section,name,figure,value',
      '2025,reports,spam,received,2',
      '2025,reports,spam,upheld,1',
    ]);
    expect(file).toContain('2025,notices,all,median_hours,18\r\n');
  });
});

describe('legal pages', () => {
  it('have a text in every language until the operator writes one, which leaves out what is not configured', async () => {
    for (const locale of ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'pt', 'ru', 'zh']) {
      for (const slug of ['terms', 'privacy', 'rules', 'dmca', 'contact']) {
        const { body } = await call('GET', `pages/${slug}?lang=${locale}`);
        expect(body, `${locale} ${slug}`).toMatchObject({
          slug,
          locale,
          updated_at: null,
          title: expect.stringMatching(/\S/),
        });
        expect(body.html).not.toMatch(/\{\w+\}|@@/);
        expect(body.html).toMatch(slug === 'contact' || slug === 'privacy' ? /hello@example\.test/ : /<h2>/);
      }
    }
    const pages = (await call('GET', 'pages')).body.map(({ slug }: { slug: string }) => slug);
    expect(pages).toEqual(['terms', 'privacy', 'rules', 'dmca', 'contact', 'takedowns', 'transparency']);
    const { body: texts } = await call('GET', 'admin/pages/terms', admin);
    expect(texts[0]).toMatchObject({
      version: 0,
      template: { title: expect.any(String), text: expect.stringContaining('Komawari') },
    });
  });

  it('ask members again when the terms are a new version, and only then', async () => {
    const due = async (who: Member) => (await call('GET', 'account', who)).body.terms_due;
    expect(await due(ann!)).toBe(false);
    expect(
      (await call('PUT', 'admin/pages/terms/en', admin, { title: 'Terms', text: 'Be kind.', version: 0 })).status,
    ).toBe(200);
    expect(await due(ann!)).toBe(false);
    await call('PUT', 'admin/pages/terms/en', admin, {
      title: 'Terms',
      text: 'Be very kind.',
      version: 1,
      ask_again: true,
    });
    expect(await due(ann!)).toBe(true);
    expect((await call('POST', 'account/terms', ann!)).body.terms_due).toBe(false);
    expect(await due(ann!)).toBe(false);
    expect(await due(admin!)).toBe(true);
    expect((await call('GET', 'pages/terms')).body).toMatchObject({
      html: '<p>Be very kind.</p>',
      updated_at: expect.any(String),
    });
  });

  it('includes invitations into groups, whenever their time was over', async () => {
    const { db } = site.deps;
    await sql`with term as (insert into terms (kind, slug, name) values ('group', 'crew', 'Crew') returning id),
      crew as (insert into groups (term_id) select id from term returning term_id)
      insert into group_invitations (term_id, user_id, ended_at, expires_at) select c.term_id, u.id, n.ended, n.expires
      from crew c, (values (${ann!.id}::int, now() - interval '2 days', now() - interval '1 minute'), (${admin!.id}::int, null, now() + interval '1 minute')) n (user_id, ended, expires)
      join users u on u.id = n.user_id`.execute(db);
    await run();
    const { rows } = await sql<{ user_id: number }>`select user_id from group_invitations`.execute(db);
    expect(rows).toEqual([{ user_id: admin!.id }]);
  });
});
