import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { voteOn } from './queries-writing.ts';

let site: TestApp;
let comics: Record<'plain' | 'busy' | 'explicit' | 'removed', { id: number; slug: string }>;
let [ann, bob, cat, staff]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['nsfw', 'comments', 'characters', 'artists'],
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 },
  });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  comics = await withTransaction(db, async (tx) => {
    const [character] = await findOrCreateTerms(tx, [
      { kind: 'character', name: 'Momo' },
      { kind: 'author', name: 'Sato' },
    ]);
    return {
      plain: await plantComic(
        tx,
        { title: 'Lighthouse', translations: { fr: { title: 'Le phare' } }, terms: [character!] },
        image,
      ),
      busy: await plantComic(tx, { title: 'Harbour' }, image),
      explicit: await plantComic(tx, { title: 'Night shift', rating: 'explicit' }, image),
      removed: await plantComic(tx, { title: 'Gone' }, image),
    };
  });
  ann = await member(db, { username: 'Ann' });
  bob = await member(db, { username: 'bob' });
  cat = await member(db, { username: 'cat.1' });
  staff = await member(db, { username: 'staff', role: 'moderator' });
});
afterAll(() => site.close());

/** A call of a member; the answer's status and body. */
async function call(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  who: Member | undefined,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const list = async (path: string, who?: Member) => (await site.get(`/api/${path}`, who?.headers)).body;
const say = async (who: Member | undefined, text: string, parent?: number, slug = comics.plain.slug) =>
  (await call('POST', `comics/${slug}/comments`, who, { text, parent_id: parent ?? null })).body;
const counts = async (slug: string) => (await list(`comics/${slug}`)).comments_count;

describe('writing', () => {
  it('answers the comment as the contract has it, and counts it with the comic and the character', async () => {
    const { status, body } = await call('POST', `comics/${comics.plain.slug}/comments`, ann, {
      text: '  **Hi** @BOB  ',
      state: 'hidden',
      points: 5,
      user_id: 1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      text: '**Hi** @BOB',
      html: '<p dir="auto"><strong>Hi</strong> <a class="mention" href="/profile/bob" dir="auto">@bob</a></p>',
      points: 0,
      edited: false,
      vote: 0,
      user: { username: 'Ann', avatar_url: null },
      replies: [],
      parent_id: null,
      state: 'shown',
      depth: 0,
      mine: true,
      identifier: String(body.id),
      can: { reply: true, vote: false, edit: true, delete: true, report: false, block: false, moderate: false },
    });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await call('POST', 'characters/momo/comments', bob, { text: 'Brave.' });
    expect(await counts(comics.plain.slug)).toBe(1);
    expect((await list('characters/momo')).comments_count).toBe(1);
    expect(await list('characters/momo/comments')).toMatchObject({
      total: 1,
      comments: 1,
      data: [{ text: 'Brave.', mine: false, can: { reply: false, report: true } }],
    });
  });

  it('takes 1 to 5,000 characters after normalising, at most two links, and refuses a megabyte before it is read', async () => {
    const refused = async (text: unknown) => call('POST', `comics/${comics.plain.slug}/comments`, ann, { text });
    for (const text of ['', ' \n ', '\u200b\u202e', 5, null, undefined]) {
      expect(await refused(text)).toMatchObject({ status: 422, body: { errors: { text: [expect.any(String)] } } });
    }
    expect((await refused('é'.repeat(5001))).body.errors.text).toEqual([
      'Must be at most 5000 characters long.'.replace('5000', '5,000'),
    ]);
    expect((await refused('e\u0301'.repeat(5000))).status).toBe(201);
    expect((await refused('x'.repeat(1_000_000))).status).toBe(413);
    expect(await refused('http://a.example '.repeat(20))).toMatchObject({
      status: 422,
      body: { code: 'comment-too-many-links' },
    });
  });

  it('is for members whose address is known to be theirs', async () => {
    const unverified = await member(site.deps.db, { verified: false });
    const path = `comics/${comics.plain.slug}/comments`;
    expect(await call('POST', path, undefined, { text: 'x' })).toMatchObject({ status: 401 });
    expect(await call('POST', path, unverified, { text: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'verification-required' },
    });
    const { id } = await say(ann, 'vote for this');
    expect(await call('POST', `comments/${id}/vote`, unverified, { value: 1 })).toMatchObject({
      status: 403,
      body: { code: 'verification-required' },
    });
  });

  it('is once for one Idempotency-Key, however often it is sent, and the same words are refused for a day', async () => {
    const path = `comics/${comics.plain.slug}/comments`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', path, cat, { text: 'double submit' }, { 'idempotency-key': 'k1' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await call('POST', path, cat, { text: ' double submit ' })).toMatchObject({
      status: 422,
      body: { code: 'comment-repeated' },
    });
    expect((await call('POST', path, bob, { text: 'double submit' }, { 'idempotency-key': 'k1' })).status).toBe(201);
  });

  it('holds back what has a word the operator blocks, from everyone but its author', async () => {
    await sql`insert into blocklist (kind, value) values ('term', 'casino'), ('term', '賭博')`.execute(site.deps.db);
    const held = await say(bob, 'Visit the CÁSINO!', undefined, comics.busy.slug);
    expect(held).toMatchObject({
      state: 'held',
      text: 'Visit the CÁSINO!',
      can: { reply: false, vote: false, edit: true },
    });
    expect((await say(bob, '楽しい賭博だ', undefined, comics.busy.slug)).state).toBe('held');
    expect((await say(bob, 'Casinos are none', undefined, comics.busy.slug)).state).toBe('shown');
    expect(await list(`comics/${comics.busy.slug}/comments`, ann)).toMatchObject({ total: 1, comments: 1 });
    expect((await site.get(`/api/comments/${held.id}`, ann!.headers)).status).toBe(404);
    expect((await site.get(`/api/comments/${held.id}`, bob!.headers)).status).toBe(200);
  });

  it('slows down who writes too fast, and says how long to wait; the same call twice at once is one', async () => {
    const fast = await testApp({
      features: ['comments'],
      limits: { readsPerMinute: 0, commentsPerHour: 2, commentSeconds: 600 },
    });
    const { db, blobs } = fast.deps;
    const image = await plantPicture(db, blobs);
    const { slug } = await withTransaction(db, (tx) => plantComic(tx, { title: 'One' }, image));
    const writer = await member(db);
    const post = (text: string, headers: Record<string, string> = {}) =>
      fast.app.inject({
        method: 'POST',
        url: `/api/comics/${slug}/comments`,
        headers: { ...writer.headers, ...headers },
        payload: { text },
      });
    const once = await Promise.all([1, 2, 3].map(() => post('1', { 'idempotency-key': 'once' })));
    expect(once.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(new Set(once.map((answer) => answer.json().id)).size).toBe(1);
    const soon = await post('2');
    expect([soon.statusCode, soon.json().code]).toEqual([429, 'comments-too-many']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(500);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(600);
    await sql`update throttles set resets_at = now() where resets_at < now() + interval '601 seconds'`.execute(db);
    expect((await post('3')).statusCode).toBe(201);
    await sql`update throttles set resets_at = now() where resets_at < now() + interval '601 seconds'`.execute(db);
    expect(Number((await post('4')).headers['retry-after'])).toBeGreaterThan(3000);
    await fast.close();
  });
});

describe('threads', () => {
  it('nest replies three deep, stand flat from there, keep what is answered, and take the rest away', async () => {
    const { id: top } = await say(ann, 'top');
    const chain = [top];
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      chain.push((await say(bob, text, chain.at(-1))).id);
    }
    const shape = ({ text, state, depth, replies }: any): unknown => [text || state, depth, replies.map(shape)];
    const thread = async () =>
      shape((await list(`comics/${comics.plain.slug}/comments?comment=${top}`)).data.find(({ id }: any) => id === top));
    expect(await thread()).toEqual([
      'top',
      0,
      [
        [
          'one',
          1,
          [
            [
              'two',
              2,
              [
                ['three', 3, []],
                ['four', 3, []],
                ['five', 3, []],
              ],
            ],
          ],
        ],
      ],
    ]);
    const before = await counts(comics.plain.slug);
    await call('DELETE', `comments/${chain[2]}`, bob);
    await call('DELETE', `comments/${chain[5]}`, bob);
    await call('DELETE', `comments/${top}`, ann);
    expect(await thread()).toEqual([
      'deleted',
      0,
      [
        [
          'one',
          1,
          [
            [
              'deleted',
              2,
              [
                ['three', 3, []],
                ['four', 3, []],
              ],
            ],
          ],
        ],
      ],
    ]);
    expect(await counts(comics.plain.slug)).toBe(before - 3);
    const gone = await list(`comments/${top}`);
    expect(gone).toMatchObject({ text: '', html: '', user: null, state: 'deleted', replies_count: 3 });
    for (const at of [1, 3, 4]) {
      await call('DELETE', `comments/${chain[at]}`, bob);
    }
    expect((await list(`comics/${comics.plain.slug}/comments?comment=${top}`)).marked).toBeNull();
    const {
      rows: [stored],
    } = await sql<{
      text: string;
    }>`select string_agg(text || html, '') as text from comments where id = any(${chain}::bigint[])`.execute(
      site.deps.db,
    );
    expect(stored?.text).toBe('');
  });

  it('are sorted by top, new and old, in pages that fit together, and a permalink finds its page', async () => {
    const slug = comics.explicit.slug;
    const ids: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      ids.push((await say(at % 2 ? ann : bob, `comment ${at}`, undefined, slug)).id);
    }
    for (const [at, who] of [
      [2, ann],
      [2, cat],
      [5, bob],
    ] as const) {
      await call('POST', `comments/${ids[at]}/vote`, who, { value: 1 });
    }
    await call('POST', `comments/${ids[6]}/vote`, ann, { value: -1 });
    const pages = async (sort: string) => {
      const answers = await Promise.all(
        [1, 2, 3].map((page) => list(`comics/${slug}/comments?sort=${sort}&per_page=3&page=${page}`)),
      );
      expect(answers[0]).toMatchObject({ total: 7, last_page: 3, comments: 7 });
      return answers.flatMap(({ data }) => data.map(({ id }: { id: number }) => ids.indexOf(id)));
    };
    expect(await pages('new')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await pages('old')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await pages('top')).toEqual([2, 5, 4, 3, 1, 0, 6]);
    const replies = [];
    for (let at = 0; at < 23; at += 1) {
      replies.push((await say(cat, `reply ${at}`, ids[0], slug)).id);
    }
    const found = await list(`comics/${slug}/comments?per_page=3&comment=${replies[22]}`);
    expect(found).toMatchObject({ current_page: 2, marked: replies[22] });
    const root = found.data.find(({ id }: { id: number }) => id === ids[0]);
    expect(root.replies_count).toBe(23);
    expect(root.replies.map(({ text }: { text: string }) => text)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => `reply ${at}`),
      'reply 22',
    ]);
    expect(await list(`comments/${ids[0]}/replies?per_page=20&page=2`)).toMatchObject({
      total: 23,
      data: [{ text: 'reply 20', reply_to: 'bob' }, {}, {}],
    });
    expect(await list(`comics/${slug}/comments?comment=999999`)).toMatchObject({ current_page: 1, marked: null });
  });

  it('are edited and deleted by their authors alone, and say that they were edited', async () => {
    const { id } = await say(ann, 'first words');
    expect(await call('PATCH', `comments/${id}`, bob, { text: 'mine now' })).toMatchObject({ status: 403 });
    expect(await call('DELETE', `comments/${id}`, staff)).toMatchObject({ status: 403 });
    expect(await call('PATCH', `comments/${id}`, ann, { text: '*better* words' })).toMatchObject({
      status: 200,
      body: {
        edited: true,
        html: '<p dir="auto"><em>better</em> words</p>',
        subject: { kind: 'comics', slug: comics.plain.slug },
      },
    });
    expect((await call('PATCH', `comments/${id}`, ann, { text: 'a casino' })).body.state).toBe('held');
    expect((await call('DELETE', `comments/${id}`, ann)).status).toBe(204);
    expect((await call('PATCH', `comments/${id}`, ann, { text: 'again' })).status).toBe(404);
    expect((await call('DELETE', `comments/${id}`, ann)).status).toBe(404);
  });

  it('stay exact in points when a thousand votes come at once, and nobody votes for themselves', async () => {
    const { id } = await say(ann, 'vote race');
    const voters = await members(site.deps.db, 10);
    const value = (at: number) => ([1, -1, 0] as const)[(at * 7 + (at % 4)) % 3]!;
    await Promise.all([
      ...Array.from({ length: 900 }, (_, at) => voteOn(site.deps.db, id, voters[at % 10]!.id, value(at))),
      ...Array.from({ length: 100 }, async (_, at) =>
        expect((await call('POST', `comments/${id}/vote`, voters[at % 10], { value: value(at) })).status).toBe(200),
      ),
    ]);
    const {
      rows: [stored],
    } = await sql<{ points: number; sum: number; votes: number }>`
      select points, (select coalesce(sum(value), 0)::int from comment_votes where comment_id = c.id) as sum,
        (select count(*)::int from comment_votes where comment_id = c.id) as votes from comments c where id = ${id}`.execute(
      site.deps.db,
    );
    expect(stored?.points).toBe(stored?.sum);
    expect(stored?.votes).toBeLessThanOrEqual(10);
    for (const [value, points] of [
      [1, 1],
      [1, 1],
      [-1, -1],
      [0, 0],
    ]) {
      await sql`delete from comment_votes where comment_id = ${id} and user_id <> ${bob!.id}`.execute(site.deps.db);
      expect(await call('POST', `comments/${id}/vote`, bob, { value })).toMatchObject({
        status: 200,
        body: { points, vote: value },
      });
    }
    expect(await call('POST', `comments/${id}/vote`, ann, { value: 1 })).toMatchObject({
      status: 403,
      body: { code: 'comment-own' },
    });
    for (const value of [2, '1', null]) {
      expect((await call('POST', `comments/${id}/vote`, bob, { value })).status).toBe(422);
    }
  });
});

describe('who reads', () => {
  it('comments are as open as what they stand under', async () => {
    const { id } = await say(ann, 'before it went', undefined, comics.removed.slug);
    await sql`update comics set state = 'removed' where id = ${comics.removed.id}`.execute(site.deps.db);
    for (const path of [`comics/${comics.removed.slug}/comments`, `comments/${id}`, `comments/${id}/replies`]) {
      expect((await site.get(`/api/${path}`, ann!.headers)).status).toBe(451);
    }
    expect((await call('POST', `comments/${id}/vote`, bob, { value: 1 })).status).toBe(451);
    await sql`update comics set state = 'draft' where id = ${comics.removed.id}`.execute(site.deps.db);
    expect((await site.get(`/api/comments/${id}`, ann!.headers)).status).toBe(404);
    expect((await list(`comics/${comics.explicit.slug}/comments?nsfw=false`)).total).toBe(7);
    for (const path of [
      'authors/sato/comments',
      'comics/none/comments',
      'characters/none/comments',
      'tags/x/comments',
      'comments/0',
      'comments/none',
      'comments/99999999',
    ]) {
      expect([404, 422]).toContain((await site.get(`/api/${path}`)).status);
    }
    const subjects = async (path: string) => new Set((await list(path)).data.map(({ subject }: any) => subject.title));
    expect(await subjects('users/ANN/comments?lang=fr&nsfw=true')).toEqual(new Set(['Le phare', 'Night shift']));
    expect(await subjects('users/ann/comments?nsfw=false')).toEqual(new Set(['Lighthouse']));
  });

  it('a blocked member’s comments are folded for who blocked them alone, and tell them nothing', async () => {
    const { id } = await say(ann, 'listen');
    expect((await call('PUT', 'users/BOB/block', ann)).status).toBe(204);
    expect((await call('PUT', 'users/ann/block', ann)).status).toBe(403);
    expect(await list('account/blocks', ann)).toMatchObject([{ username: 'bob' }]);
    const told = async () =>
      (
        await sql<{ kind: string }>`select kind from notifications where user_id = ${ann!.id} order by id`.execute(
          site.deps.db,
        )
      ).rows.length;
    const before = await told();
    const reply = await say(bob, 'hey @Ann', id);
    await say(cat, 'and you @Ann', id);
    expect(await told()).toBe(before + 1);
    expect((await list(`comments/${reply.id}`, ann)).state).toBe('blocked');
    expect((await list(`comments/${reply.id}`, cat)).state).toBe('shown');
    await call('DELETE', 'users/bob/block', ann);
    expect((await list(`comments/${reply.id}`, ann)).state).toBe('shown');
  });

  it('someone who deleted their account is nobody, and their comments stay', async () => {
    const leaving = await member(site.deps.db);
    const { id } = await say(leaving, 'farewell');
    await sql`update users set deleted_at = now() where id = ${leaving.id}`.execute(site.deps.db);
    expect(await list(`comments/${id}`)).toMatchObject({ text: 'farewell', user: null });
    await sql`delete from users where id = ${leaving.id}`.execute(site.deps.db);
    expect(await list(`comments/${id}`)).toMatchObject({ text: 'farewell', user: null, state: 'shown' });
  });

  it('a site without comments has none of their addresses', async () => {
    const quiet = await testApp({ features: [] });
    for (const path of ['comics/x/comments', 'comments/1', 'users/x/comments']) {
      expect((await quiet.get(`/api/${path}`)).body.code).toBe('route-not-found');
    }
    await quiet.close();
  });
});
