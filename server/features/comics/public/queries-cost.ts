import { sql, type RawBuilder } from 'kysely';
import { isProblem, Problem, problem } from '#contract/problems.ts';
import { isTimedOut } from '#server/db/kysely.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Database, Db } from '#server/db/database.ts';
import { estimateCounts } from '#server/features/comics/queries-totals.ts';

/** The engines that answer lists: the database, and the catalogue in memory where it is built. */
export interface Engines {
  reads: Db;
  database: Pick<Database, 'driver'>;
  catalogue: Pick<Catalogue, 'ready'>;
}

/** Comics up to which any list is quick enough for the database alone. */
const SMALL = 100_000;
/** The planner's cost of reading about 100,000 comics one by one; the embedded database takes half a second for it. */
const DEAREST = 25_000;
/** Seconds after which a catalogue that is being built is asked again. */
export const SOON = 5;

/**
 * Refuses a statement that the embedded database, which nothing interrupts, would work on for long.
 *
 * @throws Problem `catalogue-warming`.
 */
export async function requireCheapQuery({ reads, database }: Engines, statement: RawBuilder<unknown>): Promise<void> {
  if (database.driver !== 'pglite') return;
  const counts = await estimateCounts(reads, []);
  if ((counts.get(0) ?? 0) <= SMALL) return;
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Total Cost': number } }];
  }>`explain (format json) ${statement}`.execute(reads);
  const cost = rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0;
  if (cost > DEAREST) throw problem('catalogue-warming', { seconds: SOON });
}

/**
 * Does what asks the database for lists.
 *
 * @param text whether a text is looked for, which can be narrowed.
 * @throws when the database ends a statement for its time: Problem `catalogue-warming` while the catalogue is built, after which
 * the list is cheap, else `search-too-costly` of the field `q` of a text; of a list without one the database's own error, as
 * its statements are few and short: the disk is slow.
 */
export async function withinTime<Result>(
  { catalogue }: Engines,
  text: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isTimedOut(error)) throw error;
    if (catalogue.ready() === null) throw problem('catalogue-warming', { seconds: SOON });
    throw text ? new Problem('search-too-costly', {}, { q: [{ rule: 'costly' }] }) : error;
  }
}

/** Does what is left out where it would take long: then null. */
export async function unlessExpensive<Result>(engines: Engines, work: () => Promise<Result>): Promise<Result | null> {
  return withinTime(engines, true, work).catch((error: unknown) => {
    if (isProblem(error) && (error.code === 'catalogue-warming' || error.code === 'search-too-costly')) return null;
    throw error;
  });
}
