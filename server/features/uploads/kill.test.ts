import { expect, it, vi } from 'vitest';
import { testDatabaseAddress } from '#server/testing/database.ts';
import { soak } from './testing/soak.ts';
import { soakedSite } from './testing/soaked-site.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROUNDS = 3;
const ARCHIVES = 4;
const PAGES = 6;

// Both stores and both databases, but not each with each: none of the two knows the other.
it(`killed ${ROUNDS} times at random moments, uploads lose nothing, publish nothing by halves and leave nothing behind: blobs on a disk beside the embedded database, in a bucket beside PostgreSQL`, async () => {
  const database = await testDatabaseAddress();
  const place = await soakedSite(database.url === undefined ? 'disk' : 'bucket', database.url);
  try {
    const soaked = await soak(place.site, {
      rounds: ROUNDS,
      archives: ARCHIVES,
      pages: PAGES,
      seed: database.url === undefined ? 11 : 12,
    });
    expect(soaked).toMatchObject({
      comics: ARCHIVES,
      pages: Array(ARCHIVES).fill(PAGES),
      lost: [],
      orphans: [],
      left: 0,
    });
    expect(Object.values(soaked.killed).reduce((sum, each) => sum + each, 0)).toBe(ROUNDS);
  } finally {
    await place.close();
    await database.drop();
  }
});
