import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueItem } from '#contract/moderation.ts';
import { withTransaction } from '#server/db/database.ts';
import { solved } from '#server/testing/captcha.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { endBan } from './banning.ts';

let site: TestApp;
let comic: { id: number; slug: string };
let other: { id: number; slug: string };
let [ann, bob, eve, mod, second, admin]: Member[] = [];

beforeAll(async () => {
  site = await testApp({
    features: ['comments', 'dmca', 'nsfw'],
    nsfw: true,
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0, reportsPerHour: 0, captcha: 2 },
  });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  [ann, bob, eve, mod, second, admin] = [
    await member(db, { username: 'ann' }),
    await member(db, { username: 'bob' }),
    await member(db, { username: 'eve', role: 'uploader' }),
    await member(db, { username: 'mod', role: 'moderator' }),
    await member(db, { username: 'second', role: 'moderator' }),
    await member(db, { username: 'admin', role: 'admin' }),
  ];
  comic = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse', oneshot: true }, image));
  other = await withTransaction(db, (tx) => plantComic(tx, { title: 'Harbour', oneshot: true }, image));
  await sql`update comics set uploader_id = ${eve.id}`.execute(db);
});
afterAll(() => site.close());

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  who: Member | undefined,
  payload?: object,
) {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const report = async (
  who: Member | undefined,
  subject: string,
  subject_id: number,
  reason: string,
  more: object = {},
) => (await call('POST', 'reports', who, { subject, subject_id, reason, text: 'look', ...more })).body.id as number;
const captcha = async () => solved((await site.get('/api/captcha?for=report')).body);
const queue = async (query = '') =>
  (await call('GET', `moderation/queue${query}`, mod)).body as {
    data: QueueItem[];
    total: number;
    counts: Record<string, number>;
  };
const said = { what: 'We removed it.', why: 'It breaks rule 3.', redress: 'You can object within six months.' };
const notices = async (who: Member) =>
  (await call('GET', 'account/notifications', who)).body.data.map(({ kind, text }: { kind: string; text: string }) => [
    kind,
    text,
  ]);
const mails = async () =>
  (
    await sql<{
      payload: { template: string; to?: string; locale?: string };
    }>`select payload from jobs where kind = 'accounts.mail' order by id`.execute(site.deps.db)
  ).rows.map(({ payload }) => payload);

describe('the queue of the moderators', () => {
  it('has everything that waits, the gravest first and then what is due, with whose it is and what was said', async () => {
    await sql`insert into word_filters (kind, pattern, action) values ('word', 'casino', 'hold')`.execute(site.deps.db);
    const held = (await call('POST', `comics/${comic.slug}/comments`, bob, { text: 'a Cásino' })).body;
    expect(held.state).toBe('held');
    await report(ann, 'comic', comic.id, 'wrong-tags');
    await report(ann, 'comic', other.id, 'ncii');
    await report(bob, 'user', eve!.id, 'illegal');
    await report(bob, 'comic', comic.id, 'broken');
    const page = await queue();
    expect(page.data.map(({ id }) => id)).toEqual([
      `report.user.${eve!.id}`,
      `report.comic.${other.id}`,
      `comment.${held.id}`,
      `report.comic.${comic.id}`,
    ]);
    expect(page.counts).toMatchObject({ all: 4, report: 3, comment: 1, review: 0, takedown: 0, mine: 0, overdue: 0 });
    expect(page.data[3]).toMatchObject({
      reasons: ['wrong-tags', 'broken'],
      count: 2,
      affected: { username: 'eve' },
      target: { title: 'Lighthouse', path: `/comic/${comic.slug}` },
      acts: ['dismiss', 'uphold', 'rating', 'unlist', 'remove'],
    });
    expect(page.data[3]!.said.map(({ by }) => by.username)).toEqual(['ann', 'bob']);
    expect((await queue('?kind=comment')).data).toMatchObject([
      { id: `comment.${held.id}`, target: { excerpt: 'a Cásino' }, affected: { username: 'bob' } },
    ]);
    expect((await queue('?reason=ncii')).total).toBe(1);
    await sql`update reports set created_at = now() - interval '3 days' where reason = 'ncii'`.execute(site.deps.db);
    expect((await queue('?overdue=true')).data).toMatchObject([{ id: `report.comic.${other.id}`, overdue: true }]);
    for (const who of [ann, undefined]) {
      expect((await call('GET', 'moderation/queue', who)).status).toBe(who ? 403 : 401);
    }
  });

  it('shows who looks at what, for half an hour', async () => {
    const item = `report.comic.${comic.id}`;
    expect((await call('PUT', `moderation/queue/${item}/claim`, mod)).body).toMatchObject({
      username: 'mod',
      mine: true,
    });
    expect(await call('PUT', `moderation/queue/${item}/claim`, second)).toMatchObject({
      status: 409,
      body: { code: 'item-claimed' },
    });
    expect((await queue('?mine=true')).data).toMatchObject([{ id: item, claim: { username: 'mod', mine: true } }]);
    await sql`update moderation_claims set until = now() - interval '1 second'`.execute(site.deps.db);
    expect((await call('PUT', `moderation/queue/${item}/claim`, second)).body).toMatchObject({ username: 'second' });
    await call('DELETE', `moderation/queue/${item}/claim`, second);
    expect((await queue('?mine=true')).total).toBe(0);
    expect((await call('PUT', 'moderation/queue/comic.x/claim', mod)).status).toBe(422);
  });

  it('takes no decision against anyone without its statement, and tells the reporter, the guest and whose it was', async () => {
    const guest = await report(undefined, 'comic', comic.id, 'copyright', {
      name: 'Kim',
      email: 'kim@example.test',
      captcha: await captcha(),
    });
    expect(guest).toBeGreaterThan(0);
    const item = `report.comic.${comic.id}`;
    expect(
      await call('POST', 'moderation/decisions', mod, { items: [item], act: 'remove', ...said, redress: ' ' }),
    ).toMatchObject({ status: 422, body: { code: 'statement-required', errors: { redress: [expect.any(String)] } } });
    expect((await call('POST', 'moderation/decisions', mod, { items: [item], act: 'delete', ...said })).body.code).toBe(
      'act-unsuitable',
    );
    expect((await call('POST', 'moderation/decisions', mod, { items: [item], act: 'remove', ...said })).status).toBe(
      200,
    );
    expect(await call('GET', `comics/${comic.slug}`, ann)).toMatchObject({ status: 451, body: { reason: said.why } });
    expect((await notices(ann!))[0]).toEqual(['report', expect.stringContaining('took action')]);
    expect(await notices(eve!)).toEqual([
      ['decision', 'We removed it. Why: It breaks rule 3. What you can do: You can object within six months.'],
    ]);
    expect(await mails()).toMatchObject([
      { template: 'report-taken', to: 'kim@example.test', locale: 'en' },
      { template: 'report-decided', to: 'kim@example.test', locale: 'en' },
    ]);
    const { rows } =
      await sql`select action, subject, subject_id, details->>'why' as why from audit_log where action like 'moderation.%'`.execute(
        site.deps.db,
      );
    expect(rows).toEqual([{ action: 'moderation.remove', subject: 'comic', subject_id: comic.id, why: said.why }]);
  });

  it('lets one of two decide; the other hears what was decided and by whom; several at once are decided each by itself', async () => {
    const decide = (who: Member | undefined, act: string, items: string[]) =>
      call('POST', 'moderation/decisions', who, { items, act, ...said });
    const item = `report.comic.${other.id}`;
    const both = await Promise.all([decide(mod, 'unlist', [item]), decide(second, 'dismiss', [item])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
      /^(mod|second) has already decided this: (unlisted|dismissed)\.$/,
    );
    const [spam, rude] = [
      (await call('POST', `comics/${other.slug}/comments`, bob, { text: 'buy this' })).body.id,
      (await call('POST', `comics/${other.slug}/comments`, bob, { text: 'you fool' })).body.id,
    ];
    await report(ann, 'comment', spam!, 'spam');
    await report(ann, 'comment', rude!, 'harassment');
    const bulk = await decide(mod, 'hide', [`report.comment.${spam}`, `report.comment.${rude}`, 'report.comment.999']);
    expect(bulk.body.results.map(({ code }: { code: string | null }) => code)).toEqual([null, null, 'item-not-found']);
    expect(
      (await sql`select distinct state from comments where id in (${spam}, ${rude})`.execute(site.deps.db)).rows,
    ).toEqual([{ state: 'hidden' }]);
    // Nobody decides about themselves, nor about their like.
    await report(ann, 'user', second!.id, 'harassment');
    expect((await decide(mod, 'ban', [`report.user.${second!.id}`])).status).toBe(403);
  });

  it('ends a ban by itself, and hides all comments of a member with one act that can be undone', async () => {
    const { db } = site.deps;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      (
        await call('POST', 'moderation/decisions', mod, {
          items: [`report.user.${eve!.id}`],
          act: 'ban',
          ...said,
          until,
        })
      ).status,
    ).toBe(200);
    expect((await call('GET', 'account', eve)).status).toBe(401);
    expect((await mails()).at(-1)).toMatchObject({ template: 'decision', user: eve!.id });
    const {
      rows: [job],
    } = await sql<{
      run_at: Date;
      payload: object;
    }>`select run_at, payload from jobs where kind = 'moderation.end-ban'`.execute(db);
    expect(job!.run_at.toISOString()).toBe(until);
    const banned = async () =>
      (await sql<{ banned_at: Date | null }>`select banned_at from users where id = ${eve!.id}`.execute(db)).rows[0]!
        .banned_at !== null;
    await endBan(db)({ payload: job!.payload } as never);
    expect(await banned()).toBe(true);
    await sql`update users set banned_until = now() where id = ${eve!.id}`.execute(db);
    await endBan(db)({ payload: job!.payload } as never);
    expect(await banned()).toBe(false);
    const own = async () =>
      (
        await sql<{ state: string }>`select state from comments where user_id = ${bob!.id} order by id`.execute(db)
      ).rows.map(({ state }) => state);
    expect(await own()).toEqual(['held', 'hidden', 'hidden']);
    await sql`update comments set state = 'shown' where user_id = ${bob!.id} and state = 'hidden' and text = 'buy this'`.execute(
      db,
    );
    const swept = (await call('POST', 'moderation/users/bob/comments/removal', mod, { reason: 'Spam' })).body;
    expect([swept.count, await own()]).toEqual([2, ['hidden', 'hidden', 'hidden']]);
    expect((await call('DELETE', `moderation/users/bob/comments/removal/${swept.id}`, mod)).body.count).toBe(2);
    expect(await own()).toEqual(['held', 'shown', 'hidden']);
    expect((await call('DELETE', `moderation/users/bob/comments/removal/${swept.id}`, mod)).status).toBe(404);
  });

  it('lets a first work come out, or sends it back with the reason', async () => {
    const { db, blobs } = site.deps;
    const image = await plantPicture(db, blobs, 40);
    const works = await withTransaction(db, async (tx) => {
      const made = [
        await plantComic(tx, { title: 'First', oneshot: true }, image),
        await plantComic(tx, { title: 'Second', oneshot: true }, image),
      ];
      for (const { id } of made) {
        await sql`update comics set state = 'draft', uploader_id = ${eve!.id} where id = ${id}`.execute(tx);
        await sql`insert into reviews (comic_id, user_id, note) values (${id}, ${eve!.id}, 'my first')`.execute(tx);
      }
      return made;
    });
    const { data } = await queue('?kind=review');
    expect(data).toMatchObject([
      {
        target: { title: 'First', path: `/upload/comics/${works[0]!.slug}` },
        affected: { username: 'eve' },
        acts: ['approve', 'refuse'],
      },
      { target: { title: 'Second' } },
    ]);
    expect((await call('POST', 'moderation/decisions', mod, { items: [data[0]!.id], act: 'approve' })).status).toBe(
      200,
    );
    expect((await call('POST', 'moderation/decisions', mod, { items: [data[1]!.id], act: 'refuse' })).body.code).toBe(
      'statement-required',
    );
    expect(
      (
        await call('POST', 'moderation/decisions', mod, {
          items: [data[1]!.id],
          act: 'refuse',
          ...said,
          why: 'Two pages are missing.',
        })
      ).status,
    ).toBe(200);
    expect((await call('GET', `comics/${works[0]!.slug}`, ann)).status).toBe(200);
    expect((await call('GET', `comics/${works[1]!.slug}`, ann)).status).toBe(404);
    expect(
      (
        await sql<{
          text: string;
        }>`select what || ' ' || why as text from decisions where affected_id = ${eve!.id} order by id desc limit 1`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ text: 'We removed it. Two pages are missing.' }]);
    expect((await queue('?kind=review')).total).toBe(0);
  });

  it('takes the comic of a reported chapter or page out of the lists', async () => {
    const { db, blobs } = site.deps;
    const image = await plantPicture(db, blobs);
    const series = await withTransaction(db, (tx) =>
      plantSeries(tx, { title: 'Tides' }, image, { numbers: ['1'], pages: 1 }),
    );
    const { rows } = await sql<{
      page: number;
    }>`select id as page from pages where chapter_id = ${series.chapters[0]}`.execute(db);
    for (const [subject, id] of [
      ['chapter', series.chapters[0]!],
      ['page', rows[0]!.page],
    ] as const) {
      await sql`update comics set state = 'published' where id = ${series.id}`.execute(db);
      await report(ann, subject, id, 'broken');
      const items = [`report.${subject}.${id}`];
      expect(await call('POST', 'moderation/decisions', mod, { items, act: 'unlist', ...said })).toMatchObject({
        status: 200,
      });
      expect((await sql`select state from comics where id = ${series.id}`.execute(db)).rows).toEqual([
        { state: 'unlisted' },
      ]);
    }
  });

  it('words what is used again in every language, by admins', async () => {
    const texts = {
      en: { title: 'Spam', what: 'Hidden', why: 'Advertising', redress: 'Object' },
      ar: { title: 'دعاية', what: 'أُخفي', why: '', redress: '' },
    };
    expect((await call('POST', 'moderation/templates', mod, { act: 'hide', texts })).status).toBe(403);
    const made = (await call('POST', 'moderation/templates', admin, { act: 'hide', texts })).body;
    expect(
      (await call('PUT', `moderation/templates/${made.id}`, admin, { act: 'any', texts: { en: texts.en } })).body,
    ).toMatchObject({ act: 'any' });
    expect((await call('GET', 'moderation/templates', mod)).body).toEqual([
      { id: made.id, act: 'any', texts: { en: texts.en } },
    ]);
    expect((await call('POST', 'moderation/templates', admin, { act: 'hide', texts: {} })).status).toBe(422);
    expect((await call('DELETE', `moderation/templates/${made.id}`, admin)).status).toBe(204);
  });
});

describe('notices of takedown', () => {
  const notice = () => ({
    signature: 'K. Mori',
    work: 'My book',
    location: `https://comics.test/en/comic/${other.slug}`,
    scope: 'comic',
    name: 'K. Mori',
    address: 'Street 1',
    phone: '+1',
    email: 'k@example.test',
    good_faith: true,
    accurate: true,
  });

  it('are taken with all six elements and an address of something here; what they say cannot harm', async () => {
    const whole = { ...notice(), captcha: await captcha() };
    for (const missing of [
      'signature',
      'work',
      'location',
      'name',
      'address',
      'phone',
      'email',
      'good_faith',
      'accurate',
    ] as const) {
      const { [missing]: _left, ...rest } = whole;
      expect(await call('POST', 'dmca', undefined, rest), missing).toMatchObject({
        status: 422,
        body: { errors: { [missing]: [expect.any(String)] } },
      });
    }
    expect((await call('POST', 'dmca', undefined, { ...whole, accurate: false })).status).toBe(422);
    expect(
      (await call('POST', 'dmca', undefined, { ...whole, location: 'https://comics.test/en/comic/nothing' })).body
        .errors,
    ).toHaveProperty('location');
    expect((await call('POST', 'dmca', undefined, { ...whole, statement: 'x'.repeat(200_000) })).status).toBe(413);
    expect((await call('POST', 'dmca', undefined, { ...notice() })).body.code).toBe('captcha-required');
    expect((await call('POST', 'dmca', undefined, { ...whole, work: '<script>alert(1)</script>\u202e' })).status).toBe(
      201,
    );
    expect((await queue('?kind=takedown')).data).toMatchObject([
      {
        reasons: ['copyright'],
        target: { title: 'Harbour' },
        said: [{ text: expect.stringContaining('<script>alert(1)</script>\n') }],
      },
    ]);
  });

  it('take a page away and bring it back; reject; take a comic down with its tombstone and restore it', async () => {
    const { db } = site.deps;
    const page = `https://comics.test/en/comic/${other.slug}/reader/2`;
    const {
      body: { id },
    } = await call('POST', 'dmca', ann, { ...notice(), scope: 'page', location: page });
    const pictures = async () =>
      (
        await sql<{
          image: string;
        }>`select p.image from pages p join chapters h on h.id = p.chapter_id where h.comic_id = ${other.id} order by p.number`.execute(
          db,
        )
      ).rows.map(({ image }) => image);
    const before = await pictures();
    const decide = (of: number, act: string) =>
      call('POST', 'moderation/decisions', mod, { items: [`takedown.${of}`], act, ...said });
    expect((await decide(id, 'takedown')).status).toBe(200);
    const after = await pictures();
    expect([after[0], after[1] === before[1], after[2]]).toEqual([before[0], false, before[2]]);
    expect(await decide(id, 'takedown')).toMatchObject({ status: 409 });
    // A cover of its own stays.
    const {
      rows: [own],
    } = await sql<{
      image: string;
    }>`update comics set cover = (select hash from images where hash <> all(${after}::text[])
      and hash <> all(${before}::text[]) limit 1) where id = ${other.id} returning cover as image`.execute(db);
    expect((await decide(id, 'restore')).status).toBe(200);
    expect(await pictures()).toEqual(before);
    expect((await sql`select cover as image from comics where id = ${other.id}`.execute(db)).rows).toEqual([own]);
    const first = (await queue('?kind=takedown')).data[0]!.id.slice('takedown.'.length);
    expect((await decide(Number(first), 'takedown')).status).toBe(200);
    expect((await call('GET', `comics/${other.slug}`, ann)).status).toBe(451);
    expect((await decide(Number(first), 'restore')).status).toBe(200);
    expect((await call('GET', `comics/${other.slug}`, ann)).status).toBe(200);
    const {
      body: { id: third },
    } = await call('POST', 'dmca', ann, notice());
    expect((await decide(third, 'reject')).status).toBe(200);
    expect((await call('GET', 'admin/dmca?state=rejected', mod)).body.data).toMatchObject([
      { id: third, claimant: { email: 'k@example.test' }, decided_by: 'mod' },
    ]);
    expect((await call('GET', `admin/dmca/${third}`, ann)).status).toBe(403);
    expect((await mails()).filter(({ template }) => template === 'takedown-decided')).toHaveLength(5);
  });
});

describe('rules for words and links', () => {
  it('refuse, hold back and mask what members write, names and lists too, and are tried before they count', async () => {
    const add = (rule: object) => call('POST', 'moderation/filters', mod, rule);
    expect((await add({ kind: 'word', pattern: 'free gems', action: 'refuse' })).status).toBe(201);
    expect((await add({ kind: 'word', pattern: 'dang*', action: 'mask' })).status).toBe(201);
    expect((await add({ kind: 'link', pattern: 'https://www.Bad.example/x', action: 'refuse' })).body.pattern).toBe(
      'bad.example',
    );
    expect((await add({ kind: 'word', pattern: 'free gems', action: 'hold' })).body.code).toBe('filter-known');
    expect((await add({ kind: 'word', pattern: '**', action: 'hold' })).status).toBe(422);
    const write = async (text: string) => (await call('POST', `comics/${other.slug}/comments`, ann, { text })).body;
    expect((await write('get FREE  ＧＥＭＳ now')).code).toBe('text-refused');
    expect((await write('see http://sub.bad.example/a')).code).toBe('text-refused');
    expect(await write('oh DÁNGIT, no harm')).toMatchObject({ state: 'shown', text: 'oh ******, no harm' });
    expect((await call('POST', 'account/lists', ann, { name: 'Free gems' })).body.code).toBe('text-refused');
    expect((await call('PATCH', 'account', ann, { username: 'free_gems' })).status).toBe(422);
    expect((await call('POST', 'moderation/filters/try', mod, { text: 'casino' })).body).toEqual({
      action: 'hold',
      text: 'casino',
      matched: ['casino'],
    });
    const { data } = (await call('GET', 'moderation/filters?q=gems', mod)).body;
    expect((await call('DELETE', `moderation/filters/${data[0].id}`, mod)).status).toBe(204);
    expect((await write('free gems')).state).toBe('shown');
  });
});
