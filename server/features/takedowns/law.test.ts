import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { remindModerators } from '#server/features/moderation/moderation-reminder.ts';
import { restoreDue } from '#server/features/moderation/restoration.ts';
import { pageKey } from '#server/security/page-key.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { solved } from '#server/testing/captcha.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { businessDaysAfter } from './business-days.ts';

let site: TestApp;
// Captchas know what time it really is.
let clock = new Date();
let [claimant, eve, mod]: Member[] = [];
let image: Awaited<ReturnType<typeof plantPicture>>;

beforeAll(async () => {
  site = await testApp(
    {
      features: ['dmca', 'nsfw'],
      nsfw: true,
      dmca: { agent: 'Copyright desk', email: 'desk@example.test' },
      limits: { readsPerMinute: 0, captcha: 2 },
    },
    () => clock,
  );
  const { db, blobs } = site.deps;
  image = await plantPicture(db, blobs);
  [claimant, eve, mod] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'eve', role: 'uploader' }),
    await member(db, { username: 'mod', role: 'moderator' }),
  ];
});
afterAll(() => site.close());

async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  who: Member | undefined,
  payload?: object,
  language = 'en',
) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { host: 'comics.test', 'accept-language': language, ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
async function work(title: string, more: object = {}): Promise<{ id: number; slug: string }> {
  const comic = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title, oneshot: true, ...more }, image));
  await sql`update comics set uploader_id = ${eve!.id} where id = ${comic.id}`.execute(site.deps.db);
  return comic;
}
const notice = (slug: string) => ({
  signature: 'K. Owner',
  work: 'My novel',
  location: `https://comics.test/en/comic/${slug}`,
  name: 'Kim Owner',
  address: '1 Road, Town',
  phone: '+49 1',
  email: 'kim@example.test',
  good_faith: true,
  accurate: true,
  statement: 'All of it is mine.',
});
const counter = {
  signature: 'Eve',
  material: 'Lighthouse, at its page',
  name: 'Eve Maker',
  address: '2 Lane',
  phone: '+49 2',
  email: 'eve@example.test',
  mistaken: true,
  jurisdiction: true,
  statement: 'It is mine.',
};
const said = { what: 'We took it down.', why: 'The notice is complete.', redress: 'Answer it.' };
const decide = (id: number, act: string) =>
  call('POST', 'moderation/decisions', mod, {
    items: [`takedown.${id}`],
    act,
    ...(act === 'takedown' ? said : { what: '', why: '', redress: '' }),
  });
const runPutBack = () => restoreDue(site.deps)({ signal: new AbortController().signal } as never);
async function upheld(title: string, more: object = {}): Promise<{ id: number; slug: string; comic: number }> {
  const comic = await work(title, more);
  const {
    body: { id },
  } = await call('POST', 'dmca', claimant, { ...notice(comic.slug), ...more });
  expect((await decide(id, 'takedown')).status).toBe(200);
  return { id, slug: comic.slug, comic: comic.id };
}
const mails = async () =>
  (
    await sql<{
      payload: { template: string; user: number | null; to?: string; page?: string; more: Record<string, string> };
    }>`select payload from jobs where kind = 'accounts.mail' order by id`.execute(site.deps.db)
  ).rows.map(({ payload }) => payload);
const states = async (id: number) =>
  (
    await sql<{
      state: string;
      comic: string;
    }>`select t.state, c.state as comic from takedowns t join comics c on c.id = t.comic_id where t.id = ${id}`.execute(
      site.deps.db,
    )
  ).rows[0];

describe('a notice of takedown', () => {
  it('is refused field by field in the caller’s language, with a captcha for guests, and confirmed by mail with its number', async () => {
    const { slug } = await work('Harbour');
    const captcha = async () => solved((await site.get('/api/captcha?for=report')).body);
    expect((await call('GET', 'dmca', undefined)).body).toEqual({
      agent: 'Copyright desk',
      email: 'desk@example.test',
      address: '',
    });
    const bad = await call(
      'POST',
      'dmca',
      undefined,
      { ...notice(slug), name: ' ', email: 'nobody', phone: undefined, good_faith: false, captcha: await captcha() },
      'de',
    );
    expect(Object.keys(bad.body.errors).sort()).toEqual(['email', 'good_faith', 'name', 'phone']);
    const english = (await call('POST', 'dmca', undefined, { ...notice(slug), good_faith: false })).body.errors;
    expect(english).toEqual({ good_faith: ['This must be confirmed.'] });
    for (const location of [
      'javascript:alert(1)',
      'https://comics.test/en/tag/x',
      '/en/comic/nothing-here',
      `https://elsewhere.test/en/comic/${slug}`,
      `${'x'.repeat(1900)}`,
      '%E0%A4%A',
    ]) {
      expect(
        (await call('POST', 'dmca', undefined, { ...notice(slug), location })).body.errors,
        location,
      ).toHaveProperty('location');
    }
    expect(
      (await call('POST', 'dmca', undefined, { ...notice(slug), statement: 'x'.repeat(10_001) })).body.errors,
    ).toHaveProperty('statement');
    expect((await call('POST', 'dmca', undefined, { ...notice(slug), statement: 'x'.repeat(200_000) })).status).toBe(
      413,
    );
    expect((await call('POST', 'dmca', undefined, notice(slug))).body.code).toBe('captcha-required');
    const taken = await call('POST', 'dmca', undefined, {
      ...notice(slug),
      work: '<script>alert(1)</script>',
      captcha: await captcha(),
    });
    expect(taken).toMatchObject({ status: 201, body: { message: expect.stringContaining(String(taken.body.id)) } });
    expect((await mails()).at(-1)).toMatchObject({
      template: 'takedown-taken',
      to: 'kim@example.test',
      more: { number: taken.body.id },
    });
  });

  it('tells whoever brought the work, who answers it signed in or with the key of the mail, and nobody else does', async () => {
    clock = new Date('2026-03-04T15:30:00Z');
    const { id, slug } = await upheld('Lighthouse');
    const mail = (await mails()).find(({ template }) => template === 'takedown-received')!;
    expect(mail).toMatchObject({
      user: eve!.id,
      page: `takedowns/${id}/counter`,
      more: { claimant: 'Kim Owner', work: 'My novel' },
    });
    expect(JSON.stringify(mail)).not.toMatch(/1 Road|\+49 1|kim@example/);
    expect((await call('GET', 'account/notifications', eve)).body.data[0]).toMatchObject({
      kind: 'decision',
      path: `/takedowns/${id}/counter`,
    });
    expect(await call('GET', `comics/${slug}`, undefined)).toMatchObject({
      status: 451,
      body: { title: 'Lighthouse', takedown: id },
    });
    const key = pageKey(site.deps.secret, `takedowns/${id}/counter`);
    for (const [who, query] of [
      [undefined, ''],
      [claimant, ''],
      [undefined, `?key=${key.slice(1)}x`],
      [undefined, `?key=${pageKey(site.deps.secret, `takedowns/${id + 1}/counter`)}`],
    ] as const) {
      expect((await call('GET', `takedowns/${id}/counter${query}`, who)).status).toBe(404);
    }
    expect((await call('GET', `takedowns/${id}/counter`, eve)).body).toMatchObject({
      title: 'Lighthouse',
      claimant: 'Kim Owner',
      counter: null,
    });
    expect((await call('GET', `takedowns/${id}/counter?key=${key}`, undefined)).status).toBe(200);
    for (const part of [
      'signature',
      'material',
      'mistaken',
      'name',
      'address',
      'phone',
      'email',
      'jurisdiction',
    ] as const) {
      const { [part]: _gone, ...rest } = counter;
      expect((await call('POST', `takedowns/${id}/counter`, eve, rest)).body.errors, part).toHaveProperty(part);
    }
    expect((await call('POST', `takedowns/${id}/counter`, claimant, counter)).status).toBe(404);
    expect((await call('POST', `takedowns/${id}/counter`, undefined, { ...counter, key })).body).toMatchObject({
      state: 'countered',
      counter: { put_back_at: '2026-03-18T15:30:00Z', action_filed_at: null },
    });
    expect((await mails()).at(-1)).toMatchObject({
      template: 'takedown-countered',
      to: 'kim@example.test',
      more: { sender: 'Eve Maker', date: 'March 18, 2026' },
    });
    expect((await call('POST', `takedowns/${id}/counter`, eve, counter)).body.code).toBe('takedown-state');
    expect((await call('GET', 'moderation/queue?kind=takedown', mod)).body.data).toContainEqual(
      expect.objectContaining({
        id: `takedown.${id}`,
        countered: true,
        due_at: expect.stringMatching(/^2026-03-18T15:30:00/),
        acts: [],
      }),
    );
  });

  it('is put back on the tenth business day and not before, unless an action was filed', async () => {
    const first = (await sql<{ id: number }>`select id from takedowns where state = 'countered'`.execute(site.deps.db))
      .rows[0]!.id;
    const { id: second } = await upheld('Island');
    await call('POST', `takedowns/${second}/counter`, eve, counter);
    expect((await call('PUT', `admin/dmca/${second}/action`, eve, { filed: true })).status).toBe(403);
    expect((await call('PUT', `admin/dmca/${second}/action`, mod, { filed: true })).status).toBe(204);
    clock = new Date('2026-03-18T15:29:59Z');
    await runPutBack();
    expect(await states(first)).toEqual({ state: 'countered', comic: 'removed' });
    clock = new Date('2026-03-18T15:30:00Z');
    await runPutBack();
    await runPutBack();
    expect(await states(first)).toEqual({ state: 'restored', comic: 'published' });
    clock = new Date('2026-04-30T12:00:00Z');
    await runPutBack();
    expect(await states(second)).toEqual({ state: 'countered', comic: 'removed' });
    expect((await call('PUT', `admin/dmca/${second}/action`, mod, { filed: false })).status).toBe(204);
    await runPutBack();
    expect(await states(second)).toEqual({ state: 'restored', comic: 'published' });
    expect((await call('PUT', `admin/dmca/${second}/action`, mod, { filed: true })).body.code).toBe('takedown-state');
    expect(
      (await mails()).filter(({ template, more }) => template === 'takedown-decided' && more.state === 'restored'),
    ).toHaveLength(2);
    const { rows } = await sql`select action, user_id from audit_log where action = 'moderation.restore'`.execute(
      site.deps.db,
    );
    expect(rows).toEqual([
      { action: 'moderation.restore', user_id: null },
      { action: 'moderation.restore', user_id: null },
    ]);
  });

  it('is put back though another one cannot be, which is tried again later', async () => {
    const [broken, good] = [await upheld('Jetty'), await upheld('Quay')];
    for (const { id } of [broken, good]) {
      await call('POST', `takedowns/${id}/counter`, eve, counter);
    }
    const { before } = (
      await sql<{ before: object }>`select before from takedowns where id = ${broken.id}`.execute(site.deps.db)
    ).rows[0]!;
    await sql`update takedowns set before = '{"comics": ["none"]}' where id = ${broken.id}`.execute(site.deps.db);
    clock = new Date('2026-05-30T12:00:00Z');
    await runPutBack();
    expect(await states(broken.id)).toEqual({ state: 'countered', comic: 'removed' });
    expect(await states(good.id)).toEqual({ state: 'restored', comic: 'published' });
    await sql`update takedowns set before = ${JSON.stringify(before)}::jsonb where id = ${broken.id}`.execute(
      site.deps.db,
    );
    await runPutBack();
    expect(await states(broken.id)).toEqual({ state: 'restored', comic: 'published' });
    clock = new Date('2026-04-30T12:00:00Z');
  });

  it('keeps down what it is about, though another notice about the same is put back', async () => {
    const { slug } = await work('Twice');
    for (const more of [{}, { scope: 'page', location: `/en/comic/${slug}/reader/1` }] as const) {
      const [first, second] = [
        (await call('POST', 'dmca', claimant, { ...notice(slug), ...more })).body.id,
        (await call('POST', 'dmca', claimant, { ...notice(slug), ...more })).body.id,
      ];
      for (const id of [first, second]) {
        expect((await decide(id, 'takedown')).status).toBe(200);
      }
      const shown = async () =>
        (
          await sql<{ shown: boolean }>`
        select c.state = 'published'
        and not exists (select from withheld_pages w join pages p on p.id = w.page_id
          join chapters h on h.id = p.chapter_id where h.comic_id = c.id) as shown
        from takedowns t join comics c on c.id = t.comic_id where t.id = ${first}`.execute(site.deps.db)
        ).rows[0]!.shown;
      expect((await decide(first, 'restore')).status).toBe(200);
      expect(await shown()).toBe(false);
      expect((await decide(second, 'restore')).status).toBe(200);
      expect(await shown()).toBe(true);
    }
    // So does what moderators removed since for another reason.
    const { id, comic } = await upheld('Removed anew');
    await sql`update comics set removed_at = removed_at + interval '1 day' where id = ${comic}`.execute(site.deps.db);
    expect((await decide(id, 'restore')).status).toBe(200);
    expect(await states(id)).toEqual({ state: 'restored', comic: 'removed' });
  });

  it('is a strike: three in twelve months shut an uploader out until one is put back', async () => {
    const [one] = [await upheld('One'), await upheld('Two')];
    const banned = async () =>
      (
        await sql<{ reason: string | null }>`select banned_reason as reason from users where id = ${eve!.id}`.execute(
          site.deps.db,
        )
      ).rows[0]!.reason;
    expect(await banned()).toBeNull();
    await upheld('Three');
    expect(await banned()).toMatch(/^3 notices/);
    expect((await mails()).map(({ template }) => template)).toContain('suspended');
    const key = pageKey(site.deps.secret, `takedowns/${one!.id}/counter`);
    expect((await call('POST', `takedowns/${one!.id}/counter`, undefined, { ...counter, key })).status).toBe(201);
    clock = new Date('2026-06-01T12:00:00Z');
    await runPutBack();
    expect(await banned()).toBeNull();
    // Who is shut out for something else stays so.
    await sql`update users set banned_at = now(), banned_reason = 'Spam' where id = ${eve!.id}`.execute(site.deps.db);
    const { id } = await upheld('Four');
    expect((await decide(id, 'restore')).status).toBe(200);
    expect(await banned()).toBe('Spam');
    await sql`update users set banned_at = null, banned_reason = null where id = ${eve!.id}`.execute(site.deps.db);
  });

  it('is in a public log without anything personal, with titles for whom they are', async () => {
    const company = await upheld('Dark', { rating: 'explicit', company: 'Owners Ltd' });
    const log = await site.app.inject({ url: '/api/takedowns?nsfw=false' });
    expect(log.body).not.toMatch(
      /Kim|kim@|Eve|eve@|1 Road|2 Lane|\+49|My novel|All of it is mine|We took it down|desk/,
    );
    expect(log.json().data[0]).toMatchObject({
      id: company.id,
      state: 'upheld',
      scope: 'comic',
      title: null,
      path: null,
      claimant: { kind: 'organisation', name: 'Owners Ltd' },
      counter: null,
    });
    expect((await call('GET', `takedowns/${company.id}?nsfw=true`, undefined)).body.title).toBe('Dark');
    expect((await call('GET', `takedowns/${company.id}?nsfw=true`, claimant)).body.title).toBe('Dark');
    await sql`insert into content_limits (user_id, rating) values (${claimant!.id}, 'suggestive')`.execute(
      site.deps.db,
    );
    expect((await call('GET', `takedowns/${company.id}?nsfw=true`, claimant)).body).toMatchObject({
      title: null,
      path: null,
    });
    await sql`delete from content_limits`.execute(site.deps.db);
    expect(log.json().data.find(({ title }: { title: string }) => title === 'Lighthouse')).toMatchObject({
      state: 'restored',
      restored_at: '2026-03-18T15:30:00Z',
      claimant: { kind: 'person', name: null },
      counter: { put_back_at: '2026-03-18T15:30:00Z' },
    });
    expect(log.json().data.map(({ state }: { state: string }) => state)).not.toContain('open');
    expect((await call('GET', 'takedowns/999999', undefined)).status).toBe(404);
  });

  it('is told of to moderators by mail once before it is due', async () => {
    await sql`update takedowns set created_at = now() - interval '70 hours' where state = 'open'`.execute(site.deps.db);
    await remindModerators(site.deps)({} as never);
    await remindModerators(site.deps)({} as never);
    expect(
      (await mails()).filter(({ template, user }) => template === 'moderation-due' && user === mod!.id),
    ).toHaveLength(1);
  });
});

describe('business days', () => {
  it('leave out weekends and federal holidays', () => {
    const after = (from: string, days: number) =>
      businessDaysAfter(new Date(`${from}T12:00:00Z`), days)
        .toISOString()
        .slice(0, 10);
    expect(after('2026-03-06', 1)).toBe('2026-03-09');
    expect(after('2026-03-07', 10)).toBe('2026-03-20');
    // Friday evening in New York is no Saturday.
    expect(businessDaysAfter(new Date('2026-03-07T02:00:00Z'), 10)).toEqual(new Date('2026-03-21T02:00:00Z'));
    // Independence Day is a Saturday in 2026 and kept on the Friday before; Thanksgiving is on the 26th of November.
    expect(after('2026-07-02', 1)).toBe('2026-07-06');
    expect(after('2026-11-25', 1)).toBe('2026-11-27');
    // New Year's Day of 2028 is kept on the 31st of December 2027, Memorial Day is the last Monday of May.
    expect(after('2027-12-30', 1)).toBe('2028-01-03');
    expect(after('2026-05-22', 1)).toBe('2026-05-26');
  });
});
