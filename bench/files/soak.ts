import { soak } from '#server/features/uploads/testing/soak.ts';
import { soakedSite } from '#server/features/uploads/testing/soaked-site.ts';
import { table, type Figure } from '../figures.ts';

/** Rounds where nobody says how many; archives that are uploaded meanwhile, and their pages. */
const [ROUNDS, ARCHIVES, PAGES] = [20, 12, 10];

/**
 * Kills a site with signal 9 at random moments of upload, unpacking, rendering and publishing, on both stores, and looks
 * at what is there at the end: everything, once, and no blob that nothing refers to.
 *
 * @param database an empty one on PostgreSQL; the embedded one without it.
 */
export async function benchSoak(
  rounds: number,
  database: string | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  const rows: string[][] = [];
  let wrong = 0;
  // An address is one database: it is not empty for a second store.
  for (const store of database === undefined ? (['disk', 'bucket'] as const) : (['disk'] as const)) {
    const { site, close } = await soakedSite(store, database);
    try {
      const soaked = await soak(site, { rounds: rounds || ROUNDS, archives: ARCHIVES, pages: PAGES, seed: 20_261_121 });
      const missing = Math.abs(ARCHIVES - soaked.comics) + soaked.pages.filter((pages) => pages !== PAGES).length;
      wrong += missing + soaked.lost.length + soaked.orphans.length + soaked.left;
      rows.push([
        store,
        Object.entries(soaked.killed)
          .map(([at, times]) => `${at} ${times}`)
          .join(', '),
        String(soaked.comics),
        String(soaked.lost.length),
        String(soaked.swept),
        String(soaked.orphans.length),
      ]);
    } finally {
      await close();
    }
  }
  say(`${table(['store', 'killed while', 'comics', 'lost', 'swept', 'orphans left'], rows)}\n`);
  return [
    {
      name: 'comics, pages and blobs lost, doubled or left over by kills',
      value: wrong,
      unit: '',
      limit: 0,
      bound: 'most',
    },
  ];
}
