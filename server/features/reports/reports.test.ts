import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { solved } from '#server/testing/captcha.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let comics: Record<'open' | 'draft', { id: number; slug: string }>;
let [ann, bob, mod]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['comments', 'nsfw'],
    limits: { readsPerMinute: 0, commentSeconds: 0, captcha: 4, reportsPerHour: 6 },
  });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  comics = await withTransaction(db, async (tx) => ({
    open: await plantComic(tx, { title: 'Lighthouse' }, image, 2),
    draft: await plantComic(tx, { title: 'Not yet' }, image),
  }));
  await sql`update comics set state = 'draft' where id = ${comics.draft.id}`.execute(db);
  [ann, bob, mod] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'bob' }),
    await member(db, { username: 'mod', role: 'moderator' }),
  ];
});
afterAll(() => site.close());

async function send(who: Member | undefined, report: object, path = 'reports', method: 'POST' | 'PATCH' = 'POST') {
  const answer = await site.app.inject({ method, url: `/api/${path}`, headers: { ...who?.headers }, payload: report });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const list = async (path: string, who?: Member) => (await site.get(`/api/${path}`, who?.headers)).body;
const captcha = async (purpose: string) => solved(await list(`captcha?for=${purpose}`));
const listParts = async (comic: number) =>
  (
    await sql<{ chapter: number; page: number }>`
  select h.id as chapter, p.id as page from chapters h join pages p on p.chapter_id = h.id where h.comic_id = ${comic} order by p.number desc limit 1`.execute(
      site.deps.db,
    )
  ).rows[0]!;

describe('reports', () => {
  it('are taken of everything a reader sees, and lead moderators there', async () => {
    const said = (
      await site.app.inject({
        method: 'POST',
        url: `/api/comics/${comics.open.slug}/comments`,
        headers: bob!.headers,
        payload: { text: 'Buy now' },
      })
    ).json();
    const { chapter, page } = await listParts(comics.open.id);
    const wanted = [
      ['comic', comics.open.id, `/comic/${comics.open.slug}`],
      ['chapter', chapter, expect.stringMatching(/^\/comic\/lighthouse\/.+\/reader\/1$/)],
      ['page', page, `/comic/${comics.open.slug}/reader/2`],
      ['comment', said.id, `/comic/${comics.open.slug}/comments/${said.id}`],
      ['user', bob!.id, '/profile/bob'],
    ] as const;
    for (const [subject, subject_id] of wanted) {
      expect(await send(ann, { subject, subject_id, reason: 'other', text: `about this ${subject}` })).toMatchObject({
        status: 201,
        body: { id: expect.any(Number), message: expect.stringContaining('moderators') },
      });
    }
    const page1 = await list('moderation/reports', mod);
    expect((await list('admin/reports', mod)).data).toEqual(page1.data);
    expect(page1.data.map(({ target }: any) => [target.subject, target.id, target.path])).toEqual(wanted);
    expect(page1.data[3]).toMatchObject({
      target: { title: 'Lighthouse', excerpt: 'Buy now' },
      reporter: { username: 'ann', name: null, email: null },
      reports: 1,
      state: 'open',
    });
    await sql`update comments set state = 'hidden' where id = ${said.id}`.execute(site.deps.db);
    const own = (await list('account/reports', ann)).data.find(({ target }: any) => target.subject === 'comment');
    expect(own.target).toMatchObject({ excerpt: null, path: null });
    await sql`delete from reports`.execute(site.deps.db);
    await sql`delete from throttles`.execute(site.deps.db);
  });

  it('are refused of what nobody sees, of what is one’s own, and with a reason that does not fit or says too little', async () => {
    const draft = await listParts(comics.draft.id);
    for (const [subject, subject_id] of [
      ['comic', comics.draft.id],
      ['comic', 999_999],
      ['comic', 2_147_483_647],
      ['chapter', draft.chapter],
      ['page', draft.page],
      ['comment', 1],
      ['user', 999_999],
    ]) {
      expect(await send(ann, { subject, subject_id, reason: 'illegal', text: 'x' })).toMatchObject({
        status: 404,
        body: { code: 'report-subject-not-found' },
      });
    }
    expect(
      await send(ann, { subject: 'comic', subject_id: 99_999_999_999, reason: 'illegal', text: 'x' }),
    ).toMatchObject({ status: 422, body: { errors: { subject_id: [expect.any(String)] } } });
    expect((await send(ann, { subject: 'user', subject_id: ann!.id, reason: 'spam' })).status).toBe(403);
    expect(
      (await send(ann, { subject: 'user', subject_id: bob!.id, reason: 'wrong-rating' })).body.errors.reason,
    ).toHaveLength(1);
    expect(
      (await send(ann, { subject: 'comic', subject_id: comics.open.id, reason: 'ncii', text: ' \u200b ' })).body.errors
        .text,
    ).toHaveLength(1);
    expect(
      (await send(ann, { subject: 'comic', subject_id: comics.open.id, reason: 'spam', text: 'x'.repeat(2001) }))
        .status,
    ).toBe(422);
    expect(
      (await send(ann, { subject: 'comic', subject_id: comics.open.id, reason: 'spam', text: 'x'.repeat(1_000_000) }))
        .status,
    ).toBe(413);
  });

  it('of guests need a captcha for reports, used once, and are limited', async () => {
    const report = {
      subject: 'comic',
      subject_id: comics.open.id,
      reason: 'wrong-rating',
      name: 'Guest',
      email: 'guest@example.test',
    };
    expect((await send(undefined, report)).body.code).toBe('captcha-required');
    expect((await send(undefined, { ...report, captcha: await captcha('register') })).body.code).toBe('captcha-wrong');
    const answer = await captcha('report');
    expect((await send(undefined, { ...report, captcha: answer })).status).toBe(201);
    expect((await send(undefined, { ...report, captcha: answer })).body.code).toBe('captcha-wrong');
    for (let at = 0; at < 5; at += 1) {
      await send(undefined, { ...report, captcha: await captcha('report') });
    }
    const over = await send(undefined, { ...report, captcha: await captcha('report') });
    expect([over.status, over.body.code, Number(over.headers['retry-after']) > 3000]).toEqual([
      429,
      'reports-too-many',
      true,
    ]);
    expect((await list('moderation/reports', mod)).data[0]).toMatchObject({
      reporter: { username: null, name: 'Guest', email: 'guest@example.test' },
      reports: 6,
    });
    await sql`delete from reports`.execute(site.deps.db);
  });

  it('of one member about one thing are one, are decided together, and their authors are told what came of them', async () => {
    const report = { subject: 'comic', subject_id: comics.open.id, reason: 'wrong-tags', text: 'No cats in it' };
    const [first, again] = [await send(ann, report), await send(ann, { ...report, reason: 'wrong-rating', text: '' })];
    expect(again.body.id).toBe(first.body.id);
    await send(bob, { ...report, reason: 'illegal' });
    const open = (await list('moderation/reports', mod)).data;
    expect(open.map(({ reason, text, reports }: any) => [reason, text, reports])).toEqual([
      ['illegal', 'No cats in it', 2],
      ['wrong-rating', 'No cats in it', 2],
    ]);
    for (const who of [undefined, ann]) {
      expect([401, 403]).toContain((await site.get('/api/moderation/reports', who?.headers)).status);
    }
    expect(
      await send(mod, { state: 'upheld', outcome: 'Tags corrected.' }, `moderation/reports/${open[0].id}`, 'PATCH'),
    ).toMatchObject({ status: 200, body: { state: 'upheld', decided_by: 'mod', reports: 0 } });
    expect((await send(mod, { state: 'dismissed' }, `moderation/reports/${open[1].id}`, 'PATCH')).status).toBe(409);
    expect((await send(mod, { state: 'dismissed' }, 'moderation/reports/999999', 'PATCH')).status).toBe(404);
    expect((await list('account/reports', ann)).data).toMatchObject([
      {
        state: 'upheld',
        outcome: 'Tags corrected.',
        target: { title: 'Lighthouse' },
        decided_at: expect.stringMatching(/Z$/),
      },
    ]);
    const { rows } = await sql<{
      user_id: number;
      id: number;
    }>`select user_id, (payload->>'report_id')::int as id from notifications where kind = 'report' order by user_id`.execute(
      site.deps.db,
    );
    expect(rows).toEqual([
      { user_id: ann!.id, id: open[1].id },
      { user_id: bob!.id, id: open[0].id },
    ]);
    expect((await send(ann, report)).body.id).toBeGreaterThan(again.body.id);
    const about = await send(ann, { subject: 'user', subject_id: mod!.id, reason: 'spam' });
    expect((await send(mod, { state: 'dismissed' }, `moderation/reports/${about.body.id}`, 'PATCH')).status).toBe(403);
  });
});
