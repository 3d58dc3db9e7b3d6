import type { z } from 'zod';
import type { PasswordChange } from '#contract/accounts.ts';
import { Problem, problem, type FieldProblem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { keysAtNewPassword } from '#server/features/accounts/security/keys-ending.ts';
import { hashPassword, passwordProblems } from '#server/features/accounts/security/passwords.ts';
import { endOtherSessions } from '#server/features/accounts/public/queries-sessions.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { isForbiddenName } from './name-filter.ts';
import { parseEmail, usernameKey, parseUsername, usernameProblems } from './names.ts';
import {
  confirmPendingEmail,
  findAccount,
  findAddressOwner,
  putPassword,
  putPendingEmail,
  putUsername,
} from './queries-own.ts';

/** Whose account it is and with which session they ask. */
export interface Caller {
  userId: number;
  token: number | null;
  viewing: Pick<RequestContext, 'site' | 'locale'>;
}

/** Names and addresses a member may try in an hour: enough for anyone, too few to write to many strangers. */
const MAX_CHANGES = 10;

/**
 * Gives a member who gave their password once more another name.
 *
 * @throws Problem `request-invalid` with what is wrong with the name, `password-wrong`, `too-many-requests`.
 */
export async function renameUser(
  db: Db,
  { userId, viewing: { site } }: Caller,
  { username: typed, password }: { username: string; password: string },
): Promise<void> {
  const username = parseUsername(typed);
  refuse('username', [...usernameProblems(username, [site.name]), ...(await isForbiddenName(db, username))]);
  await provenAccount(db, userId, password);
  await limitChanges(db, `rename ${userId}`);
  try {
    await putUsername(db, userId, username, usernameKey(username));
  } catch (error) {
    throw isTaken(error) ? new Problem('request-invalid', {}, { username: [{ rule: 'unique' }] }) : error;
  }
}

/**
 * Gives a member another password; every other session ends with the same transaction, their API keys, too, unless they
 * say that these be kept, and they are told by mail.
 *
 * @throws Problem `password-wrong`, `request-invalid` with what is wrong with the new one.
 */
export async function changePassword(
  db: Db,
  { userId, token, viewing: { site } }: Caller,
  change: z.infer<typeof PasswordChange>,
): Promise<void> {
  if (change.password !== change.password_confirmation) {
    refuse('password_confirmation', [{ rule: 'confirmed' }]);
  }
  const { username, email } = await provenAccount(db, userId, change.current_password, 'current_password');
  refuse('password', await passwordProblems(change.password, [username, email, site.name]));
  const hash = await hashPassword(change.password);
  await withTransaction(db, async (tx) => {
    await putPassword(tx, userId, hash);
    await endOtherSessions(tx, userId, token);
    const keys = await keysAtNewPassword(tx, userId, change.keep_api_keys);
    await enqueueMail(tx, userId, 'password-changed', { site: site.id, ...keys });
  });
  announceJobs();
}

/**
 * Asks to use another address: the old one stays until the new one is confirmed from a mail to it. The answer is the
 * same where it belongs to someone else, who is told instead. Answers the address that waits; null where it is the old one.
 *
 * @throws Problem `password-wrong`, `request-invalid`, `too-many-requests`.
 */
export async function askForEmail(
  db: Db,
  { userId, viewing: { site } }: Caller,
  { email: typed, password }: { email: string; password: string },
): Promise<string | null> {
  const email = parseEmail(typed);
  if (email === null) throw new Problem('request-invalid', {}, { email: [{ rule: 'email' }] });
  const { email: old } = await provenAccount(db, userId, password);
  if (email.toLowerCase() === old.toLowerCase()) {
    await withTransaction(db, (tx) => putPendingEmail(tx, userId, null));
    return null;
  }
  await limitChanges(db, `email ${userId}`);
  await withTransaction(db, async (tx) => {
    await putPendingEmail(tx, userId, email);
    const owner = await findAddressOwner(tx, email);
    if (owner === null) {
      await enqueueMail(tx, userId, 'email-change', { to: email, site: site.id });
    } else {
      await enqueueMail(tx, owner, 'account-exists', { site: site.id });
    }
    await enqueueMail(tx, userId, 'email-changed', {
      to: old,
      site: site.id,
      more: { state: 'asked', address: email },
    });
  });
  announceJobs();
  return email;
}

/**
 * Makes the address of a good link of the purpose `email` the member's, and tells the old one; false where they have
 * changed their mind since, or it has become someone else's.
 */
export async function confirmEmail(tx: Tx, { userId, address }: { userId: number; address: string }): Promise<boolean> {
  const account = await findAccount(tx, userId);
  const owner = await findAddressOwner(tx, address);
  if (account === null || (owner !== null && owner !== userId) || !(await confirmPendingEmail(tx, userId, address))) {
    return false;
  }
  await enqueueMail(tx, userId, 'email-changed', { to: account.email, more: { state: 'done', address } });
  return true;
}

async function limitChanges(db: Db, key: string): Promise<void> {
  const seconds = await throttle(db, key, MAX_CHANGES, 3600);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
}

function refuse(field: string, problems: FieldProblem[]): void {
  if (problems.length > 0) throw new Problem('request-invalid', {}, { [field]: problems });
}

/** Whether a unique index refused a value. */
function isTaken(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}
