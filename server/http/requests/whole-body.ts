import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { isProblem, problem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';

/** Has the routes of a scope of its own take the bytes of a picture, sent as `image/*` or `application/octet-stream`, and nothing else. */
export function acceptImages(scope: App, bodyLimit: number): void {
  acceptBytes(scope, /^image\/|^application\/octet-stream$/, bodyLimit);
}

/** Has the routes of a scope of its own take the bytes of a file, whatever its type is said to be. */
export function acceptFiles(scope: App, bodyLimit: number): void {
  acceptBytes(scope, '*', bodyLimit);
}

function acceptBytes(scope: App, types: string | RegExp, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, (request: FastifyRequest, payload: Readable) =>
    gatherBody(payload, Number(request.headers['content-length']), bodyLimit),
  );
}

/**
 * The bytes of a body, put in their place as they come: putting the parts of a large one together at its end would keep everybody waiting.
 *
 * @param length what its head says; NaN where it says nothing.
 */
async function gatherBody(payload: Readable, length: number, most: number): Promise<Buffer> {
  if (length > most) throw problem('request-too-large');
  const bytes = Buffer.allocUnsafe(Number.isNaN(length) ? most : length);
  let at = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (at + chunk.length > bytes.length) throw problem('request-too-large');
      at += chunk.copy(bytes, at);
    }
  } catch (error) {
    throw isProblem(error) ? error : problem('request-malformed');
  }
  if (!Number.isNaN(length) && at !== length) throw problem('request-malformed');
  return bytes.subarray(0, at);
}

/** The picture that was sent. @throws Problem `page-undecodable` where nothing was. */
export function requirePicture(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw problem('page-undecodable');
  return body;
}
