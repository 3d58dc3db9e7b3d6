import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { findMarks } from './public/queries-marks.ts';

let site: TestApp;
let reader: Member;
let other: Member;
let comics: { id: number; slug: string }[];
let draft: { id: number; slug: string };
let removed: { id: number; slug: string };
let terms: number[];

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  who: Member | null = reader,
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
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);
const setState = (id: number, state: string) =>
  sql`update comics set state = ${state}, removed_reason = 'a claim', removed_at = now() where id = ${id}`.execute(
    site.deps.db,
  );

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  [reader, other] = [await member(db), await member(db)];
  // So that their scores count.
  await sql`update users set created_at = now() - interval '8 days'`.execute(db);
  terms = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Cats' },
      { kind: 'artist', name: 'Ana' },
      { kind: 'parody', name: 'Old Tales' },
    ]),
  );
  const plant = (title: string, more: object = {}) =>
    withTransaction(db, (tx) => plantComic(tx, { title, ...more }, image));
  comics = [];
  for (const at of [1, 2, 3, 4, 5, 6]) {
    comics.push(
      await plant(`Comic ${at}`, {
        terms: at % 2 ? [terms[0]] : [],
        uploadedAt: new Date(Date.UTC(2026, 0, at)),
        rating: at === 6 ? 'explicit' : 'safe',
      }),
    );
  }
  [draft, removed] = [await plant('A draft'), await plant('Gone')];
  await setState(draft.id, 'draft');
});
afterAll(() => site.close());

describe('favorites', () => {
  it('are added and taken away as often as one likes, and counted once', async () => {
    const { id, slug } = comics[0]!;
    for (const favorited of [true, true, false, false]) {
      const { status, body } = await call(favorited ? 'POST' : 'DELETE', `comics/${slug}/favorite`);
      expect([status, body]).toEqual([200, { favorited, favorites: favorited ? 1 : 0 }]);
    }
    await call('POST', `comics/${id}/favorite`, other);
    expect((await call('POST', `comics/${slug}/favorite`)).body).toEqual({ favorited: true, favorites: 2 });
    expect([
      (await call('GET', `comics/${slug}`)).body.favorited,
      (await call('GET', `comics/${comics[1]!.slug}`)).body.favorited,
    ]).toEqual([true, false]);
    expect((await call('GET', `comics/${slug}`, null)).body).not.toHaveProperty('favorited');
  });

  it('cannot be made of what is not there, and keep what was removed until it is taken out', async () => {
    expect([
      (await call('POST', `comics/${draft.slug}/favorite`)).status,
      (await call('POST', 'comics/none/favorite')).status,
      (await call('POST', `comics/${draft.slug}/favorite`, null)).status,
    ]).toEqual([404, 404, 401]);
    await call('POST', `comics/${removed.slug}/favorite`);
    await setState(removed.id, 'removed');
    expect((await call('POST', `comics/${removed.slug}/favorite`)).status).toBe(451);
    expect(ids((await call('GET', 'account/favorites')).body)).not.toContain(removed.id);
    expect((await findMarks(site.deps.db, reader.id, [removed.id]))[removed.id]).toMatchObject({ favorited: true });
    expect((await call('DELETE', `comics/${removed.slug}/favorite`)).body).toEqual({ favorited: false, favorites: 0 });
  });

  it('are listed as the listing lists, those added last first', async () => {
    for (const at of [4, 2, 3, 1]) {
      await call('POST', `comics/${comics[at]!.slug}/favorite`, other);
    }
    const list = async (query: string) =>
      ids((await call('GET', `account/favorites?${query}`, other)).body).map((id) =>
        comics.findIndex((comic) => comic.id === id),
      );
    expect(await list('')).toEqual([1, 3, 2, 4, 0]);
    expect(await list('order=asc&per_page=2&page=2')).toEqual([2, 3]);
    expect(await list('sort=uploaded_at')).toEqual([4, 3, 2, 1, 0]);
    expect(await list(`tags=${terms[0]}`)).toEqual([2, 4, 0]);
    expect(await list(`not_tags=${terms[0]}&sort=title&order=asc`)).toEqual([1, 3]);
    expect(await list('q=tag:cats')).toEqual([2, 4, 0]);
    expect((await call('GET', 'account/favorites?q=comic+3', other)).body).toMatchObject({
      total: 1,
      search: { canonical: 'comic 3' },
    });
    expect((await call('GET', 'account/favorites?q=comic&sort=favorited_at', other)).body.total).toBe(5);
    const nobody = await member(site.deps.db);
    for (const query of ['', 'sort=title', 'q=comic']) {
      expect((await call('GET', `account/favorites?${query}`, nobody)).body.total).toBe(0);
    }
    await site.deps.catalogue.build();
    expect([await list('sort=uploaded_at'), await list(`tags=${terms[0]}&sort=title`)]).toEqual([
      [4, 3, 2, 1, 0],
      [4, 2, 0],
    ]);
  });

  it('are shown to others only when their owner says so', async () => {
    expect((await call('GET', `users/${other.username}/favorites`)).status).toBe(404);
    expect((await call('GET', `users/${other.username}/favorites`, other)).status).toBe(200);
    await sql`update users set settings = '{"public_favorites": true}' where id = ${other.id}`.execute(site.deps.db);
    expect((await call('GET', `users/${other.username.toUpperCase()}/favorites`, null)).body.total).toBe(5);
    expect((await call('GET', 'users/nobody-here/favorites')).status).toBe(404);
  });

  it('are counted exactly after a thousand changes at once', async () => {
    const { db } = site.deps;
    const crowd = await members(db, 20);
    const asked = Array.from({ length: 1000 }, (_, at) => {
      const who = crowd[at % crowd.length]!;
      return call((at * 7) % 3 ? 'POST' : 'DELETE', `comics/${comics[(at >> 3) % 2]!.slug}/favorite`, who);
    });
    const deleted = sql`delete from favorites where user_id in (${crowd[0]!.id}, ${crowd[1]!.id})`.execute(db);
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    await deleted;
    await sql`delete from users where id = ${crowd[2]!.id}`.execute(db);
    const { rows } =
      await sql`select comic_id from comic_stats s where favorites <> (select count(*) from favorites f where f.comic_id = s.comic_id)`.execute(
        db,
      );
    expect(rows).toEqual([]);
  });
});

describe('marks', () => {
  it('say in one call what a member did with the comics of a page, and nothing of what they did not', async () => {
    const [first, second, third] = comics as [typeof draft, typeof draft, typeof draft];
    await call('PUT', `comics/${first.slug}/rating`, other, { score: 9 });
    await call('PUT', `comics/${second.slug}/follow`, other);
    await call('PUT', 'account/progress', other, [
      { comic_id: third.id, page: 3, completed: true },
      { comic_id: second.id, page: 2 },
    ]);
    expect(
      (await call('GET', `account/marks?comics=${first.id},${second.id},${third.id},${comics[5]!.id}`, other)).body,
    ).toEqual({
      [first.id]: { favorited: true, score: 9, followed: false, shelf: null, read: 'none' },
      [second.id]: { favorited: true, score: null, followed: true, shelf: null, read: 'part' },
      [third.id]: { favorited: true, score: null, followed: false, shelf: null, read: 'all' },
    });
    expect([
      (await call('GET', 'account/marks', other)).body,
      (await call('GET', 'account/marks?comics=1', null)).status,
      (await call('GET', 'account/marks?comics=x', other)).status,
    ]).toEqual([{}, 401, 422]);
    expect(
      (await call('GET', `account/marks?comics=${Array.from({ length: 101 }, (_, at) => at + 1).join(',')}`, other))
        .status,
    ).toBe(422);
  });
});

describe('ratings', () => {
  it('are one a member, from 1 to 10, and averaged', async () => {
    const path = `comics/${comics[3]!.slug}/rating`;
    await Promise.all([3, 10, 5].map((score) => call('PUT', path, reader, { score })));
    expect((await call('PUT', path, reader, { score: 8 })).body).toEqual({
      score: 8,
      counted: true,
      average: 8,
      ratings: 1,
    });
    expect((await call('PUT', path, other, { score: 5 })).body).toEqual({
      score: 5,
      counted: true,
      average: 6.5,
      ratings: 2,
    });
    expect((await call('GET', path, null)).body).toEqual({ score: null, counted: null, average: 6.5, ratings: 2 });
    for (const score of [0, 11, 2.5, '9', null]) {
      expect((await call('PUT', path, reader, { score })).status).toBe(422);
    }
    await site.deps.catalogue.catchUp();
    expect(ids((await call('GET', 'comics?q=rating:6.5', null)).body)).toEqual([comics[3]!.id]);
    expect((await call('GET', 'comics?q=rating:>%3D9', null)).body.total).toBe(1);
    expect((await call('DELETE', path, reader)).body).toEqual({ score: null, counted: null, average: 5, ratings: 1 });
    expect((await call('PUT', `comics/${draft.slug}/rating`, reader, { score: 1 })).status).toBe(404);
  });
});

describe('lists', () => {
  const make = async (body: object = { name: 'To read' }) =>
    (await call('POST', 'account/lists', reader, body)).body as { id: number };

  it("hold comics in an order of their owner's", async () => {
    const { id } = await make({ name: '  To read  ', description: 'Later' });
    for (const at of [0, 1, 2, 2]) {
      expect((await call('PUT', `account/lists/${id}/comics/${comics[at]!.slug}`)).status).toBe(200);
    }
    expect(
      (await call('PUT', `account/lists/${id}/order`, reader, { comics: [comics[2]!.id, 999, comics[2]!.id] })).status,
    ).toBe(204);
    const { body } = await call('GET', `lists/${id}`);
    expect(body).toMatchObject({
      name: 'To read',
      description: 'Later',
      public: false,
      own: true,
      comics_count: 3,
      user: { username: reader.username },
    });
    expect([ids(body.comics), body.thumbs.length]).toEqual([[comics[2]!.id, comics[0]!.id, comics[1]!.id], 3]);
    expect((await call('DELETE', `account/lists/${id}/comics/${comics[0]!.id}`)).body).toEqual({
      has: false,
      comics_count: 2,
    });
    expect((await call('PUT', `account/lists/${id}/comics/${draft.slug}`)).status).toBe(404);
    expect((await call('GET', `account/lists?comic=${comics[1]!.id}`)).body).toMatchObject([
      { id, has: true, comics_count: 2 },
    ]);
  });

  it('are searched by words of titles, a page at a time, by whoever may see them', async () => {
    const { id } = await make({ name: 'Searched', public: true });
    for (const { id: comic } of comics.slice(0, 3)) {
      await call('PUT', `account/lists/${id}/comics/${comic}`);
    }
    const { comics: all } = (await call('GET', `lists/${id}`)).body;
    const wanted = all.data[1] as { id: number; title: string };
    const words = encodeURIComponent(` ${wanted.title.toUpperCase()} `);
    for (const who of [reader, null]) {
      const { body } = await call('GET', `lists/${id}?q=${words}`, who);
      expect(body).toMatchObject({ comics_count: 3, comics: { total: 1, data: [{ id: wanted.id }] } });
    }
    expect((await call('GET', `lists/${id}?q=zzzz`)).body.comics).toMatchObject({ total: 0, data: [] });
    const some = (await call('GET', `lists/${id}?per_page=1&page=2`)).body.comics;
    expect(some).toMatchObject({ total: 3, data: [{ id: wanted.id }] });
    expect((await call('GET', `lists/${id}?q=${'a'.repeat(201)}`)).status).toBe(422);
    await call('DELETE', `account/lists/${id}`);
  });

  it("are their owner's alone until they are public, and show nobody what they may not see", async () => {
    const { id } = await make({ name: 'Private' });
    for (const at of [0, 5]) {
      await call('PUT', `account/lists/${id}/comics/${comics[at]!.id}`);
    }
    const walk: [Parameters<typeof call>[0], string, object?][] = [
      ['GET', `lists/${id}`],
      ['PATCH', `account/lists/${id}`, { name: 'Mine' }],
      ['DELETE', `account/lists/${id}`],
      ['PUT', `account/lists/${id}/comics/${comics[1]!.id}`],
      ['DELETE', `account/lists/${id}/comics/${comics[0]!.id}`],
      ['PUT', `account/lists/${id}/order`, { comics: [] }],
    ];
    for (const [method, path, payload] of walk) {
      expect((await call(method, path, other, payload)).status, `${method} ${path}`).toBe(404);
    }
    expect((await call('GET', `lists/${id}`, null)).status).toBe(404);
    expect(
      (await call('PATCH', `account/lists/${id}`, reader, { public: true, user_id: other.id, id: 1 })).status,
    ).toBe(422);
    expect((await call('PATCH', `account/lists/${id}`, reader, { public: true })).body).toMatchObject({
      id,
      name: 'Private',
      public: true,
    });
    for (const [method, path, payload] of walk.slice(1)) {
      expect((await call(method, path, other, payload)).status).toBe(404);
    }
    const seen = async (query: string) => (await call('GET', `lists/${id}?${query}`, null)).body;
    const [safe, all] = [await seen('nsfw=false'), await seen('nsfw=true')];
    expect([safe.comics_count, safe.comics.total, ids(safe.comics), safe.own]).toEqual([1, 1, [comics[0]!.id], false]);
    expect([all.comics_count, ids(all.comics)]).toEqual([2, [comics[0]!.id, comics[5]!.id]]);
    expect((await call('GET', `users/${reader.username}/lists?nsfw=false`, null)).body).toMatchObject([
      { id, comics_count: 1 },
    ]);
    expect((await call('DELETE', `account/lists/${id}`)).status).toBe(204);
    expect((await call('GET', `lists/${id}`)).status).toBe(404);
  });

  it('are at most a hundred of a thousand comics, with short names', async () => {
    for (const body of [
      {},
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'x', description: 'x'.repeat(1001) },
      { name: 5 },
    ]) {
      expect((await call('POST', 'account/lists', other, body)).status).toBe(422);
    }
    await sql`insert into lists (user_id, name) select ${other.id}, 'one' from generate_series(1, 98)`.execute(
      site.deps.db,
    );
    const made = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', 'account/lists', other, { name: 'more' })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
  });
});

describe('follows and hidden terms', () => {
  it('are of comics and of the kinds that can be followed', async () => {
    expect((await call('PUT', 'artists/ana/follow')).body).toEqual({ followed: true });
    for (const path of ['tags/cats', `comics/${comics[0]!.slug}`, `comics/${comics[0]!.slug}`, 'parodies/old-tales']) {
      await call('PUT', `${path}/follow`);
    }
    expect((await call('GET', 'account/follows')).body).toMatchObject({
      comics: [{ id: comics[0]!.id }],
      terms: [{ slug: 'old-tales', kind: 'parody' }, { slug: 'cats' }, { slug: 'ana', kind: 'artist' }],
    });
    expect((await call('DELETE', `tags/${terms[0]}/follow`)).body).toEqual({ followed: false });
    expect((await call('GET', 'tags/cats/follow')).body).toEqual({ followed: false });
    for (const path of ['tags/none', 'languages/english', `comics/${draft.slug}`]) {
      expect((await call('PUT', `${path}/follow`)).status).toBe(404);
    }
    expect((await call('PUT', 'tags/cats/follow', null)).status).toBe(401);
  });

  it('are kept for the whole account, and lists leave hidden ones out', async () => {
    expect(
      (await call('PUT', 'account/hidden', reader, { terms: [terms[0], terms[2], 999_999] })).body.map(
        ({ id }: { id: number }) => id,
      ),
    ).toEqual([terms[2], terms[0]]);
    expect(ids((await call('GET', 'comics?nsfw=true')).body).sort()).toEqual([1, 3, 5].map((at) => comics[at]!.id));
    await Promise.all(
      [[terms[0]], [terms[1]], []].map((hidden) => call('PUT', 'account/hidden', reader, { terms: hidden })),
    );
    expect((await call('PUT', 'account/hidden', reader, { terms: [] })).body).toEqual([]);
    expect(
      (await call('PUT', 'account/hidden', reader, { terms: Array.from({ length: 501 }, (_, at) => at + 1) })).status,
    ).toBe(422);
  });
});

it('a site without favorites has no route of theirs', async () => {
  const { features } = site.deps.config.site;
  const without = await testApp({ features: features.filter((feature) => feature !== 'favorites') });
  const { headers } = await member(without.deps.db);
  for (const [method, url] of [
    ['POST', '/api/comics/x/favorite'],
    ['GET', '/api/account/favorites'],
    ['GET', '/api/users/x/favorites'],
  ] as const) {
    expect((await without.app.inject({ method, url, headers })).json().message).toBe(
      (await without.app.inject({ url: '/api/nothing' })).json().message,
    );
  }
  await without.close();
});
