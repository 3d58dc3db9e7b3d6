import { sql } from 'kysely';
import type { ReviewPage } from '#contract/reviews.ts';
import type { Db } from '#server/db/database.ts';
import { summariseScores } from '#server/db/queries/scores.ts';
import { can } from '#server/http/access/permissions.ts';
import type { Viewer } from '#server/http/access/request-context.ts';

/** Most scores that do not count whose number moderators are told. */
const MANY = 10_000;

/** The review of a comic that a member wrote and did not take away, in whatever state; null for none. */
export async function findReview(db: Db, author: number, comic: number): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    select id from comments where review_of = ${comic} and user_id = ${author} and root_id is null
      and not (state = 'deleted' and text = '')`.execute(db);
  return row?.id ?? null;
}

/** The facts that a page of reviews tells besides these, whichever page it is: each part is one look at an index. */
export async function reviewFacts(
  db: Db,
  viewer: Viewer,
  comic: number,
): Promise<Pick<ReviewPage, 'scores' | 'own' | 'locked' | 'staff'>> {
  const isStaff = can(viewer.role, 'comments.moderate');
  const {
    rows: [row],
  } = await sql<{ counts: number[] | null; reason: string | null; uncounted: number | null }>`
    select (select s.counts from comic_scores s where s.comic_id = ${comic}) as counts,
      (select l.reason from review_locks l where l.comic_id = ${comic}) as reason,
      ${
        isStaff
          ? sql`(select count(*)::int from (
          select from ratings r where r.comic_id = ${comic} and not r.counted limit ${MANY}) few)`
          : sql`null::int`
      } as uncounted`.execute(db);
  return {
    scores: summariseScores(row?.counts ?? null),
    own: viewer.id === null ? null : await findReview(db, viewer.id, comic),
    locked: (row?.reason ?? null) !== null,
    staff: isStaff ? { reason: row?.reason ?? '', uncounted: row?.uncounted ?? 0 } : null,
  };
}
