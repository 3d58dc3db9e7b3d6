import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { noteSuspension, countUserStrikes, takeSuspension } from '#server/features/takedowns/public/queries-counter.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { banUntil } from './banning.ts';
import type { AffectedMember } from './queries-queue.ts';
import { isShutOut, letIn } from './queries.ts';

/** Upheld notices in twelve months after which whoever brings works is shut out (17 U.S.C. 512(i): who infringes repeatedly). */
const MAX_STRIKES = 3;

/** Shuts a member out whose works were taken down by three notices in twelve months; staff is for admins to judge. A mail says why. */
export async function countStrikes(
  tx: Tx,
  { locale }: RequestContext,
  { id: userId, role }: AffectedMember,
  { id, by, now }: { id: number; by: number; now: Date },
): Promise<void> {
  const strikes = await countUserStrikes(tx, userId, now);
  if (strikes < MAX_STRIKES || role === 'moderator' || role === 'admin') return;
  // The ban they have already outlasts the strikes.
  if (await isShutOut(tx, userId)) return;
  const reason = translate(locale, 'takedowns.suspended', { count: strikes });
  await banUntil(tx, userId, { reason, until: null });
  await noteSuspension(tx, id, reason);
  await enqueueMail(tx, userId, 'suspended', { more: { count: strikes } });
  await audit(tx, {
    userId: by,
    action: 'user.ban',
    subject: 'user',
    subjectId: userId,
    details: { reason, takedown: id, strikes },
  });
}

/** Lets a member in again who was shut out for strikes alone, once there are fewer of them. */
export async function forgiveStrikes(tx: Tx, userId: number, by: number | null, now: Date): Promise<void> {
  const strikes = await countUserStrikes(tx, userId, now);
  if (strikes >= MAX_STRIKES || !(await takeSuspension(tx, userId))) return;
  await letIn(tx, userId);
  await audit(tx, { userId: by, action: 'user.unban', subject: 'user', subjectId: userId, details: { strikes } });
}
