import { sql } from 'kysely';
import { LOCALES } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { termsById, type CachedTerm } from '#server/db/queries/term-cache.ts';
import { visibleComics, type VisibilityScope } from '#server/db/visible.ts';
import { wholeCondition } from '#server/features/comics/listing.ts';
import { requireCheapQuery, type Engines } from '#server/features/comics/public/queries-cost.ts';
import { estimateCounts } from '#server/features/comics/queries-totals.ts';
import { chooseRelated } from './rules.ts';

/** How much it says that two comics share a term of a kind; kinds that say little are left out. */
const WEIGHTS: Partial<Record<TermKind, number>> = { parody: 3, artist: 3, author: 2, character: 2, group: 2, tag: 1 };
/** Comics compared; comics of one term; terms they are found by, the rarest first. */
const [MAX_COMPARED, MAX_OF_TERM, MAX_TERMS] = [500, 100, 8];

/** Comics that share most with one, the best first, and how much each does. */
export interface Related {
  ids: number[];
  scores: number[];
}

/**
 * The comics that share most with one, terms that few comics have counting most, for readers of every language and rating
 * (`chooseRelated`); none of the same work.
 *
 * They are chosen among the newest comics of each of its rarest terms, 500 of all ratings and 500 safe ones.
 *
 * @param hidden terms that none of them has.
 * @throws Problem `catalogue-warming` where the embedded database would work on it for long.
 */
export async function findRelated(
  engines: Engines,
  comic: { id: number; terms: readonly number[]; work_key: string | null },
  hidden: readonly number[],
): Promise<Related> {
  const { reads } = engines;
  const own = await termsById(reads, comic.terms);
  const counts = await estimateCounts(reads, [...own.keys()]);
  const every = counts.get(0) ?? 0;
  const worth = new Map(
    [...own.values()].flatMap(({ id, kind }): [number, number][] => {
      const weight = WEIGHTS[kind];
      return weight === undefined ? [] : [[id, weight * Math.log(1 + every / Math.max(1, counts.get(id) ?? 0))]];
    }),
  );
  const rarest = [...worth.keys()]
    .filter((id) => !hidden.includes(id) && (counts.get(id) ?? 0) > 1)
    .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || a - b)
    .slice(0, MAX_TERMS);
  if (rarest.length === 0) return { ids: [], scores: [] };
  const found = await readCandidates(reads, hidden, [
    ...(await newestWith(engines, { rating: 'all', hidden }, rarest)),
    ...(await newestWith(engines, { rating: 'safe', hidden }, rarest)),
  ]);
  const terms = await termsById(
    reads,
    found.flatMap((candidate) => candidate.terms),
    ['language'],
  );
  const candidates = found
    .filter(({ id, work_key: work }) => id !== comic.id && (work === null || work !== comic.work_key))
    .map((candidate) => ({
      id: candidate.id,
      score: candidate.terms.reduce((sum, term) => sum + (worth.get(term) ?? 0), 0),
      languages: candidate.terms.filter((term) => terms.has(term)),
      work: candidate.work_key ?? String(candidate.id),
      safe: candidate.safe,
    }));
  const chosen = chooseRelated(candidates, readersAmong(comic.terms, own, terms));
  return { ids: chosen.map(({ id }) => id), scores: chosen.map(({ score }) => score) };
}

/** The kinds of readers of a comic, whoever reads its language: the languages among these terms that each of them can read. */
function readersAmong(
  comicTerms: readonly number[],
  own: ReadonlyMap<number, CachedTerm>,
  languages: ReadonlyMap<number, CachedTerm>,
): Set<number>[] {
  const read = comicTerms.filter((term) => own.get(term)?.kind === 'language');
  const spoken = LOCALES.map((locale) => [...languages.values()].filter(({ code }) => code === locale));
  return [[], ...spoken.filter((terms) => terms.length > 0)].map(
    (terms) => new Set([...read, ...terms.map(({ id }) => id)]),
  );
}

/** The newest comics of each term, those of the rarest terms first, at most 500. */
async function newestWith(
  engines: Engines,
  seeing: Pick<VisibilityScope, 'rating' | 'hidden'>,
  rarest: readonly number[],
): Promise<number[]> {
  const memory = engines.catalogue.ready();
  if (memory) {
    const ids = rarest.flatMap((term) => {
      const condition = wholeCondition({ condition: { terms: [term] }, hidden: seeing.hidden });
      const wanted = {
        rating: seeing.rating,
        condition,
        sort: 'uploaded_at',
        descending: true,
        duration: 'all',
        start: 0,
      } as const;
      return memory.find(wanted, 0, MAX_OF_TERM).ids;
    });
    return [...new Set(ids)].slice(0, MAX_COMPARED);
  }
  const newest = sql.join(
    rarest.map(
      (term, place) => sql`
    (select c.id, ${sql.lit(place)} as place from ${visibleComics(seeing)} c where c.terms @> ${[term]}::int[]
      order by c.uploaded_at desc, c.id desc limit ${MAX_OF_TERM})`,
    ),
    sql` union all `,
  );
  const statement = sql<{
    id: number;
  }>`select n.id from (${newest}) n group by n.id order by min(n.place), n.id desc limit ${MAX_COMPARED}`;
  await requireCheapQuery(engines, statement);
  const { rows } = await statement.execute(engines.reads);
  return rows.map(({ id }) => id);
}

interface CandidateRow {
  id: number;
  terms: number[];
  work_key: string | null;
  safe: boolean;
}

async function readCandidates(db: Db, hidden: readonly number[], ids: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`${sql.raw(PREPARED)}
    select c.id, c.terms, c.work_key, c.rating = 'safe' as safe
    from unnest(${[...new Set(ids)]}::int[]) p (id) join ${visibleComics({ rating: 'all', hidden })} c on c.id = p.id`.execute(
    db,
  );
  return rows;
}
