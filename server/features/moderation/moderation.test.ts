import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { newestComments } from '#server/features/comments/public/queries-comments.ts';
import { withText } from '#server/features/comments/public/queries-places.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let slug: string;
let [ann, bob, mod, other, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['comments'],
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 },
  });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  ({ slug } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse' }, image)));
  [ann, bob, mod, other, admin] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'bob' }),
    await member(db, { username: 'mod', role: 'moderator' }),
    await member(db, { username: 'other', role: 'moderator' }),
    await member(db, { username: 'admin', role: 'admin' }),
  ];
  await sql`insert into blocklist (kind, value) values ('term', 'casino')`.execute(db);
});
afterAll(() => site.close());

async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, who: Member | undefined, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const list = async (path: string, who?: Member) => (await site.get(`/api/${path}`, who?.headers)).body;
const post = async (who: Member | undefined, text: string, parent_id: number | null = null) =>
  (await call('POST', `comics/${slug}/comments`, who, { text, parent_id })).body;
const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);

describe('the moderators', () => {
  it('see what is held back and what is reported, decide with a reason, and all of it is written down', async () => {
    const first = await post(ann, 'hello');
    const held = await post(bob, 'a casino for @ann', first.id);
    const reported = await post(bob, 'nasty');
    await sql`insert into reports (subject, subject_id, reason) values ('comment', ${reported.id}, 'spam')`.execute(
      site.deps.db,
    );
    expect(ids(await list('moderation/comments', mod))).toEqual([reported.id, held.id]);
    expect(ids(await list('admin/comments', mod))).toEqual([reported.id, held.id]);
    expect((await list('moderation/comments', mod)).data[0]).toMatchObject({
      text: 'nasty',
      reports: 1,
      reason: null,
      subject: { kind: 'comics', slug, title: 'Lighthouse' },
    });
    const told = async () =>
      (await sql<{ kind: string }>`select kind from notifications where user_id = ${ann!.id}`.execute(site.deps.db))
        .rows;
    expect(await told()).toEqual([]);
    expect(await call('PATCH', `moderation/comments/${held.id}`, mod, { state: 'shown' })).toMatchObject({
      status: 200,
      body: { state: 'shown', user: { username: 'bob' } },
    });
    expect(await told()).toEqual([{ kind: 'reply' }]);
    await call('PATCH', `moderation/comments/${reported.id}`, mod, { state: 'hidden', reason: 'Rude' });
    expect(await list(`comments/${reported.id}`, bob)).toMatchObject({
      state: 'hidden',
      text: '',
      html: '',
      user: null,
    });
    expect((await list('moderation/comments?state=hidden&user=BOB', mod)).data).toMatchObject([
      { text: 'nasty', reason: 'Rude', user: { username: 'bob' } },
    ]);
    expect((await list(`comics/${slug}`)).comments_count).toBe(2);
    await call('PATCH', `moderation/comments/${first.id}`, mod, { state: 'deleted', reason: 'Off topic' });
    expect(await list(`comics/${slug}/comments`)).toMatchObject({
      comments: 1,
      total: 1,
      data: [{ state: 'deleted', text: '', replies: [{ text: 'a casino for @ann' }] }],
    });
    await call('PATCH', `moderation/comments/${first.id}`, mod, { state: 'shown' });
    expect(await list(`comics/${slug}/comments`)).toMatchObject({ comments: 2, data: [{ text: 'hello' }] });
    const { rows } =
      await sql`select action, subject_id as id, details->>'reason' as reason from audit_log where user_id = ${mod!.id} order by audit_log.id`.execute(
        site.deps.db,
      );
    expect(rows).toEqual([
      { action: 'comment.shown', id: held.id, reason: '' },
      { action: 'comment.hidden', id: reported.id, reason: 'Rude' },
      { action: 'comment.deleted', id: first.id, reason: 'Off topic' },
      { action: 'comment.shown', id: first.id, reason: '' },
    ]);
  });

  it('find comments by a part of their text, by what they are on, by day, author and state', async () => {
    const { db, blobs } = site.deps;
    const image = await plantPicture(db, blobs);
    const other = await withTransaction(db, (tx) => plantComic(tx, { title: 'Far shore' }, image));
    const [one, two, three] = await Promise.all(
      [
        ['100% of the Ünderground_map', '2026-03-01T23:30:00Z'],
        ['nothing but rain', '2026-03-02T00:30:00Z'],
        ['雨 and 100 drops', '2026-03-03T12:00:00Z'],
      ].map(async ([text, at]) => {
        const { body } = await call('POST', `comics/${other.slug}/comments`, ann, { text, parent_id: null });
        await sql`update comments set created_at = ${at}::timestamptz where id = ${body.id}`.execute(db);
        return body.id as number;
      }),
    );
    const find = async (query: string) =>
      ids(await list(`moderation/comments?state=all&on=${other.slug}&${query}`, mod)).toSorted((a, b) => a - b);
    expect(await find('')).toEqual([one, two, three].toSorted((a, b) => a! - b!));
    expect(await find('q=%C3%BCNDER')).toEqual([one]);
    expect(await find('q=0%25')).toEqual([one]);
    expect(await find('q=d_map')).toEqual([one]);
    expect(await find('q=%25rain%25')).toEqual([]);
    expect(await find(`q=${encodeURIComponent('雨')}`)).toEqual([three]);
    expect(await find('since=2026-03-02')).toEqual([two, three].toSorted((a, b) => a! - b!));
    expect(await find('until=2026-03-02&since=2026-03-02')).toEqual([two]);
    expect(await find('user=ann&q=rain')).toEqual([two]);
    expect(await find('user=bob')).toEqual([]);
    expect(
      ids(
        await list(
          `moderation/comments?state=all&on=${encodeURIComponent(`https://comics.test/fr/comic/${other.slug}/comments/1`)}&q=rain`,
          mod,
        ),
      ),
    ).toEqual([two]);
    expect(ids(await list(`moderation/comments?state=hidden&on=${other.id}`, mod))).toEqual([]);
    for (const [query, status] of [
      ['on=never-was', 404],
      ['on=artist/nobody', 404],
      ['user=nobody', 404],
      ['since=yesterday', 422],
      ['since=0000-01-01', 422],
      ['until=9999-12-31', 200],
      [`q=${'a'.repeat(101)}`, 422],
    ] as const) {
      expect([query, (await site.get(`/api/moderation/comments?${query}`, mod!.headers)).status]).toEqual([
        query,
        status,
      ]);
    }
  });

  it('are led to as many comments as a search counts, and find a text by its index', async () => {
    const { db } = site.deps;
    const pages = await Promise.all([0, 2, 3].map((offset) => newestComments(db, null, sql`true`, offset, 2, 3)));
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    const plan = await withTransaction(db, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return JSON.stringify(
        (await sql`explain select c.id from comments c where ${withText('underground')}`.execute(tx)).rows,
      );
    });
    expect(plan).toContain('comments_text');
  });

  it('cannot bring back what its author took away', async () => {
    const { id } = await post(ann, 'taken back');
    await call('DELETE', `comments/${id}`, ann);
    expect((await call('PATCH', `moderation/comments/${id}`, mod, { state: 'shown' })).status).toBe(404);
  });

  it('leave admins, each other and themselves alone; admins leave admins alone', async () => {
    for (const [author, actor] of [
      [admin, mod],
      [other, mod],
      [mod, mod],
      [admin, admin],
    ] as const) {
      const { id } = await post(author, `by ${author!.username} for ${actor!.username}`);
      expect((await call('PATCH', `moderation/comments/${id}`, actor, { state: 'hidden' })).status).toBe(403);
      expect((await call('POST', `moderation/users/${author!.username}/ban`, actor, { reason: 'x' })).status).toBe(403);
    }
    const { id } = await post(mod, 'a moderator wrote');
    expect((await call('PATCH', `moderation/comments/${id}`, admin, { state: 'hidden' })).body.code).toBe(
      'statement-required',
    );
    expect(
      (await call('PATCH', `moderation/comments/${id}`, admin, { state: 'hidden', reason: 'Off topic' })).status,
    ).toBe(200);
  });

  it('shut a member out at once, with a reason, and let them in again', async () => {
    expect((await call('POST', 'moderation/users/bob/ban', mod, { reason: ' ' })).status).toBe(422);
    expect((await call('POST', 'moderation/users/nobody/ban', mod, { reason: 'x' })).status).toBe(404);
    expect((await call('POST', 'moderation/users/ann/ban', bob, { reason: 'x' })).status).toBe(403);
    expect((await call('POST', 'moderation/users/ann/ban', undefined, { reason: 'x' })).status).toBe(401);
    expect(await call('POST', 'moderation/users/BOB/ban', mod, { reason: 'Spam' })).toMatchObject({
      status: 200,
      body: { username: 'bob', banned_reason: 'Spam', banned_at: expect.stringMatching(/Z$/) },
    });
    expect(await call('POST', `comics/${slug}/comments`, bob, { text: 'still here' })).toMatchObject({
      status: 401,
      body: { code: 'token-invalid' },
    });
    expect(await call('DELETE', 'moderation/users/bob/ban', mod)).toMatchObject({ body: { banned_at: null } });
    expect((await call('POST', `comics/${slug}/comments`, bob, { text: 'still here' })).status).toBe(401);
    const { rows } =
      await sql`select action, details->>'reason' as reason from audit_log where subject = 'user' and subject_id = ${bob!.id} order by id`.execute(
        site.deps.db,
      );
    expect(rows).toEqual([
      { action: 'user.ban', reason: 'Spam' },
      { action: 'user.unban', reason: null },
    ]);
  });
});
