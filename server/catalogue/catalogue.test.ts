import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RELATION_KINDS } from '#contract/comics.ts';
import { withTransaction, type Database, type Db } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { childSeconds } from '#server/metrics/counts.ts';
import { EVERYTHING, type Condition } from '#server/search/condition.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seededRandom } from '#server/testing/random.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { forgetChanges } from './queries.ts';

let database: Database;
let db: Db;
let catalogue: Catalogue;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(() => {
  catalogue = createCatalogue({ db, url: database.url, log: createLog('silent') });
});
afterEach(async () => {
  await catalogue.close();
  await sql`truncate comics, users, comic_changes cascade`.execute(db);
  await sql`delete from settings where key = 'catalogue_forgotten'`.execute(db);
});
afterAll(() => database.close());

/** Milliseconds that a busy machine may take for what it does in the background: a build rests for twenty times as long as it took. */
const PATIENCE = 120_000;
let number = 0;

async function makeComic(
  on: Db,
  values: {
    search?: string;
    terms?: number[];
    state?: 'published' | 'draft';
    pages?: number;
    rating?: 'safe' | 'explicit';
    status?: 'ongoing';
  } = {},
): Promise<number> {
  number += 1;
  const comic = {
    slug: `comic-${number}`,
    title: `Comic ${number}`,
    search: `comic ${number}`,
    sort_title: String(number % 7),
    state: 'published' as const,
    ...values,
  };
  return (await on.insertInto('comics').values(comic).returning('id').executeTakeFirstOrThrow()).id;
}

/** The questions that this process has put to those that make indexes or count. */
async function questionsToBuilders(): Promise<number> {
  const { values } = await childSeconds.get();
  return values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') === true && labels.program === 'build')
    .reduce((sum, { value }) => sum + value, 0);
}

function change(on: Db, id: number, values: object): Promise<unknown> {
  return on.updateTable('comics').set(values).where('id', '=', id).execute();
}

function found(condition: Condition = EVERYTHING, of: Catalogue = catalogue): number[] {
  const wanted = {
    rating: 'all',
    condition,
    sort: 'uploaded_at',
    descending: true,
    duration: 'all',
    start: 0,
  } as const;
  return of
    .ready()!
    .find(wanted, 0, 10_000)
    .ids.toSorted((a, b) => a - b);
}

/** Expects that the catalogue lists what the database holds, for every kind of condition. */
async function expectTruth(): Promise<void> {
  const { rows } = await sql<{
    id: number;
    terms: number[];
    search: string;
    pages: number;
    rating: string;
    status: string | null;
    views: number;
    score: number;
    comments: number;
    sequel: boolean;
    related_safe: boolean;
  }>`
    select c.*, s.total as views, coalesce((select round(avg(score) * 10)::int from ratings where comic_id = c.id), 0) as score,
      (select count(*) from comments where comic_id = c.id and state = 'shown') as comments,
      exists (select from comic_relations r join comics o on o.id = r.other_id and o.state = 'published'
        where r.comic_id = c.id and r.kind = 'sequel') as sequel,
      exists (select from comic_relations r join comics o on o.id in (r.comic_id, r.other_id) and o.id <> c.id
        where c.id in (r.comic_id, r.other_id) and o.state = 'published' and o.rating = 'safe') as related_safe
    from comics c join comic_stats s on s.comic_id = c.id where c.state = 'published' order by c.id`.execute(db);
  const truth = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).map(({ id }) => id);
  expect(found()).toEqual(truth(() => true));
  for (let term = 1; term <= 4; term += 1) {
    expect(found({ terms: [term] })).toEqual(truth(({ terms }) => terms.includes(term)));
  }
  expect(found({ text: 'moon' })).toEqual(truth(({ search }) => search.includes('moon')));
  expect(found({ relations: ['sequel'], rating: 'all' })).toEqual(truth(({ sequel }) => sequel));
  expect(found({ relations: RELATION_KINDS, rating: 'safe' })).toEqual(truth((row) => row.related_safe));
  expect(found({ statuses: ['ongoing'] })).toEqual(truth(({ status }) => status === 'ongoing'));
  const ranges = {
    pages: (row: (typeof rows)[number]) => row.pages,
    views: (row) => row.views,
    rating: (row) => row.score,
    comments: (row) => row.comments,
  } satisfies Record<string, (row: (typeof rows)[number]) => number>;
  for (const [key, value] of Object.entries(ranges)) {
    expect(found({ range: { key: key as keyof typeof ranges, min: 1, max: 30 } })).toEqual(
      truth((row) => value(row) >= 1 && value(row) <= 30),
    );
  }
  expect(catalogue.ready()!.count('safe', EVERYTHING)).toBe(truth(({ rating }) => rating === 'safe').length);
}

it('is not ready before it is built, and then holds what is published', async () => {
  await makeComic(db, { terms: [1, 2], search: 'moon river', status: 'ongoing', pages: 12 });
  await makeComic(db, { rating: 'explicit', terms: [2] });
  await makeComic(db, { state: 'draft' });
  expect(catalogue.ready()).toBeNull();
  await catalogue.build();
  await expectTruth();
  expect(catalogue.state).toMatchObject({ ready: true, comics: 2, changed: 0 });
});

it('makes an index of few comics, and counts them anew, without a process beside', async () => {
  for (let made = 0; made < 40; made += 1) {
    await makeComic(db, { terms: [1 + (made % 4)], pages: made });
  }
  const before = await questionsToBuilders();
  await catalogue.build();
  await expectTruth();
  await sql`update comic_stats set total = comic_id % 30`.execute(db);
  await catalogue.catchUp();
  await expectTruth();
  expect(await questionsToBuilders()).toBe(before);
});

it(
  'follows everything that happens to comics, in transactions that end well or not',
  async () => {
    const random = seededRandom(5);
    const pick = (most: number) => Math.floor(random() * most);
    const ids: number[] = [];
    for (let made = 0; made < 40; made += 1) {
      ids.push(await makeComic(db));
    }
    const [user] = await db
      .insertInto('users')
      .values({ username: 'a', username_key: 'a', email: 'a@example.test', password: '' })
      .returning('id')
      .execute();
    await catalogue.build();
    const happen = async (tx: Db): Promise<void> => {
      const id = ids[pick(ids.length)]!;
      const happening = [
        async () => {
          ids.push(await makeComic(tx, { terms: [1 + pick(4)] }));
        },
        () => change(tx, id, { search: `moon ${pick(9)}`, sort_title: 'moon' }),
        () => change(tx, id, { terms: sql`array[${1 + pick(4)}, 5]::int[]` }),
        () => change(tx, id, { state: ['published', 'unlisted', 'draft'][pick(3)] }),
        () => change(tx, id, { rating: ['safe', 'explicit'][pick(2)], status: [null, 'ongoing'][pick(2)] }),
        () => change(tx, id, { pages: pick(40), uploaded_at: new Date(Date.UTC(2026, 1, pick(28))) }),
        () =>
          sql`insert into ratings values (${user!.id}, ${id}, ${1 + pick(10)}) on conflict (user_id, comic_id) do update set score = excluded.score`.execute(
            tx,
          ),
        () => tx.insertInto('comments').values({ comic_id: id, text: '', html: '' }).execute(),
        () => sql`update comments set state = 'hidden' where comic_id = ${id}`.execute(tx),
        () =>
          sql`insert into comic_relations (comic_id, other_id, kind) select ${id}::int, c.id, ${['sequel', 'same_world'][pick(2)]}
            from comics c where c.id = ${ids[pick(ids.length)]!} and c.id <> ${id} on conflict do nothing`.execute(tx),
        () => sql`delete from comic_relations where comic_id = ${id}`.execute(tx),
        () => sql`update comic_stats set total = total + 1 where comic_id = ${id}`.execute(tx),
      ];
      await happening[pick(happening.length)]!();
    };
    for (let round = 0; round < 10; round += 1) {
      for (let transaction = 0; transaction < 4; transaction += 1) {
        const known = ids.length;
        const fails = random() < 0.2;
        await withTransaction(db, async (tx) => {
          for (let step = 0; step < 5; step += 1) {
            await happen(tx);
          }
          if (random() < 0.3) {
            await sql`delete from comics where id = ${ids.splice(pick(known - 1), 1)[0]}`.execute(tx);
          }
          if (fails) throw new Error('undone');
        }).catch((error: unknown) => {
          if (!fails) throw error;
        });
        if (fails) {
          ids.splice(0, ids.length, ...(await db.selectFrom('comics').select('id').execute()).map(({ id }) => id));
        }
      }
      await catalogue.catchUp();
      await expectTruth();
    }
  },
  PATIENCE,
);

it('sees what others commit while a transaction stays open, and then what that one wrote', async () => {
  const [slow, quick] = [await makeComic(db), await makeComic(db)];
  await catalogue.build();
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = withTransaction(db, async (tx) => {
    await change(tx, slow, { search: 'moon' });
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  // The embedded database is one session: nothing else happens while its transaction is open.
  for (let times = 1; times <= 3 && database.driver === 'postgres'; times += 1) {
    await change(db, quick, { search: `river ${times}` });
    await makeComic(db, { search: 'river' });
    await catalogue.catchUp();
    expect(found({ text: 'river' })).toHaveLength(1 + times);
    expect(found({ text: 'moon' })).toEqual([]);
  }
  gate.resolve();
  await open;
  await catalogue.catchUp();
  expect(found({ text: 'moon' })).toEqual([slow]);
  await expectTruth();
});

it('is right when comics change while it is built', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 300; made += 1) {
    ids.push(await makeComic(db, { search: 'river', terms: [1 + (made % 4)] }));
  }
  const building = catalogue.build();
  for (const id of ids.slice(0, 50)) {
    await withTransaction(db, async (tx) => {
      await change(tx, id, { search: 'moon', sort_title: 'z', terms: sql`'{4}'::int[]` });
      await sql`delete from comics where id = ${id + 100}`.execute(tx);
      await makeComic(tx, { search: 'moon' });
    });
  }
  await building;
  await catalogue.catchUp();
  await expectTruth();
});

it('follows counters, and the day they are counted to', async () => {
  const id = await makeComic(db);
  await catalogue.build();
  const popular = () =>
    catalogue
      .ready()!
      .find(
        { rating: 'all', condition: EVERYTHING, sort: 'popularity', descending: true, duration: 'day', start: 0 },
        0,
        10,
      ).ids;
  expect(popular()).toEqual([]);
  await sql`update comic_stats set day = 2, week = 2, month = 2, year = 2, total = 2, favorites = 5`.execute(db);
  const late = await makeComic(db);
  await sql`update comic_stats set day = 1, total = 1 where comic_id = ${late}`.execute(db);
  await catalogue.catchUp();
  expect(popular().toSorted((a, b) => a - b)).toEqual([id, late]);
  expect(found({ range: { key: 'favorites', min: 5, max: 5 } })).toEqual([id]);
});

it('serves several processes: each follows what any of them writes', async () => {
  const second = createCatalogue({ db, url: database.url, log: createLog('silent') });
  await Promise.all([catalogue.build(), second.build()]);
  const id = await makeComic(db);
  await Promise.all([catalogue.catchUp(), second.catchUp()]);
  expect([found(), found(EVERYTHING, second)]).toEqual([[id], [id]]);
  await second.close();
});

describe('when changes are forgotten', () => {
  const age = () => sql`update comic_changes set noted_at = now() - interval '2 days'`.execute(db);

  it('goes on where it has read them, and builds anew where it has not', async () => {
    await catalogue.build();
    const late = createCatalogue({ db, url: database.url, log: createLog('silent') });
    await late.build();
    const ids = [await makeComic(db), await makeComic(db)];
    await catalogue.catchUp();
    const { buildSeconds } = catalogue.state;
    await age();
    await forgetChanges(db);
    // The newest one stays: by it an index that was saved knows its database.
    expect(await db.selectFrom('comic_changes').select('comic_id').execute()).toEqual([{ comic_id: ids[1] }]);
    await catalogue.catchUp();
    expect(catalogue.state.buildSeconds).toBe(buildSeconds);
    expect(late.state.changed).toBe(0);
    await late.catchUp();
    expect(late.state).toMatchObject({ comics: 2, changed: 0 });
    expect([found(), found(EVERYTHING, late)]).toEqual([ids, ids]);
    await late.close();
  });

  it('keeps young ones, and takes no harm from those of the cluster that a backup came from', async () => {
    await sql`insert into comic_changes (tx, comic_id) values ('99999999', 1)`.execute(db);
    await sql`insert into settings values ('catalogue_forgotten', '99999998')`.execute(db);
    await catalogue.build();
    const id = await makeComic(db);
    await catalogue.catchUp();
    expect(found()).toEqual([id]);
    await forgetChanges(db);
    expect(await db.selectFrom('comic_changes').select('comic_id').execute()).toEqual([{ comic_id: id }]);
  });
});

it(
  'builds anew by itself when so much has changed that looking at it one by one takes long',
  async () => {
    await sql`insert into comics (slug, title, state) select 'many-' || n, '', 'published' from generate_series(1, 250) n`.execute(
      db,
    );
    catalogue.start();
    await vi.waitFor(() => expect(catalogue.state.ready).toBe(true), PATIENCE);
    await sql`update comics set search = 'moon'`.execute(db);
    await vi.waitFor(
      () => expect([catalogue.state.changed, found({ text: 'moon' }).length]).toEqual([0, 250]),
      PATIENCE,
    );
  },
  2 * PATIENCE,
);

it(
  'builds anew at once, in a process, when too much has changed to read it one by one, and counts in one',
  async () => {
    await catalogue.build();
    const before = await questionsToBuilders();
    await sql`insert into comics (slug, title, state) select 'many-' || n, '', 'published' from generate_series(1, 10001) n`.execute(
      db,
    );
    await catalogue.catchUp();
    expect(catalogue.state).toMatchObject({ comics: 10_001, changed: 0 });
    const built = await questionsToBuilders();
    expect(built).toBeGreaterThan(before);
    await sql`update comic_stats set total = 7 where comic_id % 5 = 0`.execute(db);
    await catalogue.catchUp();
    expect(await questionsToBuilders()).toBeGreaterThan(built);
    const viewed = await db
      .selectFrom('comics')
      .select('id')
      .where(sql<boolean>`id % 5 = 0`)
      .orderBy('id')
      .execute();
    expect(found({ range: { key: 'views', min: 7, max: 7 } })).toEqual(viewed.map(({ id }) => id));
  },
  PATIENCE,
);

it(
  'is not ready while the database does not answer, and again when it does',
  async () => {
    const id = await makeComic(db);
    catalogue.start();
    await vi.waitFor(() => expect(found()).toEqual([id]), PATIENCE);
    await sql`alter table comic_changes rename to away`.execute(db);
    await vi.waitFor(() => expect(catalogue.ready()).toBeNull(), PATIENCE);
    await sql`alter table away rename to comic_changes`.execute(db);
    const second = await makeComic(db);
    await vi.waitFor(() => expect(found()).toEqual([id, second]), PATIENCE);
  },
  3 * PATIENCE,
);

it('closes while it is built, and while nothing is', async () => {
  await sql`insert into comics (slug, title, state) select 'many-' || n, '', 'published' from generate_series(1, 2000) n`.execute(
    db,
  );
  let [reads, goOn] = [() => {}, () => {}];
  const reading = new Promise<void>((resolve) => {
    reads = resolve;
  });
  const closing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // An answer it asked for comes once it is told to close, however fast it would have been built.
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads();
      await closing;
      return result;
    },
  });
  const closed = createCatalogue({ db: held, log: createLog('silent') });
  const ended = closed.build().then(
    () => 'built',
    () => 'ended',
  );
  await reading;
  const all = closed.close();
  goOn();
  await all;
  expect(await ended).toBe('ended');
  expect(closed.ready()).toBeNull();
  await closed.close();
});
