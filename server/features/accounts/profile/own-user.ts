import type { Auth, OwnUser, SignedIn } from '#contract/accounts.ts';
import { PROXY } from '#contract/sign-in.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { countNewChapters } from '#server/db/queries/new-chapters.ts';
import { findMember, IDLE_SECONDS } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { insertSession, noteSite, type SessionDraft } from '#server/features/accounts/login/queries-login.ts';
import { shortAddress } from '#server/http/access/client-address.ts';
import { isAdFree, strictest, type RequestContext } from '#server/http/access/request-context.ts';
import { publicUser } from '#server/http/public-user.ts';
import { publicSite } from '#server/config/site-file.ts';
import { sign } from '#server/security/signed-token.ts';
import type { FastifyRequest } from 'fastify';
import { reopenAccount } from '#server/features/accounts/public/account-deletion.ts';
import { getOwnUser } from './queries-account.ts';

/** A member as only they see themselves, on the wire. */
export async function ownUser(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  viewing: RequestContext,
  userId: number,
): Promise<OwnUser> {
  const { user, issuers, ...own } = await getOwnUser(deps.db, userId);
  const hasShelves = viewing.site.features.includes('shelves');
  const limits = (await findMember(deps.db, userId))?.limits ?? null;
  const owed = viewing.site.accounts.adminsNeedTwoFactor && user.role === 'admin' && !own.two_factor;
  return {
    ...publicUser(deps, viewing, user),
    ...own,
    ...(hasShelves
      ? { new_chapters: await countNewChapters(deps.db, userId, viewing.site.features.includes('groups')) }
      : {}),
    limit: limits === null ? null : strictest(limits),
    proven_by: provenBy(viewing.site, issuers),
    two_factor_owed: owed,
    deletion_days: viewing.site.retention.accounts,
    ad_free: isAdFree({ site: viewing.site, viewer: { ...viewing.viewer, id: userId, role: user.role } }),
    ...analyticsId(deps.secret, viewing.site, userId),
  };
}

/** The providers of a site at which a member of these issuers can show who they are. */
function provenBy({ signIn }: RequestContext['site'], issuers: readonly string[]): string[] {
  const providers = signIn.providers.filter(({ issuer }) => issuers.includes(issuer)).map(({ id }) => id);
  return signIn.proxy !== undefined && issuers.includes(PROXY) ? [...providers, PROXY] : providers;
}

/** A name that stands for a member and tells nobody who they are: not without the site's secret, and another one on every site. */
function analyticsId(secret: string, site: RequestContext['site'], userId: number): Pick<OwnUser, 'analytics_id'> {
  const { analytics, consent } = publicSite(site);
  // Members are named only to those who can tell visitors apart, and only where everyone was asked.
  if (analytics === null || analytics.provider === 'plausible' || !consent.analytics) return {};
  return { analytics_id: sign(secret, { prefix: `analytics ${site.id} `, length: 22 }, String(userId)) };
}

/** Whose session is to be opened, whether it is remembered, and the provider it began at, where it did. */
export interface Opening {
  userId: number;
  remember: boolean;
  source?: SessionDraft['source'];
}

/**
 * Opens a session for whoever asks, and their account again where they had closed it: what they call themselves and a
 * part of their address are kept, for the list of their sessions.
 */
export async function openSession(
  tx: Tx,
  { headers, ip, viewing }: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  { userId, remember, source = null }: Opening,
): Promise<Auth> {
  await noteSite(tx, userId, viewing.site.id);
  await reopenAccount(tx, userId, viewing.site.id);
  const agent = headers['user-agent']?.slice(0, 400) ?? null;
  const token = await insertSession(tx, { userId, remember, agent, address: shortAddress(ip), source });
  return {
    access_token: token,
    'access-token': token,
    token_type: 'bearer',
    expires_in: remember ? IDLE_SECONDS.remembered : IDLE_SECONDS.short,
  };
}

/** Logs a user in: their session, and themselves. */
export async function signIn(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  session: Opening,
): Promise<SignedIn> {
  const auth = await withTransaction(deps.db, (tx) => openSession(tx, request, session));
  return { user: await ownUser(deps, request.viewing, session.userId), auth };
}
