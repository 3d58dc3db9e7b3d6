import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#server/config/site-file.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { isKey } from './bearer.ts';
import { requestedOrigin } from './request-context.ts';

/** Headers that a page of another site may send: a key, a language, what uploads and conditions need. */
const SENT = [
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Range',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Request-Id',
].join(', ');
/** Headers of an answer that its scripts may read, besides those that they always may. */
const READ = [
  'API-Version',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'Sunset',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'X-Request-Id',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/**
 * Lets pages of the origins that a site names (`cors.origins`) call it from a browser: Cross-Origin Resource Sharing, by the Fetch Standard. Who calls is
 * a guest or says who by an API key; cookies are passed by, and no answer allows a browser to send them. An origin that is not named gets the answer of any
 * program, which its browser keeps from it. Before everything that may refuse a call, so that its page can read why.
 */
export function shareAcrossOrigins(scope: App, { sites }: Pick<Deps, 'sites'>): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const { cors } = sites.of(request.host);
    if (!isShared(cors, request)) return done();
    request.cookies = {};
    void reply.header('access-control-allow-origin', cors.origins.includes('*') ? '*' : request.headers.origin);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      void reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': SENT,
          'access-control-max-age': String(cors.maxAge),
          'cache-control': 'no-store',
        })
        .send();
      return;
    }
    void reply.header('access-control-expose-headers', READ);
    done();
  });
  // Last, as others say what the answer varies by.
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (variesByOrigin(sites.of(request.host).cors)) {
      addVary(reply, 'Origin');
    }
    done(null, payload);
  });
}

/** Whether a call is one that a page of a named origin makes in the name of an API key: no other site's cookies or tokens can be in it. */
export function isSharedWithKey(cors: Site['cors'], request: FastifyRequest): boolean {
  return isShared(cors, request) && isKey(request.headers.authorization);
}

function isShared({ origins }: Site['cors'], request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return (
    origin !== undefined &&
    origins.length > 0 &&
    origin !== requestedOrigin(request) &&
    (origins.includes('*') || origins.includes(origin))
  );
}

function variesByOrigin({ origins }: Site['cors']): boolean {
  return origins.length > 0 && !origins.includes('*');
}

function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}
