import type { Retained } from '#contract/system.ts';
import { putSnapshot } from '#server/db/queries/snapshots.ts';
import type { Deps } from '#server/deps.ts';
import { eraseClosedAccounts } from '#server/features/accounts/public/account-deletion.ts';
import { forgetEvidence } from '#server/features/blocklist/public/quarantine.ts';
import { forgetInvitations } from '#server/features/groups/public/queries-forgetting.ts';
import { forgetNotifications } from '#server/features/notifications/public/queries-forgetting.ts';
import { forgetReviews } from '#server/features/portability/public/queries-forgetting.ts';
import { forgetClaimants } from '#server/features/takedowns/public/queries-forgetting.ts';
import { forgetDeliveries } from '#server/features/webhooks/public/queries-forgetting.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { forgetAddresses, forgetJobs, forgetReporters, forgetSessions } from './queries.ts';

/** Forgets what has had its time, every day. */
export const RETENTION_JOB: JobKind = { kind: 'retention.enforce', attempts: 10, atOnce: 1, every: 86_400 };
/** Where it is said what was forgotten last. */
export const RETENTION_SETTING = 'retention';

/** Rows that one statement touches. */
const AT_ONCE = 1000;
const DAY = 86_400_000;

type Needs = Pick<Deps, 'db' | 'evidence' | 'config' | 'now' | 'log'>;
type RetentionKey = keyof Deps['config']['site']['retention'];

/** The rule of each key of the configuration: forgets at most so many from before a moment and says how many; fewer than that means that there are no more. */
const RULES: Record<RetentionKey, (deps: Needs, before: Date, limit: number) => Promise<number>> = {
  addresses: ({ db }, before, limit) => forgetAddresses(db, before, limit),
  sessions: ({ db }, before, limit) => forgetSessions(db, before, limit),
  jobs: ({ db }, before, limit) => forgetJobs(db, before, limit),
  notifications: ({ db }, before, limit) => forgetNotifications(db, before, limit),
  webhooks: ({ db }, before, limit) => forgetDeliveries(db, before, limit),
  libraryFiles: ({ db }, before, limit) => forgetReviews(db, before, limit),
  reports: ({ db }, before, limit) => forgetReporters(db, before, limit),
  notices: ({ db }, before, limit) => forgetClaimants(db, before, limit),
  accounts: (deps, _before, limit) => eraseClosedAccounts(deps, limit),
  evidence: (deps, before, limit) => forgetEvidence(deps, before, limit),
};

/** Does it, key by key in batches: what a process does not live to finish, the next run does. The numbers stand on the page about the system. */
export function enforceRetention(deps: Needs): JobFunction {
  const { db, config, now, log } = deps;
  return async ({ signal }) => {
    const forgotten: Retained[] = [];
    for (const key of Object.keys(RULES) as RetentionKey[]) {
      const days = config.site.retention[key];
      const before = new Date(now().getTime() - days * DAY);
      let count = 0;
      for (let done = AT_ONCE; done >= AT_ONCE;) {
        signal.throwIfAborted();
        done = await RULES[key](deps, before, AT_ONCE);
        count += done;
      }
      forgotten.push({ key, days, count });
    }
    // Their time is told to whoever is invited: no key of the configuration changes it.
    for (let done = AT_ONCE; done >= AT_ONCE;) {
      signal.throwIfAborted();
      done = await forgetInvitations(db, now(), AT_ONCE);
    }
    await putSnapshot(db, RETENTION_SETTING, forgotten);
    log.info(
      { forgotten: Object.fromEntries(forgotten.map(({ key, count }) => [key, count])) },
      'what has had its time is forgotten',
    );
  };
}
