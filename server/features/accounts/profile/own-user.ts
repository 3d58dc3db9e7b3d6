import type { OwnUser, SignedIn } from '#contract/accounts.ts';
import { PROXY } from '#contract/sign-in.ts';
import { withTransaction } from '#server/db/database.ts';
import { countNewChapters } from '#server/db/queries/new-chapters.ts';
import { findMember } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { isAdFree, strictest, type RequestContext } from '#server/http/access/request-context.ts';
import { publicUser } from '#server/http/public-user.ts';
import { publicSite } from '#server/config/site-file.ts';
import { sign } from '#server/security/signed-token.ts';
import type { FastifyRequest } from 'fastify';
import { openSession, type Opening } from '#server/features/accounts/public/session-opening.ts';
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

/** Logs a user in: their session, and themselves. */
export async function signIn(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  session: Opening,
): Promise<SignedIn> {
  const auth = await withTransaction(deps.db, (tx) => openSession(tx, request, session));
  return { user: await ownUser(deps, request.viewing, session.userId), auth };
}
