import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { digestJob } from './digest.ts';
import { DIGEST_JOB, RELEASES_JOB } from './jobs.ts';
import { announceRelease } from './public/queries-releases.ts';
import { notify } from './public/queries-targets.ts';
import { forgetNotifications } from '#server/features/notifications/public/queries-forgetting.ts';
import { releasesJob } from './releases.ts';

const clock = { now: new Date('2026-06-01T12:00:10Z') };
let site: TestApp;
let image: string;
let terms: number[];

beforeAll(async () => {
  site = await testApp({ url: 'https://comics.test' }, () => clock.now, undefined, [
    {
      id: 'night',
      name: 'Night',
      url: 'https://night.test',
      hosts: ['night.test'],
      variant: 'webtoon',
      locales: ['en', 'fr'],
    },
  ]);
  image = await plantPicture(site.deps.db, site.deps.blobs);
  terms = await withTransaction(site.deps.db, async (tx) => {
    const ids = await findOrCreateTerms(tx, [
      { kind: 'artist', name: 'Ana' },
      { kind: 'tag', name: 'Spiders' },
    ]);
    await describeTerm(tx, ids[0] as number, { translations: { fr: 'Anne' } });
    return ids;
  });
});
afterAll(() => site.close());
beforeEach(() => sql`delete from jobs`.execute(site.deps.db));

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, who: Member, payload?: object) => {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const told = async (who: Member, query = '') =>
  (await call('GET', `account/notifications?${query}`, who)).body as {
    data: {
      id: number;
      text: string;
      path: string;
      url: string;
      image_url: string | null;
      kind: string;
      read_at: string | null;
    }[];
    total: number;
    unread: number;
  };
const follow = (who: Member, path: string) => call('PUT', `${path}/follow`, who);
const settings = (who: Member, values: object) =>
  sql`update users set settings = ${JSON.stringify(values)}::jsonb where id = ${who.id}`.execute(site.deps.db);
const plant = (title: string, more: object = {}) =>
  withTransaction(site.deps.db, (tx) => plantComic(tx, { title, oneshot: false, ...more }, image));
const waiting = async (kind: string) =>
  (
    await sql<{
      payload: object;
      run_at: Date;
    }>`select payload, run_at from jobs where kind = ${kind} and state = 'waiting' order by id`.execute(site.deps.db)
  ).rows;
const run = async (job: JobFunction, payload: unknown = {}) =>
  job({ id: 0, kind: '', payload, attempts: 0, signal: new AbortController().signal, async complete() {} });
const release = async () => {
  for (const { payload } of await waiting(RELEASES_JOB.kind)) {
    await run(releasesJob(site.deps), payload);
  }
};

/** Adds chapters as an import does, each in a transaction of its own, and says so. */
async function add(comic: { id: number }, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await withTransaction(site.deps.db, async (tx) => {
      const chapter = await createChapter(tx, comic.id, { number });
      await setPages(tx, chapter.id, [{ image }]);
      await announceRelease(tx, { comic_id: comic.id, from: chapter.id, fresh: false }, clock.now);
    });
  }
}

/** Publishes a comic and says so. */
async function publish(title: string, more: object = {}): Promise<{ id: number; slug: string }> {
  const comic = await plant(title, more);
  await withTransaction(site.deps.db, (tx) =>
    announceRelease(tx, { comic_id: comic.id, from: 1, fresh: true }, clock.now),
  );
  return comic;
}

describe('followers of a comic', () => {
  it('are told once of all chapters of a minute, and what comes before they look joins it', async () => {
    const [reader, stranger] = [await member(site.deps.db), await member(site.deps.db)];
    const comic = await plant('Moon Bakery', { translations: { fr: { title: 'La boulangerie' } } });
    await follow(reader, `comics/${comic.slug}`);
    await add(comic, '2', '3');
    const jobs = await waiting(RELEASES_JOB.kind);
    expect(jobs.map(({ run_at: at }) => at.toISOString())).toEqual(['2026-06-01T12:02:00.000Z']);
    await release();
    await release();
    expect(await told(reader)).toMatchObject({
      total: 1,
      unread: 1,
      data: [
        {
          kind: 'release',
          text: '2 new chapters of Moon Bakery are out',
          path: `/comic/${comic.slug}`,
          url: `https://comics.test/en/comic/${comic.slug}`,
          image_url: expect.stringContaining('/images/'),
          read_at: null,
        },
      ],
    });
    expect((await told(reader, 'lang=fr')).data[0]!.text).toContain('La boulangerie');
    await sql`delete from jobs`.execute(site.deps.db);
    await add(comic, '4');
    await release();
    const {
      data: [one],
      total,
    } = await told(reader);
    expect([total, one!.text]).toEqual([1, '3 new chapters of Moon Bakery are out']);
    expect((await call('POST', 'account/notifications/read', reader, { ids: [one!.id] })).body).toEqual({ unread: 0 });
    await sql`delete from jobs`.execute(site.deps.db);
    await add(comic, '5');
    await release();
    expect((await told(reader)).data.map(({ text }) => text)).toEqual([
      'Chapter 5 of Moon Bakery is out',
      '3 new chapters of Moon Bakery are out',
    ]);
    expect([(await told(reader, 'unread=true')).total, (await told(stranger)).total]).toEqual([1, 0]);
    await sql`update comics set state = 'removed' where id = ${comic.id}`.execute(site.deps.db);
    expect((await told(reader)).data[0]).toMatchObject({
      text: 'This is no longer available',
      path: null,
      url: null,
      image_url: null,
    });
  });

  it('cost no job where there are none', async () => {
    const comic = await plant('Nobody reads this');
    await add(comic, '2');
    expect(await waiting(RELEASES_JOB.kind)).toEqual([]);
  });
});

describe('followers of a term', () => {
  it('are told of new comics they can see, in their language, unless they do not want to hear of it', async () => {
    const people = await members(site.deps.db, 6);
    const [plain, off, hides, wants, banned, both] = people as [Member, Member, Member, Member, Member, Member];
    for (const person of people) {
      await follow(person, 'artists/ana');
    }
    await settings(off, { notifications: { releases: false } });
    await settings(wants, { nsfw: true });
    await settings(plain, { nsfw: false });
    await call('PUT', 'account/hidden', hides, { terms: [terms[1]] });
    await sql`update users set banned_at = now() where id = ${banned.id}`.execute(site.deps.db);
    const safe = await publish('New Web', { terms });
    const explicit = await publish('After Dark', { terms: [terms[0]], rating: 'explicit' });
    await follow(both, `comics/${explicit.slug}`);
    await settings(both, { nsfw: false });
    await release();
    expect((await told(plain)).data).toMatchObject([{ text: 'New from Ana: New Web', path: `/comic/${safe.slug}` }]);
    expect((await told(plain, 'lang=fr')).data[0]!.text).toContain('Anne');
    expect((await told(wants)).data.map(({ text }) => text).sort()).toEqual([
      'New from Ana: After Dark',
      'New from Ana: New Web',
    ]);
    expect((await told(hides)).data).toMatchObject([]);
    expect([(await told(off)).total, (await told(both)).total]).toEqual([0, 2]);
    const {
      rows: [row],
    } = await sql<{
      count: number;
    }>`select count(*)::int as count from notifications where user_id = ${banned.id}`.execute(site.deps.db);
    expect(row!.count).toBe(0);
  });

  it('are told of chapters that a group they follow made, whatever comic they are of, and of no others', async () => {
    const [fan, other] = (await members(site.deps.db, 2)) as [Member, Member];
    const [owls, larks] = await withTransaction(site.deps.db, (tx) =>
      findOrCreateTerms(tx, [
        { kind: 'group', name: 'Night Owls' },
        { kind: 'group', name: 'Day Larks' },
      ]),
    );
    await follow(fan, 'groups/night-owls');
    await follow(other, 'groups/day-larks');
    const comic = await plant('The Ferry', { terms: [larks] });
    await withTransaction(site.deps.db, async (tx) => {
      const chapter = await createChapter(tx, comic.id, { number: '7', groups: [owls!] });
      await setPages(tx, chapter.id, [{ image }]);
      await announceRelease(tx, { comic_id: comic.id, from: chapter.id, fresh: false }, clock.now);
    });
    await release();
    await release();
    expect((await told(fan)).data.map(({ text }) => text)).toEqual(['Chapter 7 of The Ferry is out']);
    expect((await told(other)).total).toBe(0);
  });
});

describe('notifications', () => {
  it("are their owner's alone, and tell nothing of who is blocked", async () => {
    const { db } = site.deps;
    const [writer, reader, other] = [await member(db), await member(db), await member(db)];
    const comic = await plant('Talked about');
    const {
      rows: [comment],
    } = await sql<{
      id: number;
    }>`insert into comments (comic_id, user_id, text, html) values (${comic.id}, ${writer.id}, 'x', 'x') returning id::int`.execute(
      db,
    );
    const tell = (userId: number, kind: 'reply' | 'mention') =>
      withTransaction(db, (tx) => notify(tx, { userId, kind, payload: { comment_id: comment!.id, by_id: writer.id } }));
    expect([await tell(reader.id, 'reply'), await tell(writer.id, 'mention'), await tell(999_999, 'reply')]).toEqual([
      true,
      false,
      false,
    ]);
    const {
      data: [one],
    } = await told(reader);
    expect(one).toMatchObject({
      text: `${writer.username} replied to your comment on Talked about`,
      path: `/comic/${comic.slug}/comments/${comment!.id}`,
    });
    expect((await call('POST', 'account/notifications/read', other, { ids: [one!.id] })).body).toEqual({ unread: 0 });
    expect((await told(reader)).unread).toBe(1);
    await settings(reader, { notifications: { mentions: false } });
    expect(await tell(reader.id, 'mention')).toBe(false);
    await sql`insert into blocked_users (user_id, blocked_id) values (${reader.id}, ${writer.id})`.execute(db);
    expect(await tell(reader.id, 'reply')).toBe(false);
    await sql`update users set deleted_at = now() where id = ${writer.id}`.execute(db);
    await sql`update comments set state = 'deleted' where id = ${comment!.id}`.execute(db);
    expect((await told(reader)).data[0]).toMatchObject({
      text: 'Someone replied to your comment on Talked about',
      path: `/comic/${comic.slug}/comments`,
    });
    expect((await call('POST', 'account/notifications/read', reader, { all: true })).body).toEqual({ unread: 0 });
    expect((await site.app.inject('/api/account/notifications')).statusCode).toBe(401);
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { all: false }]) {
      expect((await call('POST', 'account/notifications/read', reader, body)).status).toBe(422);
    }
  });

  it('are forgotten when they are old or too many', async () => {
    const { db } = site.deps;
    const [reader, other] = [await member(db), await member(db)];
    await sql`insert into notifications (user_id, kind, created_at)
      select ${reader.id}, 'report', now() - make_interval(days => at) from generate_series(1, 100) at`.execute(db);
    await sql`insert into notifications (user_id, kind) values (${other.id}, 'report')`.execute(db);
    await forgetNotifications(db, new Date(Date.now() - 90 * 86_400_000), 1000, 20);
    const { rows } = await sql`select user_id, count(*)::int as count,
        round(extract(epoch from now() - min(created_at)) / 86400)::int as oldest from notifications
        where user_id in (${reader.id}, ${other.id}) group by user_id order by user_id`.execute(db);
    expect(rows).toEqual([
      { user_id: reader.id, count: 20, oldest: 20 },
      { user_id: other.id, count: 1, oldest: 0 },
    ]);
  });

  it('reach thousands of followers in parts, however often the job is run', async () => {
    const { db } = site.deps;
    const comic = await plant('Everyone reads this');
    await sql`
      with people as (insert into users (username, username_key, email, password)
        select 'crowd' || at, 'crowd' || at, 'crowd' || at || '@example.test', '-' from generate_series(1, 2500) at
        returning id)
      insert into follows (user_id, comic_id) select id, ${comic.id} from people`.execute(db);
    await add(comic, '2');
    await Promise.all([release(), release()]);
    const {
      rows: [row],
    } = await sql<{
      count: number;
      people: number;
    }>`select count(*)::int as count, count(distinct user_id)::int as people from notifications where payload->>'comic_id' = ${String(comic.id)}`.execute(
      db,
    );
    expect(row).toEqual({ count: 2500, people: 2500 });
  });
});

describe('the digest', () => {
  it('is one mail a day to those who want it, with what is unread and new, naming nothing explicit to who has not asked for that', async () => {
    const { db } = site.deps;
    const [daily, shy, weekly, never, unverified] = [
      await member(db),
      await member(db),
      await member(db),
      await member(db),
      await member(db, { verified: false }),
    ];
    for (const [who, mail, nsfw] of [
      [daily, 'daily', true],
      [shy, 'daily', false],
      [weekly, 'weekly', true],
      [unverified, 'daily', true],
    ] as const) {
      await settings(who, {
        notifications: { mail },
        nsfw,
        ...(who === weekly || who === shy ? { locale: 'de' } : {}),
      });
    }
    await sql`update users set site = 'night' where id = ${weekly.id}`.execute(db);
    const comic = await plant('Secret Title', { rating: 'explicit' });
    const people = [daily, shy, weekly, never, unverified];
    for (const who of people) {
      await follow(who, `comics/${comic.slug}`);
    }
    await add(comic, '2');
    await release();
    clock.now = new Date();
    const mails = async () => {
      await run(digestJob(site.deps), {});
      const sent = (await waiting('accounts.mail')) as unknown as {
        payload: { user: number; template: string; items: { text: string; url: string }[] };
      }[];
      await sql`delete from jobs`.execute(db);
      return new Map(sent.map(({ payload }) => [payload.user, payload]));
    };
    const first = await mails();
    expect([...first.keys()]).toEqual([daily.id, shy.id, weekly.id]);
    expect(first.get(daily.id)).toMatchObject({
      template: 'digest',
      more: { count: 1 },
      items: [{ text: 'Chapter 2 of Secret Title is out', url: `/en/comic/${comic.slug}` }],
    });
    expect(first.get(shy.id)).toMatchObject({ locale: 'de' });
    // The site they use has another name for comics, and no German.
    expect(first.get(weekly.id)).toMatchObject({
      site: 'night',
      locale: 'en',
      items: [{ url: `/en/webtoon/${comic.slug}` }],
    });
    expect(JSON.stringify(first.get(shy.id)!.items)).not.toMatch(/secret/i);
    expect((await mails()).size).toBe(0);
    clock.now = new Date(Date.now() + 2 * 86_400_000);
    expect((await mails()).size).toBe(0);
    for (const who of people) {
      await sql`update notifications set created_at = ${clock.now.toISOString()}::timestamptz where user_id = ${who.id}`.execute(
        db,
      );
    }
    expect([...(await mails()).keys()]).toEqual([daily.id, shy.id]);
    expect(DIGEST_JOB.every).toBe(3600);
  });
});
