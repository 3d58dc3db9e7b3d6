import { withTransaction, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import { decideNotice } from '#server/features/takedowns/takedowns.ts';
import { dueBack, holdDue, findOwner } from '#server/features/takedowns/public/queries-counter.ts';
import type { Role } from '#server/http/access/permissions.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { endClaims } from './queries-claims.ts';
import { findComicId, insertDecision } from './queries-decisions.ts';
import { forgiveStrikes } from './strikes.ts';

/** Puts back what was countered and nobody went to court for, every ten minutes. */
export const RESTORE_JOB: JobKind = { kind: 'takedowns.put-back', attempts: 10, atOnce: 1, every: 600 };

/** Notices that are looked for at once. */
const AT_ONCE = 50;

/**
 * Does it, each in a transaction of its own: works that are shown again, whoever brought them let in where strikes had
 * shut them out. One that cannot be put back is logged and tried again by the next run; the others go on.
 */
export function restoreDue({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): JobFunction {
  return async ({ signal }) => {
    const failed: number[] = [];
    for (
      let due = await dueBack(db, now(), AT_ONCE, failed);
      due.length > 0;
      due = await dueBack(db, now(), AT_ONCE, failed)
    ) {
      for (const id of due) {
        signal.throwIfAborted();
        try {
          await withTransaction(db, (tx) => putBack(tx, id, now()));
        } catch (error) {
          log.error({ err: error, takedown: id }, 'a work could not be put back');
          failed.push(id);
        }
      }
    }
    announceJobs();
  };
}

/** Puts back what an upheld notice took away, by a moderator or, without an id, because its time has come. @returns what there was, for the audit log. */
export async function restoreNotice(
  tx: Tx,
  { id, outcome, by, now }: { id: number; outcome: string; by: { id: number | null; role: Role }; now: Date },
): Promise<Record<string, unknown>> {
  const owner = await findOwner(tx, id);
  const before = await decideNotice(tx, { id, act: 'restore', outcome, by, now, plate: null, owner });
  if (owner !== null) {
    await forgiveStrikes(tx, owner, by.id, now);
  }
  return before;
}

async function putBack(tx: Tx, id: number, now: Date): Promise<void> {
  // Someone may have recorded an action, or put it back by hand, since it was looked for.
  if (!(await holdDue(tx, id, now))) return;
  const item = `takedown.${id}`;
  const before = await restoreNotice(tx, { id, outcome: '', by: { id: null, role: 'admin' }, now });
  const [owner, comic] = [await findOwner(tx, id), (await findComicId(tx, 'takedown', id)) ?? 0];
  const decision = await insertDecision(tx, {
    item,
    act: 'restore',
    subject: 'comic',
    subjectId: comic,
    what: '',
    why: '',
    redress: '',
    by: null,
    affected: owner,
    before,
  });
  if (owner !== null) {
    await notify(tx, { userId: owner, kind: 'decision', payload: { decision_id: decision } });
  }
  await audit(tx, {
    userId: null,
    action: 'moderation.restore',
    subject: 'comic',
    subjectId: comic,
    details: { item, before },
  });
  await endClaims(tx, item);
}
