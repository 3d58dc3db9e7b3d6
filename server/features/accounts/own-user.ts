import type { OwnUser } from '#contract/accounts.ts';
import type { Auth, SignedIn } from '#contract/accounts-login.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { IDLE_SECONDS } from '#server/db/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { shortAddress } from '#server/http/client-address.ts';
import { publicUser } from '#server/http/public-user.ts';
import { isAdFree, type Viewing } from '#server/http/viewing.ts';
import type { FastifyRequest } from 'fastify';
import { getOwnUser } from './queries-account.ts';
import { insertSession } from './queries-login.ts';

/** A member as only they see themselves, on the wire. */
export async function ownUser(deps: Pick<Deps, 'db' | 'secret' | 'now'>, viewing: Viewing, userId: number): Promise<OwnUser> {
  const { user, ...own } = await getOwnUser(deps.db, userId);
  const owed = viewing.site.accounts.adminsNeedTwoFactor && user.role === 'admin' && !own.two_factor;
  return { ...publicUser(deps, viewing, user), ...own, two_factor_owed: owed, ad_free: isAdFree({ site: viewing.site, viewer: { ...viewing.viewer, id: userId, role: user.role } }) };
}

/** Opens a session for whoever asks: what they call themselves and a part of their address are kept, for the list of their sessions. */
export async function openSession(tx: Db | Tx, { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, { userId, remember }: { userId: number; remember: boolean }): Promise<Auth> {
  const agent = headers['user-agent']?.slice(0, 400) ?? null;
  const token = await insertSession(tx, { userId, remember, agent, address: shortAddress(ip) });
  return { access_token: token, 'access-token': token, token_type: 'bearer', expires_in: remember ? IDLE_SECONDS.remembered : IDLE_SECONDS.short };
}

/** Logs a user in: their session, and themselves. */
export async function signIn(deps: Pick<Deps, 'db' | 'secret' | 'now'>, request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>, session: { userId: number; remember: boolean }): Promise<SignedIn> {
  const auth = await withTransaction(deps.db, (tx) => openSession(tx, request, session));
  return { user: await ownUser(deps, request.viewing, session.userId), auth };
}
