import type { FastifyRequest } from 'fastify';
import type { LoginAnswer } from '#contract/accounts.ts';
import { addressesFor } from '#contract/addresses.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { logLogin } from '#server/features/accounts/login/login-log.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { signIn } from '#server/features/accounts/profile/own-user.ts';
import { publicUrl } from '#server/features/accounts/public/mails.ts';
import { findSecondStep } from '#server/features/accounts/security/second-factor.ts';
import { localeOn } from '#server/i18n/translate.ts';
import { findLinkable } from './queries-identities.ts';
import { insertLink, insertProof, takeLinkUser } from './queries-sign-ins.ts';
import { limitSignIns } from './sign-in-start.ts';

/**
 * Makes a link that lets a member in once, within a quarter of an hour, however members sign in otherwise: the operator’s way
 * back in where providers are gone or passwords are off. It is in the audit log; a second factor is asked for all the same.
 *
 * @throws Problem `user-not-found`; `account-banned`.
 */
export async function makeSignInLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  username: string,
): Promise<{ username: string; url: string }> {
  const user = await findLinkable(db, usernameKey(username));
  if (user === null) throw problem('user-not-found');
  if (user.banned) throw problem('account-banned', { reason: 'none' });
  const secret = await withTransaction(db, async (tx) => {
    await audit(tx, { userId: null, action: 'user.sign-in-link', subject: 'user', subjectId: user.id });
    return insertLink(tx, user.id);
  });
  const { site } = config;
  const pages = addressesFor(localeOn(site, user.locale), site.variant, publicUrl(config, site));
  return { username: user.username, url: pages.signInLink(secret) };
}

/**
 * Lets in whom an operator’s link is for, once, with what stands for their password, so that they can see to their way in.
 *
 * @throws Problem `sign-in-stale` for a link that is unknown, used or out of time; `too-many-requests`.
 */
export async function signInByLink(
  deps: Pick<Deps, 'db' | 'log' | 'secret' | 'now'>,
  request: FastifyRequest,
  token: string,
): Promise<LoginAnswer & { proof?: string }> {
  await limitSignIns(deps, request);
  const userId = await takeLinkUser(deps.db, token);
  if (userId === null) throw problem('sign-in-stale');
  const session = { userId, remember: false };
  const owed = await findSecondStep(deps.db, request.viewing, session);
  logLogin(deps.log, request.ip, { outcome: owed === null ? 'in' : 'second-step', by: 'link', user: userId });
  return owed ?? { ...(await signIn(deps, request, session)), proof: await insertProof(deps.db, userId) };
}
