import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MAX_FOUNDED_GROUPS, MAX_GROUP_INVITATIONS, MAX_GROUP_MEMBERS } from '#contract/groups.ts';
import { withTransaction } from '#server/db/database.ts';
import { passOnGroups } from '#server/db/queries/group-succession.ts';
import { eraseAccount } from '#server/features/accounts/public/account-deletion.ts';
import { createChapter } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { endMerge } from '#server/features/taxonomy/queries-merge.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, members, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let founder: Member;
let other: Member;
let third: Member;
let moderator: Member;
let slug: string;
let count = 0;

beforeAll(async () => {
  site = await testApp({ features: ['groups', 'nsfw'] }, undefined, undefined, [
    { id: 'without', hosts: ['without.test'], features: ['tags'] },
  ]);
  moderator = await member(site.deps.db, { role: 'moderator' });
});
afterAll(() => site?.close());
beforeEach(async () => {
  [founder, other, third] = (await members(site.deps.db, 3)) as [Member, Member, Member];
  slug = (await ask('POST', '/groups', founder, { name: `Crew ${++count}` })).body.slug;
});

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, who: Member | null, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  const body = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, body, said: answer.statusCode < 400 ? answer.statusCode : body.code };
}
const told = async (...call: Parameters<typeof ask>) => (await ask(...call)).said;
const invite = (username: string, by = founder) => told('POST', `/groups/${slug}/invitations`, by, { username });
const join = (who: Member) => told('POST', `/groups/${slug}/members`, who);
const leave = (who: Member, by = who) => told('DELETE', `/groups/${slug}/members/${who.username}`, by);
const roles = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await ask('GET', `/groups/${slug}/team`, null)).body.members.map(
      (each: { user: { username: string }; role: string }) => [each.user.username, each.role],
    ),
  );
async function bring(who: Member, role: 'leader' | 'member' = 'member'): Promise<void> {
  expect([await invite(who.username), await join(who)]).toEqual([201, 200]);
  expect(await told('PATCH', `/groups/${slug}/members/${who.username}`, founder, { role })).toBe(200);
}

it('a member founds a group of a name that no group has, and leads it; everyone sees it', async () => {
  expect(await roles()).toEqual({ [founder.username]: 'leader' });
  expect(await told('POST', '/groups', other, { name: `crew  ${count}` })).toBe('term-exists');
  const [id] = await withTransaction(site.deps.db, (tx) =>
    findOrCreateTerms(tx, [{ kind: 'group', name: `Bare ${count}` }]),
  );
  await sql`insert into term_aliases (kind, slug, name, term_id) values ('group', ${`alias-${count}`}, 'Alias', ${id})`.execute(
    site.deps.db,
  );
  expect(await told('POST', '/groups', other, { name: `Bare ${count}` })).toBe('term-exists');
  expect(await told('POST', '/groups', other, { name: `Alias ${count}` })).toBe('term-exists');
  expect((await ask('GET', `/groups/${id}/team`, null)).body).toMatchObject({ version: 0, members: [], closed: false });
});

it('of two who found groups of one name at once, one does', async () => {
  const both = await Promise.all(
    [founder, other].map((who) => told('POST', '/groups', who, { name: `Twin ${count}` })),
  );
  expect(both.sort()).toEqual([201, 'term-exists']);
});

it('founding takes a verified address, and has a limit', async () => {
  const newcomer = await member(site.deps.db, { verified: false });
  expect(await told('POST', '/groups', newcomer, { name: 'Nobodies' })).toBe('verification-required');
  await sql`
    with made as (insert into terms (kind, slug, name) select 'group', ${slug} || '-' || n, 'Group ' || n from generate_series(3, ${MAX_FOUNDED_GROUPS}::int) n returning id)
    insert into groups (term_id, founder_id) select id, ${founder.id} from made`.execute(site.deps.db);
  const more = await Promise.all(
    ['Last', 'One more'].map((name) => told('POST', '/groups', founder, { name: `${name} ${count}` })),
  );
  expect(more.sort()).toEqual([201, 'groups-full']);
});

it('leaders and staff change what it says, others do not; links are of https alone', async () => {
  const edit = (who: Member | null, changes: object) => told('PATCH', `/groups/${slug}/team`, who, changes);
  const links = [{ label: 'Site', url: 'https://crew.example/' }];
  expect(await edit(founder, { version: 1, description: 'We translate.', links, uploads: 'members' })).toBe(200);
  expect((await ask('GET', `/groups/${slug}/team`, null)).body).toMatchObject({
    description: 'We translate.',
    links,
    uploads: 'members',
    version: 2,
  });
  expect(await edit(founder, { version: 1, description: 'Old.' })).toBe('term-changed');
  expect(await edit(other, { version: 2, description: 'Mine.' })).toBe('not-allowed');
  expect(await edit(null, { version: 2 })).toBe('sign-in-required');
  for (const url of ['http://crew.example/', 'javascript:alert(1)', 'crew.example']) {
    expect(await edit(founder, { version: 2, links: [{ label: 'Site', url }] })).toBe('request-invalid');
  }
  expect(await edit(moderator, { version: 2, description: 'Tidied.' })).toBe(200);
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where user_id = ${moderator.id}`.execute(site.deps.db);
  expect(rows.map(({ action }) => action)).toEqual(['group.edit']);
});

it('an invitation is told, taken once, by the invited alone', async () => {
  expect(await invite(other.username.toUpperCase())).toBe(201);
  expect(await invite(other.username)).toBe('group-invited-already');
  expect(await invite('nobody-of-this-name')).toBe('user-not-found');
  expect(await invite(third.username, other)).toBe('not-allowed');
  const { data } = (await ask('GET', '/account/notifications', other)).body;
  expect(data).toMatchObject([{ kind: 'group', path: '/my-groups' }]);
  expect(data[0].text).toContain(founder.username);
  expect((await ask('GET', '/account/groups', other)).body).toMatchObject({
    groups: [],
    invitations: [{ group: { slug }, by: founder.username }],
  });
  expect(await join(third)).toBe('group-invitation-not-found');
  expect((await Promise.all([join(other), join(other)])).sort()).toEqual([200, 'group-invitation-not-found']);
  expect(await roles()).toEqual({ [founder.username]: 'leader', [other.username]: 'member' });
  expect(await invite(other.username)).toBe('group-member-already');
  expect((await ask('GET', '/account/groups', other)).body).toMatchObject({
    groups: [{ slug, role: 'member', members_count: 2 }],
    invitations: [],
  });
});

it('who declines is asked again once the time of the invitation is over; one that is over is not taken', async () => {
  await invite(other.username);
  const ended = () => told('DELETE', `/groups/${slug}/invitations/${other.username}`, other);
  expect(await told('DELETE', `/groups/${slug}/invitations/${other.username}`, third)).toBe('not-allowed');
  expect(await ended()).toBe(204);
  expect(await ended()).toBe('group-invitation-not-found');
  expect(await join(other)).toBe('group-invitation-not-found');
  expect(await invite(other.username)).toBe('group-invited-already');
  await sql`update group_invitations set expires_at = now() - interval '1 second'`.execute(site.deps.db);
  expect(await invite(other.username)).toBe(201);
  await sql`update group_invitations set expires_at = now() - interval '1 second'`.execute(site.deps.db);
  expect(await join(other)).toBe('group-invitation-not-found');
});

it('who has blocked a leader hears nothing of their invitation', async () => {
  await sql`insert into blocked_users (user_id, blocked_id) values (${other.id}, ${founder.id})`.execute(site.deps.db);
  expect(await invite(other.username)).toBe(201);
  expect((await ask('GET', '/account/notifications', other)).body.data).toEqual([]);
  expect((await ask('GET', '/account/groups', other)).body.invitations).toEqual([]);
});

it('members and invitations have limits', async () => {
  const id = (await ask('GET', `/groups/${slug}/team`, null)).body.id as number;
  const crowd = (await members(site.deps.db, MAX_GROUP_MEMBERS - 2)).map((each) => each.id);
  await sql`insert into group_invitations (term_id, user_id, expires_at) select ${id}, u, now() + interval '1 day'
    from unnest(${crowd.slice(0, MAX_GROUP_INVITATIONS - 1)}::int[]) u`.execute(site.deps.db);
  expect((await Promise.all([invite(other.username), invite(third.username)])).sort()).toEqual([
    201,
    'group-invitations-full',
  ]);
  await sql`delete from group_invitations where term_id = ${id}`.execute(site.deps.db);
  await sql`insert into group_members (term_id, user_id, role) select ${id}, u, 'member' from unnest(${crowd}::int[]) u`.execute(
    site.deps.db,
  );
  await Promise.all([invite(other.username), invite(third.username)]);
  expect((await Promise.all([join(other), join(third)])).sort()).toEqual([200, 'group-members-full']);
  expect(await invite(moderator.username)).toBe('group-members-full');
});

it('leaders name further leaders and remove members, no other leader; staff remove anyone', async () => {
  await bring(other);
  await bring(third);
  const role = (who: Member, by: Member, wanted: string) =>
    told('PATCH', `/groups/${slug}/members/${who.username}`, by, { role: wanted });
  expect(await role(other, other, 'leader')).toBe('not-allowed');
  expect(await leave(third, other)).toBe('not-allowed');
  expect(await role(other, founder, 'leader')).toBe(200);
  expect(await role(other, founder, 'member')).toBe('not-allowed');
  expect(await leave(other, founder)).toBe('not-allowed');
  expect(await leave(third, other)).toBe(204);
  expect(await role(third, other, 'leader')).toBe('group-member-not-found');
  const kinds = (await ask('GET', '/account/notifications', third)).body.data.map(
    (each: { text: string }) => each.text,
  );
  expect(kinds).toHaveLength(2);
  expect(await leave(other, moderator)).toBe(204);
  expect(await role(founder, founder, 'member')).toBe('group-leader-last');
  expect(await role(founder, moderator, 'member')).toBe('group-leader-last');
});

it('the last leader stays while there are members; of the last two who leave at once one stays', async () => {
  await bring(third);
  expect(await leave(founder)).toBe('group-leader-last');
  await bring(other, 'leader');
  expect((await Promise.all([leave(founder), leave(other)])).sort()).toEqual([204, 'group-leader-last']);
  expect(Object.values(await roles()).sort()).toEqual(['leader', 'member']);
  expect(await leave(third)).toBe(204);
  const [left] = Object.keys(await roles());
  expect(await leave(left === founder.username ? founder : other)).toBe(204);
  expect(await roles()).toEqual({});
});

it('the group of a last leader who is erased goes to whoever is longest in it, or to nobody', async () => {
  await bring(third);
  await bring(other);
  await sql`update group_members set joined_at = now() - interval '1 day' where user_id = ${other.id}`.execute(
    site.deps.db,
  );
  const erase = ({ id }: Member) => withTransaction(site.deps.db, (tx) => eraseAccount(tx, id, 'komawari'));
  await erase(founder);
  expect(await roles()).toEqual({ [other.username]: 'leader', [third.username]: 'member' });
  await Promise.all([erase(other), withTransaction(site.deps.db, (tx) => passOnGroups(tx, third.id))]);
  expect(await roles()).toEqual({ [third.username]: 'leader' });
  await erase(third);
  expect(await roles()).toEqual({});
});

it('the people of a group that becomes another are the other’s', async () => {
  await bring(other);
  const id = (await ask('GET', `/groups/${slug}/team`, null)).body.id as number;
  const merge = (name: string) =>
    withTransaction(site.deps.db, async (tx) => {
      const [into] = await findOrCreateTerms(tx, [{ kind: 'group', name }]);
      await endMerge(tx, id, into!);
      return into;
    });
  const into = await merge(`Plain ${count}`);
  expect((await ask('GET', `/groups/${slug}/team`, null)).body.id).toBe(into);
  expect(await roles()).toEqual({ [founder.username]: 'leader', [other.username]: 'member' });
  const second = (await ask('POST', '/groups', third, { name: `Second ${count}` })).body;
  await withTransaction(site.deps.db, (tx) => endMerge(tx, into!, second.id));
  expect(await roles()).toEqual({
    [third.username]: 'leader',
    [founder.username]: 'member',
    [other.username]: 'member',
  });
});

it('chapters that name it are counted as far as a caller sees them', async () => {
  const { id } = (await ask('GET', `/groups/${slug}/team`, null)).body;
  const [safe, explicit] = await withTransaction(site.deps.db, (tx) =>
    Promise.all(
      (['safe', 'explicit'] as const).map((rating) =>
        createComic(tx, { title: `Of ${slug}, ${rating}`, rating, terms: [id] }),
      ),
    ),
  );
  await withTransaction(site.deps.db, async (tx) => {
    for (const comic of [safe!.id, safe!.id, explicit!.id]) {
      await createChapter(tx, comic, { groups: [id] });
    }
    await publishComic(tx, safe!.id);
    await publishComic(tx, explicit!.id);
  });
  const counted = async (query: string) => (await ask('GET', `/groups/${slug}/team${query}`, null)).body.chapters_count;
  expect([await counted('?nsfw=false'), await counted('?nsfw=true')]).toEqual([2, 3]);
});

it('a comic is by the groups of its chapters, too, once these are out, and lists of a group have it', async () => {
  const { id } = (await ask('GET', `/groups/${slug}/team`, null)).body;
  const admin = await member(site.deps.db, { role: 'admin' });
  const comic = await withTransaction(site.deps.db, async (tx) => {
    const made = await createComic(tx, { title: `Serial of ${slug}`, rating: 'safe', terms: [] });
    await createChapter(tx, made.id, { number: '1' });
    await publishComic(tx, made.id);
    return made;
  });
  const listed = async () =>
    (await ask('GET', `/comics?groups=${id}`, null)).body.data.map(({ slug: each }: { slug: string }) => each);
  const add = async (number: string, state: 'draft' | 'published') =>
    (await ask('POST', `/admin/comics/${comic.slug}/chapters`, admin, { number, state, groups: [{ id }] })).status;
  expect([await add('2', 'draft'), await listed()]).toEqual([201, []]);
  expect([await add('3', 'published'), await listed()]).toEqual([201, [comic.slug]]);
});

it('a chapter that is said to be by a group brings its comic into the list of the group', async () => {
  const { id } = (await ask('GET', `/groups/${slug}/team`, null)).body;
  const admin = await member(site.deps.db, { role: 'admin' });
  const chapter = await withTransaction(site.deps.db, async (tx) => {
    const made = await createComic(tx, { title: `Said of ${slug}`, rating: 'safe', terms: [] });
    await publishComic(tx, made.id);
    return createChapter(tx, made.id, { number: '1' });
  });
  expect(await told('PATCH', `/admin/chapters/${chapter.id}`, admin, { groups: [{ id }] })).toBe(200);
  expect((await ask('GET', `/comics?groups=${id}`, null)).body.data).toHaveLength(1);
});

it('a site without groups has nothing of it, and no address in what was told', async () => {
  await invite(other.username);
  const elsewhere = { host: 'without.test', ...other.headers };
  for (const url of ['/api/account/groups', `/api/groups/${slug}/team`]) {
    expect((await site.app.inject({ url, headers: elsewhere })).statusCode).toBe(404);
  }
  const notifications = await site.app.inject({ url: '/api/account/notifications', headers: elsewhere });
  expect(notifications.json().data).toMatchObject([{ kind: 'group', path: null }]);
});

it('a member who is suspended is seen by leaders and staff alone, and can be removed by a leader', async () => {
  await bring(other);
  await bring(third);
  await sql`update users set banned_at = now() where id = ${other.id}`.execute(site.deps.db);
  const names = async (who: Member | null) =>
    (await ask('GET', `/groups/${slug}/team`, who)).body.members.map(
      (each: { user: { username: string }; suspended: boolean }) => `${each.user.username} ${each.suspended}`,
    );
  const open = [`${founder.username} false`, `${third.username} false`];
  const all = [`${founder.username} false`, `${other.username} true`, `${third.username} false`];
  expect([await names(null), await names(third)]).toEqual([open, open]);
  expect([await names(founder), await names(moderator)]).toEqual([all, all]);
  expect([await leave(other, third), await leave(other, founder)]).toEqual(['not-allowed', 204]);
  expect(await names(founder)).toEqual(open);
});

it('leaders say what each member does in it, in roles of credits; its page says so', async () => {
  await bring(other);
  const put = (tasks: string[], by = founder) =>
    told('PATCH', `/groups/${slug}/members/${other.username}`, by, { tasks });
  expect(await put(['raw', 'translator', 'raw'])).toBe(200);
  const { members: shown } = (await ask('GET', `/groups/${slug}/team`, null)).body;
  expect(shown.map((each: { tasks: string[] }) => each.tasks)).toEqual([[], ['translator', 'raw']]);
  expect([await put(['boss']), await put(['raw'], other), await put([], moderator)]).toEqual([
    'request-invalid',
    'not-allowed',
    200,
  ]);
  expect(await roles()).toEqual({ [founder.username]: 'leader', [other.username]: 'member' });
});
