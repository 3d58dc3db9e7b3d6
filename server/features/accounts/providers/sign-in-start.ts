import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { ProviderStart } from '#contract/sign-in.ts';
import type { Provider } from '#server/config/sign-in.ts';
import type { Site } from '#server/config/site-file.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { authorizationUrl, newChecks } from './provider-client.ts';
import { insertSignIn } from './queries-sign-ins.ts';

/** The cookie that a browser is known by when it comes back; a secret, told to nobody else. */
const COOKIE = 'sign-in';
const SECRET = /^[\w-]{43}$/;
/** Sign-ins elsewhere from one address that may begin, and end: an office has one address. */
const FROM_ADDRESS = { most: 100, seconds: 300 };

/** A provider of a site. @throws Problem `provider-not-found`. */
export function getProvider({ signIn }: Pick<Site, 'signIn'>, id: string): Provider {
  const provider = signIn.providers.find((each) => each.id === id);
  if (provider === undefined) throw problem('provider-not-found');
  return provider;
}

/**
 * Begins a sign-in at a provider, in this browser. To join its identity to an account the password is asked for now, so
 * that nothing can be finished without it.
 *
 * @returns where the browser goes.
 * @throws Problem `provider-not-found`, `provider-unreachable`, `provider-odd`, `too-many-requests`; `sign-in-required`,
 * `password-wrong` to join; `sign-in-required` to prove.
 */
export async function beginSignIn(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, purpose, next, remember_me: remember, password = '' }: z.infer<typeof ProviderStart> & { id: string },
): Promise<string> {
  const { site, origin, locale, viewer } = request.viewing;
  const provider = getProvider(site, id);
  await limitSignIns(deps, request);
  const userId = purpose === 'sign-in' ? null : requireMember(request);
  if (purpose === 'join') {
    await provenAccount(deps.db, requireMember(request), password);
  }
  const checks = await newChecks(`${origin}/sign-in/${id}`);
  const location = await authorizationUrl(deps, provider, checks, { locale, fresh: purpose === 'prove' });
  const { state, ...kept } = checks;
  await insertSignIn(deps.db, state, userId, {
    ...kept,
    provider: id,
    site: site.id,
    purpose,
    remember,
    next: next ?? null,
    session: userId === null ? null : viewer.token,
    browser: bindBrowser(request, reply),
  });
  return location;
}

/** Counts the beginning or the end of a sign-in elsewhere. @throws Problem `too-many-requests`. */
export async function limitSignIns({ db }: Pick<Deps, 'db'>, { ip }: Pick<FastifyRequest, 'ip'>): Promise<void> {
  const seconds = await throttle(
    db,
    `sign-ins elsewhere from ${countedAddress(ip)}`,
    FROM_ADDRESS.most,
    FROM_ADDRESS.seconds,
  );
  if (seconds !== null) throw problem('too-many-requests', { seconds });
}

/** The hash of the cookie a browser is known by; null where it has none. */
export function readBrowser({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const secret = cookies[COOKIE];
  return secret !== undefined && SECRET.test(secret) ? hashSecret(secret) : null;
}

/** The same; a browser without one gets one. Several tabs may be at providers at once. */
export function bindBrowser(request: Pick<FastifyRequest, 'cookies' | 'protocol'>, reply: FastifyReply): string {
  const known = readBrowser(request);
  if (known !== null) return known;
  const secret = randomBytes(32).toString('base64url');
  void reply.setCookie(COOKIE, secret, {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: request.protocol === 'https',
  });
  return hashSecret(secret);
}
