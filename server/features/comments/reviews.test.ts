import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { countScores } from '#server/features/library/counting-scores.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { addRatings } from '#server/features/library/public/queries-ratings.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';

let site: TestApp;
let image: string;
let [ann, bob, fresh, staff, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['nsfw', 'comments', 'reviews'],
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 },
  });
  const { db } = site.deps;
  image = await plantPicture(db, site.deps.blobs);
  [ann, bob, staff, admin] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'bob' }),
    await member(db, { username: 'staff', role: 'moderator' }),
    await member(db, { username: 'admin', role: 'admin' }),
  ];
  await sql`update users set created_at = now() - interval '8 days'`.execute(db);
  fresh = await member(db, { username: 'fresh' });
});
afterAll(() => site.close());

/** A call of someone; the answer's status and body. */
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  who?: Member,
  payload?: object,
  headers: object = {},
) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const read = async (path: string, who?: Member) => (await call('GET', path, who)).body;

let planted = 0;
async function plant(draft: object = {}) {
  planted += 1;
  return withTransaction(site.deps.db, (tx) => plantComic(tx, { title: `Reviewed ${planted}`, ...draft }, image));
}
const review = (slug: string, who: Member | undefined, score: number, text = `a ${score} for ${slug}`) =>
  call('POST', `comics/${slug}/reviews`, who, { text, score });
const recount = () =>
  countScores(site.deps)({ signal: new AbortController().signal } as Parameters<ReturnType<typeof countScores>>[0]);

describe('a review', () => {
  it('stands apart from comments, with its author’s score, which is their rating', async () => {
    const { slug } = await plant();
    const written = await review(slug, ann, 8, 'moving, ||she stays||');
    expect(written).toMatchObject({ status: 201, body: { score: 8, state: 'shown', depth: 0 } });
    expect(written.body.html).toContain('class="spoiler"');
    expect(await read(`comics/${slug}/rating`, ann)).toEqual({ score: 8, counted: true, average: 8, ratings: 1 });
    const page = await read(`comics/${slug}/reviews`);
    expect(page).toMatchObject({
      total: 1,
      own: null,
      locked: false,
      staff: null,
      subject: { kind: 'reviews', slug },
      scores: { average: 8, ratings: 1, counts: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0] },
      data: [{ id: written.body.id, score: 8 }],
    });
    expect(await read(`comics/${slug}/comments`)).toMatchObject({ total: 0 });
    expect(await read(`comics/${slug}`)).toMatchObject({
      comments_count: 0,
      reviews_count: 1,
      score: { average: 8, ratings: 1 },
    });
    await call('PUT', `comics/${slug}/rating`, ann, { score: 3 });
    expect((await read(`comics/${slug}/reviews`, ann)).data[0].score).toBe(3);
    expect((await read(`comics/${slug}/reviews`, ann)).own).toBe(written.body.id);
    expect((await read('users/ann/comments')).data[0]).toMatchObject({ subject: { kind: 'reviews', slug }, score: 3 });
  });

  it('is one of a member and comic, however many are sent at once', async () => {
    const { slug } = await plant();
    const sent = await Promise.all(['one', 'two', 'three'].map((text) => review(slug, ann, 5, text)));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await review(slug, ann, 5, 'four')).body.code).toBe('review-exists');
    expect((await read(`comics/${slug}/reviews`)).total).toBe(1);
    const key = { 'idempotency-key': 'once' };
    const again = async () =>
      (await call('POST', `comics/${slug}/reviews`, bob, { text: 'mine', score: 4 }, key)).body.id;
    expect(await again()).toBe(await again());
  });

  it('needs a score, unless its author gave one', async () => {
    const { slug } = await plant();
    const without = () => call('POST', `comics/${slug}/reviews`, ann, { text: 'no score' });
    expect(await without()).toMatchObject({ status: 422, body: { errors: { score: expect.any(Array) } } });
    await call('PUT', `comics/${slug}/rating`, ann, { score: 2 });
    expect(await without()).toMatchObject({ status: 201, body: { score: 2 } });
  });

  it('is answered, voted on by others, and sorted by what helped', async () => {
    const { slug } = await plant();
    const first = (await review(slug, ann, 9)).body.id;
    const second = (await review(slug, bob, 2)).body.id;
    const answer = await call('POST', `comics/${slug}/reviews`, bob, { text: 'no', parent_id: first });
    expect(answer).toMatchObject({ status: 201, body: { score: null, depth: 1 } });
    expect((await call('POST', `comics/${slug}/reviews`, bob, { text: 'x', parent_id: first, score: 1 })).status).toBe(
      422,
    );
    expect((await call('POST', `comments/${first}/vote`, ann, { value: 1 })).status).toBe(403);
    expect((await call('POST', `comments/${first}/vote`, staff, { value: 1 })).body.points).toBe(1);
    const order = async (sort: string) =>
      (await read(`comics/${slug}/reviews?sort=${sort}`)).data.map(({ id }: { id: number }) => id);
    expect(await order('top')).toEqual([first, second]);
    expect(await order('new')).toEqual([second, first]);
    expect(await read('account/notifications', ann)).toMatchObject({
      data: [{ kind: 'reply', url: expect.stringContaining(`/comic/${slug}/reviews/${answer.body.id}`) }],
    });
  });

  it('is edited with its score, deleted, and written anew', async () => {
    const { slug } = await plant();
    const { id } = (await review(slug, ann, 9)).body;
    expect(await call('PATCH', `comments/${id}`, ann, { text: 'less', score: 6 })).toMatchObject({
      status: 200,
      body: { text: 'less', score: 6, edited: true },
    });
    expect((await call('PATCH', `comments/${id}`, bob, { text: 'x', score: 1 })).status).toBe(403);
    const comment = (await call('POST', `comics/${slug}/comments`, ann, { text: 'a comment' })).body.id;
    expect((await call('PATCH', `comments/${comment}`, ann, { text: 'x', score: 1 })).status).toBe(422);
    expect((await call('DELETE', `comments/${id}`, ann)).status).toBe(204);
    expect((await read(`comics/${slug}/reviews`, ann)).own).toBeNull();
    expect((await review(slug, ann, 7, 'again')).status).toBe(201);
  });

  it('is reported, hidden and brought back like a comment, and what is hidden cannot be written anew', async () => {
    const { slug } = await plant();
    const { id } = (await review(slug, ann, 9, 'rude words')).body;
    expect(
      (await call('POST', 'reports', bob, { subject: 'comment', subject_id: id, reason: 'harassment' })).status,
    ).toBe(201);
    const queue = await read('moderation/queue', staff);
    const item = queue.data.find(({ target }: { target: { id: number } }) => target.id === id);
    expect(item).toMatchObject({ target: { path: `/comic/${slug}/reviews/${id}`, excerpt: 'rude words' } });
    expect((await call('PATCH', `moderation/comments/${id}`, staff, { state: 'hidden', reason: 'rude' })).status).toBe(
      200,
    );
    expect(await read(`comics/${slug}/reviews`)).toMatchObject({ total: 0, data: [] });
    expect((await review(slug, ann, 9, 'ruder words')).status).toBe(409);
    expect((await call('PATCH', `moderation/comments/${id}`, staff, { state: 'shown', reason: '' })).status).toBe(200);
    expect((await read(`comics/${slug}/reviews`)).total).toBe(1);
    expect((await read(`moderation/comments?on=${slug}&state=shown`, staff)).data[0].subject.kind).toBe('reviews');
  });

  it('is as open as its comic', async () => {
    const draft = await plant();
    await sql`update comics set state = 'draft' where id = ${draft.id}`.execute(site.deps.db);
    expect((await call('GET', `comics/${draft.slug}/reviews`)).status).toBe(404);
    expect((await review(draft.slug, ann, 5)).status).toBe(404);
    const { slug, id } = await plant();
    const written = (await review(slug, ann, 5)).body.id;
    await sql`update comics set state = 'draft' where id = ${id}`.execute(site.deps.db);
    expect((await call('GET', `comments/${written}`)).status).toBe(404);
    expect((await call('POST', `comics/${slug}/reviews`, undefined, { text: 'x', score: 1 })).status).toBe(401);
  });

  it('goes along when its comic is merged into another; of a member who reviewed both, one becomes a comment', async () => {
    const [from, to] = [await plant({ oneshot: false }), await plant({ oneshot: false })];
    await review(from.slug, ann, 3, 'of the old one');
    await review(to.slug, ann, 9, 'of the new one');
    await review(from.slug, bob, 4, 'by bob');
    expect((await call('POST', `admin/comics/${from.slug}/merge`, admin, { comic_id: to.id })).status).toBe(200);
    const page = await read(`comics/${to.slug}/reviews?sort=old`);
    expect(page.data.map(({ text, score }: { text: string; score: number }) => [text, score])).toEqual([
      ['of the new one', 9],
      ['by bob', 4],
    ]);
    expect((await read(`comics/${to.slug}/comments`)).data[0].text).toBe('of the old one');
    expect(page).toMatchObject({ total: 2, comments: 2, scores: { ratings: 2 } });
  });

  it('is among what a member takes away', async () => {
    const { slug } = await plant();
    await review(slug, bob, 6, 'to take away');
    const told = await site.app.inject({ url: '/api/account/export', headers: bob!.headers });
    expect(told.body).toMatch(/"review":true[^}]*"to take away"/);
  });
});

describe('scores', () => {
  it('of new accounts count once these are a week old, those of suspended ones never', async () => {
    const { slug, id } = await plant();
    await review(slug, ann, 9);
    await review(slug, fresh, 1);
    expect(await read(`comics/${slug}/rating`, fresh)).toEqual({ score: 1, counted: false, average: 9, ratings: 1 });
    expect((await read(`comics/${slug}/reviews`)).data).toHaveLength(2);
    expect((await read(`comics/${slug}/reviews`, staff)).staff).toEqual({ reason: '', uncounted: 1 });
    await recount();
    expect((await read(`comics/${slug}/rating`)).average).toBe(9);
    await sql`update users set created_at = now() - interval '8 days' where id = ${fresh!.id}`.execute(site.deps.db);
    await recount();
    expect(await read(`comics/${slug}/rating`)).toMatchObject({ average: 5, ratings: 2 });
    await sql`update users set banned_at = now() where id = ${fresh!.id}`.execute(site.deps.db);
    await recount();
    expect(await read(`comics/${slug}/rating`)).toMatchObject({ average: 9, ratings: 1 });
    await sql`update users set banned_at = null, created_at = now() where id = ${fresh!.id}`.execute(site.deps.db);
    expect(await weight(id)).toBe(Math.round((65_000 + 9_000) / 11));
  });

  it('of a hundred fresh accounts change neither the mean nor the weighted one', async () => {
    const { slug, id } = await plant();
    await review(slug, ann, 9);
    const before = await weight(id);
    for (const each of await members(site.deps.db, 100)) {
      await call('PUT', `comics/${slug}/rating`, each, { score: 1 });
    }
    await recount();
    expect(await read(`comics/${slug}/rating`)).toMatchObject({ average: 9, ratings: 1 });
    expect(await weight(id)).toBe(before);
  });

  it('are counted exactly through every change', async () => {
    const { slug, id } = await plant();
    await call('PUT', `comics/${slug}/rating`, ann, { score: 10 });
    await Promise.all([4, 7, 1].map((score) => call('PUT', `comics/${slug}/rating`, bob, { score })));
    await call('PUT', `comics/${slug}/rating`, bob, { score: 2 });
    expect((await read(`comics/${slug}/reviews`)).scores).toEqual({
      average: 6,
      ratings: 2,
      counts: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
    });
    await call('DELETE', `comics/${slug}/rating`, ann);
    await call('DELETE', `comics/${slug}/rating`, bob);
    expect((await read(`comics/${slug}/reviews`)).scores).toMatchObject({ average: null, ratings: 0 });
    expect(await weight(id)).toBe(0);
  });

  it('that a member brings for many comics at once are counted one by one, and go with their account', async () => {
    const { db } = site.deps;
    const planted = await Promise.all([plant(), plant(), plant()]);
    const ids = planted.map(({ id }) => id);
    await call('PUT', `comics/${planted[0].slug}/rating`, ann, { score: 10 });
    const [guest] = await members(db, 1);
    await sql`update users set created_at = now() - interval '8 days' where id = ${guest!.id}`.execute(db);
    expect(
      await addRatings(
        db,
        guest!.id,
        [4, 4, 7].map((score, at) => ({ comic_id: ids[at]!, score })),
      ),
    ).toBe(3);
    const counts = async () =>
      (
        await sql<{ counts: number[] }>`
          select counts from comic_scores where comic_id = any(${ids}::int[])
          order by array_position(${ids}::int[], comic_id)`.execute(db)
      ).rows.map((row) => row.counts.flatMap((n, at) => (n === 0 ? [] : [[at + 1, n]])));
    expect(await counts()).toEqual([
      [
        [4, 1],
        [10, 1],
      ],
      [[4, 1]],
      [[7, 1]],
    ]);
    await sql`update ratings set score = 11 - score where user_id = ${guest!.id}`.execute(db);
    expect(await counts()).toEqual([
      [
        [7, 1],
        [10, 1],
      ],
      [[7, 1]],
      [[4, 1]],
    ]);
    await sql`delete from users where id = ${guest!.id}`.execute(db);
    expect(await counts()).toEqual([[[10, 1]], [], []]);
  });

  it('and reviews of a comic are closed by moderators, and opened again', async () => {
    const { slug } = await plant();
    await review(slug, ann, 9);
    const lock = `moderation/comics/${slug}/reviews/lock`;
    expect((await call('PUT', lock, ann, { reason: 'x' })).status).toBe(403);
    expect((await call('PUT', lock, staff, { reason: 'a raid' })).status).toBe(204);
    expect(await read(`comics/${slug}/reviews`)).toMatchObject({ locked: true, staff: null, total: 1 });
    expect((await read(`comics/${slug}/reviews`, staff)).staff).toEqual({ reason: 'a raid', uncounted: 0 });
    expect((await review(slug, bob, 1)).body.code).toBe('reviews-locked');
    expect((await call('PUT', `comics/${slug}/rating`, bob, { score: 1 })).body.code).toBe('reviews-locked');
    expect((await call('DELETE', `comics/${slug}/rating`, ann)).body.code).toBe('reviews-locked');
    expect((await call('DELETE', lock, staff)).status).toBe(204);
    expect((await review(slug, bob, 1)).status).toBe(201);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where action like 'comic.reviews-%' order by id`.execute(site.deps.db);
    expect(rows.map(({ action }) => action)).toEqual(['comic.reviews-lock', 'comic.reviews-unlock']);
  });

  it('are limited to a hundred an hour', async () => {
    const [one] = await members(site.deps.db, 1);
    const { slug } = await plant();
    for (let at = 0; at < 100; at += 1) {
      await call('PUT', `comics/${slug}/rating`, one, { score: 1 + (at % 10) });
    }
    expect(await call('PUT', `comics/${slug}/rating`, one, { score: 5 })).toMatchObject({
      status: 429,
      body: { code: 'scores-too-many' },
    });
  });
});

it('a site without reviews has none, and says nothing of scores', async () => {
  const off = await testApp({ features: ['comments'] });
  const { db, blobs } = off.deps;
  const picture = await plantPicture(db, blobs);
  const { slug } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Off' }, picture));
  const known = await member(db);
  await sql`update users set created_at = now() - interval '8 days'`.execute(db);
  const rated = { method: 'PUT', headers: known.headers, payload: { score: 9 } } as const;
  expect((await off.app.inject({ url: `/api/comics/${slug}/rating`, ...rated })).json().ratings).toBe(1);
  expect((await off.app.inject({ url: `/api/comics/${slug}` })).json()).toMatchObject({
    reviews_count: 0,
    score: null,
  });
  expect((await off.app.inject({ url: `/api/comics/${slug}/reviews` })).statusCode).toBe(404);
  await off.close();
});

async function weight(comic: number): Promise<number> {
  const { rows } = await sql<{
    score: number;
  }>`select score from comic_stats where comic_id = ${comic}`.execute(site.deps.db);
  return rows[0]!.score;
}

describe('works that many scores fell upon', () => {
  it('are shown to moderators, the most first, until the scores count or are gone', async () => {
    const { db } = site.deps;
    const [bombed, quiet] = [await plant(), await plant()];
    const crowd = await members(db, 12);
    await sql`update users set created_at = now() where id = any(${crowd.map(({ id }) => id)}::int[])`.execute(db);
    for (const [at, each] of crowd.entries()) {
      await call('PUT', `comics/${bombed.slug}/rating`, each, { score: at < 6 ? 1 : 2 });
      if (at < 9) await call('PUT', `comics/${quiet.slug}/rating`, each, { score: 1 });
    }
    await call('PUT', `comics/${bombed.slug}/rating`, ann, { score: 9 });
    const found = async () =>
      ((await read('moderation/reviews', staff)).data as { comic: { id: number } }[]).filter(({ comic }) =>
        [bombed.id, quiet.id].includes(comic.id),
      );
    const wave = {
      comic: { id: bombed.id, slug: bombed.slug },
      uncounted: 12,
      uncounted_average: 1.5,
      average: 9,
      ratings: 1,
      locked: false,
      reason: '',
    };
    expect(await found()).toMatchObject([wave]);
    expect((await call('GET', 'moderation/reviews', ann)).status).toBe(403);
    expect((await call('GET', 'moderation/reviews')).status).toBe(401);
    await call('PUT', `moderation/comics/${bombed.id}/reviews/lock`, staff, { reason: 'a raid' });
    expect(await found()).toMatchObject([{ ...wave, locked: true, reason: 'a raid' }]);
    await call('DELETE', `moderation/comics/${bombed.id}/reviews/lock`, staff);
    await call('PUT', `comics/${bombed.slug}/rating`, crowd[0], { score: 7 });
    expect(await found()).toMatchObject([{ ...wave, uncounted_average: 2 }]);
    await call('DELETE', `comics/${bombed.slug}/rating`, crowd[1]);
    expect(await found()).toMatchObject([{ uncounted: 11 }]);
    await sql`update users set created_at = now() - interval '8 days' where id in (${crowd[2]!.id}, ${crowd[3]!.id})`.execute(
      db,
    );
    await recount();
    expect(await found()).toEqual([]);
    const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from comic_scores s
      where s.uncounted <> (select count(*) from ratings r where r.comic_id = s.comic_id and not r.counted)`.execute(
      db,
    );
    expect(rows[0]!.wrong).toBe(0);
  });
});
