import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { median } from '../figures.ts';
import type { Place } from './mix-places.ts';

const COUNTS = 40;

/** Milliseconds, the median of several, that counting the comics with three popular tags, without a fourth, in a language takes in memory. */
export async function benchCount({ database }: Place): Promise<number> {
  const opened = await openDatabase(database);
  const memory = createCatalogue({ db: opened.db, log: createLog('silent') });
  try {
    await memory.build();
    const built = memory.ready();
    if (built === null) return NaN;
    const { termAt } = catalogue();
    const has = (term: number) => ({ terms: [term] });
    return median(
      Array.from({ length: COUNTS }, (_, turn) => {
        const started = performance.now();
        built.count('all', {
          all: [
            ...[0, 1, 2].map((rank) => has(termAt('tag', rank + (turn % 8)))),
            { not: has(termAt('tag', 12 + turn)) },
            has(termAt('language', turn % 2)),
          ],
        });
        return performance.now() - started;
      }),
    );
  } finally {
    await memory.close();
    await opened.close();
  }
}
