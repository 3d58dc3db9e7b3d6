import { sql } from 'kysely';
import { MAX_WAVES, MIN_WAVE, type ScoreWave } from '#contract/reviews.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { summariseScores } from '#server/db/queries/scores.ts';
import { reachableComics } from '#server/db/visible.ts';

/** Closes the reviews and scores of a comic; where they are closed it says why anew. */
export async function lockReviews(tx: Tx, comic: number, by: number, reason: string): Promise<void> {
  await sql`
    insert into review_locks (comic_id, user_id, reason) values (${comic}, ${by}, ${reason})
    on conflict (comic_id) do update set user_id = excluded.user_id, reason = excluded.reason`.execute(tx);
}

/** Opens them again. @returns whether they were closed. */
export async function unlockReviews(tx: Tx, comic: number): Promise<boolean> {
  const { rows } = await sql`delete from review_locks where comic_id = ${comic} returning comic_id`.execute(tx);
  return rows.length > 0;
}

/** Scores of one comic that are read for their mean. */
const READ = 1_000;

/** One page of the comics of which many scores do not count, the most first, at most `MAX_WAVES`; along an index, however many comics were scored. */
export async function listScoreWaves(
  db: Db,
  locale: string,
  offset: number,
  limit: number,
): Promise<{ waves: ScoreWave[]; total: number }> {
  const { rows } = await sql<WaveRow>`
    select c.id, c.slug, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title,
      s.uncounted, s.counts, l.reason,
      (select round(avg(few.score), 1)::float8 from (
        select r.score from ratings r where r.comic_id = c.id and not r.counted limit ${READ}) few) as average
    from comic_scores s join ${reachableComics('everyone')} c on c.id = s.comic_id left join review_locks l on l.comic_id = c.id
    where s.uncounted >= ${sql.lit(MIN_WAVE)} order by s.uncounted desc, s.comic_id
    limit ${Math.min(limit, Math.max(0, MAX_WAVES - offset))} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from comic_scores s join ${reachableComics('everyone')} c on c.id = s.comic_id
      where s.uncounted >= ${sql.lit(MIN_WAVE)} limit ${MAX_WAVES}) found`.execute(db);
  return {
    waves: rows.map(({ id, slug, title, uncounted, counts, reason, average: theirs }) => {
      const { average, ratings } = summariseScores(counts);
      return {
        comic: { id, slug, title },
        uncounted,
        uncounted_average: theirs,
        average,
        ratings,
        locked: reason !== null,
        reason: reason ?? '',
      };
    }),
    total: counted[0]?.total ?? 0,
  };
}

interface WaveRow {
  id: number;
  slug: string;
  title: string;
  uncounted: number;
  counts: number[];
  reason: string | null;
  average: number | null;
}
