import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/http/app-type.ts';
import { compress, encodingFor, varyByEncoding } from './content-encoding.ts';
import { innerOrigin } from './in-process-api.ts';

/** Smaller answers go as they are: with their head they fit into one or two packets however they are packed. */
const MIN_BYTES = 1_400;

/**
 * Compresses what the routes of a scope answer to `GET` and `HEAD`, where the caller takes it: texts of `MIN_BYTES` and more that
 * are there as a whole. Left as they are: streams (files, events), pictures, what a handler compressed itself, answers
 * within this process, and what pages of other sites ask for (decisions/0061). ETags of such answers have to be weak,
 * since they name a text in every encoding.
 */
export function compressAnswers(scope: App): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    varyByEncoding(reply);
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === 'identity' || isAskedElsewhere(request)) return done(null, payload);
    compress(encoding, Buffer.isBuffer(payload) ? payload : Buffer.from(payload), 'once').then((bytes) => {
      void reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, bytes);
    }, done);
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string | Buffer {
  return (
    (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
    payload.length >= MIN_BYTES &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    isText(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('content-encoding') &&
    innerOrigin(request) === null
  );
}

function isText(contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1);
  return type.startsWith('text/') || type.endsWith('json') || type.endsWith('xml');
}

/**
 * Whether a page of another site asks. Browsers send what a member gave for HTTP Basic along with such a call, and the length of
 * a compressed answer would tell that page whether what it wrote into the address stands in the answer (BREACH).
 */
function isAskedElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
