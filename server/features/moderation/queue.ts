import { localPaths } from '#contract/addresses.ts';
import type { QueueItem, QueueQuery } from '#contract/moderation.ts';
import { REPORT_REASONS } from '#contract/reports.ts';
import type { Deps } from '#server/deps.ts';
import { targetKey, findTargets } from '#server/features/reports/public/queries-targets.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { affectedBy, findNotices, reportsOn, findReviews, listWaiting, type WaitingRow } from './queries-queue.ts';
import { availableActions, parseItem } from './rules.ts';

/** One page of what waits for moderators, with all that they need to decide; how many wait, by sort. */
export async function readQueue({ db }: Pick<Deps, 'db'>, viewing: RequestContext, viewer: number, query: QueueQuery) {
  const { page, per_page: perPage } = query;
  const { rows, total, counts } = await listWaiting(db, viewer, query, (page - 1) * perPage, perPage);
  const of = (kind: WaitingRow['kind']) => rows.filter((row) => row.kind === kind);
  const ids = (kind: WaitingRow['kind']) => of(kind).map(({ id }) => id);
  const [targets, said, reviews, notices, affected] = [
    await findTargets(db, viewing, rows),
    await reportsOn(db, of('report')),
    await findReviews(db, ids('review')),
    await findNotices(db, ids('takedown')),
    await affectedBy(db, rows),
  ];
  const items = rows.map((row): QueueItem => {
    const { id, kind, grave, created_at, due_at, overdue, count, claim } = row;
    const { owner: _owner, open: _open, ...target } = targets.get(targetKey(row))!;
    const [review, notice, whose] = [reviews.get(id), notices.get(id), affected.get(targetKey(row))];
    const nobody = { username: null, name: null, email: null };
    return {
      id,
      kind,
      grave,
      created_at,
      due_at,
      overdue,
      count,
      reasons: REPORT_REASONS.filter((reason) => row.reasons.includes(reason)),
      target: {
        ...target,
        title: review?.title ?? (notice && target.title === null ? notice.title : target.title),
        path: review ? localPaths(viewing.site.variant).uploadComic(review.slug) : target.path,
      },
      affected: whose ? { username: whose.username, role: whose.role } : null,
      said:
        said.get(id) ??
        (review
          ? [{ reason: null, text: review.note, by: { ...nobody, username: review.username }, created_at: review.at }]
          : notice
            ? [
                {
                  reason: null,
                  text: [notice.work, notice.location, notice.statement].filter(Boolean).join('\n\n'),
                  by: { ...nobody, name: notice.name, email: notice.email },
                  created_at: notice.at,
                },
              ]
            : []),
      claim: claim && { username: claim.username, mine: claim.id === viewer, until: claim.until },
      // A work with a counter-notice comes back by itself; decisions on it are made among the notices.
      acts: notice?.countered ? [] : availableActions(parseItem(id)).filter((act) => act !== 'restore'),
      countered: notice?.countered ?? false,
    };
  });
  return { items, total, counts };
}
