import { expect, it, vi } from 'vitest';
import { testDatabaseAddress } from '#server/testing/database.ts';
import { soak } from './testing/soak.ts';
import { soakedSite } from './testing/soaked-site.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROUNDS = 3;
const ARCHIVES = 4;
const PAGES = 6;

/** A place on the database under test. */
async function placeFor(store: 'disk' | 'bucket') {
  const database = await testDatabaseAddress();
  const place = await soakedSite(store, database.url);
  return { site: place.site, close: () => place.close().then(() => database.drop()) };
}

it.each(['disk', 'bucket'] as const)(`killed ${ROUNDS} times at random moments, uploads lose nothing, publish nothing by halves and leave nothing behind: blobs in a %s`, async (store) => {
  const { site, close } = await placeFor(store);
  try {
    const soaked = await soak(site, { rounds: ROUNDS, archives: ARCHIVES, pages: PAGES, seed: store === 'disk' ? 11 : 12 });
    expect(soaked).toMatchObject({ comics: ARCHIVES, pages: Array(ARCHIVES).fill(PAGES), lost: [], orphans: [], left: 0 });
    expect(Object.values(soaked.killed).reduce((sum, each) => sum + each, 0)).toBe(ROUNDS);
  } finally {
    await close();
  }
});
