import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { decideReview, publishDue } from '#server/features/editing/public/publication.ts';
import { drawPage } from '#server/features/imports/testing/archives.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { uploader as uploads } from '#server/features/uploads/testing/uploader.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: TestApp;
let admin: Member, uploader: Member, leader: Member;
let image: string;
let owls: number, larks: number;
let clock = new Date();
const [HOUR, DAY] = [3_600_000, 86_400_000];

beforeAll(async () => {
  site = await testApp({ features: ['groups'] }, () => clock);
  const { db, blobs } = site.deps;
  admin = await member(db, { role: 'admin' });
  uploader = await member(db, { role: 'uploader' });
  leader = await member(db);
  image = await plantPicture(db, blobs);
  [owls, larks] = (await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'group', name: 'Night Owls' },
      { kind: 'group', name: 'Larks' },
    ]),
  )) as [number, number];
  await sql`insert into groups (term_id) values (${owls}), (${larks})`.execute(db);
  await sql`insert into group_members (term_id, user_id, role) values (${owls}, ${leader.id}, 'leader')`.execute(db);
});
afterAll(() => site?.close());
beforeEach(async () => {
  clock = new Date();
  await sql`delete from comics`.execute(site.deps.db);
  await sql`update groups set delay_days = case when term_id = ${owls} then 3 else 0 end, closed_at = null`.execute(
    site.deps.db,
  );
});

/** A published comic of the uploader, known elsewhere by this id. */
const comic = (mal = 'none', title = 'Serial') =>
  withTransaction(site.deps.db, async (tx) => {
    const made = await plantComic(tx, { title, oneshot: false }, image, 1);
    await sql`update comics set uploader_id = ${uploader.id}, published_at = now() - interval '1 year' where id = ${made.id}`.execute(
      tx,
    );
    await sql`update all_chapters set number = 'pilot', added_at = now() - interval '1 year' where comic_id = ${made.id}`.execute(
      tx,
    );
    await sql`insert into comic_links (comic_id, service, value) values (${made.id}, 'mal', ${mal})`.execute(tx);
    return made;
  });

/** A chapter of a comic by groups, uploaded by the uploader. Its id. */
const chapter = (
  comicId: number,
  groups: number[],
  { number = '5', state = 'draft' as 'draft' | 'published', volume = null as string | null } = {},
) =>
  withTransaction(site.deps.db, async (tx) => {
    const made = await createChapter(tx, comicId, {
      number,
      volume,
      state,
      groups,
      uploaderId: uploader.id,
      addedAt: clock,
    });
    await setPages(tx, made.id, [{ image }]);
    return made.id;
  });

async function call(who: Member, method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${url}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload && { payload }),
  });
  const body = answer.body === '' ? null : answer.json();
  return { body, said: answer.statusCode < 400 ? answer.statusCode : body.code };
}
const publish = (id: number, at: Date | null = null, who = uploader) =>
  call(who, 'POST', `admin/chapters/${id}/state`, { action: 'publish', at: at?.toISOString() ?? null });
const said = async (answer: ReturnType<typeof publish>) => (await answer).said;
const due = () =>
  publishDue(site.deps)({
    id: 0,
    kind: '',
    payload: {},
    attempts: 0,
    signal: new AbortController().signal,
    async complete() {},
  });
async function stateAt(id: number): Promise<{ state: string; publish_at: Date | null }> {
  const { rows } = await sql<{ state: string; publish_at: Date | null }>`
    select state, publish_at from all_chapters where id = ${id}`.execute(site.deps.db);
  return rows[0]!;
}

it('leaders choose a delay of up to two weeks, which the page of the group says', async () => {
  const edit = async (days: number, who = leader) => {
    const { version } = (await call(leader, 'GET', `groups/${owls}/team`)).body;
    return (await call(who, 'PATCH', `groups/${owls}/team`, { version, delay_days: days })).said;
  };
  expect(await edit(14)).toBe(200);
  expect((await call(uploader, 'GET', `groups/${owls}/team`)).body.delay_days).toBe(14);
  expect([await edit(15), await edit(-1), await edit(1, uploader)]).toEqual([
    'request-invalid',
    'request-invalid',
    'not-allowed',
  ]);
});

it('others wait until the delay is over, and are told until when; the group itself and staff do not', async () => {
  const { id } = await comic();
  await chapter(id, [owls], { state: 'published' });
  const [other, joint, nobodys] = [await chapter(id, [larks]), await chapter(id, [larks, owls]), await chapter(id, [])];
  const until = new Date(clock.getTime() + 3 * DAY).toISOString().slice(0, 16).replace('T', ' ');
  const refused = await publish(other);
  expect([refused.said, refused.body.message]).toEqual([
    'group-delay',
    `“Night Owls” published chapter 5 and has others wait. You can publish yours after ${until} UTC.`,
  ]);
  expect(await said(publish(nobodys))).toBe('group-delay');
  expect(await said(publish(joint))).toBe(200);
  expect(await said(publish(await chapter(id, [larks]), null, admin))).toBe(200);
  clock = new Date(clock.getTime() + 3 * DAY + HOUR);
  // The joint release began a delay of its own, but not for what Larks had out.
  expect(await said(publish(other))).toBe(200);
});

it('a member of the group who names nobody does not wait', async () => {
  const { id } = await comic();
  await chapter(id, [owls], { state: 'published' });
  const mine = await chapter(id, []);
  await sql`insert into group_members (term_id, user_id, role) values (${owls}, ${uploader.id}, 'member')`.execute(
    site.deps.db,
  );
  expect(await said(publish(mine))).toBe(200);
  await sql`delete from group_members where user_id = ${uploader.id}`.execute(site.deps.db);
});

it('another number, another volume and another language are not held; the same work by its id elsewhere is', async () => {
  const [{ id }, { id: twin }, { id: foreign }, { id: stranger }] = [
    await comic('21'),
    await comic('21', 'Serial again'),
    await comic('21', 'Serie'),
    await comic('22', 'Another'),
  ];
  const [german] = (await withTransaction(site.deps.db, (tx) =>
    findOrCreateTerms(tx, [{ kind: 'language', name: 'German' }]),
  )) as [number];
  await sql`update comics set terms = array[${german}::int] where id = ${foreign}`.execute(site.deps.db);
  await chapter(id, [owls], { state: 'published', volume: '1' });
  const at = async (...args: Parameters<typeof chapter>) => said(publish(await chapter(...args)));
  expect({
    number: await at(id, [larks], { number: '6' }),
    volume: await at(id, [larks], { volume: '2' }),
    foreign: await at(foreign, [larks]),
    stranger: await at(stranger, [larks]),
    padded: await at(id, [larks], { number: '05' }),
    twin: await at(twin, [larks]),
  }).toEqual({ number: 200, volume: 200, foreign: 200, stranger: 200, padded: 'group-delay', twin: 'group-delay' });
});

it('what was out before the group stays, and comes back; a number or groups that would have to wait are not given', async () => {
  const { id } = await comic();
  const first = await chapter(id, [larks], { state: 'published' });
  const late = await chapter(id, [larks], { number: '9', state: 'published' });
  clock = new Date(clock.getTime() + HOUR);
  await chapter(id, [owls], { state: 'published' });
  const own = await chapter(id, [owls], { state: 'published' });
  const edit = (chapterId: number, changes: object) =>
    said(call(uploader, 'PATCH', `admin/chapters/${chapterId}`, changes));
  expect(await edit(first, { name: 'Dawn', groups: [] })).toBe(200);
  expect(await said(call(uploader, 'POST', `admin/chapters/${first}/state`, { action: 'remove' }))).toBe(200);
  expect(await said(call(uploader, 'POST', `admin/chapters/${first}/state`, { action: 'restore' }))).toBe(200);
  expect(await edit(late, { number: '5' })).toBe('group-delay');
  expect(await edit(own, { groups: [{ name: 'Larks' }] })).toBe('group-delay');
  const { id: elsewhere } = await comic('3', 'Elsewhere');
  const moved = await chapter(elsewhere, [larks], { state: 'published' });
  expect(await said(call(uploader, 'POST', `admin/chapters/${moved}/move`, { comic_id: id }))).toBe('group-delay');
  clock = new Date(clock.getTime() + 4 * DAY);
  expect(await edit(late, { number: '5' })).toBe(200);
});

it('of two that come out at once, the later of the two waits where the group was first', async () => {
  const { id } = await comic('31');
  const { id: twin } = await comic('31', 'Twin');
  const [own, other] = [await chapter(id, [owls]), await chapter(twin, [larks])];
  const both = await Promise.all([said(publish(own)), said(publish(other))]);
  // Larks may have been the first; whoever was second is the one that the other would bind.
  expect([
    [200, 'group-delay'],
    [200, 200],
  ]).toContainEqual(both);
  const { rows } = await sql<{ id: number }>`
    select id from chapters where id = any(${[own, other]}) order by release`.execute(site.deps.db);
  expect(rows[0]?.id).toBe(both[1] === 200 ? other : own);
});

it('a time within the delay is refused, one after it is taken; a time that a later release overtakes is moved to the end', async () => {
  const { id } = await comic();
  const [early, byStaff] = [await chapter(id, [larks]), await chapter(id, [larks])];
  expect(await said(publish(early, new Date(clock.getTime() + HOUR)))).toBe(200);
  expect(await said(publish(byStaff, new Date(clock.getTime() + HOUR), admin))).toBe(200);
  await chapter(id, [owls], { state: 'published' });
  const again = await chapter(id, [larks]);
  expect(await said(publish(again, new Date(clock.getTime() + 2 * DAY)))).toBe('group-delay');
  expect(await said(publish(again, new Date(clock.getTime() + 4 * DAY)))).toBe(200);
  const released = clock;
  clock = new Date(clock.getTime() + 2 * HOUR);
  await due();
  expect((await stateAt(byStaff)).state).toBe('published');
  expect(await stateAt(early)).toEqual({ state: 'scheduled', publish_at: new Date(released.getTime() + 3 * DAY) });
  clock = new Date(released.getTime() + 3 * DAY + 1000);
  await due();
  expect((await stateAt(early)).state).toBe('published');
});

it('a group that closes, or gives the delay up meanwhile, holds nobody any more', async () => {
  const { id } = await comic();
  await chapter(id, [owls], { state: 'published' });
  const [one, two] = [await chapter(id, [larks]), await chapter(id, [larks])];
  await sql`update groups set closed_at = now() where term_id = ${owls}`.execute(site.deps.db);
  expect(await said(publish(one))).toBe(200);
  await sql`update groups set closed_at = null, delay_days = 0 where term_id = ${owls}`.execute(site.deps.db);
  expect(await said(publish(two))).toBe(200);
});

it('a new comic of the same work waits with its chapter, also one that comes out at its time', async () => {
  const { id } = await comic('41');
  const { id: twin, slug } = await comic('41', 'Twin');
  await chapter(twin, [larks], { state: 'published' });
  const scheduled = (state: string, at: Date | null) =>
    sql`update comics set state = ${state}, publish_at = ${at?.toISOString() ?? null}, published_at = null where id = ${twin}`.execute(
      site.deps.db,
    );
  await scheduled('draft', null);
  const released = clock;
  await chapter(id, [owls], { state: 'published' });
  const { version } = (await call(uploader, 'GET', `admin/comics/${slug}`)).body;
  const state = { action: 'publish', version, at: null };
  expect(await said(call(uploader, 'POST', `admin/comics/${slug}/state`, state))).toBe('group-delay');
  await scheduled('scheduled', new Date(clock.getTime() + HOUR));
  clock = new Date(clock.getTime() + 2 * HOUR);
  await due();
  const { rows } = await sql`select state, publish_at from comics where id = ${twin}`.execute(site.deps.db);
  expect(rows).toEqual([{ state: 'scheduled', publish_at: new Date(released.getTime() + 3 * DAY) }]);
});

it('a comic that a moderator approves comes out when the delay is over', async () => {
  const { id } = await comic('51');
  const { id: twin } = await comic('51', 'Twin');
  await chapter(id, [owls], { state: 'published' });
  await chapter(twin, [larks], { state: 'published' });
  const { db } = site.deps;
  await sql`update comics set state = 'draft', published_at = null where id = ${twin}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into reviews (comic_id, user_id) values (${twin}, ${uploader.id}) returning id`.execute(db);
  const decision = { by: admin.id, approve: true, note: '', now: clock, delays: true };
  const outcome = await withTransaction(db, (tx) => decideReview(tx, { reviewId: rows[0]!.id, ...decision }));
  const after = await sql`select state, publish_at from comics where id = ${twin}`.execute(db);
  expect([outcome, after.rows]).toEqual([
    'scheduled',
    [{ state: 'scheduled', publish_at: new Date(clock.getTime() + 3 * DAY) }],
  ]);
});

it('an upload is refused when it is committed and when it is finished, and told of before', async () => {
  const { id } = await comic();
  let worker: Worker = buildWorker(site.deps);
  worker.start();
  try {
    const of = uploads(site, uploader);
    const upload = await of.send({ 'Serial/c005/1.png': await drawPage(7100) });
    const [work] = (await of.read(upload)).works as [Upload['works'][number]];
    await of.call('PATCH', `/${upload}/works/${work.id}`, { version: work.version, comic: id });
    await of.call('PATCH', `/${upload}/chapters/${work.chapters[0]!.id}`, { number: '5', groups: ['Larks'] });
    const commit = async () =>
      of.call('POST', `/${upload}/commit`, {
        version: (await of.upload(upload)).version,
        publish: 'now',
        rights: true,
      });
    await worker.close();
    expect((await call(uploader, 'GET', 'admin/uploads/limits')).body).toMatchObject({ delays: [] });
    expect((await commit()).status).toBe(202);
    await chapter(id, [owls], { state: 'published' });
    worker = buildWorker(site.deps);
    worker.start();
    const { error, works } = await of.upload(upload, ({ state }) => state === 'open');
    expect([error?.code, error?.params.name, works[0]!.became]).toEqual(['group-delay', 'Night Owls', null]);
    expect((await commit()).body.code).toBe('group-delay');
    const { delays } = (await call(uploader, 'GET', 'admin/uploads/limits')).body;
    expect(delays).toMatchObject([{ comic: 'Serial', group: 'Night Owls', number: '5' }]);
    expect(Date.parse(delays[0].until) - clock.getTime()).toBeGreaterThan(2.9 * DAY);
    expect((await call(admin, 'GET', 'admin/uploads/limits')).body.delays).toEqual([]);
  } finally {
    await worker.close();
  }
});

it('a site without groups holds nobody', async () => {
  const without = await testApp({ features: ['tags'] }, () => clock);
  try {
    const { db, blobs } = without.deps;
    const who = await member(db, { role: 'uploader' });
    const picture = await plantPicture(db, blobs);
    const late = await withTransaction(db, async (tx) => {
      const [id] = (await findOrCreateTerms(tx, [{ kind: 'group', name: 'Night Owls' }])) as [number];
      await sql`insert into groups (term_id, delay_days) values (${id}, 3)`.execute(tx);
      const made = await plantComic(tx, { title: 'Serial', oneshot: false }, picture, 1);
      await sql`update comics set uploader_id = ${who.id} where id = ${made.id}`.execute(tx);
      await createChapter(tx, made.id, { number: '5', groups: [id] });
      const other = await createChapter(tx, made.id, { number: '5', state: 'draft' });
      await setPages(tx, other.id, [{ image: picture }]);
      return other.id;
    });
    const answer = await without.app.inject({
      method: 'POST',
      url: `/api/admin/chapters/${late}/state`,
      headers: { host: 'comics.test', ...who.headers },
      payload: { action: 'publish' },
    });
    expect(answer.statusCode).toBe(200);
  } finally {
    await without.close();
  }
});
