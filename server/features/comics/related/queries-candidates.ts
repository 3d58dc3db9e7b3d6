import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { cardsById, type CardRow } from '#server/db/queries/cards.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import { termsById, type CachedTerm } from '#server/db/queries/term-cache.ts';
import { visibleComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { wholeCondition } from './listing.ts';
import type { Engines } from './public/queries-cost.ts';
import type { FoundComic } from './public/queries-one.ts';
import { estimateCounts } from './queries-totals.ts';

/** How much it says that two comics share a term of a kind; kinds that say little are left out. */
const WEIGHTS: Partial<Record<TermKind, number>> = { parody: 3, artist: 3, author: 2, character: 2, group: 2, tag: 1 };
/** A comic that the reader can read, or in the language of this one, is worth so many times one in another language. */
const READABLE = 2;
/** Comics shown; comics compared; comics of one term; terms they are found by, the rarest first. */
const [MOST, MAX_COMPARED, MAX_OF_TERM, MAX_TERMS] = [12, 500, 100, 8];

const memoFor = perDatabase(() => new CatalogueMemo<number[]>({ most: 2_000, seconds: 60, isLarge: () => true }));

interface Candidate {
  id: number;
  terms: number[];
  work_key: string | null;
}

/**
 * At most twelve comics that share most with one, terms that few comics have counting most; none of the same work.
 *
 * They are chosen among the newest comics of each of its rarest terms, 500 in all, and remembered for a minute.
 */
export async function relatedComics(engines: Engines, viewing: RequestContext, comic: FoundComic): Promise<CardRow[]> {
  const { reads } = engines;
  const key = JSON.stringify([comic.id, viewing.rating, viewing.hidden, viewing.locale]);
  const ids = await memoFor(reads).get(key, await readChange(reads), () => chooseRelated(engines, viewing, comic));
  return ids.length === 0 ? [] : cardsById(reads, viewing, viewing.locale, ids);
}

async function chooseRelated(engines: Engines, viewing: RequestContext, comic: FoundComic): Promise<number[]> {
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
    .filter((id) => !viewing.hidden.includes(id) && (counts.get(id) ?? 0) > 1)
    .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || a - b)
    .slice(0, MAX_TERMS);
  const candidates = await candidatesWith(engines, viewing, rarest);
  const terms = await termsById(
    reads,
    candidates.flatMap((candidate) => candidate.terms),
    ['language'],
  );
  const language = findLanguage(comic.terms, own);
  const isReadable = (candidate: Candidate) => {
    const spoken = findLanguage(candidate.terms, terms);
    return spoken?.code === viewing.locale || (language !== undefined && spoken?.id === language.id);
  };
  const scored = candidates
    .filter(({ id, work_key }) => id !== comic.id && (work_key === null || work_key !== comic.work_key))
    .map((candidate) => ({
      ...candidate,
      score:
        candidate.terms.reduce((sum, term) => sum + (worth.get(term) ?? 0), 0) * (isReadable(candidate) ? READABLE : 1),
    }))
    .sort((a, b) => b.score - a.score || b.id - a.id);
  const works = new Set<string>();
  return scored
    .filter(({ id, work_key }) => {
      const work = work_key ?? String(id);
      return !works.has(work) && works.add(work);
    })
    .slice(0, MOST)
    .map(({ id }) => id);
}

/** The newest comics of each term, those of the rarest terms first. */
async function candidatesWith(
  { reads, catalogue }: Engines,
  viewing: RequestContext,
  rarest: readonly number[],
): Promise<Candidate[]> {
  if (rarest.length === 0) return [];
  const memory = catalogue.ready();
  const ids =
    memory &&
    [
      ...new Set(
        rarest.flatMap(
          (term) =>
            memory.find(
              {
                rating: viewing.rating,
                condition: wholeCondition({ condition: { terms: [term] }, hidden: viewing.hidden }),
                sort: 'uploaded_at',
                descending: true,
                duration: 'all',
                start: 0,
              },
              0,
              MAX_OF_TERM,
            ).ids,
        ),
      ),
    ].slice(0, MAX_COMPARED);
  const newest = sql.join(
    rarest.map(
      (term, place) => sql`
    (select c.id, ${sql.lit(place)} as place from ${visibleComics(viewing)} c where c.terms @> ${[term]}::int[]
      order by c.uploaded_at desc, c.id desc limit ${MAX_OF_TERM})`,
    ),
    sql` union all `,
  );
  const picked = ids
    ? sql`select unnest(${ids}::int[]) as id`
    : sql`select n.id from (${newest}) n group by n.id order by min(n.place), n.id desc limit ${MAX_COMPARED}`;
  const { rows } = await sql<Candidate>`
    select c.id, c.terms, c.work_key from (${picked}) p join ${visibleComics(viewing)} c on c.id = p.id`.execute(reads);
  return rows;
}

function findLanguage(ids: readonly number[], terms: ReadonlyMap<number, CachedTerm>): CachedTerm | undefined {
  return ids.map((id) => terms.get(id)).find((term) => term?.kind === 'language');
}
