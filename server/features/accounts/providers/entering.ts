import type { FastifyRequest } from 'fastify';
import type { LoginAnswer, UserRole } from '#contract/accounts.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { logLogin, type LoginTry } from '#server/features/accounts/login/login-log.ts';
import { signIn } from '#server/features/accounts/profile/own-user.ts';
import { findSecondStep } from '#server/features/accounts/security/second-factor.ts';
import type { VouchedIdentity } from './claims.ts';
import { applyRole } from './identities.ts';
import { touchIdentity, type IdentityOwner } from './queries-identities.ts';
import type { SessionSource } from './queries-sign-ins.ts';

/** Somebody who comes in by another’s word. */
export interface Entry {
  by: Extract<LoginTry['by'], 'provider' | 'proxy'>;
  vouched: VouchedIdentity;
  /** The role their groups give them; null where roles are given here. */
  role: UserRole | null;
  /** Where the session began, to log out there, too; null for nowhere. */
  source: SessionSource | null;
  remember: boolean;
}

/**
 * Lets a member in whose identity was vouched for, or makes the login wait for its second factor, which no provider stands
 * in for. Their role is what their groups make it.
 *
 * @throws Problem `account-banned` with the reason.
 */
export async function enter(
  deps: Pick<Deps, 'db' | 'log' | 'secret' | 'now'>,
  request: FastifyRequest,
  { user_id: userId, banned, banned_reason: reason }: IdentityOwner,
  { by, vouched, role, source, remember }: Entry,
): Promise<LoginAnswer> {
  const tried = { by, user: userId, provider: vouched.provider };
  if (banned) {
    logLogin(deps.log, request.ip, { outcome: 'banned', ...tried });
    throw problem('account-banned', { reason: reason || 'none' });
  }
  await withTransaction(deps.db, async (tx) => {
    await applyRole(tx, deps, userId, { role, provider: vouched.provider });
    await touchIdentity(tx, vouched);
  });
  const session = { userId, remember, source };
  const owed = await findSecondStep(deps.db, request.viewing, session);
  logLogin(deps.log, request.ip, { outcome: owed === null ? 'in' : 'second-step', ...tried });
  return owed ?? signIn(deps, request, session);
}
