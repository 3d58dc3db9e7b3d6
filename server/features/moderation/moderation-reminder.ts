import { withTransaction } from '#server/db/database.ts';
import { useOnce } from '#server/db/queries/throttles.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { dueSoon, moderatorIds } from './queries-queue.ts';

/** Tells moderators every half hour of what is due soon. */
export const REMINDER_JOB: JobKind = { kind: 'moderation.remind', attempts: 3, atOnce: 1, every: 1800 };

/** Hours before something is due that moderators are told, and days after which they would be told of it again. */
const [BEFORE_HOURS, AGAIN_DAYS] = [4, 30];

/** Sends every moderator one mail about all that is due within four hours, or overdue, and that no mail was about yet. */
export function remindModerators({ db }: Pick<Deps, 'db'>): JobFunction {
  return async () => {
    const fresh: string[] = [];
    for (const id of await dueSoon(db, BEFORE_HOURS)) {
      if (await useOnce(db, `due ${id}`, AGAIN_DAYS * 86_400)) {
        fresh.push(id);
      }
    }
    if (fresh.length === 0) return;
    await withTransaction(db, async (tx) => {
      for (const id of await moderatorIds(tx)) {
        await enqueueMail(tx, id, 'moderation-due', { more: { count: fresh.length } });
      }
    });
    announceJobs();
  };
}
