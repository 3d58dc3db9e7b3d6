import type { App } from './app-type.ts';

/** Headers of every answer that is data: nothing in it may run, be framed or be guessed at (OWASP ASVS 5.0, 3.4). */
const DATA_HEADERS = {
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

/** How many bytes a JSON request may have; uploads have limits of their own. */
export const BODY_LIMIT = 1_048_576;

/** Headers that a rendered page carries besides its content policy. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;
