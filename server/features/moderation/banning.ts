import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { liftBan, storeBan } from './queries.ts';

/** Lets a member in again whose ban is over. */
export const END_BAN_JOB: JobKind = { kind: 'moderation.end-ban', attempts: 10, atOnce: 1 };

/** Shuts a member out at once, in every browser, until a moment or for good. @returns when it began, ISO 8601. */
export async function banUntil(
  tx: Tx,
  userId: number,
  { reason, until }: { reason: string; until: string | null },
): Promise<string> {
  const at = await storeBan(tx, userId, reason, until);
  if (until !== null) {
    await enqueue(tx, END_BAN_JOB.kind, { user: userId }, { runAt: new Date(until) });
  }
  return at;
}

/** Does it, unless the ban was ended, or made longer, since. */
export function endBan(db: Db): JobFunction {
  return ({ payload }) =>
    withTransaction(db, async (tx) => {
      const { user } = payload as { user: number };
      if (await liftBan(tx, user)) {
        await audit(tx, { userId: null, action: 'user.ban-ended', subject: 'user', subjectId: user });
      }
    });
}
