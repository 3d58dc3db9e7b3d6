import { sql } from 'kysely';
import { ATTRIBUTES, STATUSES, type OptionFilter, type OptionsQuery } from '#contract/comics.ts';
import type { FilterOption, FilterOptions } from '#contract/search.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import { listChoices, type TermEngines } from '#server/features/taxonomy/public/queries-terms.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { Condition } from '#server/search/condition.ts';
import { createListing, narrowListing, needsViews, wholeCondition, type Listing } from './listing.ts';
import { conditionSql } from './public/queries-condition.ts';
import { unlessExpensive, type Engines } from './public/queries-cost.ts';
import { selectComics } from './queries-listing.ts';
import { countListing } from './queries.ts';

/** Most choices of a filter. */
const MAX_OPTIONS = 1000;
/** Comics of a list up to which the database counts what its choices would leave. */
const FEW = 5_000;

/** The filters of which a comic has any of the choices: a further choice adds to the present ones. */
const ANY_OF: readonly OptionFilter[] = ['languages', 'categories', 'statuses'];

/** A choice: a term, or what its comics are. */
type Choice = { option: Omit<FilterOption, 'count'> } & ({ term: number } | { condition: Condition });

/**
 * The choices of an open filter, the most used first or those that fit what was typed, and how many comics would be
 * listed with each. Counts are null where the catalogue in memory is needed to count and is not ready.
 */
export async function filterOptions(
  engines: Engines & TermEngines,
  viewing: RequestContext,
  query: OptionsQuery,
  now: Date,
): Promise<FilterOptions> {
  const { listing: present } = await createListing(engines, viewing, query, now);
  const addsUp = ANY_OF.includes(query.of) || (query.match === 'any' && query.of !== 'attributes');
  const { listing } = addsUp
    ? await createListing(engines, viewing, { ...query, [query.of]: [] }, now)
    : { listing: present };
  const choices = await choicesFor(engines, viewing, query);
  const counts = await countsFor(engines, listing, query.of, choices);
  return {
    total: await unlessExpensive(engines, () => countListing(engines, present)),
    options: choices.map(({ option }, at) => ({ ...option, count: counts?.[at] ?? null })),
  };
}

async function choicesFor(
  engines: TermEngines,
  viewing: RequestContext,
  { of, find }: OptionsQuery,
): Promise<Choice[]> {
  const plain = { name: null, color: null, icon: null };
  if (of === 'statuses') {
    return STATUSES.map((status) => ({ option: { value: status, ...plain }, condition: { statuses: [status] } }));
  }
  if (of === 'attributes') {
    return ATTRIBUTES.map((trait) => ({ option: { value: trait, ...plain }, condition: { trait } }));
  }
  const kind = TERM_KINDS.find((one) => KIND_PATHS[one] === of);
  if (!kind || !viewing.site.features.includes(of)) return [];
  const terms = await listChoices(engines, viewing, viewing.locale, kind, find, MAX_OPTIONS);
  return terms.map(({ id, name, color, icon }) => ({ option: { value: String(id), name, color, icon }, term: id }));
}

async function countsFor(
  engines: Engines,
  listing: Listing,
  of: OptionFilter,
  choices: readonly Choice[],
): Promise<number[] | null> {
  const memory = engines.catalogue.ready();
  const inMemory = memory && countable(listing);
  if (memory && inMemory) return countsInMemory(memory, inMemory, of, choices);
  const total = await unlessExpensive(engines, () => countListing(engines, listing));
  return total === null || total > FEW ? null : countsInDatabase(engines, listing, choices);
}

/** The list as the catalogue in memory counts within it: it knows no windows of popularity there, but the longest. */
function countable(listing: Listing): Listing | null {
  if (!needsViews(listing)) return listing;
  return listing.duration === 'all' ? narrowListing(listing, { range: { key: 'views', min: 1, max: null } }) : null;
}

async function countsInMemory(
  memory: MemoryCatalogue,
  listing: Listing,
  of: OptionFilter,
  choices: readonly Choice[],
): Promise<number[]> {
  const condition = wholeCondition(listing);
  const terms = choices.flatMap((choice) => ('term' in choice ? [choice.term] : []));
  if (terms.length > 0) return memory.countMany(listing.rating, condition, terms, `${of} ${listing.rating}`);
  const conditions = choices.flatMap((choice) => ('condition' in choice ? [choice.condition] : []));
  return mapInTurns(conditions, 2, (each) => memory.count(listing.rating, { all: [condition, each] }));
}

async function countsInDatabase({ reads }: Engines, listing: Listing, choices: readonly Choice[]): Promise<number[]> {
  const conditions = choices.flatMap((choice) => ('condition' in choice ? [choice.condition] : []));
  if (conditions.length > 0) {
    const columns = conditions.map((condition) => sql`count(*) filter (where true ${conditionSql(condition)})::int`);
    const { rows } = await sql<{
      counts: number[];
    }>`${selectComics(listing, sql`array[${sql.join(columns)}] as counts`)}`.execute(reads);
    return rows[0]?.counts ?? conditions.map(() => 0);
  }
  const terms = choices.flatMap((choice) => ('term' in choice ? [choice.term] : []));
  const { rows } = await sql<{ id: number; count: number }>`
    select t.id, count(*)::int as count from (${selectComics(listing, sql`unnest(c.terms) as id`)}) t
    where t.id = any(${terms}::int[]) group by t.id`.execute(reads);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return terms.map((id) => counts.get(id) ?? 0);
}
