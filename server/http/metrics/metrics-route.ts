import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { App } from '#server/http/app-type.ts';

const ROUTE = { schema: { hide: true }, config: { permission: 'operations.read', cost: 0 } } as const;

/**
 * `/metrics`: figures of the process for Prometheus. Where there is a token, callers without it get 401. Without one,
 * `open` says whether everyone gets them who gets here, or callers on this machine alone: not those that a proxy on it speaks for.
 */
export function metricsRoute(
  app: App,
  registry: Registry,
  { token, open }: { token: string | null; open: boolean },
): void {
  app.get('/metrics', ROUTE, async (request, reply) => {
    if (token !== null && !hasToken(request, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    }
    if (token === null && !open && !isFromHere(request)) return reply.code(404).send();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Digests are compared, which are of one length, so that the time tells nothing of the token. */
function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isFromHere({ headers, ip }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  return forwarded === undefined && (ip === '::1' || /^(::ffff:)?127\./.test(ip));
}
