import type { Deps } from '#server/deps.ts';
import { deliverJob } from '#server/features/webhooks/delivering.ts';
import { DELIVER_JOB } from '#server/features/webhooks/jobs.ts';
import { createWorkerId } from '#server/jobs/leases.ts';
import { claimJob, complete } from '#server/jobs/queue.ts';

/** Runs every delivery that is due at the site's time, as the runner of a process would. */
export async function deliverDue(deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  const { db } = deps;
  const holder = createWorkerId();
  await db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .where('kind', '=', DELIVER_JOB.kind)
    .where('run_at', '<=', deps.now())
    .execute();
  for (
    let held = await claimJob(db, holder, { kinds: [DELIVER_JOB.kind], dueBy: '2000-01-01' });
    held;
    held = await claimJob(db, holder, { kinds: [DELIVER_JOB.kind], dueBy: '2000-01-01' })
  ) {
    const job = held;
    let ended = false;
    await deliverJob(deps)({
      ...job,
      signal: new AbortController().signal,
      async complete(tx) {
        await complete(tx, job, holder);
        ended = true;
      },
    });
    if (!ended) {
      await complete(db, job, holder);
    }
  }
}
