import { perDatabase } from '#server/db/per-database.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import type { Db } from '#server/db/database.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import type { FoundComic } from '#server/features/comics/public/queries-one.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { findRelated, type Related } from './queries-candidates.ts';
import { findUnkept, keepRelated, storedCards, relatedCards } from './queries-kept.ts';
import { MAX_SHOWN } from './rules.ts';

const memoFor = perDatabase(() => new CatalogueMemo<Related>({ most: 2_000, seconds: 60, isLarge: () => true }));

/**
 * At most twelve comics that share most with one and that this viewer sees, in their language sooner; none of the same work.
 *
 * They are those kept with the comic (`renewal.ts`). Where none are kept yet they are found now, and kept. For who hides
 * so many of them that fewer than twelve are left, others are found, and remembered for a minute.
 */
export async function relatedComics(
  engines: Engines & { db: Db },
  viewing: RequestContext,
  comic: FoundComic,
): Promise<CardRow[]> {
  const { db, reads } = engines;
  let rows = await storedCards(reads, viewing, comic);
  if (rows.length === 0) {
    const unkept = await findUnkept(reads, comic.id);
    if (unkept) {
      const related = await findRelated(engines, unkept, []);
      // Nobody waits for it: what is not kept now is in line for the job.
      void keepRelated(db, unkept, related).catch(() => {});
      rows = await relatedCards(reads, viewing, comic, related);
    } else {
      // Nothing is like it, or they were kept between the two statements.
      rows = await storedCards(reads, viewing, comic);
    }
  }
  if (rows.length === MAX_SHOWN || viewing.hidden.length === 0) return rows;
  const { hidden } = viewing;
  const others = await memoFor(reads).get(
    JSON.stringify([comic.id, comic.terms, hidden]),
    await readChange(reads),
    () => findRelated(engines, comic, hidden),
  );
  return relatedCards(reads, viewing, comic, others);
}
