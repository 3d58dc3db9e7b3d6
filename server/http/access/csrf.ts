import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { isCsrfToken } from '#server/security/csrf-token.ts';
import { isKey } from './bearer.ts';
import { isSharedWithKey } from './cors.ts';
import { ownOrigins } from './request-context.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses calls that change something and come from a browser on another site, or without the token of one of our
 * pages or an API key, which no page has by itself; pages of the origins in `cors.origins` have an API key instead. Programs send neither `Origin` nor `Sec-Fetch-Site` and are not concerned (architecture, "How data flows").
 */
export function rejectCsrf(scope: App, deps: Pick<Deps, 'secret' | 'now'>): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const allowed =
      READING.has(request.method) ||
      request.routeOptions.config.signed === true ||
      !isBrowser(request) ||
      isSharedWithKey(request.viewing.site.cors, request) ||
      (isOurs(request) && (isKey(request.headers.authorization) || hasToken(request, deps)));
    done(allowed ? undefined : problem('xsrf-refused'));
  });
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function isOurs(request: FastifyRequest): boolean {
  return isOfThisSite(request, ownOrigins(request.viewing.site, request));
}

/** Whether the page that calls is one of these origins, or nothing says that it is another. */
export function isOfThisSite({ headers }: Pick<FastifyRequest, 'headers'>, here: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  return (
    (site === undefined || site === 'same-origin' || site === 'none') &&
    (headers.origin === undefined || here.includes(headers.origin))
  );
}

function hasToken({ headers }: FastifyRequest, { secret, now }: Pick<Deps, 'secret' | 'now'>): boolean {
  const token = headers['x-xsrf-token'];
  return typeof token === 'string' && isCsrfToken(secret, now(), token);
}
