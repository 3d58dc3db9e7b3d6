import { problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

/** Headers of every answer that is data: nothing in it may run, be framed or be guessed at (OWASP ASVS 5.0, 3.4). */
export const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
} as const;

/** Puts the headers of data on every answer of a scope. */
export function secureData(scope: App): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(DATA_HEADERS);
    done();
  });
}

/**
 * Refuses requests whose `Host`, which absolute addresses and rendered pages are made with, is no host and port. Probes
 * of health may name none, as those of HTTP/1.0 do.
 */
export function refuseOddHosts(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { permission } = request.routeOptions.config;
    const named = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(request.host) && URL.canParse(`http://${request.host}`);
    done(named || permission === 'operations.read' ? undefined : problem('request-malformed'));
  });
}

/** How many bytes a JSON request may have; uploads have limits of their own. */
export const BODY_LIMIT = 1_048_576;

/** Headers that a rendered page carries besides its content policy. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;
