import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REACTIONS_PER_HOUR } from '#contract/reactions.ts';
import { withTransaction } from '#server/db/database.ts';
import { eraseUser } from '#server/features/accounts/profile/queries-own.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';

let site: TestApp;
let silent: TestApp;
let image: string;
let [ann, bob, cat, staff]: Member[] = [];
const limits = { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 };

beforeAll(async () => {
  site = await testApp({ features: ['nsfw', 'comments', 'reactions', 'premium'], limits });
  silent = await testApp({ features: ['comments'], limits });
  const { db } = site.deps;
  image = await plantPicture(db, site.deps.blobs);
  [ann, bob, cat] = (await members(db, 3)) as [Member, Member, Member];
  staff = await member(db, { role: 'admin' });
});
afterAll(() => Promise.all([site.close(), silent.close()]));

async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, who?: Member, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const read = async (path: string, who?: Member) => (await call('GET', path, who)).body;
const react = (path: string, who: Member | undefined, reaction: string | null) =>
  call('PUT', `${path}/reaction`, who, { reaction });

let planted = 0;
/** A series of chapters 1 and 2, and a comment of ann on the first. */
async function plant() {
  planted += 1;
  const { slug, id, chapters } = await withTransaction(site.deps.db, (tx) =>
    plantSeries(tx, { title: `Felt ${planted}` }, image, { numbers: ['1', '2'], pages: 2 }),
  );
  const comment = (await call('POST', `comics/${slug}/comments`, ann, { text: `I felt it ${planted}` })).body.id;
  return { slug, id, chapters: chapters as [number, number], comment: comment as number };
}

describe('a reaction to a comment', () => {
  it('is one of a member: pressed, changed, taken back, and counted for everyone', async () => {
    const { slug, comment } = await plant();
    const path = `comments/${comment}`;
    expect((await react(path, bob, 'love')).body).toEqual({ reactions: { love: 1 }, reaction: 'love' });
    expect((await react(path, bob, 'love')).body).toEqual({ reactions: { love: 1 }, reaction: 'love' });
    expect((await react(path, cat, 'love')).body).toEqual({ reactions: { love: 2 }, reaction: 'love' });
    expect((await react(path, cat, 'sad')).body).toEqual({ reactions: { love: 1, sad: 1 }, reaction: 'sad' });
    const page = await read(`comics/${slug}/comments`);
    expect(page).toMatchObject({ reacted: 3, data: [{ reactions: { love: 1, sad: 1 }, reaction: null, points: 0 }] });
    expect((await read(`comics/${slug}/comments`, bob)).data[0]).toMatchObject({ reaction: 'love' });
    expect((await react(path, bob, null)).body).toEqual({ reactions: { sad: 1 }, reaction: null });
    expect((await react(path, bob, null)).body).toEqual({ reactions: { sad: 1 }, reaction: null });
    expect((await read('account/notifications', ann)).data).toEqual([]);
  });

  it('is not for guests, nor to one’s own, nor of a kind that is not there', async () => {
    const { comment } = await plant();
    const path = `comments/${comment}`;
    expect((await react(path, undefined, 'like')).status).toBe(401);
    expect(await react(path, ann, 'like')).toMatchObject({ status: 403, body: { code: 'comment-own' } });
    expect((await react(path, bob, 'shrug')).status).toBe(422);
    expect((await react('comments/999999999', bob, 'like')).status).toBe(404);
    expect((await read(path)).reactions).toEqual({});
  });

  it('is neither given nor shown where the comment is gone, and comes back with it', async () => {
    const { comment } = await plant();
    const path = `comments/${comment}`;
    await react(path, bob, 'laugh');
    const moderate = (state: string) => call('PATCH', `moderation/comments/${comment}`, staff, { state, reason: 'r' });
    for (const state of ['hidden', 'deleted']) {
      await moderate(state);
      expect(await read(path, bob)).toMatchObject({ reactions: {}, reaction: null });
      expect((await react(path, cat, 'like')).status).toBe(404);
    }
    await moderate('shown');
    expect(await read(path, bob)).toMatchObject({ reactions: { laugh: 1 }, reaction: 'laugh' });
    await sql`update comments set state = 'held' where id = ${comment}`.execute(site.deps.db);
    expect((await react(path, cat, 'like')).status).toBe(404);
    expect(await read(path, ann)).toMatchObject({ reactions: {} });
  });

  it('is counted exactly when many press at once', async () => {
    const { comment } = await plant();
    const crowd = await members(site.deps.db, 12);
    await Promise.all(
      crowd.flatMap((each, at) => [
        react(`comments/${comment}`, each, 'like'),
        react(`comments/${comment}`, each, at % 2 === 0 ? 'sad' : null),
      ]),
    );
    const { rows } = await sql<{ kind: number; n: number }>`
      select kind, count(*)::int as n from comment_reactions where comment_id = ${comment} group by kind`.execute(
      site.deps.db,
    );
    const { reactions } = await read(`comments/${comment}`);
    expect(Object.values(reactions as object).toSorted()).toEqual(rows.map(({ n }) => n).toSorted());
  });

  it('is one of so many in an hour', async () => {
    const { comment } = await plant();
    const eager = await member(site.deps.db);
    await react(`comments/${comment}`, eager, 'like');
    await sql`update throttles set count = ${REACTIONS_PER_HOUR} where count = 1`.execute(site.deps.db);
    expect(await react(`comments/${comment}`, eager, 'sad')).toMatchObject({
      status: 429,
      body: { code: 'too-many-requests' },
    });
    await sql`delete from throttles`.execute(site.deps.db);
  });
});

describe('a reaction to a chapter', () => {
  it('is one of a member, for those who may read it', async () => {
    const { slug, id, chapters } = await plant();
    const path = `comics/${slug}/${chapters[0]}`;
    expect((await react(path, ann, 'surprise')).body).toEqual({ reactions: { surprise: 1 }, reaction: 'surprise' });
    expect((await react(path, bob, 'surprise')).body).toEqual({ reactions: { surprise: 2 }, reaction: 'surprise' });
    expect((await react(path, bob, 'angry')).body).toEqual({ reactions: { surprise: 1, angry: 1 }, reaction: 'angry' });
    expect((await react(path, bob, null)).body).toEqual({ reactions: { surprise: 1 }, reaction: null });
    expect(await read(`${path}/reaction`)).toEqual({ reactions: { surprise: 1 }, reaction: null });
    expect(await read(`comics/${slug}/${chapters[1]}/reaction`)).toEqual({ reactions: {}, reaction: null });
    expect((await react(path, undefined, 'like')).status).toBe(401);
    await sql`update all_chapters set state = 'removed' where id = ${chapters[0]}`.execute(site.deps.db);
    expect((await react(path, bob, 'like')).status).toBe(404);
    expect((await call('GET', `${path}/reaction`, bob)).status).toBe(404);
    await sql`update comics set state = 'draft' where id = ${id}`.execute(site.deps.db);
    expect((await react(`comics/${slug}/${chapters[1]}`, bob, 'like')).status).toBe(404);
  });

  it('goes to the chapter that its own is joined into, once of a member', async () => {
    const { slug, chapters } = await plant();
    await react(`comics/${slug}/${chapters[0]}`, ann, 'love');
    await react(`comics/${slug}/${chapters[0]}`, bob, 'love');
    await react(`comics/${slug}/${chapters[1]}`, bob, 'sad');
    const { rows } = await sql<{ id: number }>`select id from pages where chapter_id = ${chapters[0]}`.execute(
      site.deps.db,
    );
    const moved = { ids: rows.map((row) => row.id), chapter_id: chapters[1] };
    expect((await call('POST', `admin/chapters/${chapters[0]}/pages/move`, staff, moved)).status).toBe(200);
    expect(await read(`comics/${slug}/${chapters[1]}/reaction`, bob)).toEqual({
      reactions: { love: 1, sad: 1 },
      reaction: 'sad',
    });
  });
});

describe('a member’s reactions', () => {
  it('are in their export, and leave the counts with their account', async () => {
    const { slug, chapters, comment } = await plant();
    const leaver = await member(site.deps.db);
    await react(`comments/${comment}`, leaver, 'like');
    await react(`comics/${slug}/${chapters[0]}`, leaver, 'angry');
    const { reactions } = await read('account/export', leaver);
    expect(reactions).toMatchObject([
      { comment_id: comment, comic: null, chapter: null, reaction: 'like' },
      { comment_id: null, comic: slug, chapter: 'chapter-1', reaction: 'angry' },
    ]);
    await withTransaction(site.deps.db, (tx) => eraseUser(tx, leaver.id));
    expect((await read(`comments/${comment}`)).reactions).toEqual({});
    expect((await read(`comics/${slug}/${chapters[0]}/reaction`)).reactions).toEqual({});
  });
});

it('a site without the feature has no call and no count of them', async () => {
  const author = await member(silent.deps.db);
  const { slug } = await withTransaction(silent.deps.db, async (tx) =>
    plantComic(tx, { title: 'Silent' }, await plantPicture(tx, silent.deps.blobs)),
  );
  const { id } = (
    await silent.app.inject({
      method: 'POST',
      url: `/api/comics/${slug}/comments`,
      headers: author.headers,
      payload: { text: 'hm' },
    })
  ).json();
  await sql`insert into comment_reactions (comment_id, user_id, kind) values (${id}, ${author.id}, 1)`.execute(
    silent.deps.db,
  );
  const answer = await silent.app.inject({ url: `/api/comments/${id}`, headers: author.headers });
  expect(answer.json()).toMatchObject({ reactions: {}, reaction: null });
  for (const url of [`/api/comments/${id}/reaction`, `/api/comics/${slug}/1/reaction`]) {
    const none = await silent.app.inject({
      method: 'PUT',
      url,
      headers: author.headers,
      payload: { reaction: 'like' },
    });
    expect(none.statusCode).toBe(404);
  }
});
