import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { visibleComics } from '#server/db/visible.ts';
import type { Listing } from './listing.ts';
import { conditionSql } from './public/queries-condition.ts';

/** So many comics are ranked by relevance: half of them for their short titles, half for their views. */
const MOST = 250;

/** Comics to rank, in no order, and how many there are in all: what `MemoryCatalogue.candidates` answers too. */
export interface Candidates {
  total: number;
  ids: number[];
}

/** A query that gives the candidates of a list: all of its comics, or of more than 250 the 125 with the shortest texts and the 125 most viewed. */
export function selectCandidates(listing: Listing): RawBuilder<unknown> {
  return sql`
    with m as materialized (
      select c.id, least(255, length(c.search)) as letters from ${visibleComics(listing)} c where true ${conditionSql(listing.condition)}),
    n as materialized (select count(*)::int as total from m),
    k as (
      (select m.id from m where (select total from n) <= ${MOST})
      union (select m.id from m where (select total from n) > ${MOST} order by m.letters, m.id limit ${MOST / 2})
      union (select m.id from m join comic_stats s on s.comic_id = m.id where (select total from n) > ${MOST}
        order by s.total desc, m.id desc limit ${MOST / 2}))
    select (select total from n) as total, coalesce((select array_agg(k.id) from k), '{}') as ids`;
}

/** Comics by how well they fit a text, the best first; ties by the higher id. */
export async function ranked(db: Db, listing: Listing, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  // One row, because 250 of them take half a millisecond longer.
  const { rows } = await sql<{ ids: number[] | null }>`${sql.raw(PREPARED)}
    select array_agg(c.id order by ${relevance(listing.text)} desc, c.id desc) as ids
    from ${visibleComics(listing)} c join comic_stats s on s.comic_id = c.id where c.id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return rows[0]?.ids ?? [];
}

/**
 * How well a comic fits: a title that is the text; that begins with it; that has a word beginning with it; that has it
 * somewhere. Among equals the shorter search text wins, then the more viewed.
 */
function relevance(text: string): RawBuilder<unknown> {
  return sql`(
    case when strpos(c.search, ${text}::text) = 0 then 0
      when strpos(' | ' || c.search || ' | ', ${` | ${text} | `}::text) > 0 then 4
      when strpos(' | ' || c.search, ${` | ${text}`}::text) > 0 then 2
      when strpos(' ' || c.search, ${` ${text}`}::text) > 0 then 1 else 0.5 end::float8
    + length(${text}::text)::float8 / greatest(length(c.search), 1) * 0.6 + ln(1 + s.total::float8) / 35)`;
}
