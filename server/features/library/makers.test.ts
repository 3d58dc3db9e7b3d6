import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_BLOCKED_GROUPS, MAX_BLOCKED_UPLOADERS, MAX_PREFERRED_GROUPS } from '#contract/makers.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { RELEASES_JOB } from '#server/features/notifications/jobs.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { releasesJob } from '#server/features/notifications/releases.ts';
import { endMerge } from '#server/features/taxonomy/queries-merge.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { members, type Member } from '#server/testing/member.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let image: string;
let reader: Member;
let uploader: Member;
/** Two groups: one that the reader blocks, one that they do not. */
let bad: number;
let good: number;
let series: { id: number; slug: string };
/** A series of which all is of the bad group, a one-shot that says so itself, and one that the uploader brought. */
let only: { id: number; slug: string };
let oneshot: { id: number; slug: string };
let brought: { id: number; slug: string };
let chapters: number[];

async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string, who: Member | null = reader, payload?: object) {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  const body = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, body, said: answer.statusCode < 400 ? answer.statusCode : body.code };
}
const get = async (path: string, who?: Member | null) => (await ask('GET', path, who)).body;
const choose = (group: number | string, choice: string, who = reader) =>
  ask('PUT', `/account/makers/groups/${group}`, who, { choice });
const forget = (group: number | string) => ask('DELETE', `/account/makers/groups/${group}`);
const block = (name: string, who = reader) => ask('PUT', `/account/makers/uploaders/${name}`, who);
const names = (list: { name: string }[]) => list.map(({ name }) => name);

async function plant(
  title: string,
  made: { number: string; groups: number[]; uploader?: number }[],
  more: { terms?: number[]; oneshot?: boolean; uploader?: number } = {},
): Promise<{ id: number; slug: string; chapters: number[] }> {
  return withTransaction(site.deps.db, async (tx) => {
    const comic = await createComic(tx, {
      title,
      oneshot: more.oneshot ?? false,
      terms: more.terms ?? [],
      uploadedAt: new Date('2026-01-01T00:00:00Z'),
    });
    const ids: number[] = [];
    for (const { number, groups, uploader: by } of made) {
      const { id } = await createChapter(tx, comic.id, { number, groups, uploaderId: by ?? null });
      await setPages(tx, id, [{ image }]);
      ids.push(id);
    }
    await sql`update comics set uploader_id = ${more.uploader ?? null} where id = ${comic.id}`.execute(tx);
    await publishComic(tx, comic.id);
    return { ...comic, chapters: ids };
  });
}

beforeAll(async () => {
  site = await testApp({ features: ['groups', 'tags', 'nsfw', 'shelves'] }, undefined, undefined, [
    { id: 'without', hosts: ['without.test'], features: ['tags', 'shelves'] },
  ]);
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site?.close());
beforeEach(async () => {
  const { db } = site.deps;
  await sql`delete from jobs`.execute(db);
  await sql`delete from comics`.execute(db);
  await sql`delete from terms`.execute(db);
  [reader, uploader] = (await members(db, 2)) as [Member, Member];
  [bad, good] = (await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'group', name: 'Bad crew' },
      { kind: 'group', name: 'Good crew' },
    ]),
  )) as [number, number];
  const made = await plant('Harbour', [
    { number: '1', groups: [bad] },
    { number: '1', groups: [good] },
    { number: '2', groups: [bad, good] },
    { number: '3', groups: [good] },
    { number: '4', groups: [bad] },
  ]);
  series = made;
  chapters = made.chapters;
  only = await plant('Harbour lights', [{ number: '1', groups: [bad] }]);
  oneshot = await plant('Harbour fog', [{ number: '1', groups: [] }], { oneshot: true, terms: [bad] });
  brought = await plant('Harbour rain', [{ number: '1', groups: [good] }], { uploader: uploader.id });
});

describe('what a member chooses', () => {
  it('is a group to prefer or to block, one of both at a time, and is taken back', async () => {
    expect(await get('/account/makers')).toEqual({ preferred: [], blocked: [], uploaders: [] });
    expect(names((await choose(bad, 'blocked')).body.blocked)).toEqual(['Bad crew']);
    expect((await choose('good-crew', 'preferred')).body).toMatchObject({
      preferred: [{ id: good, slug: 'good-crew', name: 'Good crew' }],
      blocked: [{ id: bad }],
    });
    const both = (await choose(bad, 'preferred')).body;
    expect([names(both.preferred).sort(), both.blocked]).toEqual([['Bad crew', 'Good crew'], []]);
    expect((await forget(bad)).body.preferred).toHaveLength(1);
    expect((await forget(bad)).status).toBe(200);
    expect(await get('/account/makers', uploader)).toEqual({ preferred: [], blocked: [], uploaders: [] });
  });

  it('is an uploader to block, by name, but not oneself', async () => {
    expect((await block(uploader.username.toUpperCase())).body.uploaders).toMatchObject([{ id: uploader.id }]);
    expect((await block(reader.username)).said).toBe('not-allowed');
    expect((await block('nobody-here')).said).toBe('user-not-found');
    expect((await ask('DELETE', `/account/makers/uploaders/${uploader.username}`)).body.uploaders).toEqual([]);
  });

  it('is asked of members alone, of groups that there are, and of no groups on a site without them', async () => {
    expect((await choose(bad, 'blocked', null as never)).said).toBe('sign-in-required');
    expect((await choose('no-such-crew', 'blocked')).said).toBe('term-not-found');
    expect((await choose(bad, 'loved')).status).toBe(422);
    await choose(bad, 'blocked');
    const without = { host: 'without.test', ...reader.headers };
    const put = await site.app.inject({
      method: 'PUT',
      url: `/api/account/makers/groups/${bad}`,
      headers: without,
      payload: { choice: 'blocked' },
    });
    expect(put.statusCode).toBe(404);
    expect((await site.get('/api/account/makers', without)).body.blocked).toEqual([]);
    expect((await site.get('/api/comics', without)).body.total).toBe(4);
    expect((await site.get(`/api/comics/${series.slug}/chapters`, without)).body).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ blocked: false })),
    );
  });

  it('has limits, also where many are chosen at once', async () => {
    const { db } = site.deps;
    const more = await withTransaction(db, (tx) =>
      findOrCreateTerms(
        tx,
        Array.from({ length: MAX_BLOCKED_GROUPS }, (_, at) => ({ kind: 'group', name: `Crew ${at}` })),
      ),
    );
    await sql`insert into chosen_groups (user_id, term_id, choice) select ${reader.id}, g, 'blocked' from unnest(${more.slice(1)}::int[]) g`.execute(
      db,
    );
    expect(
      (await Promise.all([choose(bad, 'blocked'), choose(good, 'blocked')])).map(({ said }) => said).sort(),
    ).toEqual([200, 'makers-full']);
    expect((await choose(more[1]!, 'blocked')).status).toBe(200);
    await sql`update chosen_groups set choice = 'preferred' where term_id = any(${more.slice(1, 1 + MAX_PREFERRED_GROUPS)}::int[])`.execute(
      db,
    );
    expect((await choose(more[0]!, 'preferred')).said).toBe('makers-full');
    const others = await members(db, MAX_BLOCKED_UPLOADERS);
    await sql`insert into blocked_uploaders (user_id, uploader_id) select ${reader.id}, u from unnest(${others.map(({ id }) => id)}::int[]) u`.execute(
      db,
    );
    expect((await block(uploader.username)).said).toBe('makers-full');
    expect((await block(others[0]!.username)).status).toBe(200);
  });

  it('goes along when groups become one, is in what members take with them, and ends with the account', async () => {
    const { db } = site.deps;
    await choose(bad, 'blocked');
    await block(uploader.username);
    await withTransaction(db, (tx) => endMerge(tx, bad, good));
    expect(names((await get('/account/makers')).blocked)).toEqual(['Good crew']);
    const data = (await site.get('/api/account/export?format=json', reader.headers)).body;
    expect(data).toMatchObject({
      chosen_groups: [{ slug: 'good-crew', choice: 'blocked' }],
      blocked_uploaders: [{ username: uploader.username }],
    });
    await sql`delete from users where id in (${reader.id}, ${uploader.id})`.execute(db);
    expect(
      (
        await sql`select from chosen_groups where user_id = ${reader.id} union all select from blocked_uploaders where user_id = ${reader.id}`.execute(
          db,
        )
      ).rows,
    ).toEqual([]);
  });
});

describe.each(['from the database', 'from memory'])('what is of whom a member blocks, %s', (from) => {
  beforeEach(async () => {
    if (from === 'from memory') {
      await site.deps.catalogue.build();
    }
    await choose(bad, 'blocked');
    await block(uploader.username);
  });

  it('is in no list, count, search, suggestion, feed or catalogue of theirs, and in those of everyone else', async () => {
    const seen = async (who: Member | null) => {
      const headers = who?.headers ?? {};
      const text = async (path: string) => {
        const answer = await site.app.inject({ url: path, headers: { host: 'comics.test', ...headers } });
        expect([path, answer.statusCode]).toEqual([path, 200]);
        return [only, oneshot, brought, series].map(({ slug }) => answer.body.includes(slug));
      };
      return Promise.all(
        [
          '/api/comics?per_page=50',
          '/api/comics?sort=latest_chapter',
          '/api/comics?sort=title',
          '/api/comics?q=harbour',
          '/api/comics?q=harbour&sort=views',
          `/api/comics?ids=${[only, oneshot, brought, series].map(({ id }) => id).join('&ids=')}`,
          '/en/latest/feed.atom',
          '/en/latest/feed.rss',
          '/en/opds/comics',
        ].map(text),
      );
    };
    expect(await seen(reader)).toEqual(Array.from({ length: 9 }, () => [false, false, false, true]));
    expect(await seen(null)).toEqual(Array.from({ length: 9 }, () => [true, true, true, true]));
    expect((await get('/comics')).total).toBe(1);
    expect((await get('/comics', null)).total).toBe(4);
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await get('/comics/random')).id).toBe(series.id);
    }
    expect(names((await get('/groups')).data)).toEqual(['Good crew']);
    expect(names((await get('/groups', null)).data).sort()).toEqual(['Bad crew', 'Good crew']);
    expect((await get('/suggest?q=bad')).map(({ text }: { text: string }) => text)).not.toContain('group:"bad crew"');
    expect((await get('/suggest?q=bad', null)).map(({ text }: { text: string }) => text)).toContain('group:"bad crew"');
  });

  it('is there for who asks for the group by its own name, and by its address', async () => {
    const ids = (list: { data: { id: number }[] }) => list.data.map(({ id }) => id);
    const made = [oneshot.id, only.id, series.id];
    expect(ids(await get(`/comics?groups=${bad}`))).toEqual(made);
    expect(ids(await get('/comics?q=group:"bad crew"'))).toEqual(made);
    expect((await get(`/groups/${bad}/team`)).chapters_count).toBe(4);
    expect((await ask('GET', `/comics/${only.slug}`)).status).toBe(200);
    expect((await ask('GET', `/comics/${only.slug}/chapter-1/images`)).status).toBe(200);
  });

  it('is marked in the list of chapters, and stepped over by what is newest, next and before', async () => {
    await choose(good, 'preferred');
    const list = await get(`/comics/${series.slug}/chapters`);
    expect(
      list.map(({ blocked, preferred }: { blocked: boolean; preferred: boolean }) => [blocked, preferred]),
    ).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [false, true],
      [true, false],
    ]);
    const card = (await get('/comics')).data[0];
    expect([card.id, card.latest_chapter.id]).toEqual([series.id, chapters[3]]);
    expect((await get(`/comics/${series.slug}`, null)).latest_chapter.id).toBe(chapters[4]);
    const open = async (path: string) => {
      const { chapter, prev_chapter: before, next_chapter: next } = await get(`/comics/${series.slug}${path}/images`);
      return [before, chapter, next].map((each) => (each === null ? null : chapters.indexOf(each.id)));
    };
    expect(await open('')).toEqual([null, 1, 3]);
    expect(await open(`/${chapters[3]}`)).toEqual([1, 3, null]);
    expect(await open(`/${chapters[4]}`)).toEqual([3, 4, null]);
    const feed = async (who: Member | null) =>
      String((await site.get(`/en/comic/${series.slug}/feed.atom`, who?.headers ?? {})).body).match(/<entry>/g)?.length;
    expect([await feed(reader), await feed(null)]).toEqual([2, 5]);
    const shelf = await site.get(`/en/opds/comics/${series.slug}`, reader.headers);
    expect(String(shelf.body).match(/<entry>/g)).toHaveLength(2);
  });

  it('is not counted as new, and tells them nothing', async () => {
    const { db } = site.deps;
    await ask('PUT', `/comics/${series.slug}/shelf`, reader, { shelf: 'reading' });
    await ask('PUT', `/comics/${series.slug}/shelf`, uploader, { shelf: 'reading' });
    await sql`update shelved_comics set moved_at = '2020-01-01'`.execute(db);
    const counts = async (who: Member) => {
      const [row] = (await get('/account/shelves?shelf=reading', who)).data;
      return [row.unread, (await get('/account', who)).new_chapters];
    };
    expect([await counts(reader), await counts(uploader)]).toEqual([
      [2, 2],
      [4, 4],
    ]);
    const told = async (who: Member) =>
      (await get('/account/notifications', who)).data.map(({ text }: { text: string }) => text);
    for (const who of [reader, uploader]) {
      await ask('PUT', `/comics/${series.slug}/follow`, who);
    }
    const add = async (number: string, group: number) => {
      await withTransaction(db, async (tx) => {
        const { id } = await createChapter(tx, series.id, { number, groups: [group] });
        await setPages(tx, id, [{ image }]);
        await announceRelease(tx, { comic_id: series.id, from: id, fresh: false }, new Date());
      });
      const { rows } = await sql<{
        payload: object;
      }>`delete from jobs where kind = ${RELEASES_JOB.kind} returning payload, id`.execute(db);
      for (const { payload } of rows) {
        const { signal } = new AbortController();
        await releasesJob(site.deps)({ id: 0, kind: '', payload, attempts: 0, signal, async complete() {} });
      }
    };
    await add('5', bad);
    expect([(await told(reader)).length, (await told(uploader)).length]).toEqual([0, 1]);
    await add('6', good);
    await add('7', bad);
    expect(await told(reader)).toEqual([expect.stringContaining('6')]);
    expect((await told(uploader))[0]).toContain('3');
  });
});

describe('ratings that a member chose', () => {
  const settings = async (changes: object) => {
    const answer = await site.app.inject({
      method: 'PATCH',
      url: '/api/account/settings',
      headers: { host: 'comics.test', ...reader.headers },
      payload: changes,
    });
    return answer.statusCode;
  };
  beforeEach(async () => {
    await sql`update comics set rating = case id when ${series.id} then 'safe' when ${only.id} then 'suggestive' else 'explicit' end`.execute(
      site.deps.db,
    );
    await site.deps.catalogue.build();
  });

  it('are what is listed, counted and suggested of all of them, each by itself; addresses still open', async () => {
    const listed = async (query = '') => {
      const { data, total } = await get(`/comics?per_page=50${query}`);
      expect(total).toBe(data.length);
      return data.map(({ rating }: { rating: string }) => rating).sort();
    };
    expect(await settings({ nsfw: true })).toBe(200);
    expect(await listed()).toEqual(['explicit', 'explicit', 'safe', 'suggestive']);
    expect(await settings({ ratings: ['suggestive'] })).toBe(200);
    expect([await listed(), await listed('&q=harbour'), await listed('&sort=title')]).toEqual(
      Array.from({ length: 3 }, () => ['suggestive']),
    );
    expect((await get('/comics/random')).id).toBe(only.id);
    const counts = (await get('/groups')).data.map(({ id, comics_count: count }: Record<string, number>) => [
      id,
      count,
    ]);
    expect(new Map(counts)).toEqual(
      new Map([
        [bad, 1],
        [good, 0],
      ]),
    );
    const suggested = async (q: string) =>
      (await get(`/suggest?q=${q}`)).map(({ text }: { text: string }) => text) as string[];
    expect([await suggested('good'), await suggested('bad')]).toEqual([
      expect.not.arrayContaining(['group:"good crew"']),
      expect.arrayContaining(['group:"bad crew"']),
    ]);
    const feed = String((await site.get('/en/latest/feed.atom', reader.headers)).body);
    expect([feed.includes(only.slug), feed.includes(oneshot.slug)]).toEqual([true, false]);
    expect((await ask('GET', `/comics/${oneshot.slug}`)).status).toBe(200);
    expect(await settings({ ratings: ['safe', 'explicit'] })).toBe(200);
    expect(await listed()).toEqual(['explicit', 'explicit', 'safe']);
    // Who does not ask for every rating is shown what is safe.
    expect(await settings({ nsfw: false, ratings: ['explicit'] })).toBe(200);
    expect(await listed()).toEqual(['safe']);
  });

  it('are one at least, and of those that there are', async () => {
    expect([await settings({ ratings: [] }), await settings({ ratings: ['mild'] })]).toEqual([422, 422]);
  });
});
