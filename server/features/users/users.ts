import { Problem, problem } from '#contract/problems.ts';
import type { AdminUserPatch } from '#contract/users.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { endOtherSessions } from '#server/features/accounts/public/queries-sessions.ts';
import { eraseAccount } from '#server/features/accounts/public/account-deletion.ts';
import { isLastAdmin } from '#server/features/accounts/public/queries-users.ts';
import { resendVerification } from '#server/features/accounts/public/verification.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { findUser, putRole, putVerified } from './queries.ts';

type Doors = Pick<Deps, 'db'>;
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** The member of a name. @throws Problem `user-not-found`. */
export async function getUser({ db }: Doors, username: string): Promise<FoundUser> {
  const user = await findUser(db, username);
  if (user === null) throw problem('user-not-found');
  return user;
}

/**
 * Gives a member another role, or takes their address as shown to be theirs; `by` is null where whoever runs the server does. A role counts with the next call of every
 * session they have, and they are told.
 *
 * @throws Problem `user-not-found`; `last-admin` for the only one, however many are changed at once;
 * `request-invalid` where another member has shown the address to be theirs.
 */
export async function changeUser(
  deps: Doors,
  by: number | null,
  username: string,
  { role, verified }: AdminUserPatch,
): Promise<void> {
  const { id } = await getUser(deps, username);
  await withTransaction(deps.db, async (tx) => {
    if (role !== undefined) {
      // Locks every admin, so that two who are demoted at once wait for each other.
      if (role !== 'admin' && (await isLastAdmin(tx, id))) throw problem('last-admin');
      const before = await putRole(tx, id, role);
      if (before === null) throw problem('user-not-found');
      if (before !== role) {
        await audit(tx, {
          userId: by,
          action: 'user.role',
          subject: 'user',
          subjectId: id,
          details: { before: { role: before }, after: { role } },
        });
        await notify(tx, { userId: id, kind: 'role', payload: { role } });
      }
    }
    if (verified && (await putVerified(tx, id))) {
      await audit(tx, { userId: by, action: 'user.verify', subject: 'user', subjectId: id });
    }
  }).catch((error: { code?: string }) => {
    throw error.code === '23505' ? new Problem('request-invalid', {}, { verified: [{ rule: 'unique' }] }) : error;
  });
  announceJobs();
}

/** Signs a member out everywhere; of the one who asks, everywhere else. @throws Problem `user-not-found`. */
export async function endSessions(deps: Doors, viewing: RequestContext, by: number, username: string): Promise<void> {
  const { id } = await getUser(deps, username);
  await withTransaction(deps.db, async (tx) => {
    await endOtherSessions(tx, id, id === by ? viewing.viewer.token : null);
    await audit(tx, { userId: by, action: 'user.sign-out', subject: 'user', subjectId: id });
  });
}

/** Sends the link again by which a member shows that their address is theirs; whether one was owed. @throws Problem `user-not-found`, `too-many-requests`. */
export async function resend(deps: Doors, viewing: RequestContext, by: number, username: string): Promise<boolean> {
  const { id, email, verified } = await getUser(deps, username);
  const sent = await resendVerification(deps.db, { userId: id, email, verified, site: viewing.site.id });
  if (sent) {
    await withTransaction(deps.db, (tx) =>
      audit(tx, { userId: by, action: 'user.resend', subject: 'user', subjectId: id }),
    );
  }
  return sent;
}

/**
 * Deletes the account of another as they could themselves. They are told by mail.
 *
 * @throws Problem `user-not-found`, `last-admin`; `not-allowed` for one's own, which is deleted in the settings.
 */
export async function deleteUser(
  deps: Doors,
  { site }: Pick<RequestContext, 'site'>,
  by: number | null,
  username: string,
  reason: string,
): Promise<void> {
  const { id, role } = await getUser(deps, username);
  if (id === by) throw problem('not-allowed');
  await withTransaction(deps.db, async (tx) => {
    await eraseAccount(tx, id, site.id);
    await audit(tx, { userId: by, action: 'user.delete', subject: 'user', subjectId: id, details: { reason, role } });
  });
  announceJobs();
}
