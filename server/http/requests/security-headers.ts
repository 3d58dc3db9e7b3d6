import { problem } from '#contract/problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#server/config/site-file.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';

/** Headers of every answer that is data: nothing in it may run, be framed or be guessed at (OWASP ASVS 5.0, 3.4). */
export const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
} as const;

/**
 * How long a picture that anyone may fetch is kept: a browser that has it for good, what stands between for a day, since
 * the picture may have to go and nobody empties other people's caches (decisions/0004).
 */
export const PUBLIC_PICTURE = 'public, max-age=31536000, s-maxage=86400, immutable';

/** Puts the headers of data on every answer of a scope. */
export function setDataHeaders(scope: App): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(DATA_HEADERS);
    done();
  });
}

/**
 * The header Strict-Transport-Security of a site whose address is https: for a year, ask it encrypted alone (RFC 6797; ASVS 5.0, 3.4.1).
 * Nothing of hosts below its own, which may be others'. Null for a site without such an address.
 */
export function strictTransport({ url }: Pick<Site, 'url'>): string | null {
  return url.startsWith('https:') ? 'max-age=31536000' : null;
}

/** Puts `Strict-Transport-Security` on every answer of a site whose address is https; what is sent past Fastify adds it itself. */
export function secureTransport(app: App, { sites }: Pick<Deps, 'sites'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    putTransportSecurity(sites, request, reply);
    done();
  });
}

/** The same for one answer, where no hook runs. */
export function putTransportSecurity(sites: Deps['sites'], request: FastifyRequest, reply: FastifyReply): void {
  const value = strictTransport(sites.of(request.host));
  if (value !== null) {
    void reply.header('strict-transport-security', value);
  }
}

/**
 * Refuses requests whose `Host`, which absolute addresses and rendered pages are made with, is no host and port. Probes
 * of health may name none, as those of HTTP/1.0 do.
 */
export function rejectUnknownHosts(app: App): void {
  // Nearly all requests name the same host as the one before.
  let last = '';
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (host === last && host !== '') return done();
    if (isHost(host)) {
      last = host;
      return done();
    }
    return done(
      request.routeOptions.config.permission === 'operations.read' ? undefined : problem('request-malformed'),
    );
  });
}

function isHost(host: string): boolean {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
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
