import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { Configuration, ServerMetadata } from 'openid-client';
import { isProblem, problem, type Problem } from '#contract/problems.ts';
import { Breaker } from '#server/concurrency/breaker.ts';
import { secretSource, type Provider } from '#server/config/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { fetchFor, isOutOfTime } from './provider-fetch.ts';

type ClientDeps = Pick<Deps, 'config' | 'log'>;

/** Loaded with the first sign-in elsewhere: most sites have none. */
const openId = () => import('openid-client');

/** How long a discovery document is believed, in milliseconds, and of how many issuers; one that led to a failure is read anew. */
const documents = new LRUCache<string, Promise<ServerMetadata>>({ max: 100, ttl: 600_000 });

/** The values by which the end of a sign-in is known to belong to its beginning. */
export interface Checks {
  /** The address the provider sends the browser back to; the same at both ends. */
  redirect: string;
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
}

/** The claims of a provider about somebody, its ID token signed by its keys, for this site, for this sign-in, and not run out. */
export interface Proven {
  claims: Record<string, unknown>;
  /** As it came, to log out with later. */
  idToken: string;
}

/** New values for a sign-in. */
export async function newChecks(redirect: string): Promise<Checks> {
  const { randomState, randomNonce, randomPKCECodeVerifier } = await openId();
  return { redirect, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
}

/**
 * The address at which a provider signs somebody in.
 *
 * @param fresh whether they have to show anew who they are.
 * @throws Problem `provider-unreachable`, `provider-odd`.
 */
export function authorizationUrl(
  deps: ClientDeps,
  provider: Provider,
  { redirect, state, nonce, verifier }: Checks,
  { locale, fresh }: { locale: string; fresh: boolean },
): Promise<string> {
  return withProviderProblems(deps, provider, async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openId();
    return buildAuthorizationUrl(await clientAt(deps, provider), {
      redirect_uri: redirect,
      scope: [...new Set(['openid', ...provider.scopes])].join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ui_locales: locale,
      ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
    }).href;
  });
}

/**
 * Takes the code that a browser came back with to the provider, and what that says of them: the claims of its ID token,
 * whose signature, issuer, audience, nonce and times are checked, and of its UserInfo endpoint where it has one.
 *
 * @param query as the browser brought it.
 * @throws Problem `provider-unreachable`; `provider-odd` with the reason for whatever cannot be believed; `sign-in-stale` for
 * a code that the provider does not know (any more); `sign-in-cancelled` where they did not want to.
 */
export function exchangeCode(
  deps: ClientDeps,
  provider: Provider,
  { redirect, state, nonce, verifier }: Checks,
  query: string,
): Promise<Proven> {
  return withProviderProblems(deps, provider, async () => {
    const { authorizationCodeGrant, fetchUserInfo } = await openId();
    const client = await clientAt(deps, provider);
    const tokens = await authorizationCodeGrant(client, new URL(`?${query}`, redirect), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const signed = tokens.claims();
    if (signed === undefined) throw new Error('no ID token');
    const more =
      client.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(client, tokens.access_token, signed.sub);
    return { claims: { ...more, ...signed }, idToken: tokens.id_token ?? '' };
  });
}

/** Where who has logged out here is led on to log out there (OpenID Connect RP-Initiated Logout 1.0); null where the provider has no such place, or does not answer. */
export async function logoutUrl(
  deps: ClientDeps,
  provider: Provider,
  { back, idToken }: { back: string; idToken: string | null },
): Promise<string | null> {
  try {
    const { buildEndSessionUrl } = await openId();
    const client = await withBreaker(provider, () => clientAt(deps, provider));
    if (client.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(client, {
      post_logout_redirect_uri: back,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href;
  } catch {
    documents.delete(documentKey(provider));
    return null;
  }
}

/** A client of its own for each use: with it come the provider’s keys anew, so that keys that were changed a moment ago are known. */
async function clientAt({ config }: ClientDeps, provider: Provider): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, customFetch, None, ...more } =
    await openId();
  const secret = await readSecret(config, provider);
  const auth =
    secret === null ? None() : provider.clientAuth === 'basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  const client = new Configuration(await getDiscovery(provider), provider.clientId, undefined, auth);
  client.timeout = provider.seconds;
  // A symbol that the destructured import is not known to be.
  Object.assign(client, { [customFetch]: fetchFor(provider) });
  more.enableNonRepudiationChecks(client);
  if (isPlain(provider)) {
    allowInsecureRequests(client);
  }
  return client;
}

/**
 * The discovery document of a provider, as it was read in the last ten minutes.
 *
 * @throws Error of any kind, to be turned into a problem by `withProviderProblems`.
 */
export async function getDiscovery(provider: Provider): Promise<ServerMetadata> {
  const { allowInsecureRequests, customFetch, discovery } = await openId();
  const asked =
    documents.get(documentKey(provider)) ??
    discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
      timeout: provider.seconds,
      [customFetch]: fetchFor(provider) as never,
      ...(isPlain(provider) ? { execute: [allowInsecureRequests] } : {}),
    }).then((client) => {
      const found = client.serverMetadata();
      // One that answers for many issuers at once vouches for everyone who has an account with any of them.
      if (found.issuer !== provider.issuer) throw new Error(`the issuer says it is ${found.issuer}`);
      return found;
    });
  documents.set(documentKey(provider), asked, { noUpdateTTL: true });
  asked.catch(() => documents.delete(documentKey(provider)));
  return asked;
}

/** Names a provider by the way that it may be called: one that was set in the page does not profit from what was read for another. */
export function documentKey({ issuer, settled }: Provider): string {
  return `${settled?.allowPrivate === false ? 'public' : 'any'} ${issuer}`;
}

/** Whether the operator has named an address without encryption. */
function isPlain({ issuer }: Provider): boolean {
  return issuer.startsWith('http:');
}

async function readSecret({ providerSecrets }: ClientDeps['config'], provider: Provider): Promise<string | null> {
  const source = secretSource(providerSecrets, provider);
  if (source === null) return null;
  const text = 'text' in source ? source.text : (await readFile(source.file, 'utf8')).trim();
  if (text === '') throw new Error('the secret is empty');
  return text;
}

/** By the issuers that one of our calls waited for in vain. */
const breakers = new LRUCache<string, Breaker>({ max: 100 });

/** Runs `work`, which calls a provider; while that takes calls and says nothing, callers are told so at once. @throws Problem `provider-unreachable`. */
async function withBreaker<Result>(provider: Provider, work: () => Promise<Result>): Promise<Result> {
  const key = documentKey(provider);
  const { name } = provider;
  const breaker =
    breakers.get(key) ?? new Breaker(() => problem('provider-unreachable', { provider: name, reason: 'no answer' }));
  breakers.set(key, breaker);
  breaker.pass();
  try {
    const result = await work();
    breaker.succeed();
    return result;
  } catch (error) {
    if (isLate(error as Failure)) {
      breaker.fail();
    } else {
      breaker.succeed();
    }
    throw error;
  }
}

/** Runs `work`, and turns what fails in it into a Problem, with the reason in the log: no token, code or secret. */
export async function withProviderProblems<Result>(
  { log }: Pick<ClientDeps, 'log'>,
  provider: Provider,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withBreaker(provider, work);
  } catch (error) {
    if (isProblem(error)) throw error;
    documents.delete(documentKey(provider));
    const failure = failureFor(provider, error as Failure);
    const { code, params } = failure;
    log.warn({ event: 'provider', provider: provider.id, code, reason: params.reason }, 'a sign-in elsewhere failed');
    throw failure;
  }
}

/** An error of the library, as far as it is looked at. */
interface Failure {
  name: string;
  message: string;
  code?: string;
  /** The word of the provider, where it answered with an error. */
  error?: string;
  status?: number;
  cause?: { code?: string; status?: number; cause?: { claim?: string; attribute?: string } } | null;
}

function failureFor({ name }: Provider, failure: Failure): Problem {
  const { code = '', error, cause } = failure;
  const status = failure.status ?? cause?.status ?? 0;
  const params = { provider: name };
  if (isLate(failure) || status >= 500 || isNetwork(failure)) {
    return problem('provider-unreachable', { ...params, reason: code === '' ? failure.message : code });
  }
  if (error === 'access_denied') return problem('sign-in-cancelled', params);
  if (error === 'invalid_grant') return problem('sign-in-stale');
  const about = cause?.cause?.claim ?? cause?.cause?.attribute;
  const reason = error ?? [code || failure.message, about].filter(Boolean).join(' ');
  return problem('provider-odd', { ...params, reason: reason.slice(0, 200) });
}

/** Whether it was waited for as long as it may be. */
function isLate({ code, name, cause }: Failure): boolean {
  return code === 'OAUTH_TIMEOUT' || isOutOfTime(name) || isOutOfTime((cause as Failure | null | undefined)?.name);
}

/** Whether nothing came at all: what `fetch` throws, as it is or within. */
function isNetwork({ message, cause }: Failure): boolean {
  const inner = (cause as Failure | null | undefined)?.message;
  return [message, inner].some(
    (text) => text === 'fetch failed' || text === 'terminated' || text?.startsWith('not everyone'),
  );
}
