import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SAVED_SEARCHES, type SavedSearch } from '#contract/saved-searches.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { announceRelease } from './public/queries-releases.ts';
import { searchesJob } from './searches.ts';

let site: TestApp;
let image: string;
let [cats, rain, crew]: number[] = [];

beforeAll(async () => {
  site = await testApp({ nsfw: false });
  image = await plantPicture(site.deps.db, site.deps.blobs);
  [cats, rain, crew] = await withTransaction(site.deps.db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Cats' },
      { kind: 'tag', name: 'Rain' },
      { kind: 'group', name: 'Crew' },
    ]),
  );
});
afterAll(() => site.close());
beforeEach(() => sql`delete from saved_searches`.execute(site.deps.db));

const call = async (
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  who: Member | null,
  payload?: object,
) => {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const save = async (who: Member, name: string, query: string, followed = true): Promise<SavedSearch> =>
  (await call('PUT', 'account/searches', who, { name, query, followed })).body;
const told = async (who: Member): Promise<{ text: string; path: string | null; read_at: string | null }[]> =>
  (await call('GET', 'account/notifications', who)).body.data;
const texts = async (who: Member) => (await told(who)).map(({ text }) => text);
const publish = (title: string, more: object = {}) =>
  withTransaction(site.deps.db, async (tx) => {
    const comic = await plantComic(tx, { title, ...more }, image);
    await announceRelease(tx, { comic_id: comic.id, from: 1, fresh: true }, new Date());
    return comic;
  });
const run = (signal = new AbortController().signal) =>
  searchesJob(site.deps)({ id: 0, kind: '', payload: {}, attempts: 0, signal, async complete() {} });
const left = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from new_comics`.execute(site.deps.db)).rows[0]!.count;

describe('the searches a member keeps', () => {
  it('are kept by name as their list has them, renamed, followed, forgotten, and nobody else’s', async () => {
    const [ann, bea] = [await member(site.deps.db), await member(site.deps.db)];
    const saved = await save(ann, ' Cats ', `tags[]=${cats}&page=3&sort=title&colour=red&q=`, false);
    expect(saved).toEqual({ id: saved.id, name: 'Cats', query: `tags=${cats}&sort=title`, followed: false });
    expect(await save(ann, 'Cats', `tags=${rain}`, true)).toEqual({
      id: saved.id,
      name: 'Cats',
      query: `tags=${rain}`,
      followed: true,
    });
    await save(ann, 'Rain', `tags=${rain}`, false);
    expect((await call('PUT', 'account/searches', ann, { name: 'Cats', query: 'q=cat' })).body.followed).toBe(true);
    expect((await call('PATCH', `account/searches/${saved.id}`, bea, { name: 'Mine' })).status).toBe(404);
    expect((await call('DELETE', `account/searches/${saved.id}`, bea)).status).toBe(204);
    expect((await call('PATCH', `account/searches/${saved.id}`, ann, { name: 'Rain', followed: false })).body).toEqual({
      id: saved.id,
      name: 'Rain',
      query: 'q=cat',
      followed: false,
    });
    expect((await call('GET', 'account/searches', ann)).body).toHaveLength(1);
    expect((await call('GET', 'account/searches', bea)).body).toEqual([]);
    expect((await call('GET', 'account/export?format=json', ann)).body.saved_searches).toMatchObject([
      { name: 'Rain', query: 'q=cat', followed_at: null },
    ]);
    await call('DELETE', `account/searches/${saved.id}`, ann);
    expect((await call('GET', 'account/searches', ann)).body).toEqual([]);
  });

  it('are refused where they are no list, without a name, to guests, and where there are too many', async () => {
    const who = await member(site.deps.db);
    const statuses = [
      await call('GET', 'account/searches', null),
      await call('PUT', 'account/searches', who, { name: ' ', query: '' }),
      await call('PUT', 'account/searches', who, { name: 'a', query: 'tags=many' }),
      await call('PUT', 'account/searches', who, { name: 'a', query: `q=${'a'.repeat(501)}` }),
      await call('PUT', 'account/searches', who, { name: 'a', query: 'sort=colour' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 422, 422, 422, 422]);
    await Promise.all(Array.from({ length: MAX_SAVED_SEARCHES + 3 }, (_each, at) => save(who, `n${at}`, 'q=a', false)));
    expect((await call('GET', 'account/searches', who)).body).toHaveLength(MAX_SAVED_SEARCHES);
  });
});

describe('a search that is followed', () => {
  it('tells once of all new comics that it finds, counts up until that is read, and leads to its list', async () => {
    const [ann, bea] = [await member(site.deps.db), await member(site.deps.db)];
    await publish('Before', { terms: [cats] });
    await save(ann, 'My cats', `tags=${cats}`);
    await save(ann, 'Wet', `tags=${rain}`);
    await save(bea, 'Titled', 'q=lantern');
    await save(bea, 'Silent', `tags=${cats}`, false);
    for (const [title, term] of [
      ['Lantern one', cats],
      ['Lantern two', cats],
      ['Harbour', rain],
    ] as const) {
      await publish(title, { terms: [term] });
    }
    await Promise.all([run(), run()]);
    await run();
    expect((await texts(ann)).toSorted()).toEqual(['1 new comic for “Wet”', '2 new comics for “My cats”']);
    expect(await told(bea)).toMatchObject([{ text: '2 new comics for “Titled”', path: '/latest?q=lantern' }]);
    expect(await left()).toBe(0);
    await publish('Lantern three', { terms: [] });
    await run();
    expect(await texts(bea)).toEqual(['3 new comics for “Titled”']);
    await call('POST', 'account/notifications/read', bea, { all: true });
    await publish('Lantern four', { terms: [] });
    await run();
    expect((await told(bea)).map(({ text, read_at }) => [text, read_at === null])).toEqual([
      ['1 new comic for “Titled”', true],
      ['3 new comics for “Titled”', false],
    ]);
    await sql`delete from saved_searches`.execute(site.deps.db);
    expect((await told(bea)).map(({ path }) => path)).toEqual([null, null]);
  });

  it('tells nobody of what lists do not show them: explicit, hidden, withdrawn, of whom they block, or out before they followed', async () => {
    const [plain, grown, shy] = [await member(site.deps.db), await member(site.deps.db), await member(site.deps.db)];
    const [quiet, picky] = [await member(site.deps.db), await member(site.deps.db)];
    await sql`insert into chosen_groups (user_id, term_id, choice) values (${picky.id}, ${crew}, 'blocked')`.execute(
      site.deps.db,
    );
    const wants = (who: Member, settings: object) =>
      sql`update users set settings = ${JSON.stringify(settings)}::jsonb where id = ${who.id}`.execute(site.deps.db);
    const some = await member(site.deps.db);
    await wants(grown, { nsfw: true });
    await wants(some, { nsfw: true, ratings: ['explicit'] });
    await wants(quiet, { notifications: { searches: false } });
    await call('PUT', 'account/hidden', shy, { terms: [rain] });
    for (const who of [plain, grown, some, shy, quiet, picky]) {
      await save(who, 'All', '');
    }
    await publish('Night', { rating: 'explicit' });
    await publish('Storm', { terms: [rain, crew] });
    const gone = await publish('Gone');
    await sql`update comics set state = 'removed', removed_reason = 'a claim', removed_at = now() where id = ${gone.id}`.execute(
      site.deps.db,
    );
    const late = await member(site.deps.db);
    await save(late, 'All', '');
    await run();
    expect(await texts(plain)).toEqual(['1 new comic for “All”']);
    expect(await texts(grown)).toEqual(['2 new comics for “All”']);
    expect(await texts(some)).toEqual(['1 new comic for “All”']);
    expect([await texts(shy), await texts(quiet), await texts(late), await texts(picky)]).toEqual([[], [], [], []]);
  });

  it('tells each member of their own where it asks what they read', async () => {
    const [ann, bea] = [await member(site.deps.db), await member(site.deps.db)];
    for (const who of [ann, bea]) {
      await save(who, 'Unread', '');
      await save(who, 'Hearts', 'q=is:favorite');
    }
    const comic = await publish('Kite');
    await sql`insert into favorites (user_id, comic_id) values (${ann.id}, ${comic.id})`.execute(site.deps.db);
    await run();
    expect((await texts(ann)).toSorted()).toEqual(['1 new comic for “Hearts”', '1 new comic for “Unread”']);
    expect(await texts(bea)).toEqual(['1 new comic for “Unread”']);
  });

  it('is told once by a job that was killed between members and runs again', async () => {
    const many = await members(site.deps.db, 450);
    await sql`insert into saved_searches (user_id, name, query, followed_at)
      select u, 'All', '', now() from unnest(${many.map(({ id }) => id)}::int[]) u`.execute(site.deps.db);
    await publish('Once');
    const killer = new AbortController();
    // Killed when the second two hundred are looked at.
    let asked = 0;
    const signal = new Proxy(killer.signal, {
      get: (target, key) =>
        key === 'throwIfAborted'
          ? () => {
              asked += 1;
              if (asked > 250) throw new Error('killed');
            }
          : (Reflect.get(target, key) as unknown),
    });
    await expect(run(signal)).rejects.toThrow('killed');
    const counts = async () =>
      (
        await sql<{ all: number; count: number }>`
          select count(*)::int as all, coalesce(max((payload->>'count')::int), 0) as count from notifications
          where kind = 'search' and user_id = any(${many.map(({ id }) => id)}::int[])`.execute(site.deps.db)
      ).rows[0]!;
    expect(await counts()).toEqual({ all: 200, count: 1 });
    await Promise.all([run(), run()]);
    expect(await counts()).toEqual({ all: 450, count: 1 });
    expect(await left()).toBe(0);
  });

  it('costs publishing nothing where nobody follows one', async () => {
    await publish('Quiet');
    expect(await left()).toBe(0);
  });
});
