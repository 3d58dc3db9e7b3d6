import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isProblem, type ProblemCode } from '#contract/problems.ts';
import { innerOrigin } from '#server/http/requests/in-process-api.ts';
import { refusals } from '#server/metrics/counts.ts';
import { countedAddress, shortAddress } from './client-address.ts';

/** Problems by which a guard turns a caller away (ASVS 5.0, 16.3). A wrong login is told where it is tried, with whose it was. */
const GUARDS: ReadonlySet<ProblemCode> = new Set([
  'sign-in-required',
  'token-invalid',
  'not-allowed',
  'key-scope-missing',
  'two-factor-owed',
  'api-key-required',
  'xsrf-refused',
  'too-many-requests',
  'too-many-logins',
  'captcha-required',
  'captcha-wrong',
  'password-wrong',
  'passkey-refused',
  'verification-required',
  'passwords-off',
  'sign-in-stale',
  'sign-in-not-allowed',
  'proxy-silent',
  'logout-token-refused',
  'identity-other',
  'link-invalid',
  'verify-link-invalid',
  'reset-link-invalid',
  'webhook-signature-wrong',
]);

/** Refusals that come by the thousand: one line a minute for each address and problem. */
const LIMITS: ReadonlySet<ProblemCode> = new Set(['too-many-requests', 'too-many-logins', 'captcha-required']);
const limited = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

/**
 * Writes down that a guard refused a request: what it asked for (method and route, not its address, which may hold
 * secrets), why, who asked as far as that is known, and from where without the last part of the address. Anything else,
 * and what our own pages ask for, is not written. Every problem of a call from outside is counted.
 */
export function logRefusal(request: FastifyRequest, error: unknown): void {
  if (!isProblem(error) || innerOrigin(request) !== null) return;
  refusals.labels(error.code).inc();
  if (!GUARDS.has(error.code)) return;
  if (LIMITS.has(error.code)) {
    const key = `${error.code} ${countedAddress(request.ip)}`;
    if (limited.has(key)) return;
    limited.set(key, true);
  }
  const { viewer, site } = request.viewing ?? {};
  request.log.warn(
    {
      event: 'refused',
      code: error.code,
      method: request.method,
      route: request.routeOptions.url ?? null,
      user: viewer?.id ?? null,
      key: (viewer?.scopes ?? null) !== null,
      from: shortAddress(request.ip),
      site: site?.id ?? null,
    },
    'refused',
  );
}
