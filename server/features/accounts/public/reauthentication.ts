import { Problem, problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { findAccount, type Account } from '#server/features/accounts/profile/queries-own.ts';
import { throttle, unthrottle } from '#server/http/limits/throttle.ts';
import { isProof } from '#server/features/accounts/providers/queries-sign-ins.ts';
import { isPassword } from '#server/features/accounts/security/passwords.ts';

/** Wrong passwords in a minute; a session that was stolen must not find the password out. */
const MOST = 5;

/**
 * The account of a member who has given their password once more, or what stands for it after they have shown who they are
 * at a provider.
 *
 * @param field where the body has the password: what is wrong is said there.
 * @throws Problem `password-wrong`; `too-many-requests` after five wrong ones in a minute.
 */
export async function provenAccount(db: Db, userId: number, password: string, field = 'password'): Promise<Account> {
  const key = `password ${userId}`;
  const seconds = await throttle(db, key, MOST, 60);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const account = await findAccount(db, userId);
  if (account === null || !((await isProof(db, userId, password)) || (await isPassword(account.password, password)))) {
    throw new Problem('password-wrong', {}, { [field]: [{ rule: 'credentials' }] });
  }
  await unthrottle(db, key);
  return account;
}

/** As `provenAccount`, for other features: only that the password was right. @throws Problem as there. */
export async function requirePassword(db: Db, userId: number, password: string): Promise<void> {
  await provenAccount(db, userId, password);
}
