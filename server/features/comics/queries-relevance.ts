import { sql } from 'kysely';
import { bestFirst, MAX_CONSIDERED, type Ranking } from '#server/catalogue/index/ranking.ts';
import { visibleComics } from '#server/db/visible.ts';
import { fitOfText, MAX_RANKED_WORDS, rankedWords, relevance } from '#server/search/relevance.ts';
import type { Listing } from './listing.ts';
import { conditionSql } from './public/queries-condition.ts';
import { requireCheapQuery, type Engines } from './public/queries-cost.ts';

/** The answer of `MemoryCatalogue.rank`, from the database: the comics to rank are chosen there and compared here. @throws Problem `catalogue-warming`. */
export async function rankFromDatabase(engines: Engines, listing: Listing): Promise<Ranking> {
  const wanted = rankedWords(listing.text);
  const isNamed = wanted.words.length > 0 && wanted.words.length < MAX_RANKED_WORDS;
  const statement = sql`
    with m as materialized (
      select c.id, c.uploaded_at, least(255, length(c.search)) as letters,
        least(255, round(12 * ln(1 + s.total::float8)))::int as level,
        ${isNamed}::bool and strpos(' | ' || c.search || ' | ', ${` | ${listing.text} | `}::text) > 0 as named
      from ${visibleComics(listing)} c join comic_stats s on s.comic_id = c.id where true ${conditionSql(listing.condition)}),
    n as materialized (select count(*)::int as total from m),
    k as (
      (select m.* from m where (select total from n) <= ${MAX_CONSIDERED}::int)
      union (select m.* from m where m.named order by m.uploaded_at desc, m.id desc limit ${MAX_CONSIDERED}::int)
      union (select m.* from m order by m.letters, m.uploaded_at desc, m.id desc limit ${MAX_CONSIDERED / 2}::int)
      union (select m.* from m order by m.level desc, m.uploaded_at desc, m.id desc limit ${MAX_CONSIDERED / 2}::int))
    select (select total from n) as total, coalesce(array_agg(k.id), '{}') as ids,
      coalesce(array_agg(k.level), '{}') as levels, coalesce(array_agg(c.search), '{}') as texts
    from k join ${visibleComics(listing)} c on c.id = k.id`;
  await requireCheapQuery(engines, statement);
  const {
    rows: [found],
  } = await sql<{ total: number; ids: number[]; levels: number[]; texts: string[] }>`${statement}`.execute(
    engines.reads,
  );
  const { total, ids, levels, texts } = found!;
  const scores = Float64Array.from(texts, (text, at) => relevance(fitOfText(text, wanted), levels[at]!));
  return { total, ids: bestFirst(scores, (at) => ids[at]!) };
}
