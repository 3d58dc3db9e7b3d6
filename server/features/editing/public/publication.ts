import type { StateChange } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { Role } from '#server/http/access/permissions.ts';
import { incompleteAmong } from '#server/features/chapters/public/queries-missing.ts';
import { requireWhole } from '#server/features/chapters/public/wholeness.ts';
import { findWait, isBound, requireNoDelay } from '#server/features/groups/public/queries-delays.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import {
  countApproved,
  askReview,
  removeComic,
  closeReview,
  dropReview,
  dueComics,
  hideComic,
  isScheduledByStaff,
  holdPublishable,
  holdReview,
  lastMove,
  scheduleComic,
  showPublicly,
  restoreComic,
  type Publishable,
} from '#server/features/editing/comics/queries-publication.ts';
import { publishDueChapters } from '#server/features/editing/chapters/chapter-states.ts';
import { recordRevision } from './revision-recorder.ts';

/** Publishes what is due, every minute. */
export const PUBLISH_DUE_JOB: JobKind = { kind: 'comics.publish', attempts: 3, atOnce: 1, every: 60 };

/**
 * A comic that someone wants to come out: at a moment, or at once. `reviewFirst` is the site's `uploads.reviewFirst`; `incomplete`
 * says that it may be shown without the pages that it lacks.
 */
export interface Publication {
  comicId: number;
  by: { id: number | null; role: Role };
  at: Date | null;
  now: Date;
  reviewFirst: number;
  incomplete: boolean;
  /** Whether delays of groups bind who asks; they do not bind staff. */
  bound?: boolean;
}

/**
 * Has a comic come out: now, at a moment that is still to come, or once a moderator has looked at it, where the one who
 * asks is an uploader of whom fewer than `reviewFirst` works were approved. Followers are told when it comes out.
 *
 * @throws Problem `comic-not-found`, `comic-empty` without pages, `comic-state-wrong` for a removed one; `not-allowed` to an
 * uploader where staff unlisted it; `comic-pages-missing`, `comic-pages-fewer` where it lacks pages and nobody said that it may; `group-delay`.
 */
export async function askPublication(
  tx: Tx,
  { comicId, by, at, now, reviewFirst, incomplete, bound = false }: Publication,
): Promise<'published' | 'scheduled' | 'review'> {
  const comic = await holdPublishable(tx, comicId);
  if (comic === null) throw problem('comic-not-found');
  if (comic.state === 'removed') throw problem('comic-state-wrong');
  if (comic.pages === 0) throw problem('comic-empty');
  await refuseUndoing(tx, comicId, comic.state, by);
  await requireWhole(tx, { comic: comicId }, incomplete);
  if (await isToBeReviewed(tx, comic, by, reviewFirst)) {
    await askReview(tx, { comicId, userId: by.id!, at });
    return 'review';
  }
  await requireNoDelay(tx, { bound }, { comic: comicId, at: at !== null && at > now ? at : now });
  await dropReview(tx, comicId);
  let outcome: 'published' | 'scheduled' = 'published';
  await recordRevision(tx, { comicId, by: by.id, source: 'state', action: 'comic.publish' }, async () => {
    outcome = await comeOut(tx, comicId, at, now);
  });
  return outcome;
}

/** A decision about a work that waits. */
export interface ReviewDecision {
  reviewId: number;
  by: number;
  approve: boolean;
  note: string;
  now: Date;
  /** Whether delays of groups count: it comes out once they are over. */
  delays?: boolean;
}

/**
 * Decides about an uploader's work: an approved one comes out as it was asked for, a refused one stays a draft, with the
 * note for its uploader.
 *
 * @throws Problem `review-not-found`, `review-decided`, `comic-empty`, `comic-state-wrong` to approve one that was removed since,
 * `comic-pages-missing`, `comic-pages-fewer` one that lacks pages since it was asked for.
 */
export async function decideReview(
  tx: Tx,
  { reviewId, by, approve, note, now, delays = false }: ReviewDecision,
): Promise<'published' | 'scheduled' | 'refused'> {
  const review = await holdReview(tx, reviewId);
  if (review === null) throw problem('review-not-found');
  if (review.state !== 'waiting') throw problem('review-decided');
  const state = approve ? 'approved' : 'refused';
  await closeReview(tx, { id: reviewId, state, note, by, now });
  await audit(tx, {
    userId: by,
    action: `review.${approve ? 'approve' : 'refuse'}`,
    subject: 'comic',
    subjectId: review.comic_id,
    details: { note },
  });
  if (!approve) return 'refused';
  const comic = await holdPublishable(tx, review.comic_id);
  if (comic === null || comic.pages === 0) throw problem('comic-empty');
  if (comic.state === 'removed') throw problem('comic-state-wrong');
  await requireWhole(tx, { comic: review.comic_id }, false);
  const asked = review.publish_at !== null && review.publish_at > now ? review.publish_at : now;
  const at = (delays ? await findWait(tx, { comic: review.comic_id, at: asked }) : null)?.until ?? review.publish_at;
  let outcome: 'published' | 'scheduled' = 'published';
  await recordRevision(tx, { comicId: review.comic_id, by, source: 'state', action: 'comic.publish' }, async () => {
    outcome = await comeOut(tx, review.comic_id, at, now);
  });
  return outcome;
}

/** A change of whoever has not looked at the comic: without the version they have seen. */
type Unseen<Change> = Change extends StateChange
  ? Omit<Change, 'version' | 'incomplete'> & { version?: number; incomplete?: boolean }
  : never;

/**
 * Moves a comic to another state, as `StateChange` says.
 *
 * @throws Problem `comic-not-found`, `edit-conflict`, `comic-empty`, `comic-state-wrong` where it cannot be moved so,
 * `comic-pages-missing`, `comic-pages-fewer` where it lacks pages and the change does not say that it may;
 * `not-allowed` to an uploader where staff removed or unlisted it, and to unlist what a moderator is to look at first; `group-delay`.
 */
export async function changeState(
  tx: Tx,
  comicId: number,
  change: Unseen<StateChange>,
  by: Publication['by'],
  { now, reviewFirst, bound = false }: Pick<Publication, 'now' | 'reviewFirst' | 'bound'>,
): Promise<void> {
  const seen = change.version === undefined ? {} : { version: change.version };
  const comic = await holdPublishable(tx, comicId);
  if (comic === null) throw problem('comic-not-found');
  if (change.action === 'publish') {
    await recordRevision(tx, { comicId, by: by.id, source: 'state', ...seen }, async () => {});
    await askPublication(tx, {
      comicId,
      by,
      at: change.at === null ? null : new Date(change.at),
      now,
      reviewFirst,
      incomplete: change.incomplete ?? false,
      bound,
    });
    return;
  }
  if ((comic.state === 'removed') !== (change.action === 'restore')) throw problem('comic-state-wrong');
  await refuseUndoing(tx, comicId, comic.state, by);
  await recordRevision(
    tx,
    { comicId, by: by.id, source: 'state', ...seen, action: `comic.${change.action}` },
    async () => {
      switch (change.action) {
        case 'unlist':
          if (comic.pages === 0) throw problem('comic-empty');
          // One that readers see already is taken out of lists whatever it lacks.
          if (comic.state !== 'published') {
            await requireWhole(tx, { comic: comicId }, change.incomplete ?? false);
          }
          // Whoever has the address sees it.
          if (await isToBeReviewed(tx, comic, by, reviewFirst)) throw problem('not-allowed');
          return hideComic(tx, comicId, 'unlisted');
        case 'draft':
          await dropReview(tx, comicId);
          return hideComic(tx, comicId, 'draft');
        case 'remove':
          return removeComic(tx, comicId, change.reason, now);
        case 'restore':
          return restoreComic(tx, comicId);
      }
    },
  );
}

/**
 * Keeps pages and chapters that lack something from joining a comic that readers see, unless someone said that it may.
 * @throws Problem `comic-pages-missing`, `comic-pages-fewer`.
 */
export async function requireWholeWhereSeen(tx: Tx, comicId: number): Promise<void> {
  const comic = await holdPublishable(tx, comicId);
  if (comic?.state === 'published' || comic?.state === 'unlisted') {
    await requireWhole(tx, { comic: comicId }, false);
  }
}

/** Whether a comic that never came out is one of the first works of an uploader, which a moderator looks at. */
async function isToBeReviewed(
  tx: Tx,
  { published }: Publishable,
  by: Publication['by'],
  reviewFirst: number,
): Promise<boolean> {
  return (
    !published &&
    by.role === 'uploader' &&
    by.id !== null &&
    reviewFirst > 0 &&
    (await countApproved(tx, by.id)) < reviewFirst
  );
}

/** @throws Problem `not-allowed` to an uploader for a comic that someone else took out of sight: what staff decided, staff undoes. */
async function refuseUndoing(tx: Tx, comicId: number, state: string, by: Publication['by']): Promise<void> {
  if (by.role !== 'uploader' || (state !== 'removed' && state !== 'unlisted')) return;
  const last = await lastMove(tx, comicId);
  if (last?.user_id !== by.id || last.state !== state) throw problem('not-allowed');
}

/** Comics that are looked for at once. */
const AT_ONCE = 100;

/**
 * Publishes every scheduled comic and chapter whose time has come, each exactly once, in a transaction of its own. What a group's delay holds
 * back by now is scheduled for its end, unless staff chose the time.
 */
export function publishDue({ db, now, log, config }: Pick<Deps, 'db' | 'now' | 'log' | 'config'>): JobFunction {
  return async ({ signal }) => {
    const bound = isBound(config, 'uploader');
    for (let due = await dueComics(db, now(), AT_ONCE); due.length > 0; due = await dueComics(db, now(), AT_ONCE)) {
      for (const comicId of due) {
        signal.throwIfAborted();
        await withTransaction(db, (tx) => publishScheduled(tx, comicId, { now: now(), log, bound }));
      }
    }
    await publishDueChapters({ db, now, log, config }, signal);
  };
}

async function publishScheduled(
  tx: Tx,
  comicId: number,
  { now, log, bound }: { now: Date; log: Deps['log']; bound: boolean },
): Promise<void> {
  const comic = await holdPublishable(tx, comicId);
  // Someone may have published it, or taken it back, since it was looked for.
  if (comic?.state !== 'scheduled' || comic.publish_at === null || new Date(comic.publish_at) > now) return;
  if (comic.pages === 0) {
    log.warn({ comic: comicId }, 'a scheduled comic without pages is a draft again');
    await recordRevision(tx, { comicId, by: null, source: 'state' }, () => hideComic(tx, comicId, 'draft'));
    return;
  }
  if ((await incompleteAmong(tx, [comicId])).length > 0) {
    log.warn({ comic: comicId }, 'a scheduled comic that lacks pages is a draft again');
    await recordRevision(tx, { comicId, by: null, source: 'state' }, () => hideComic(tx, comicId, 'draft'));
    return;
  }
  const wait =
    bound && !(await isScheduledByStaff(tx, comicId)) ? await findWait(tx, { comic: comicId, at: now }) : null;
  if (wait !== null) {
    log.info({ comic: comicId, until: wait.until }, 'a scheduled comic waits for the end of the delay of a group');
    await recordRevision(tx, { comicId, by: null, source: 'state' }, () => scheduleComic(tx, comicId, wait.until));
    return;
  }
  await recordRevision(tx, { comicId, by: null, source: 'state', action: 'comic.publish' }, async () => {
    await comeOut(tx, comicId, null, now);
  });
}

/** Shows a comic, or has it shown at its time; the first time, whoever follows is told. */
async function comeOut(tx: Tx, comicId: number, at: Date | null, now: Date): Promise<'published' | 'scheduled'> {
  if (at !== null && at > now) {
    await scheduleComic(tx, comicId, at);
    return 'scheduled';
  }
  const before = await holdPublishable(tx, comicId);
  await showPublicly(tx, comicId, now);
  if (before && !before.published) {
    await announceRelease(tx, { comic_id: comicId, from: before.first_release ?? 0, fresh: true }, now);
  }
  return 'published';
}
