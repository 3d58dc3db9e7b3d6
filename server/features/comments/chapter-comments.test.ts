import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let image: string;
let [ann, bob, staff, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['nsfw', 'comments'],
    premium: { requires: 'entitlement' },
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 },
  });
  image = await plantPicture(site.deps.db, site.deps.blobs);
  [ann, bob, staff, admin] = [
    await member(site.deps.db, { username: 'ann' }),
    await member(site.deps.db, { username: 'bob' }),
    await member(site.deps.db, { username: 'staff', role: 'moderator' }),
    await member(site.deps.db, { username: 'admin', role: 'admin' }),
  ];
});
afterAll(() => site.close());

/** A call of someone; the answer's status and body. */
async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, who?: Member, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const read = async (path: string, who?: Member) => (await call('GET', path, who)).body;
const texts = async (path: string, who?: Member) =>
  ((await read(`${path}?sort=old`, who)).data as { text: string }[]).map(({ text }) => text);

let planted = 0;
/** A series of chapters 1 and 2 with two pages each. */
async function plant(title: string, draft: object = {}) {
  planted += 1;
  const series = await withTransaction(site.deps.db, (tx) =>
    plantSeries(tx, { title: `${title} ${planted}`, ...draft }, image, { numbers: ['1', '2'], pages: 2 }),
  );
  const [first, second] = series.chapters as [number, number];
  const on = (chapter: number) => `comics/${series.slug}/${chapter}/comments`;
  return { ...series, first, second, on };
}
const say = async (path: string, text: string, who = ann, parent: number | null = null) =>
  (await call('POST', path, who, { text, parent_id: parent })).body;
/** The number of threads whose counts are not those of their comments. */
async function counted() {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      select thread, count(*) filter (where state = 'shown') as comments, count(*) filter (where root_id is null and listed) as roots
      from comments group by thread) c full join comment_threads t on t.thread = c.thread
    where coalesce(c.comments, 0) <> coalesce(t.comments, 0) or coalesce(c.roots, 0) <> coalesce(t.roots, 0)`.execute(
    site.deps.db,
  );
  return rows[0]?.wrong;
}

describe('a chapter', () => {
  it('has comments of its own, by its slug, a former one and its id, counted apart from those of its comic', async () => {
    const comic = await plant('Lantern', { translations: { fr: { title: 'La lanterne' } } });
    const path = `comics/${comic.slug}/chapter-1/comments`;
    expect(await read(`${path}/count`)).toEqual({ comments: 0, version: 0 });
    const { status, body } = await call('POST', path, ann, { text: 'She **knew**!' });
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'shown', can: { edit: true } } });
    const reply = await say(path, 'Since when, @ann?', bob, body.id);
    expect(await call('POST', `comments/${body.id}/vote`, bob, { value: 1 })).toMatchObject({ body: { points: 1 } });
    expect(await read(`${comic.on(comic.first)}/count`)).toMatchObject({ comments: 2 });
    expect(await read(`${path}?lang=fr`)).toMatchObject({
      total: 1,
      comments: 2,
      data: [{ points: 1, replies_count: 1, replies: [{ id: reply.id, reply_to: 'ann' }] }],
      subject: {
        kind: 'chapters',
        id: comic.first,
        slug: 'chapter-1',
        title: 'Chapitre 1',
        comic: { id: comic.id, slug: comic.slug },
      },
    });
    expect(await read(`${path}?comment=${reply.id}`)).toMatchObject({ marked: reply.id });
    expect(await read(`comments/${reply.id}`)).toMatchObject({ subject: { kind: 'chapters', id: comic.first } });
    expect((await read(`comments/${body.id}/replies`)).total).toBe(1);
    expect((await read(`comics/${comic.slug}`)).comments_count).toBe(0);
    expect((await read(comic.on(comic.second))).comments).toBe(0);
    await sql`update chapters set slug = 'dawn' where id = ${comic.first}`.execute(site.deps.db);
    for (const name of ['dawn', 'chapter-1', comic.first]) {
      expect((await read(`comics/${comic.slug}/${name}/comments`)).comments).toBe(2);
    }
    expect((await call('PATCH', `comments/${body.id}`, ann, { text: 'She knew.' })).body.edited).toBe(true);
    expect((await call('DELETE', `comments/${body.id}`, ann)).status).toBe(204);
    expect(await read(`${path}/count`)).toMatchObject({ comments: 1 });
    // A reply stays in its chapter.
    expect((await call('POST', comic.on(comic.second), bob, { text: 'astray', parent_id: reply.id })).status).toBe(404);
    expect(await counted()).toBe(0);
  });

  it('stands where its comments are told of: notifications, the author’s page, reports, webhooks, the export', async () => {
    const comic = await plant('Harbour');
    const { rows } = await sql<{ id: number }>`
      insert into webhooks (url, events, secret) values ('https://example.test', '{comment.created}', 'whsec_x') returning id`.execute(
      site.deps.db,
    );
    const said = await say(comic.on(comic.first), 'First!', bob);
    const { rows: sent } = await sql<{ body: string }>`select body from webhook_deliveries`.execute(site.deps.db);
    await sql`delete from webhooks where id = ${rows[0]!.id}`.execute(site.deps.db);
    expect(JSON.parse(sent[0]!.body).data).toMatchObject({
      comment_id: said.id,
      comic_id: comic.id,
      comic: { slug: comic.slug },
      chapter: { id: comic.first, number: '1' },
      term_id: null,
    });
    const { id } = await say(comic.on(comic.first), 'Second, @bob', ann, said.id);
    const address = `/comic/${comic.slug}/chapter-1/comments`;
    expect((await read('account/notifications', bob)).data[0]).toMatchObject({ path: `${address}/${id}` });
    const written = (await read('users/bob/comments')).data.filter((each: any) => each.id === said.id);
    expect(written).toMatchObject([{ subject: { title: 'Chapter 1', comic: { slug: comic.slug } } }]);
    const report = { subject: 'comment', subject_id: said.id, reason: 'spam', text: '' };
    expect((await call('POST', 'reports', ann, report)).status).toBe(201);
    expect((await read('moderation/reports', staff)).data[0].target).toMatchObject({
      path: `${address}/${said.id}`,
      excerpt: 'First!',
    });
    for (const on of [comic.slug, `https://comics.test/en${address}`]) {
      const found = await read(`moderation/comments?state=all&on=${encodeURIComponent(on)}`, staff);
      expect(found).toMatchObject({ total: 2, data: [{ id }, { id: said.id }] });
    }
    expect((await read(`moderation/comments?state=all&on=comic/${comic.slug}/chapter-2/comments`, staff)).total).toBe(
      0,
    );
    expect(
      await call('PATCH', `moderation/comments/${said.id}`, staff, { state: 'hidden', reason: 'spam' }),
    ).toMatchObject({
      status: 200,
      body: { state: 'hidden', subject: { id: comic.first } },
    });
    const own = await site.get('/api/account/export?format=json', bob!.headers);
    const kept = own.body.comments.find((each: any) => each.id === said.id);
    expect(kept).toMatchObject({ comic: comic.slug, chapter: 'chapter-1', text: 'First!' });
    expect(await counted()).toBe(0);
  });
});

describe('whoever may not read the chapter', () => {
  const closed = async (path: string, id: number, who: Member | undefined, status: number) => {
    for (const each of [path, `${path}/count`, `${path}/live`, `comments/${id}`, `comments/${id}/replies`]) {
      expect({ each, ...(await call('GET', each, who)) }).toMatchObject({ each, status });
    }
    if (who) {
      expect((await call('POST', path, who, { text: `may I ${status}` })).status).toBe(status);
      expect((await call('POST', `comments/${id}/vote`, who, { value: 1 })).status).toBe(status);
    }
    const list = await read('users/ann/comments?per_page=100', who);
    expect(list.data.some((each: any) => each.id === id)).toBe(false);
  };
  const listedTo = async (id: number, who?: Member) =>
    (await read('users/ann/comments?per_page=100', who)).data.some((each: any) => each.id === id);

  it('reads none of its comments: early access, a premium comic, one sold to others, explicit ones, removed ones', async () => {
    const { db } = site.deps;
    const comic = await plant('Tower');
    const path = comic.on(comic.second);
    const { id } = await say(path, 'she falls asleep');
    expect(await listedTo(id)).toBe(true);
    const report = { subject: 'comment', subject_id: id, reason: 'spam', text: '' };
    expect((await call('POST', 'reports', bob, report)).status).toBe(201);
    const reported = async () => (await read('account/reports', bob)).data[0].target.excerpt;
    expect(await reported()).toBe('she falls asleep');
    await sql`update chapters set premium_until = now() + interval '1 day' where id = ${comic.second}`.execute(db);
    await closed(path, id, undefined, 401);
    await closed(path, id, bob, 403);
    expect(await reported()).toBeNull();
    expect((await call('GET', comic.on(comic.first))).status).toBe(200);
    expect((await call('GET', path, staff)).status).toBe(200);
    await sql`insert into entitlements (user_id, comic_id, source, reference, said_at) values (${bob!.id}, ${comic.id}, 'staff', 'tower', now())`.execute(
      db,
    );
    expect((await call('GET', path, bob)).status).toBe(200);
    expect(await listedTo(id, bob)).toBe(true);
    await sql`update comics set premium = true where id = ${comic.id}`.execute(db);
    expect((await call('GET', comic.on(comic.first))).status).toBe(401);
    await sql`update comics set premium = false, rating = 'explicit' where id = ${comic.id}`.execute(db);
    await sql`update chapters set premium_until = null where id = ${comic.second}`.execute(db);
    expect((await call('GET', `${path}?nsfw=false`)).status).toBe(451);
    expect((await call('GET', `${path}?nsfw=true`)).status).toBe(200);
    await sql`update comics set rating = 'safe', state = 'removed' where id = ${comic.id}`.execute(db);
    await closed(path, id, bob, 451);
    await sql`update comics set state = 'draft' where id = ${comic.id}`.execute(db);
    await closed(path, id, bob, 404);
  });

  it('finds none at a one-shot, whose chapter does not show, at another comic’s chapter, or at nothing', async () => {
    const comic = await plant('Mill');
    const oneshot = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Short' }, image));
    const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${oneshot.id}`.execute(
      site.deps.db,
    );
    for (const path of [
      `comics/${oneshot.slug}/${rows[0]!.id}`,
      `comics/${oneshot.slug}/${comic.first}`,
      `comics/${comic.slug}/nothing`,
      `comics/${comic.slug}/99999999999`,
      `comics/${comic.slug}/%00`,
      `comics/nothing/${comic.first}`,
    ]) {
      for (const end of ['', '/count', '/live']) {
        expect({ path, ...(await call('GET', `${path}/comments${end}`)) }).toMatchObject({ path, status: 404 });
      }
      expect((await call('POST', `${path}/comments`, ann, { text: 'hello?' })).status).toBe(404);
    }
  });

  it('a site without comments has none of their addresses', async () => {
    const quiet = await testApp({ features: [] });
    for (const path of ['comics/x/1/comments', 'comics/x/1/comments/count', 'comics/x/comments/count']) {
      expect((await quiet.get(`/api/${path}`)).body.code).toBe('route-not-found');
    }
    await quiet.close();
  });
});

describe('when a chapter', () => {
  it('is taken away for a while, what was said of it is kept, seen by moderators alone, and comes back with it', async () => {
    const { db } = site.deps;
    const comic = await plant('Gate');
    const { id } = await say(comic.on(comic.second), 'shut');
    const report = { subject: 'comment', subject_id: id, reason: 'spam', text: '' };
    expect((await call('POST', 'reports', bob, report)).status).toBe(201);
    const reported = async () => (await read('account/reports', bob)).data[0].target.excerpt;
    expect(await reported()).toBe('shut');
    for (const state of ['removed', 'draft']) {
      await sql`update all_chapters set state = ${state} where id = ${comic.second}`.execute(db);
      for (const path of [comic.on(comic.second), `${comic.on(comic.second)}/count`, `comments/${id}`]) {
        expect({ path, ...(await call('GET', path, ann)) }).toMatchObject({ path, status: 404 });
      }
      expect((await call('POST', comic.on(comic.second), bob, { text: `knock at ${state}` })).status).toBe(404);
      expect((await read('users/ann/comments?per_page=100')).data.some((each: any) => each.id === id)).toBe(false);
      expect(await reported()).toBeNull();
      const found = await read(`moderation/comments?state=all&on=${comic.slug}`, staff);
      expect(found).toMatchObject({ total: 1, data: [{ id, subject: { id: comic.second } }] });
    }
    await sql`update all_chapters set state = 'published' where id = ${comic.second}`.execute(db);
    expect(await texts(comic.on(comic.second))).toEqual(['shut']);
  });

  it('is deleted, what was said of it goes with it, and nothing of it is counted', async () => {
    const comic = await plant('Well');
    const { id } = await say(comic.on(comic.first), 'deep');
    await say(comic.on(comic.first), 'very', bob, id);
    await say(comic.on(comic.second), 'dry');
    expect((await call('DELETE', `admin/chapters/${comic.first}`, admin)).status).toBe(204);
    expect((await call('GET', `comments/${id}`)).status).toBe(404);
    expect(await texts(comic.on(comic.second))).toEqual(['dry']);
    expect(await counted()).toBe(0);
  });

  it('is joined into another, what was said goes along with the last of its pages', async () => {
    const comic = await plant('Ferry');
    const { id } = await say(comic.on(comic.first), 'from the first');
    await say(comic.on(comic.first), 'an answer', bob, id);
    await say(comic.on(comic.second), 'from the second');
    const { rows } = await sql<{
      id: number;
    }>`select id from pages where chapter_id = ${comic.first} order by number`.execute(site.deps.db);
    const move = (page: number, to: number) =>
      call('POST', `admin/chapters/${comic.first}/pages/move`, admin, { ids: [page], chapter_id: to });
    expect((await move(rows[0]!.id, comic.second)).status).toBe(200);
    expect(await texts(comic.on(comic.first))).toEqual(['from the first']);
    expect((await move(rows[1]!.id, comic.second)).status).toBe(200);
    expect(await texts(comic.on(comic.second))).toEqual(['from the first', 'from the second']);
    expect(await read(`${comic.on(comic.second)}/count`)).toMatchObject({ comments: 3 });
    expect(await read(`${comic.on(comic.first)}/count`)).toMatchObject({ comments: 0 });
    expect(await counted()).toBe(0);
  });

  it('is joined into a one-shot, it becomes talk of the work', async () => {
    const comic = await plant('Kite');
    const oneshot = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'String' }, image));
    await say(comic.on(comic.first), 'high up');
    const { rows } = await sql<{ id: number; whole: number }>`
      select p.id, (select h.id from chapters h where h.comic_id = ${oneshot.id}) as whole from pages p where p.chapter_id = ${comic.first}`.execute(
      site.deps.db,
    );
    const moved = { ids: rows.map((row) => row.id), chapter_id: rows[0]!.whole };
    expect((await call('POST', `admin/chapters/${comic.first}/pages/move`, admin, moved)).status).toBe(200);
    expect(await texts(`comics/${oneshot.slug}/comments`)).toEqual(['high up']);
    expect((await read(`comics/${oneshot.slug}`)).comments_count).toBe(1);
    expect(await counted()).toBe(0);
  });

  it('moves to another comic, or all do, its comments stay its own, and those of a comic that is merged are the other’s', async () => {
    const [from, to] = [await plant('Old'), await plant('New')];
    await say(from.on(from.first), 'of a chapter');
    await say(`comics/${from.slug}/comments`, 'of the old one');
    await say(`comics/${to.slug}/comments`, 'of the new one');
    await call('POST', `admin/chapters/${from.first}/move`, admin, { comic_id: to.id });
    expect(await texts(`comics/${to.slug}/${from.first}/comments`)).toEqual(['of a chapter']);
    expect((await call('POST', `admin/comics/${from.slug}/merge`, admin, { comic_id: to.id })).status).toBe(200);
    expect(await texts(`comics/${to.slug}/comments`)).toEqual(['of the old one', 'of the new one']);
    expect((await read(`comics/${to.slug}`)).comments_count).toBe(2);
    expect(await counted()).toBe(0);
  });
});
