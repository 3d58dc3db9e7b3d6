import { sql, type RawBuilder } from 'kysely';
import type { Rated } from '#contract/library.ts';
import { DAYS_UNTIL_COUNTED, SCORES_PER_HOUR } from '#contract/reviews.ts';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { summariseScores } from '#server/db/queries/scores.ts';
import { throttle } from '#server/http/limits/throttle.ts';

/** On `u`: whether the scores of a member count. Those of an account that is new, unverified or shut out do not. */
const COUNTS = sql<boolean>`(u.verified_at is not null and u.banned_at is null
  and u.created_at < now() - make_interval(days => ${sql.lit(DAYS_UNTIL_COUNTED)}))`;

/** Scores that begin or cease to count in one statement. */
const AT_ONCE = 500;

/** Whether moderators have closed the scores of a comic. */
export function scoresLocked(comicId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from review_locks l where l.comic_id = ${comicId})`;
}

/**
 * Gives a comic a member's score, 1 to 10, in place of the one they gave it before.
 *
 * @throws Problem `reviews-locked` where moderators closed them, `scores-too-many` with the seconds to wait.
 */
export async function rate(db: Db, userId: number, comicId: number, score: number): Promise<void> {
  await requireUnlocked(db, comicId);
  const seconds = await throttle(db, `score ${userId}`, SCORES_PER_HOUR, 3600);
  if (seconds !== null) throw problem('scores-too-many', { seconds });
  await sql`
    insert into ratings (user_id, comic_id, score, counted)
    select u.id, ${comicId}::int, ${score}::int, ${COUNTS} from users u where u.id = ${userId}
    on conflict (user_id, comic_id) do update set score = excluded.score where ratings.score <> excluded.score`.execute(
    db,
  );
}

/** Takes a member's score of a comic back. @throws Problem `reviews-locked`. */
export async function unrate(db: Db, userId: number, comicId: number): Promise<void> {
  await requireUnlocked(db, comicId);
  await sql`delete from ratings where user_id = ${userId} and comic_id = ${comicId}`.execute(db);
}

/** @throws Problem `reviews-locked`. */
export async function requireUnlocked(db: Db, comicId: number): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ locked: boolean }>`select ${scoresLocked(sql`${comicId}::int`)} as locked`.execute(db);
  if (row?.locked) throw problem('reviews-locked');
}

/** Adds ratings where the member gave none and that are not closed. Answers how many were new. */
export async function addRatings(
  db: Db,
  userId: number,
  ratings: readonly { comic_id: number; score: number }[],
): Promise<number> {
  const { rows } = await sql`
    insert into ratings (user_id, comic_id, score, counted)
    select u.id, r.comic_id, r.score, ${COUNTS}
    from users u cross join jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb) as r (comic_id int, score smallint)
    where u.id = ${userId} and not ${scoresLocked(sql`r.comic_id`)}
    order by r.comic_id on conflict do nothing returning comic_id`.execute(db);
  return rows.length;
}

/** The average score of a comic, and what one member gave it. @param userId null for a guest. */
export async function getRating(db: Db, userId: number | null, comicId: number): Promise<Rated> {
  const {
    rows: [row],
  } = await sql<{ score: number | null; counted: boolean | null; counts: number[] | null }>`
    select r.score, r.counted, s.counts
    from (select ${comicId}::int as comic_id) c left join comic_scores s on s.comic_id = c.comic_id
    left join ratings r on r.comic_id = c.comic_id and r.user_id = ${userId}::int`.execute(db);
  const { average, ratings } = summariseScores(row?.counts ?? null);
  return { score: row?.score ?? null, counted: row?.counted ?? null, average, ratings };
}

/**
 * Lets scores count whose members are known by now, and takes out those of members who were shut out since; some
 * hundred at a time, so that nobody waits. Those of comics whose scores are closed stay as they are.
 *
 * @returns how many changed; 0 once all is done.
 */
export async function recountScores(db: Db): Promise<number> {
  const { rows } = await sql<{ comic_id: number }>`
    with due as (
      (select r.user_id, r.comic_id from ratings r join users u on u.id = r.user_id
        where not r.counted and ${COUNTS} and not ${scoresLocked(sql`r.comic_id`)} limit ${sql.lit(AT_ONCE)})
      union all
      (select r.user_id, r.comic_id from users u join ratings r on r.user_id = u.id
        where u.banned_at is not null and r.counted and not ${scoresLocked(sql`r.comic_id`)} limit ${sql.lit(AT_ONCE)}))
    update ratings r set counted = not r.counted from due d where d.user_id = r.user_id and d.comic_id = r.comic_id
    returning r.comic_id`.execute(db);
  return rows.length;
}
