import { sql } from 'kysely';
import { LOCALES } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { termsById } from '#server/db/queries/term-cache.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import { listedComics, NOBODY, NO_LIMIT, visibleComics, type ListScope } from '#server/db/visible.ts';
import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import { wholeCondition } from '#server/features/comics/listing.ts';
import { requireCheapQuery, type Engines } from '#server/features/comics/public/queries-cost.ts';
import { estimateCounts } from '#server/features/comics/queries-totals.ts';
import { chooseRelated, type Candidate } from './rules.ts';

/** How much it says that two comics share a term of a kind; kinds that say little are left out. */
const WEIGHTS: Partial<Record<TermKind, number>> = { parody: 3, artist: 3, author: 2, character: 2, group: 2, tag: 1 };
/** Comics compared; comics of one term; terms they are found by, the rarest first. */
const [MAX_COMPARED, MAX_OF_TERM, MAX_TERMS] = [500, 100, 8];
/** Of the best for each kind of reader so many are looked at first, as editions of one work count once. */
const LIKELY = 48;

/** A term that is a language; its code is empty where it has none. */
export interface LanguageTerm {
  id: number;
  code: string;
}

const languagesFor = perDatabase(() => new RememberedValue<LanguageTerm[]>());

/** Comics that share most with one, the best first, and how much each does. */
export interface RelatedComics {
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
): Promise<RelatedComics> {
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
  const ids = new Set(await newestWith(engines, hidden, rarest));
  ids.delete(comic.id);
  const spoken = Map.groupBy(
    (await languageTerms(reads)).filter(({ code }) => (LOCALES as readonly string[]).includes(code)),
    ({ code }) => code,
  );
  const read = [...own.values()].filter(({ kind }) => kind === 'language').map(({ id }) => id);
  const readers = [[], ...spoken.values()].map((terms) => new Set([...read, ...terms.map(({ id }) => id)]));
  const languages = new Set(readers.flatMap((readable) => [...readable]));
  // No language is worth anything by itself, so no term stands here twice.
  const terms = [...worth.keys(), ...languages];
  const worths = [...worth.values()];
  const memory = engines.catalogue.ready();
  const found = memory ? memory.having([...ids], terms) : await readCandidates(reads, hidden, [...ids], terms);
  const candidates = found.map(({ id, terms: shared, safe }) => ({
    id,
    score: shared.reduce((sum, place) => sum + (worths[place] ?? 0), 0),
    languages: shared.filter((place) => place >= worths.length).map((place) => terms[place]!),
    work: String(id),
    safe,
  }));
  const chosen = chooseRelated(await likeliest(reads, comic, candidates, readers), readers);
  return { ids: chosen.map(({ id }) => id), scores: chosen.map(({ score }) => score) };
}

/** All terms that are languages, some hundreds at most; read anew every two seconds. */
export function languageTerms(db: Db): Promise<LanguageTerm[]> {
  return languagesFor(db).get(new Date(), async () => {
    const { rows } = await sql<LanguageTerm>`${sql.raw(PREPARED)}
      select t.id, coalesce(t.code, '') as code from terms t where t.kind = 'language' order by t.id`.execute(db);
    return rows;
  });
}

/**
 * The candidates that may be chosen, with the works they are editions of: which these are does not lie in memory, and is not read of
 * hundreds. Where they are editions of few works, of more candidates.
 */
async function likeliest(
  db: Db,
  comic: { work_key: string | null },
  candidates: readonly Candidate[],
  readers: readonly ReadonlySet<number>[],
): Promise<Candidate[]> {
  for (let each = LIKELY; ; each *= LIKELY) {
    const likely = chooseRelated(candidates, readers, each, Infinity);
    const found = await withWorks(db, comic, likely);
    const works = new Set(found.map(({ work }) => work)).size;
    if (works * 2 > likely.length || likely.length === candidates.length) return found;
  }
}

/** Candidates with the works they are editions of, without those of a comic's own. */
async function withWorks(
  db: Db,
  { work_key: own }: { work_key: string | null },
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const { rows } = await sql<{ id: number; work_key: string }>`${sql.raw(PREPARED)}
    select c.id, c.work_key from unnest(${candidates.map(({ id }) => id)}::int[]) p (id)
    join comics c on c.id = p.id where c.work_key is not null /* work_key is never null: asked for */`.execute(db);
  const works = new Map(rows.map(({ id, work_key: work }) => [id, work]));
  return candidates
    .map((candidate) => ({ ...candidate, work: works.get(candidate.id) ?? candidate.work }))
    .filter(({ work }) => work !== own);
}

/** The newest comics of each term, those of the rarest terms first, at most 500 of all ratings and 500 safe ones. */
async function newestWith(engines: Engines, hidden: readonly number[], rarest: readonly number[]): Promise<number[]> {
  const memory = engines.catalogue.ready();
  if (memory === null) {
    return [
      ...(await newestFromDatabase(engines, { ...listedComics('all'), hidden }, rarest)),
      ...(await newestFromDatabase(engines, { ...listedComics('safe'), hidden }, rarest)),
    ];
  }
  const every = new Set<number>();
  const safe = new Set<number>();
  const add = (found: Set<number>, ids: readonly number[]) => {
    for (const id of ids) {
      if (found.size < MAX_COMPARED) {
        found.add(id);
      }
    }
  };
  for (const term of rarest) {
    if (every.size === MAX_COMPARED && safe.size === MAX_COMPARED) break;
    if (hidden.length === 0) {
      const newest = memory.newestWith(term, MAX_OF_TERM);
      add(every, newest.all);
      add(safe, newest.safe);
    } else {
      add(every, newestShown(memory, { rating: 'all', hidden }, term));
      add(safe, newestShown(memory, { rating: 'safe', hidden }, term));
    }
  }
  return [...every, ...safe];
}

/** The newest comics of a term without those that have hidden ones. */
function newestShown(
  memory: MemoryCatalogue,
  { rating, hidden }: Pick<ListScope, 'rating' | 'hidden'>,
  term: number,
): number[] {
  const condition = wholeCondition({
    condition: { terms: [term] },
    hidden,
    blocked: NOBODY,
    limit: NO_LIMIT,
    blockedComics: [],
  });
  const wanted = { rating, condition, sort: 'uploaded_at', descending: true, duration: 'all', start: 0 } as const;
  return memory.find(wanted, 0, MAX_OF_TERM).ids;
}

async function newestFromDatabase(engines: Engines, seeing: ListScope, rarest: readonly number[]): Promise<number[]> {
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

/** As `having` of the catalogue in memory. */
async function readCandidates(
  db: Db,
  hidden: readonly number[],
  ids: readonly number[],
  terms: readonly number[],
): Promise<{ id: number; terms: number[]; safe: boolean }[]> {
  const { rows } = await sql<{ id: number; terms: number[]; safe: boolean }>`${sql.raw(PREPARED)}
    select c.id, c.terms, c.rating = 'safe' as safe
    from unnest(${[...ids]}::int[]) p (id) join ${visibleComics({ ...listedComics('all'), hidden })} c on c.id = p.id`.execute(
    db,
  );
  const places = new Map(terms.map((term, place) => [term, place]));
  return rows.map((row) => ({
    ...row,
    terms: row.terms.map((term) => places.get(term) ?? -1).filter((place) => place >= 0),
  }));
}
