import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let ann: Member;
let moderator: Member;

beforeAll(async () => {
  site = await testApp({ features: ['groups'] });
  ann = await member(site.deps.db);
  moderator = await member(site.deps.db, { role: 'moderator' });
  await withTransaction(site.deps.db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'group', name: 'Night Owls' },
      { kind: 'group', name: 'Larks' },
    ]),
  );
});
afterAll(() => site?.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: Member, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload ? { payload } : {}),
  });
  const body = answer.body === '' ? null : answer.json();
  return { body, said: answer.statusCode < 400 ? answer.statusCode : body.code };
}
const named = async (show: string) =>
  (await ask('GET', `/moderation/groups?show=${show}`, moderator)).body.data.map((each: { name: string }) => each.name);

it('staff give a group that nobody founded a leader, who is told; others may not', async () => {
  const path = `/moderation/groups/${encodeURIComponent('Night Owls')}/leaders/${ann.username}`;
  expect((await ask('PUT', path, ann)).said).toBe('not-allowed');
  expect((await ask('PUT', '/moderation/groups/nobody/leaders/x', moderator)).said).toBe('term-not-found');
  expect((await ask('PUT', '/moderation/groups/larks/leaders/nobody-here', moderator)).said).toBe('user-not-found');
  expect((await ask('PUT', path, moderator)).body).toMatchObject({
    slug: 'night-owls',
    members: [{ user: { username: ann.username }, role: 'leader' }],
  });
  expect((await ask('PUT', path, moderator)).said).toBe(200);
  expect((await ask('GET', '/account/notifications', ann)).body.data).toMatchObject([
    { kind: 'group', path: '/group/night-owls' },
  ]);
  expect((await ask('GET', '/moderation/groups', moderator)).body.data).toMatchObject([
    { name: 'Night Owls', leaders: [ann.username], members_count: 1, closed: false },
  ]);
});

it('a group without a leader is among those that lack one, a closed one among those', async () => {
  await ask('PUT', '/moderation/groups/larks/closed', moderator, { closed: true, reason: 'Spam' });
  expect([await named('all'), await named('leaderless'), await named('closed')]).toEqual([
    ['Larks', 'Night Owls'],
    ['Larks'],
    ['Larks'],
  ]);
  expect((await ask('GET', '/groups/larks/team', ann)).body.closed).toBe(true);
  expect((await ask('PUT', '/moderation/groups/larks/closed', ann, { closed: false })).said).toBe('not-allowed');
  await ask('PUT', '/moderation/groups/larks/closed', moderator, { closed: false });
  expect(await named('closed')).toEqual([]);
  const { rows } = await sql<{ action: string; reason: string | null }>`
    select action, details->>'reason' as reason from audit_log where user_id = ${moderator.id} order by id`.execute(
    site.deps.db,
  );
  expect(rows).toEqual([
    { action: 'group.assign', reason: null },
    { action: 'group.close', reason: 'Spam' },
    { action: 'group.open', reason: '' },
  ]);
});

it('a group that has people is reported and decided about', async () => {
  const { id } = (await ask('GET', '/groups/night-owls/team', ann)).body;
  const report = { subject: 'group', subject_id: id, reason: 'spam' };
  const reporter = await member(site.deps.db);
  expect((await ask('POST', '/reports', reporter, report)).said).toBe(201);
  expect((await ask('POST', '/reports', reporter, { ...report, subject_id: 999_999 })).said).toBe(
    'report-subject-not-found',
  );
  const [item] = (await ask('GET', '/moderation/queue', moderator)).body.data;
  expect(item).toMatchObject({
    id: `report.group.${id}`,
    target: { title: 'Night Owls', path: '/group/night-owls' },
    affected: null,
    acts: ['dismiss', 'uphold'],
  });
});
