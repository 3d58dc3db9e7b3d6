import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MAX_CREDIT_NAME, MAX_CREDITS, type WantedCredit } from '#contract/credits.ts';
import type { Upload } from '#contract/uploads.ts';
import { withTransaction } from '#server/db/database.ts';
import { comicInfoXml } from '#server/features/downloads/comic-info-xml.ts';
import { archiveChapters, archiveComic } from '#server/features/downloads/queries.ts';
import { comicInfo, drawPage } from '#server/features/imports/testing/archives.ts';
import { readComicInfo } from '#server/features/intake/formats/comic-info.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { uploader as uploads } from '#server/features/uploads/testing/uploader.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker } from '#server/worker.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: TestApp;
let uploader: Member, friend: Member, stranger: Member, admin: Member;
let image: string;
let group: number;
let comic: { id: number; slug: string };
let chapter: { id: number; slug: string };

beforeAll(async () => {
  site = await testApp({ features: ['groups', 'downloads'], retention: { accounts: 14 } }, undefined, undefined, [
    { id: 'without', hosts: ['without.test'], features: ['tags'] },
  ]);
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site?.close());
beforeEach(async () => {
  const { db } = site.deps;
  await sql`delete from comics`.execute(db);
  await sql`delete from terms`.execute(db);
  [uploader, friend, stranger, admin] = [
    await member(db, { role: 'uploader' }),
    await member(db),
    await member(db),
    await member(db, { role: 'admin' }),
  ];
  await withTransaction(db, async (tx) => {
    [group] = (await findOrCreateTerms(tx, [{ kind: 'group', name: 'Night Owls' }])) as [number];
    await sql`insert into groups (term_id) values (${group})`.execute(tx);
    await sql`insert into group_members (term_id, user_id, role) values
      (${group}, ${uploader.id}, 'leader'), (${group}, ${friend.id}, 'member')`.execute(tx);
    comic = await plantComic(tx, { title: 'Serial', oneshot: false }, image, 1);
    await sql`update comics set uploader_id = ${uploader.id} where id = ${comic.id}`.execute(tx);
    const { rows } = await sql<{ id: number; slug: string }>`
      select id, slug from chapters where comic_id = ${comic.id}`.execute(tx);
    chapter = rows[0]!;
    await sql`insert into chapter_groups (chapter_id, term_id) values (${chapter.id}, ${group})`.execute(tx);
  });
});

async function call(who: Member | null, method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api/${url}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(payload && { payload }),
  });
  const body = answer.body === '' ? null : answer.json();
  return { body, said: answer.statusCode < 400 ? answer.statusCode : body.code };
}
const credit = (role: WantedCredit['role'], name: string, more: Partial<WantedCredit> = {}) => ({
  role,
  name,
  member: false,
  first_page: null,
  last_page: null,
  ...more,
});
const put = (credits: object[], who = uploader) => call(who, 'PATCH', `admin/chapters/${chapter.id}`, { credits });
const shown = async (): Promise<unknown[]> =>
  (await call(null, 'GET', `comics/${comic.slug}/${chapter.slug}/credits`)).body.credits.map(
    ({ role, name, user, first_page: first, last_page: last }: any) =>
      [role, name, user?.username ?? null, first, last].filter((part) => part !== null).join(' '),
  );

it('an editor says who did what, for which pages, by name or as a member, and everyone sees it in that order', async () => {
  const given = [
    credit('translator', friend.username.toUpperCase(), { member: true }),
    credit('letterer', 'Bo, the elder', { first_page: 3, last_page: 7 }),
    credit('raw', 'مريم'),
  ];
  const { said, body } = await put(given);
  expect(said).toBe(200);
  expect(body.credits).toEqual([{ ...given[0], name: friend.username }, ...given.slice(1)]);
  expect(await shown()).toEqual([
    `translator ${friend.username} ${friend.username}`,
    'letterer Bo, the elder 3 7',
    'raw مريم',
  ]);
  const { body: history } = await call(uploader, 'GET', `admin/comics/${comic.slug}/revisions`);
  expect(JSON.stringify(history.data[0].changes)).toContain('Bo, the elder');
  expect((await put([])).body.credits).toEqual([]);
  expect(await shown()).toEqual([]);
});

it('leads to oneself and to members of one’s groups alone, unless staff do; who is credited already stays', async () => {
  const linked = (who: Member) => credit('editor', who.username, { member: true });
  expect((await put([linked(uploader), linked(friend)])).said).toBe(200);
  const refused = await put([linked(stranger)]);
  expect([refused.said, refused.body.message.includes(stranger.username)]).toEqual(['credit-member-unknown', true]);
  expect((await put([credit('editor', 'nobody of that name', { member: true })], admin)).said).toBe(
    'credit-member-unknown',
  );
  expect((await put([linked(stranger)], admin)).said).toBe(200);
  expect((await put([linked(stranger), credit('raw', 'Kim')])).said).toBe(200);
});

it('refuses roles that are none, names and lists that are too long, and pages that are no range', async () => {
  const wrong = [
    [credit('boss' as 'raw', 'Kim')],
    [credit('raw', '')],
    [credit('raw', 'x'.repeat(MAX_CREDIT_NAME + 1))],
    [credit('raw', 'Kim', { first_page: 3 })],
    [credit('raw', 'Kim', { first_page: 3, last_page: 2 })],
    [credit('raw', 'Kim', { first_page: 0, last_page: 2 })],
    Array.from({ length: MAX_CREDITS + 1 }, () => credit('raw', 'Kim')),
  ];
  for (const credits of wrong) {
    expect((await put(credits)).said, JSON.stringify(credits).slice(0, 90)).toBe('request-invalid');
  }
});

it('a deleted chapter comes back with its credits', async () => {
  await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Other' }, image, 1));
  await put([credit('translator', friend.username, { member: true }), credit('raw', 'Kim')]);
  await call(uploader, 'POST', `admin/comics/${comic.slug}/chapters`, { name: 'Second' });
  expect((await call(uploader, 'DELETE', `admin/chapters/${chapter.id}`)).said).toBe(204);
  const { body: history } = await call(uploader, 'GET', `admin/comics/${comic.slug}/revisions`);
  const { version } = (await call(uploader, 'GET', `admin/comics/${comic.slug}`)).body;
  const restored = await call(uploader, 'POST', `admin/comics/${comic.slug}/revisions/${history.data[0].id}/restore`, {
    version,
    to: 'before',
  });
  expect(restored.said).toBe(200);
  expect(await shown()).toEqual([`translator ${friend.username} ${friend.username}`, 'raw Kim']);
});

it('the page of a group says what its members did in its chapters', async () => {
  await put([credit('translator', friend.username, { member: true }), credit('translator', friend.username)]);
  const { members } = (await call(null, 'GET', `groups/${group}/team`)).body;
  const counted = Object.fromEntries(members.map((each: any) => [each.user.username, each.credits]));
  expect(counted).toEqual({ [uploader.username]: [], [friend.username]: [{ role: 'translator', count: 1 }] });
  await sql`update comics set state = 'draft' where id = ${comic.id}`.execute(site.deps.db);
  const { members: later } = (await call(null, 'GET', `groups/${group}/team`)).body;
  expect(later.flatMap((each: any) => each.credits)).toEqual([]);
});

it('a member who leaves goes from the credits, while the account is closed and when it is erased, unless the name is to stay', async () => {
  await put([credit('raw', friend.username, { member: true }), credit('editor', uploader.username, { member: true })]);
  const password = 'three red kites';
  await sql`update users set password = ${await hashPassword(password)} where id = any(${[friend.id, uploader.id]}::int[])`.execute(
    site.deps.db,
  );
  const close = (who: Member, keep: boolean) => call(who, 'DELETE', 'account', { password, keep_credits: keep });
  const before = await shown();
  expect(before).toHaveLength(2);
  const exported = (await site.app.inject({ url: '/api/account/export', headers: friend.headers })).body;
  expect(exported).toContain('"credits"');
  const left = await close(friend, false);
  expect(left.said).toBe(200);
  expect(await shown()).toEqual([`editor ${uploader.username} ${uploader.username}`]);
  expect((await close(uploader, true)).said).toBe(200);
  expect(await shown()).toEqual([`editor ${uploader.username}`]);
  const { rows } = await sql<{ user_id: number | null }>`select user_id from chapter_credits order by place`.execute(
    site.deps.db,
  );
  expect(rows.map(({ user_id: id }) => id)).toEqual([friend.id, null]);
});

it('an upload has those of its ComicInfo, which can be changed, and its chapter gets them; the ComicInfo of a download says them again', async () => {
  const worker = buildWorker(site.deps);
  worker.start();
  try {
    const of = uploads(site, uploader);
    const upload = await of.send({
      'Serial/c002/1.png': await drawPage(7200),
      'Serial/c002/ComicInfo.xml': comicInfo({ Series: 'Serial', Number: '2', Translator: 'Ann', Editor: 'Cy' }),
    });
    const [work] = (await of.read(upload)).works as [Upload['works'][number]];
    const [made] = work.chapters as [Upload['works'][number]['chapters'][number]];
    expect(made.credits).toEqual([credit('translator', 'Ann'), credit('editor', 'Cy')]);
    const patch = (credits: object[]) => of.call('PATCH', `/${upload}/chapters/${made.id}`, { credits });
    expect((await patch([credit('raw', stranger.username, { member: true })])).body.code).toBe('credit-member-unknown');
    const credits = [
      credit('translator', friend.username, { member: true }),
      credit('letterer', 'Bo', { first_page: 1, last_page: 1 }),
      credit('editor', 'Cy'),
      credit('cleaner', 'Di'),
    ];
    expect((await patch(credits)).body.credits).toEqual(credits);
    const { version } = await of.upload(upload);
    await of.call('POST', `/${upload}/commit`, { version, publish: 'draft', rights: true });
    const { became } = (await of.upload(upload, ({ state }) => state === 'committed')).works[0]!;
    const detail = (await call(uploader, 'GET', `admin/comics/${became!.slug}`)).body;
    expect(detail.chapters[0].credits).toEqual(credits);
    await sql`update comics set state = 'published' where id = ${became!.id}`.execute(site.deps.db);
    const about = (await archiveComic(site.deps.db, became!.id))!;
    const [archived] = await archiveChapters(site.deps.db, became!.id);
    const xml = comicInfoXml({ ...about, alternative_title: 'Der Mond' }, archived!, 'https://comics.test/');
    expect(xml).toContain('<Letterer>Bo</Letterer>');
    expect(xml).toContain('<Editor>Cy</Editor>');
    const { metadata } = readComicInfo(Buffer.from(xml));
    expect(metadata.credits).toEqual([credit('translator', friend.username), ...credits.slice(1)]);
    expect([metadata.terms.artist, metadata.alternativeTitle]).toEqual([[], 'Der Mond']);
    expect(metadata.terms.group?.map(({ name }) => name)).toEqual(['Ann']);
  } finally {
    await worker.close();
  }
});

it('a site without groups has no credits', async () => {
  const answer = await site.app.inject({
    url: `/api/comics/${comic.slug}/${chapter.slug}/credits`,
    headers: { host: 'without.test' },
  });
  expect(answer.statusCode).toBe(404);
});
