import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SORTS } from '#contract/comics.ts';
import type { Seeing } from '#server/db/visible.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue } from '#server/testing/catalogue.ts';
import { filtersOf } from './queries-filters.ts';
import { pickPage, type Listing, type Path } from './queries-listing.ts';

let site: TestApp;
let catalogue: Awaited<ReturnType<typeof plantCatalogue>>;
beforeAll(async () => {
  site = await testApp();
  catalogue = await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 11, comics: 60, today: '2026-06-01' });
}, 30_000);
afterAll(() => site.close());

const seeing: Seeing = { site: { features: [] }, viewer: { id: null, role: 'guest' }, rating: 'all', hidden: [] };

async function ids(listing: Listing, page: { offset: number; limit: number; reversed: boolean; path: Path }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${pickPage(seeing, listing, page)}`.execute(site.deps.db);
  return rows.map((row) => row.id);
}

it.each(SORTS.flatMap((sort) => [[sort, 'asc'], [sort, 'desc']] as const))('sorted by %s %s, every page is the same from either end and on either path', async (sort, order) => {
  const [tag = 0] = catalogue.terms.get('tags') ?? [];
  for (const filters of [filtersOf({}), filtersOf({ tags: [tag] }), filtersOf({ q: 'sky' })]) {
    const listing: Listing = { filters, sort, order, duration: 'week', start: 1_000_000_000 };
    const whole = await ids(listing, { offset: 0, limit: 1000, reversed: false, path: 'gather' });
    expect(await ids(listing, { offset: 0, limit: 1000, reversed: false, path: 'walk' })).toEqual(whole);
    expect(await ids(listing, { offset: 0, limit: 1000, reversed: true, path: 'walk' })).toEqual(whole.toReversed());
    for (let offset = 0; offset < whole.length; offset += 5) {
      const limit = Math.min(5, whole.length - offset);
      const backwards = await ids(listing, { offset: whole.length - offset - limit, limit, reversed: true, path: 'gather' });
      expect(backwards.reverse()).toEqual(whole.slice(offset, offset + 5));
    }
  }
});
