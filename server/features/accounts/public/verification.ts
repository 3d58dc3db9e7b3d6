import type { Verified } from '#contract/accounts.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { enqueueMail } from './mails.ts';
import { confirmEmail } from '#server/features/accounts/profile/own-account.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { findLink, isConfirmedLink, verifyAddress } from '#server/features/accounts/login/queries-links.ts';
import { findByEmail } from '#server/features/accounts/login/queries-login.ts';

/** Mails to one address that strangers can cause (S-09: five in half an hour). */
const MAX_MAILS = { most: 5, seconds: 1800 };

/** Whether one more mail may go to an address on a stranger's word; counts it. */
export async function isWritable(db: Db, email: string): Promise<boolean> {
  return (await throttle(db, `mails to ${email.toLowerCase()}`, MAX_MAILS.most, MAX_MAILS.seconds)) === null;
}

/** Sends a new link by which a user shows that their address is theirs; where it is another's already, a word to them instead. */
export async function sendVerification(
  tx: Tx,
  { userId, email, site }: { userId: number; email: string; site: string },
): Promise<void> {
  const owner = await findByEmail(tx, email);
  if (owner?.verified && owner.id !== userId) {
    await enqueueMail(tx, owner.id, 'account-exists', { site });
  } else {
    await enqueueMail(tx, userId, 'verify', { site });
  }
}

/**
 * Sends the link again; answers whether one was owed.
 *
 * @throws Problem `too-many-requests` after five in half an hour.
 */
export async function resendVerification(
  db: Db,
  { userId, email, verified, site }: { userId: number; email: string; verified: boolean; site: string },
): Promise<boolean> {
  if (verified) return false;
  const wait = await throttle(db, `resends of ${userId}`, MAX_MAILS.most, MAX_MAILS.seconds);
  if (wait !== null) throw problem('too-many-requests', { seconds: wait });
  await withTransaction(db, (tx) => sendVerification(tx, { userId, email, site }));
  announceJobs();
  return true;
}

/** Of the links by which an address is confirmed. */
const PURPOSES = ['verify', 'email'] as const;

/**
 * Confirms the address a link was sent to: the one a member registered with, or the one they want to use from now on.
 * Opening it, or an older one to the same address, once that is confirmed says that it is done.
 *
 * @throws Problem `verify-link-invalid` for a link that is unknown, for one that is replaced or out of time while its
 * address is not confirmed, and for one of an address that is no longer theirs to confirm.
 */
export async function verifyLink(db: Db, secret: string): Promise<Verified['status']> {
  const status = await withTransaction(db, async (tx) => {
    const link = await findLink(tx, secret, PURPOSES);
    if (link === null || link.address === null) {
      return (await isConfirmedLink(tx, secret, PURPOSES)) ? 'already_verified' : null;
    }
    const isCurrent = link.address.toLowerCase() === link.email.toLowerCase();
    if (isCurrent && link.verified) return 'already_verified';
    const { user_id: userId, address } = link;
    const done =
      link.purpose === 'email'
        ? await confirmEmail(tx, { userId, address })
        : isCurrent && (await verifyAddress(tx, userId, address));
    return done ? 'verified' : null;
  }).catch((error: unknown) => {
    // Two who named the same address confirm it at once: the other was first.
    if ((error as { code?: string }).code === '23505') return null;
    throw error;
  });
  if (status === null) throw problem('verify-link-invalid');
  announceJobs();
  return status;
}
