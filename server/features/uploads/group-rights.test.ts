import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { drawPage } from '#server/features/imports/testing/archives.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { uploader, type Uploader } from './testing/uploader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: TestApp;
let worker: Worker;
let ann: Member;
let bob: Member;
let owls: number;
let page: Buffer;

beforeAll(async () => {
  site = await testApp({ features: ['groups'] });
  worker = buildWorker(site.deps);
  worker.start();
  ann = await member(site.deps.db, { role: 'uploader' });
  bob = await member(site.deps.db, { role: 'uploader' });
  page = await drawPage(7000);
  [owls] = (await withTransaction(site.deps.db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'group', name: 'Night Owls' },
      { kind: 'group', name: 'Larks' },
    ]),
  )) as [number];
  await sql`insert into groups (term_id, uploads) values (${owls}, 'members')`.execute(site.deps.db);
  await sql`insert into group_members (term_id, user_id, role) values (${owls}, ${ann.id}, 'leader')`.execute(
    site.deps.db,
  );
});
afterAll(async () => {
  await worker?.close();
  await site?.close();
});

/** An upload of one page, read, whose chapter is made by these groups, or whose work is. */
async function prepared(by: Uploader, { chapter, work }: { chapter?: string[]; work?: string[] }): Promise<Upload> {
  const id = await by.send({ [`Of ${Math.random()}/1.png`]: page });
  const [made] = (await by.read(id)).works;
  const answers = [
    chapter && (await by.call('PATCH', `/${id}/chapters/${made!.chapters[0]!.id}`, { groups: chapter })),
    work && (await by.call('PATCH', `/${id}/works/${made!.id}`, { version: made!.version, terms: { group: work } })),
  ];
  expect(answers.flatMap((answer) => answer?.status ?? [])).toEqual([200]);
  return by.upload(id);
}

async function commit(by: Uploader, { id, version }: Pick<Upload, 'id' | 'version'>) {
  const { status, body } = await by.call('POST', `/${id}/commit`, { version, publish: 'draft', rights: true });
  return status < 400 ? status : [body.code, body.message.includes('Night Owls')];
}

it('whoever is not in a group whose uploads are for members names it neither of a work nor of a chapter; members and staff do', async () => {
  const refused = ['group-uploads-members', true];
  const [of, moderator] = [uploader(site, bob), await member(site.deps.db, { role: 'moderator' })];
  expect(await commit(of, await prepared(of, { work: ['night  owls'] }))).toEqual(refused);
  const second = await prepared(of, { chapter: ['Larks', 'Night Owls'] });
  expect(await commit(of, second)).toEqual(refused);
  const [{ chapters }] = second.works as [Upload['works'][number]];
  await of.call('PATCH', `/${second.id}/chapters/${chapters[0]!.id}`, { groups: ['Larks'] });
  expect(await commit(of, second)).toBe(202);
  for (const who of [ann, moderator]) {
    const own = uploader(site, who);
    const upload = await prepared(own, { work: ['Night Owls'] });
    expect(await commit(own, upload)).toBe(202);
    await own.upload(upload.id, ({ state }) => state === 'committed');
  }
});

it('nor does an edit of a work or chapter of theirs put it in; what names it already stays editable', async () => {
  const of = uploader(site, bob);
  const upload = await prepared(of, { work: ['Larks'] });
  expect(await commit(of, upload)).toBe(202);
  const [{ became }] = (await of.upload(upload.id, ({ state }) => state === 'committed')).works as [
    Upload['works'][number],
  ];
  const call = async (who: Member, method: 'GET' | 'PATCH', url: string, payload?: object) => {
    const answer = await site.app.inject({
      method,
      url: `/api/admin/${url}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    return { ...answer.json(), said: answer.statusCode < 400 ? answer.statusCode : answer.json().code };
  };
  const name = async (who: Member) => {
    const { version } = await call(who, 'GET', `comics/${became!.id}`);
    const groups = [{ name: 'Larks' }, { name: 'Night Owls' }];
    return (await call(who, 'PATCH', `comics/${became!.id}`, { version, changes: { terms: { groups } } })).said;
  };
  const [{ id: chapter }] = (await call(bob, 'GET', `comics/${became!.id}`)).chapters;
  const nameChapter = async (who: Member) =>
    (await call(who, 'PATCH', `chapters/${chapter}`, { groups: [{ name: 'Night Owls' }] })).said;
  expect([await name(bob), await nameChapter(bob)]).toEqual(['group-uploads-members', 'group-uploads-members']);
  const moderator = await member(site.deps.db, { role: 'moderator' });
  expect([await name(moderator), await nameChapter(moderator)]).toEqual([200, 200]);
  expect([await name(bob), await nameChapter(bob)]).toEqual([200, 200]);
});

it('nobody uploads in the name of a group that is closed', async () => {
  await sql`update groups set closed_at = now() where term_id = ${owls}`.execute(site.deps.db);
  const own = uploader(site, ann);
  expect(await commit(own, await prepared(own, { work: ['Night Owls'] }))).toEqual(['group-uploads-closed', true]);
  await sql`update groups set closed_at = null where term_id = ${owls}`.execute(site.deps.db);
});

it('the upload of a member who was removed before it was finished becomes nothing, and says why', async () => {
  const own = uploader(site, ann);
  const upload = await prepared(own, { work: ['Night Owls'] });
  await worker.close();
  expect(await commit(own, upload)).toBe(202);
  await sql`delete from group_members where user_id = ${ann.id}`.execute(site.deps.db);
  worker = buildWorker(site.deps);
  worker.start();
  const { error, works } = await own.upload(upload.id, ({ state }) => state === 'open');
  expect(error).toEqual({ code: 'group-uploads-members', params: { name: 'Night Owls' } });
  expect(works[0]!.became).toBe(null);
});
