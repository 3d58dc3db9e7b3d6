import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bulk } from '#contract/bulk-editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { bulkJob } from './bulk.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let terms: Record<string, number> = {};
let comics: number[] = [];

beforeAll(async () => {
  site = await testApp();
  const { db } = site.deps;
  [admin, uploader] = [await member(db, { role: 'admin' }), await member(db, { role: 'uploader' })];
  await withTransaction(db, async (tx) => {
    const [a = 0, b = 0, c = 0] = await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'A' },
      { kind: 'tag', name: 'B' },
      { kind: 'artist', name: 'C' },
    ]);
    terms = { a, b, c };
    const { id } = await createComic(tx, { title: 'Work' });
    await sql`update comics
      set state = 'published', published_at = now(), pages = 3, terms = ${[a, c].toSorted((x, y) => x - y)}::int[]
      where id = ${id}`.execute(tx);
    await sql`
      insert into comics (slug, title, search, grams, state, rating, published_at, pages, terms)
      select 'work-' || n, 'Work', search, grams, case when n % 10 = 0 then 'draft' else 'published' end,
      case when n % 3 = 0 then 'explicit' else 'safe' end, now(), 3, terms
      from comics, generate_series(2, 250) n where id = ${id}`.execute(tx);
  });
  comics = (await sql<{ id: number }>`select id from comics order by id`.execute(db)).rows.map(({ id }) => id);
});
afterAll(() => site?.close());

async function call(
  who: Member,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
): Promise<{ status: number; body: any }> {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/comics/bulk${path}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
/** Does what is to be done, as the job would; cut off after so many batches where `after` says so. */
async function run(bulk: number, after = Infinity): Promise<void> {
  let left = after;
  const signal = {
    throwIfAborted() {
      if ((left -= 1) < 0) throw new Error('cut off');
    },
  };
  await bulkJob(
    site.deps,
    25,
  )({ payload: { bulk }, signal } as never).catch((error: Error) => {
    if (error.message !== 'cut off') throw error;
  });
}
const findBulk = async (id: number): Promise<Bulk> => (await call(admin, 'GET', `/${id}`)).body;
/** Every comic as it is, and its counters beside the right ones. */
async function library(): Promise<object> {
  const { rows } = await sql`select id, terms, rating, state, premium, status from comics order by id`.execute(
    site.deps.db,
  );
  return rows;
}
async function expectCountsRight(): Promise<void> {
  const { rows } = await sql`
    select n.term_id, n.safe, n.suggestive, n.explicit, r.safe as s, r.suggestive as m, r.explicit as e from term_counts n
    full join (select t.term, count(*) filter (where rating = 'safe') as safe, count(*) filter (where rating = 'suggestive') as suggestive, count(*) filter (where rating = 'explicit') as explicit
      from comics c, unnest(c.terms || 0) as t (term) where c.state = 'published' group by t.term) r on r.term = n.term_id
    where (coalesce(n.safe, 0), coalesce(n.suggestive, 0), coalesce(n.explicit, 0)) is distinct from (coalesce(r.safe, 0), coalesce(r.suggestive, 0), coalesce(r.explicit, 0))`.execute(
    site.deps.db,
  );
  expect(rows).toEqual([]);
}

describe('an edit of many comics', () => {
  it('is previewed, done in batches that survive a kill, counted right in the catalogue, and undone but for what was changed since', async () => {
    const changes = {
      add: { tags: [{ id: terms.b }, { name: 'New here' }] },
      remove: { artists: [{ id: terms.c }] },
      rating: 'suggestive',
      premium: true,
    };
    const filter = { filter: 'states=published&states=draft&q=work', total: 250 };
    const before = await library();
    const preview = (await call(admin, 'POST', '', { selection: filter, changes, preview: true })).body;
    expect(preview).toMatchObject({ selected: 250, changing: 250 });
    expect(preview.samples[0].changes.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'artists',
      'premium',
      'rating',
      'tags',
    ]);
    expect(await library()).toEqual(before);
    expect((await sql`select 1 from terms where slug = 'new-here'`.execute(site.deps.db)).rows).toEqual([]);
    expect((await call(admin, 'POST', '', { selection: { ...filter, total: 249 }, changes })).body.code).toBe(
      'selection-changed',
    );

    await site.deps.catalogue.build();
    const started = await call(admin, 'POST', '', { selection: filter, changes });
    expect(started).toMatchObject({ status: 202, body: { state: 'running', total: 250, done: 0 } });
    const { id } = started.body as Bulk;
    await run(id, 1);
    expect(await findBulk(id)).toMatchObject({ state: 'running', done: 25, changed: 25 });
    await run(id);
    await run(id);
    expect(await findBulk(id)).toMatchObject({ state: 'done', done: 250, changed: 250 });
    await expectCountsRight();
    await site.deps.catalogue.follow();
    expect(
      site.deps.catalogue
        .ready()
        ?.count('all', { all: [{ terms: [terms.b as number] }, { ratings: ['suggestive'] }, { trait: 'premium' }] }),
    ).toBe(225);
    const revisions = await sql<{
      count: number;
    }>`select count(*)::int as count from comic_revisions where bulk_id = ${id} and user_id = ${admin.id}`.execute(
      site.deps.db,
    );
    expect(revisions.rows[0]?.count).toBe(250);

    // Someone else changes one field of one comic and everything the edit did to another.
    await sql`update comics set rating = 'explicit' where id = ${comics[3]}`.execute(site.deps.db);
    await sql`update comics set rating = 'safe', premium = false, terms = array[${terms.c}::int] where id = ${comics[4]}`.execute(
      site.deps.db,
    );
    expect((await call(admin, 'POST', `/${id}/undo`)).body.state).toBe('undoing');
    expect((await call(admin, 'POST', `/${id}/undo`)).body.code).toBe('bulk-state-wrong');
    await run(id, 1);
    await run(id);
    expect(await findBulk(id)).toMatchObject({
      state: 'undone',
      undone: 248,
      kept: 2,
      kept_comics: [{ id: comics[3] }, { id: comics[4] }],
    });
    const expected = (before as { id: number }[]).map((row) =>
      row.id === comics[3]
        ? { ...row, rating: 'explicit' }
        : row.id === comics[4]
          ? { ...row, rating: 'safe', premium: false, terms: [terms.c] }
          : row,
    );
    expect(await library()).toEqual(expected);
    await expectCountsRight();
  });

  it('announces a comic that comes out by it to its followers, from its first chapter on', async () => {
    const { db, blobs } = site.deps;
    const image = await plantPicture(db, blobs);
    const series = await withTransaction(db, (tx) =>
      plantSeries(tx, { title: 'Tides' }, image, { numbers: ['1', '2'], pages: 1 }),
    );
    await sql`update comics set state = 'draft', published_at = null where id = ${series.id}`.execute(db);
    await sql`insert into follows (user_id, comic_id) values (${uploader.id}, ${series.id})`.execute(db);
    const changes = { state: 'published' };
    await run((await call(admin, 'POST', '', { selection: { ids: [series.id] }, changes })).body.id);
    const { rows } = await sql`select payload from jobs where kind = 'notifications.releases'`.execute(db);
    expect(rows).toEqual([{ payload: { comic_id: series.id, from: series.chapters[0], fresh: true } }]);
    await sql`delete from comics where id = ${series.id}`.execute(db);
  });

  it('stops where it is cancelled, moves states without touching removed comics, and is an uploader’s for their own', async () => {
    const [first = 0, second = 0, third = 0] = comics;
    await sql`update comics set state = 'removed' where id = ${first}`.execute(site.deps.db);
    await sql`update comics set state = 'draft' where id = ${second}`.execute(site.deps.db);
    await sql`update comics set state = 'draft', pages = 0 where id = ${third}`.execute(site.deps.db);
    const { body } = await call(admin, 'POST', '', {
      selection: { ids: [first, second, third, 999_999] },
      changes: { state: 'published', status: 'complete' },
    });
    expect(body.total).toBe(3);
    await run(body.id);
    const { rows } =
      await sql`select state, status from comics where id = any(${[first, second, third]}::int[]) order by id`.execute(
        site.deps.db,
      );
    expect(rows).toEqual([
      { state: 'removed', status: 'complete' },
      { state: 'published', status: 'complete' },
      { state: 'draft', status: 'complete' },
    ]);
    await expectCountsRight();

    const long = (await call(admin, 'POST', '', { selection: { ids: comics }, changes: { status: 'onhold' } }))
      .body as Bulk;
    await run(long.id, 1);
    expect((await call(admin, 'POST', `/${long.id}/cancel`)).body).toMatchObject({ state: 'cancelled', done: 25 });
    await run(long.id);
    expect(await findBulk(long.id)).toMatchObject({ state: 'cancelled', done: 25 });

    await sql`update comics set uploader_id = ${uploader.id} where id = ${second}`.execute(site.deps.db);
    const own = await call(uploader, 'POST', '', {
      selection: { ids: [first, second, third] },
      changes: { speechless: true },
    });
    expect(own.body).toMatchObject({ total: 1 });
    expect((await call(uploader, 'GET', `/${long.id}`)).status).toBe(404);

    // A comic that someone else unlisted stays so.
    const publish = { selection: { ids: [second] }, changes: { state: 'published' }, preview: true };
    await sql`update comics set state = 'unlisted' where id = ${second}`.execute(site.deps.db);
    expect([
      (await call(uploader, 'POST', '', publish)).body.selected,
      (await call(admin, 'POST', '', publish)).body.selected,
    ]).toEqual([0, 1]);
  });
});
