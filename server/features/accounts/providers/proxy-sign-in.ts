import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { PROXY, type ProviderAnswer, type ProxyBody } from '#contract/sign-in.ts';
import type { ProxySignIn } from '#server/config/sign-in.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { parseEmail } from '#server/features/accounts/profile/names.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import { isTrustedPeer } from '#server/http/access/proxy-headers.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { isAllowed, mappedRole, parseGroups, type VouchedIdentity } from './claims.ts';
import { enter, type Entry } from './entering.ts';
import { joinIdentity } from './identities.ts';
import { welcome } from './newcomers.ts';
import { findIdentityOwner, touchIdentity } from './queries-identities.ts';
import { insertProof } from './queries-sign-ins.ts';
import { bindBrowser, limitSignIns } from './sign-in-start.ts';

/** Letters of a name that a proxy tells. */
const MAX_NAME = 200;

/**
 * Lets in whom the proxy before the site names in its header, joins them to the account that asks, or answers what stands for
 * its password. The header is believed of the addresses of `TRUST_PROXY` alone.
 *
 * @throws Problem `provider-not-found` where the site has no such proxy; `proxy-silent` where it does not say who asks, or
 * somebody else does; else as `finishSignIn`.
 */
export async function signInByProxy(
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'secret' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, password = '', remember_me: remember }: z.infer<typeof ProxyBody>,
): Promise<ProviderAnswer> {
  const { site } = request.viewing;
  const { proxy } = site.signIn;
  if (proxy === undefined) throw problem('provider-not-found');
  await limitSignIns(deps, request);
  const vouched = isTrustedPeer(deps.config, request) ? readHeaders(proxy, request) : null;
  if (vouched === null) throw problem('proxy-silent', { provider: proxy.name });
  if (!isAllowed(proxy.allowed, vouched.groups)) throw problem('sign-in-not-allowed', { provider: proxy.name });
  const next = null;
  if (purpose === 'join') {
    const userId = requireMember(request);
    await provenAccount(deps.db, userId, password);
    await withTransaction(deps.db, (tx) => joinIdentity(tx, site, userId, vouched));
    announceJobs();
    return { joined: { provider: proxy.name }, next };
  }
  const owner = await findIdentityOwner(deps.db, vouched);
  if (purpose === 'prove') {
    const userId = requireMember(request);
    if (owner?.user_id !== userId) throw problem('identity-other', { provider: proxy.name });
    const proof = await withTransaction(deps.db, async (tx) => {
      await touchIdentity(tx, vouched);
      return insertProof(tx, userId);
    });
    return { proof, next };
  }
  const { issuer, subject } = vouched;
  const source = proxy.logoutUrl === '' ? null : { provider: PROXY, issuer, subject, sid: null, id_token: null };
  const entry: Entry = { by: 'proxy', vouched, role: mappedRole(proxy.roles, vouched.groups), source, remember };
  if (owner !== null) return { ...(await enter(deps, request, owner, entry)), next };
  const door = { ...proxy, id: PROXY, browser: bindBrowser(request, reply) };
  return { ...(await welcome(deps, request, door, entry, next)), next };
}

/** Whom the headers name; null for nobody. */
function readHeaders(proxy: ProxySignIn, request: FastifyRequest): VouchedIdentity | null {
  const header = (name: string | undefined): string => {
    const value = name === undefined ? undefined : request.headers[name.toLowerCase()];
    // Node reads header values as Latin-1; proxies write UTF-8.
    return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').replaceAll('\0', '').trim() : '';
  };
  const name = header(proxy.header);
  if (name === '' || name.length > MAX_NAME) return null;
  const email = parseEmail(header(proxy.emailHeader));
  return {
    issuer: PROXY,
    subject: name,
    provider: PROXY,
    name,
    username: name,
    email: email ?? parseEmail(name),
    // The proxy is the operator’s own: it is believed where they say so (`emailTrusted`).
    email_verified: email !== null,
    groups: parseGroups(header(proxy.groupsHeader)),
  };
}
