import { MOST_NOTIFICATIONS, NOTIFICATION_DAYS } from '#contract/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { JobFunction } from '#server/jobs/pairing.ts';
import { forgetNotifications } from './queries.ts';

/** Takes away notifications that are old, or too many. */
export function forgettingJob(db: Db): JobFunction {
  return () => forgetNotifications(db, NOTIFICATION_DAYS, MOST_NOTIFICATIONS);
}
