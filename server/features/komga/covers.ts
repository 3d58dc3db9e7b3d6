import type { FastifyReply, FastifyRequest } from 'fastify';
import { RTA_LABEL } from '#contract/age.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { contentAccess } from '#server/db/visible.ts';
import type { KomgaDeps } from './series.ts';

/** Seconds a cover may be kept by who got it. */
const KEPT_SECONDS = 3_600;

/** Sends the cover of a comic, or leads to the picture that stands where there is none, or none that who asks may see. */
export async function sendCover(
  deps: KomgaDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  comic: CardRow,
): Promise<FastifyReply> {
  const { viewing } = request;
  const stored = contentAccess(viewing, comic) === 'without-pictures' ? undefined : comic.variants?.cover640;
  if (stored === undefined || comic.cover === null) {
    return reply.redirect(`${viewing.imageOrigin}/images/default.jpg`, 302);
  }
  const etag = `"${stored.hash}"`;
  void reply
    .headers({
      etag,
      'cache-control': `private, max-age=${KEPT_SECONDS}`,
      ...(comic.rating === 'explicit' ? { rating: RTA_LABEL } : {}),
    })
    .type(`image/${stored.format}`);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const { stream } = await deps.blobs.stream(stored.hash);
  return reply.header('content-length', stored.bytes).send(stream);
}
