import { withTransaction, type Db } from '#server/db/database.ts';
import { announceOpened } from '#server/features/notifications/public/queries-releases.ts';
import { emitWebhooks } from '#server/features/webhooks/public/webhook-events.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { forgetEarlyAccess } from './queries.ts';

/**
 * Takes away the dates of early access that are over, every minute. What waits for it are lists by their newest chapter,
 * and the index in memory, which `is:premium` is asked of: it follows changes, not the clock.
 */
export const EXPIRE_PREMIUM_JOB: JobKind = { kind: 'premium.free', attempts: 3, atOnce: 1, every: 60 };

/** Takes them away, and tells webhooks and followers of it. */
export function freeComics(db: Db): JobFunction {
  return () =>
    withTransaction(db, async (tx) => {
      const { comics, chapters, opened } = await forgetEarlyAccess(tx);
      await emitWebhooks(
        tx,
        'comic.published',
        comics.map((each) => ({ ...each, occasion: 'free' })),
      );
      await emitWebhooks(
        tx,
        'chapter.published',
        chapters.map((each) => ({ ...each, occasion: 'free' })),
      );
      for (const chapter of opened) {
        await announceOpened(tx, chapter, new Date());
      }
    });
}
