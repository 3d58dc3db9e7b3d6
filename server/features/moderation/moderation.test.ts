import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let slug: string;
let [ann, bob, mod, other, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({ features: ['comments'], limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 } });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  ({ slug } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse' }, image)));
  [ann, bob, mod, other, admin] = [
    await member(db, { username: 'ann' }), await member(db, { username: 'bob' }), await member(db, { username: 'mod', role: 'moderator' }),
    await member(db, { username: 'other', role: 'moderator' }), await member(db, { username: 'admin', role: 'admin' }),
  ];
  await sql`insert into blocklist (kind, value) values ('term', 'casino')`.execute(db);
});
afterAll(() => site.close());

async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, who: Member | undefined, payload?: object) {
  const answer = await site.app.inject({ method, url: `/api/${path}`, headers: { ...who?.headers }, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const list = async (path: string, who?: Member) => (await site.get(`/api/${path}`, who?.headers)).body;
const post = async (who: Member | undefined, text: string, parent_id: number | null = null) => (await call('POST', `comics/${slug}/comments`, who, { text, parent_id })).body;
const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);

describe('the moderators', () => {
  it('see what is held back and what is reported, decide with a reason, and all of it is written down', async () => {
    const first = await post(ann, 'hello');
    const held = await post(bob, 'a casino for @ann', first.id);
    const reported = await post(bob, 'nasty');
    await sql`insert into reports (subject, subject_id, reason) values ('comment', ${reported.id}, 'spam')`.execute(site.deps.db);
    expect(ids(await list('moderation/comments', mod))).toEqual([reported.id, held.id]);
    expect((await list('moderation/comments', mod)).data[0]).toMatchObject({ text: 'nasty', reports: 1, reason: null, subject: { kind: 'comics', slug, title: 'Lighthouse' } });
    const told = async () => (await sql<{ kind: string }>`select kind from notifications where user_id = ${ann!.id}`.execute(site.deps.db)).rows;
    expect(await told()).toEqual([]);
    expect(await call('PATCH', `moderation/comments/${held.id}`, mod, { state: 'shown' })).toMatchObject({ status: 200, body: { state: 'shown', user: { username: 'bob' } } });
    expect(await told()).toEqual([{ kind: 'reply' }]);
    await call('PATCH', `moderation/comments/${reported.id}`, mod, { state: 'hidden', reason: 'Rude' });
    expect(await list(`comments/${reported.id}`, bob)).toMatchObject({ state: 'hidden', text: '', html: '', user: null });
    expect((await list('moderation/comments?state=hidden&user=BOB', mod)).data).toMatchObject([{ text: 'nasty', reason: 'Rude', user: { username: 'bob' } }]);
    expect((await list(`comics/${slug}`)).comments_count).toBe(2);
    await call('PATCH', `moderation/comments/${first.id}`, mod, { state: 'deleted', reason: 'Off topic' });
    expect(await list(`comics/${slug}/comments`)).toMatchObject({ comments: 1, total: 1, data: [{ state: 'deleted', text: '', replies: [{ text: 'a casino for @ann' }] }] });
    await call('PATCH', `moderation/comments/${first.id}`, mod, { state: 'shown' });
    expect(await list(`comics/${slug}/comments`)).toMatchObject({ comments: 2, data: [{ text: 'hello' }] });
    const { rows } = await sql`select action, subject_id as id, details->>'reason' as reason from audit_log where user_id = ${mod!.id} order by audit_log.id`.execute(site.deps.db);
    expect(rows).toEqual([
      { action: 'comment.shown', id: held.id, reason: '' }, { action: 'comment.hidden', id: reported.id, reason: 'Rude' },
      { action: 'comment.deleted', id: first.id, reason: 'Off topic' }, { action: 'comment.shown', id: first.id, reason: '' },
    ]);
  });

  it('cannot bring back what its author took away', async () => {
    const { id } = await post(ann, 'taken back');
    await call('DELETE', `comments/${id}`, ann);
    expect((await call('PATCH', `moderation/comments/${id}`, mod, { state: 'shown' })).status).toBe(404);
  });

  it('leave admins, each other and themselves alone; admins leave admins alone', async () => {
    for (const [author, actor] of [[admin, mod], [other, mod], [mod, mod], [admin, admin]] as const) {
      const { id } = await post(author, `by ${author!.username} for ${actor!.username}`);
      expect((await call('PATCH', `moderation/comments/${id}`, actor, { state: 'hidden' })).status).toBe(403);
      expect((await call('POST', `moderation/users/${author!.username}/ban`, actor, { reason: 'x' })).status).toBe(403);
    }
    const { id } = await post(mod, 'a moderator wrote');
    expect((await call('PATCH', `moderation/comments/${id}`, admin, { state: 'hidden' })).body.code).toBe('statement-required');
    expect((await call('PATCH', `moderation/comments/${id}`, admin, { state: 'hidden', reason: 'Off topic' })).status).toBe(200);
  });

  it('shut a member out at once, with a reason, and let them in again', async () => {
    expect((await call('POST', 'moderation/users/bob/ban', mod, { reason: ' ' })).status).toBe(422);
    expect((await call('POST', 'moderation/users/nobody/ban', mod, { reason: 'x' })).status).toBe(404);
    expect((await call('POST', 'moderation/users/ann/ban', bob, { reason: 'x' })).status).toBe(403);
    expect((await call('POST', 'moderation/users/ann/ban', undefined, { reason: 'x' })).status).toBe(401);
    expect(await call('POST', 'moderation/users/BOB/ban', mod, { reason: 'Spam' })).toMatchObject({ status: 200, body: { username: 'bob', banned_reason: 'Spam', banned_at: expect.stringMatching(/Z$/) } });
    expect(await call('POST', `comics/${slug}/comments`, bob, { text: 'still here' })).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
    expect(await call('DELETE', 'moderation/users/bob/ban', mod)).toMatchObject({ body: { banned_at: null } });
    expect((await call('POST', `comics/${slug}/comments`, bob, { text: 'still here' })).status).toBe(401);
    const { rows } = await sql`select action, details->>'reason' as reason from audit_log where subject = 'user' and subject_id = ${bob!.id} order by id`.execute(site.deps.db);
    expect(rows).toEqual([{ action: 'user.ban', reason: 'Spam' }, { action: 'user.unban', reason: null }]);
  });
});
