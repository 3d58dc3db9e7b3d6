import { perDatabase } from '#server/db/per-database.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import type { Db } from '#server/db/database.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import type { FoundComic, WithKept } from '#server/features/comics/public/queries-one.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { findRelated, languageTerms, type RelatedComics } from './queries-candidates.ts';
import { keepRelated, relatedCards } from './queries-kept.ts';
import { MAX_SHOWN, READABLE } from './rules.ts';

/** Of those that a viewer is likely to be shown so many are read: half of them may be editions of one work, or gone since. */
const LIKELY_SHOWN = MAX_SHOWN * 2;

const memoFor = perDatabase(() => new CatalogueMemo<RelatedComics>({ most: 2_000, seconds: 60, isLarge: () => true }));

/**
 * At most twelve comics that share most with one and that this viewer sees, in their language sooner; none of the same work.
 *
 * They are those kept with the comic (`renewal.ts`). Where none are kept yet they are found now, and kept. For who hides
 * so many of them that fewer than twelve are left, others are found, and remembered for a minute.
 */
export async function relatedComics(
  engines: Engines & { db: Db },
  viewing: RequestContext,
  comic: FoundComic & WithKept,
): Promise<CardRow[]> {
  const { reads } = engines;
  const rows = await cardsShown(engines, viewing, comic, await keptOrFound(engines, comic));
  const hidden = [...viewing.hidden, ...viewing.limit.terms];
  if (rows.length === MAX_SHOWN || hidden.length === 0) return rows;
  const others = await memoFor(reads).get(
    JSON.stringify([comic.id, comic.terms, hidden]),
    await readChange(reads),
    () => findRelated(engines, comic, hidden),
  );
  return relatedCards(reads, viewing, comic, others);
}

/** Those that are kept; where none are yet they are found, and kept. */
async function keptOrFound(engines: Engines & { db: Db }, comic: FoundComic & WithKept): Promise<RelatedComics> {
  const { kept } = comic;
  if (kept !== null && kept.ids !== null && kept.scores !== null) return { ids: kept.ids, scores: kept.scores };
  const found = await findRelated(engines, comic, []);
  // Nobody waits for it: what is not kept now is in line for the job.
  void keepRelated(engines.db, { id: comic.id, version: kept?.version ?? 0 }, found).catch(() => {});
  return found;
}

/**
 * The cards of the best that this viewer sees. Which these are is first looked up in the catalogue in memory, as each of the others is
 * a row from anywhere in a large table; whether they are shown says the database.
 */
async function cardsShown(
  { reads, catalogue }: Engines,
  viewing: RequestContext,
  comic: FoundComic,
  related: RelatedComics,
): Promise<CardRow[]> {
  const memory = catalogue.ready();
  if (related.ids.length === 0) return [];
  if (memory === null || related.ids.length <= LIKELY_SHOWN) return relatedCards(reads, viewing, comic, related);
  const readable = (await languageTerms(reads))
    .filter(({ id, code }) => code === viewing.locale || comic.terms.includes(id))
    .map(({ id }) => id);
  const scores = new Map(related.ids.map((id, place) => [id, related.scores[place]!]));
  const seen = memory
    .having(related.ids, readable)
    .filter(({ safe }) => safe || viewing.rating === 'all')
    .map(({ id, terms }) => ({ id, worth: scores.get(id)! * (terms.length > 0 ? READABLE : 1) }))
    .sort((a, b) => b.worth - a.worth || b.id - a.id)
    .map(({ id }) => id);
  const likely = seen.slice(0, LIKELY_SHOWN);
  const rows = await relatedCards(reads, viewing, comic, { ids: likely, scores: likely.map((id) => scores.get(id)!) });
  return rows.length === MAX_SHOWN || likely.length === seen.length
    ? rows
    : relatedCards(reads, viewing, comic, related);
}
