import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { ProviderAnswer } from '#contract/sign-in.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { isAllowed, mappedRole, readClaims, readSession, type VouchedIdentity } from './claims.ts';
import { exchangeCode } from './provider-client.ts';
import { findIdentityOwner, touchIdentity } from './queries-identities.ts';
import { insertProof, takeSignIn, type PendingSignIn } from './queries-sign-ins.ts';
import { joinIdentity } from './identities.ts';
import { enter, type Entry } from './entering.ts';
import { getProvider, limitSignIns, readBrowser } from './sign-in-start.ts';
import { welcome } from './newcomers.ts';

/** Seconds by which a provider’s clock may differ from ours. */
const CLOCK_SECONDS = 60;

/**
 * Ends a sign-in at a provider: takes what the browser came back with to the provider, and lets in whose identity it is,
 * joins it to the account that asked, or answers what stands for the password of its member.
 *
 * Its beginning is used up first, so that whatever is wrong is tried once.
 *
 * @param query as the browser came back with it.
 * @throws Problem `sign-in-stale` for a state that is unknown, used, out of time, of another site or another browser, and for
 * a code that the provider does not take; `provider-unreachable`, `provider-odd`, `sign-in-cancelled`, `too-many-requests`;
 * `sign-in-not-allowed` for who is in none of the groups that may; `account-banned`; `identity-taken`.
 */
export async function finishSignIn(
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'secret' | 'now'>,
  request: FastifyRequest,
  { id, query }: { id: string; query: string },
): Promise<ProviderAnswer> {
  const { site, viewer } = request.viewing;
  const provider = getProvider(site, id);
  await limitSignIns(deps, request);
  const state = new URLSearchParams(query).get('state') ?? '';
  const begun = await takeSignIn(deps.db, state);
  if (begun === null || !isSameSignIn(begun.payload, { id, site: site.id, browser: readBrowser(request) })) {
    throw problem('sign-in-stale');
  }
  const { purpose, remember, next, session } = begun.payload;
  // The account that asked must still be the one that is signed in here.
  if (purpose !== 'sign-in' && (viewer.id !== begun.user_id || viewer.token !== session)) {
    throw problem('sign-in-stale');
  }
  const { claims, idToken } = await exchangeCode(deps, provider, { ...begun.payload, state }, query);
  const vouched = readClaims(provider, claims);
  if (vouched === null) throw problem('provider-odd', { provider: provider.name, reason: 'sub' });
  if (!isAllowed(provider.allowed, vouched.groups)) throw problem('sign-in-not-allowed', { provider: provider.name });
  if (purpose === 'prove') {
    return { proof: await prove(deps, vouched, { ...begun, claims, name: provider.name }), next };
  }
  if (purpose === 'join' && begun.user_id !== null) {
    const userId = begun.user_id;
    await withTransaction(deps.db, (tx) => joinIdentity(tx, site, userId, vouched));
    announceJobs();
    return { joined: { provider: provider.name }, next };
  }
  const entry: Entry = {
    by: 'provider',
    vouched,
    role: mappedRole(provider.roles, vouched.groups),
    source: {
      provider: id,
      issuer: vouched.issuer,
      subject: vouched.subject,
      sid: readSession(claims),
      id_token: provider.logout && idToken.length <= MAX_ID_TOKEN ? idToken : null,
    },
    remember,
  };
  const owner = await findIdentityOwner(deps.db, vouched);
  const answer =
    owner === null
      ? await welcome(deps, request, { ...provider, browser: begun.payload.browser }, entry, next)
      : await enter(deps, request, owner, entry);
  return { ...answer, next };
}

/** Letters of an ID token that are kept to log out with. */
const MAX_ID_TOKEN = 8000;

function isSameSignIn(pending: PendingSignIn, now: { id: string; site: string; browser: string | null }): boolean {
  return pending.provider === now.id && pending.site === now.site && pending.browser === now.browser;
}

/** Makes what stands for the password of whose identity this is, and who has shown it anew. */
async function prove(
  { db }: Pick<Deps, 'db'>,
  vouched: VouchedIdentity,
  {
    user_id: userId,
    began,
    claims,
    name,
  }: {
    user_id: number | null;
    began: number;
    claims: Record<string, unknown>;
    name: string;
  },
): Promise<string> {
  const owner = await findIdentityOwner(db, vouched);
  if (owner === null || owner.user_id !== userId) throw problem('identity-other', { provider: name });
  // A provider that does not say when they signed in there has at least sent them through once more.
  const { auth_time: at } = claims;
  if (typeof at === 'number' && at < began - CLOCK_SECONDS) {
    throw problem('provider-odd', { provider: name, reason: 'auth_time' });
  }
  return withTransaction(db, async (tx) => {
    await touchIdentity(tx, vouched);
    return insertProof(tx, owner.user_id);
  });
}
