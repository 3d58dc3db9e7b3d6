import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { parseRange } from '#server/http/pictures/images.ts';
import { streamParts } from '#server/images/archives/zip-stream.ts';
import type { ComicArchive } from '#server/features/downloads/archive.ts';
import { attachment } from '#server/features/downloads/file-names.ts';
import { createServedFiles } from './served-files.ts';
import { createKeyedSemaphore } from '#server/concurrency/keyed-semaphore.ts';

/** Files a member may fetch at the same time, from each process. */
const AT_ONCE = 3;

/**
 * Answers how a file is sent to a member: whole, from a range on, or not again where they have it.
 *
 * @throws in it: Problem `downloads-at-once` where they fetch as many as they may.
 */
export function createSending(
  deps: Pick<Deps, 'db' | 'blobs'>,
): (request: FastifyRequest, reply: FastifyReply, userId: number, archive: ComicArchive) => Promise<FastifyReply> {
  const places = createKeyedSemaphore(AT_ONCE);
  const remember = createServedFiles(deps);
  return async (request, reply, userId, archive) => {
    const range = headers(request, reply, archive);
    if (range === 'unsatisfiable' || request.method === 'HEAD' || reply.statusCode === 304) return reply.send();
    if (request.viewing.site.features.includes('kosync')) {
      await remember(archive);
    }
    // Who has left already would never make room.
    if (reply.raw.destroyed) return reply.send();
    const done = places.take(userId);
    if (done === null) throw problem('downloads-at-once', { most: AT_ONCE, seconds: 10 });
    reply.raw.once('close', done);
    return reply.send(streamParts(deps.blobs, archive.parts, range ?? { start: 0, end: archive.size - 1 }));
  };
}

/** Sets everything but the bytes, and answers which of them were asked for; null for all. */
function headers(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { etag, size, type, filename }: ComicArchive,
) {
  void reply
    .headers({
      etag,
      'accept-ranges': 'bytes',
      'content-disposition': attachment(filename),
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    .type(type);
  if (asked['if-none-match']?.includes(etag)) {
    void reply.code(304);
    return null;
  }
  const range = parseRange(asked.range, String(asked['if-range'] ?? etag), etag, size);
  if (range === 'unsatisfiable') {
    void reply.code(416).headers({ 'content-range': `bytes */${size}`, 'content-length': 0 });
  } else if (range) {
    void reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    });
  } else {
    void reply.header('content-length', size);
  }
  return range;
}
