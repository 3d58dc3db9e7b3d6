import { LRUCache } from 'lru-cache';
import type { createRemoteJWKSet, JWTPayload } from 'jose';
import { isProblem, problem, type Problem } from '#contract/problems.ts';
import type { Provider } from '#server/config/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { readSession, storable } from './claims.ts';
import { getDiscovery, documentKey, withProviderProblems } from './provider-client.ts';
import { fetchFor } from './provider-fetch.ts';

/** Loaded with the first token: most sites are sent none. */
const library = () => import('jose');

/** How a token may be signed: by the provider’s own key, which nobody else has. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Types of a token by its head: its own, and that of any. */
const TYPES = [undefined, 'JWT', 'logout+jwt'];
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Seconds for which a token is good, whatever it says, and by which clocks may differ. */
const LONGEST_SECONDS = 300;
const CLOCK_SECONDS = 60;
/** Seconds after which a token is good no more, by any clock: until then its number is remembered. */
export const LOGOUT_SECONDS = LONGEST_SECONDS + 2 * CLOCK_SECONDS;

/** Milliseconds for which keys are believed, and between two looks for a key that is not known: whoever sends tokens does not make us ask for more. */
const KEYS_FOR = 600_000;
const KEYS_EVERY = 30_000;
type Keys = ReturnType<typeof createRemoteJWKSet>;
const keySets = new LRUCache<string, Keys>({ max: 100 });

/** Who, or which session, a provider says has ended there. */
export interface LogoutToken {
  /** The number that this token alone has. */
  number: string;
  /** The session, by its name there; null for all of theirs. */
  sid: string | null;
  /** The person; null where only their session is named. */
  subject: string | null;
}

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6): its signature by the provider’s keys, issuer, audience,
 * times, event, and that it is none for signing in.
 *
 * @throws Problem `logout-token-refused` with what is wrong; `provider-unreachable`, `provider-odd` where there are no keys.
 */
export async function readLogoutToken(
  deps: Pick<Deps, 'config' | 'log'>,
  provider: Provider,
  token: string,
): Promise<LogoutToken> {
  const { decodeJwt, decodeProtectedHeader, jwtVerify } = await library();
  // Nobody is asked for keys for what is no token of theirs.
  try {
    const { alg = '', typ } = decodeProtectedHeader(token);
    if (!ALGORITHMS.includes(alg)) throw refuseToken('alg');
    if (!TYPES.includes(typ?.toLowerCase() === 'jwt' ? 'JWT' : typ)) throw refuseToken('typ');
    if (decodeJwt(token).iss !== provider.issuer) throw refuseToken('iss');
  } catch (error) {
    throw isProblem(error) ? error : refuseToken('form');
  }
  return withProviderProblems(deps, provider, async () => {
    const { jwks_uri: address } = await getDiscovery(provider);
    if (address === undefined) throw problem('provider-odd', { provider: provider.name, reason: 'jwks_uri' });
    const keys = await keysAt(provider, address);
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: provider.issuer,
        audience: provider.clientId,
        clockTolerance: CLOCK_SECONDS,
        maxTokenAge: LONGEST_SECONDS,
      });
      return readPayload(payload);
    } catch (error) {
      throw refusalFor(error as Failure);
    }
  });
}

function readPayload(claims: JWTPayload): LogoutToken {
  const { jti, sub, events, nonce } = claims;
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : null;
  if (typeof event !== 'object' || event === null || Array.isArray(event)) throw refuseToken('events');
  // Those of signing in have one: none of them is taken for this.
  if (nonce !== undefined) throw refuseToken('nonce');
  if (typeof jti !== 'string' || jti === '') throw refuseToken('jti');
  const sid = readSession(claims);
  if (sid === null && (typeof sub !== 'string' || sub === '')) throw refuseToken('sub');
  return { number: jti, sid, subject: sub === undefined ? null : storable(sub) };
}

async function keysAt(provider: Provider, address: string): Promise<Keys> {
  const name = `${documentKey(provider)} ${address}`;
  const known = keySets.get(name);
  if (known !== undefined) return known;
  const { createRemoteJWKSet, customFetch } = await library();
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: KEYS_FOR,
    cooldownDuration: KEYS_EVERY,
    timeoutDuration: provider.seconds * 1000,
    [customFetch]: fetchFor(provider),
  });
  keySets.set(name, keys);
  return keys;
}

/** An error of the library, as far as it is looked at. */
interface Failure extends Error {
  code?: string;
  claim?: string;
}

/** Of what is wrong with a token; anything else, as that its keys do not come, stays what it is. */
function refusalFor(failure: Failure): Error {
  const { code = '', claim } = failure;
  if (code === 'ERR_JWKS_TIMEOUT') return Object.assign(new Error('no answer'), { name: 'TimeoutError' });
  if (claim !== undefined) return refuseToken(claim);
  if (code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') return refuseToken('kid');
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return refuseToken('signature');
  if (code.startsWith('ERR_JWT') || code.startsWith('ERR_JWS')) return refuseToken('form');
  return failure;
}

function refuseToken(reason: string): Problem {
  return problem('logout-token-refused', { reason });
}
