import { NO_LIMIT, NOBODY } from '#server/db/visible.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SORTS } from '#contract/comics.ts';
import { withTransaction } from '#server/db/database.ts';
import { EVERYTHING, type Condition } from '#server/search/condition.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue } from '#server/testing/catalogue.ts';
import type { Listing } from './listing.ts';
import { pathFor } from './queries.ts';
import { pickAmong, pickPage, type Path } from './queries-listing.ts';

let site: TestApp;
let catalogue: Awaited<ReturnType<typeof plantCatalogue>>;
beforeAll(async () => {
  // Their views are those up to this day, also once the site has summed them itself.
  site = await testApp({}, () => new Date('2026-06-01T12:00:00Z'));
  catalogue = await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 11, comics: 60, today: '2026-06-01' });
});
afterAll(() => site.close());

async function ids(
  listing: Listing,
  page: { offset: number; limit: number; reversed: boolean; path: Path },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${pickPage(listing, page)}`.execute(site.deps.db);
  return rows.map((row) => row.id);
}

// By relevance and by title a list is made in other ways.
it.each(
  SORTS.filter((sort) => sort !== 'relevance' && sort !== 'title').flatMap(
    (sort) =>
      [
        [sort, 'asc'],
        [sort, 'desc'],
      ] as const,
  ),
)('sorted by %s %s, every page is the same from either end and on either path', async (sort, order) => {
  const [tag = 0] = catalogue.terms.get('tags') ?? [];
  for (const condition of [EVERYTHING, { terms: [tag] }, { text: 'sky' }] satisfies Condition[]) {
    const listing: Listing = {
      rating: 'all',
      hidden: [],
      blocked: NOBODY,
      limit: NO_LIMIT,
      blockedComics: [],
      condition,
      text: '',
      sort,
      order,
      duration: 'week',
      start: 1_000_000_000,
      change: null,
    };
    const whole = await ids(listing, { offset: 0, limit: 1000, reversed: false, path: 'gather' });
    expect(await ids(listing, { offset: 0, limit: 1000, reversed: false, path: 'walk' })).toEqual(whole);
    expect(await ids(listing, { offset: 0, limit: 1000, reversed: true, path: 'walk' })).toEqual(whole.toReversed());
    const { rows } = await sql<{ id: number }>`${pickAmong(
      listing,
      whole.toSorted((a, b) => a - b),
      3,
      10,
    )}`.execute(site.deps.db);
    expect(rows.map((row) => row.id)).toEqual(whole.slice(3, 13));
    for (let offset = 0; offset < whole.length; offset += 5) {
      const limit = Math.min(5, whole.length - offset);
      const backwards = await ids(listing, {
        offset: whole.length - offset - limit,
        limit,
        reversed: true,
        path: 'gather',
      });
      expect(backwards.reverse()).toEqual(whole.slice(offset, offset + 5));
    }
  }
});

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Node Type'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

it.each([
  ['all', 'comics_latest'],
  ['safe', 'comics_latest_safe'],
] as const)(
  'a page by the newest chapter is read along its index, of works rated %s, whatever the size of the library',
  async (rating, index) => {
    const listing: Listing = {
      rating,
      hidden: [],
      blocked: NOBODY,
      limit: NO_LIMIT,
      blockedComics: [],
      condition: EVERYTHING,
      text: '',
      sort: 'latest_chapter',
      order: 'desc',
      duration: 'all',
      start: 0,
      change: null,
    };
    // As in a large library, where reading and sorting everything is what the planner avoids.
    const plan = await withTransaction(site.deps.db, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      const {
        rows: [row],
      } = await sql<{
        'QUERY PLAN': [{ Plan: Plan }];
      }>`explain (format json) ${pickPage(listing, { offset: 0, limit: 5, reversed: false, path: 'gather' })}`.execute(
        tx,
      );
      return row!['QUERY PLAN'][0].Plan;
    });
    const nodes = (of: Plan): Plan[] => [of, ...(of.Plans ?? []).flatMap(nodes)];
    expect(nodes(plan).map((node) => node['Index Name'] ?? node['Node Type'])).toEqual(['Limit', index]);
  },
);

it('sums what readers said once for a page of a list, not once for each comic', async () => {
  const users = sql`insert into users (username, username_key, email, password) values ('u', 'u', 'u@comics.test', '') returning id`;
  await sql`with u as (${users}) insert into ratings (user_id, comic_id, score) select u.id, c.id, 8 from u, comics c where c.id % 3 = 0`.execute(
    site.deps.db,
  );
  await sql`insert into comments (comic_id, text, html) select id, 't', 't' from comics where id % 3 = 0`.execute(
    site.deps.db,
  );
  const plain: Listing = {
    rating: 'all',
    hidden: [],
    blocked: NOBODY,
    limit: NO_LIMIT,
    blockedComics: [],
    condition: EVERYTHING,
    text: '',
    sort: 'views',
    order: 'asc',
    duration: 'week',
    start: 0,
    change: null,
  };
  const all = { offset: 0, limit: 1000, reversed: false };
  const wanted = (await ids(plain, { ...all, path: 'gather' })).filter((id) => id % 3 === 0);
  expect(wanted.length).toBeGreaterThan(3);
  for (const [key, table] of [
    ['comments', 'comments'],
    ['rating', 'ratings'],
  ] as const) {
    const listing: Listing = { ...plain, condition: { range: { key, min: 1, max: null } } };
    const page = { ...all, path: await pathFor(site.deps, listing, 0) };
    const {
      rows: [row],
    } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>`explain (analyze, format json) ${pickPage(listing, page)}`.execute(site.deps.db);
    const times = ({ 'Relation Name': relation, 'Actual Loops': loops, Plans = [] }: Plan): number =>
      (relation === table ? loops : 0) + Plans.reduce((sum, plan) => sum + times(plan), 0);
    expect(times(row!['QUERY PLAN'][0].Plan), key).toBe(1);
    expect(await ids(listing, page), key).toEqual(wanted);
  }
});
