import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { RTA_LABEL } from '#contract/age.ts';
import { KEPT_SECONDS } from '#server/blobs/store-links.ts';
import type { ImageRecord } from '#server/db/queries/image-access.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { PUBLIC_PICTURE, setDataHeaders } from '#server/http/requests/security-headers.ts';
import { createPictureRecords } from './picture-records.ts';
import { checkEditorSignature, checkSignature, isVariant, type Variant } from '#server/images/links.ts';

const TYPES: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** Pictures of which it is remembered who may see them. */
const MAX_RECORDS = 20_000;

const Params = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), file: z.string().regex(/^[a-z0-9]+\.[a-z0-9]+$/) });
const Query = z.object({
  expires: z.coerce.number().int().optional(),
  signature: z.string().max(64).optional(),
  editor: z.string().max(64).optional(),
});

/**
 * `GET /images/{hash}/{variant}.{format}`: a picture's bytes, immutable, with ETag and range.
 *
 * Anyone gets the pictures of works that anyone may read; those of explicit and premium works need a signed address
 * that has not run out; those of drafts and removed works answer 404 but to the address of someone who edits them.
 * An address from before a picture was cleaned answers its clean bytes. Where browsers fetch pictures from the store, each
 * is sent there by a link of some minutes once it is known that they may see it.
 */
export async function imageRoutes(
  scope: App,
  deps: Pick<Deps, 'reads' | 'blobs' | 'storeLinks' | 'secret' | 'now' | 'changes'>,
): Promise<void> {
  setDataHeaders(scope);
  const records = createPictureRecords(deps, MAX_RECORDS);
  scope.addHook('onClose', async () => records.close());

  scope.get(
    '/images/:hash/:file',
    {
      schema: { params: Params, querystring: Query, hide: true },
      config: { permission: 'images.read', cost: 0 },
    },
    async (request, reply) => {
      const { hash, file } = request.params;
      const [variant = '', format = ''] = file.split('.');
      const record = isVariant(variant) ? await records.find(hash) : null;
      const picture = record && findPicture(record, variant as Variant);
      if (!record || !picture || picture.format !== format) throw problem('image-not-found');
      const { expires = 0, signature = '', editor } = request.query;
      const access = editor !== undefined ? 'signed' : variant.startsWith('cover') ? record.cover : record.page;
      if (access === 'none') throw problem('image-not-found');
      if (access === 'signed') {
        const check = editor === undefined ? checkSignature : checkEditorSignature;
        const verdict = check(request.url.split('?')[0] ?? '', expires, editor ?? signature, {
          secret: deps.secret,
          now: deps.now().getTime(),
        });
        if (verdict === 'expired') throw problem('link-expired');
        if (verdict === 'wrong') throw problem('image-not-found');
        void reply.header(
          'cache-control',
          `private, max-age=${Math.max(0, Math.floor(expires - deps.now().getTime() / 1000))}, immutable`,
        );
      } else {
        void reply.header('cache-control', PUBLIC_PICTURE);
      }
      if (record.adult) {
        void reply.header('rating', RTA_LABEL);
      }
      const type = TYPES[format] ?? 'application/octet-stream';
      if (deps.storeLinks !== null) {
        const link = await deps.storeLinks.link(picture.hash, type);
        return reply
          .headers({
            'cache-control': `private, max-age=${KEPT_SECONDS}`,
            'cross-origin-resource-policy': 'cross-origin',
            'access-control-allow-origin': '*',
          })
          .redirect(link, 302);
      }
      const etag = `"${picture.hash}"`;
      // Pages of the site read the bytes, too, to save them, where pictures come from another host. The address alone says who may.
      void reply
        .headers({
          etag,
          'accept-ranges': 'bytes',
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
        })
        .type(type);
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      const range = parseRange(request.headers.range, String(request.headers['if-range'] ?? etag), etag, picture.bytes);
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${picture.bytes}`).send();
      const { stream } = await deps.blobs.stream(picture.hash, range ?? undefined);
      if (range) {
        void reply.code(206).headers({
          'content-range': `bytes ${range.start}-${range.end}/${picture.bytes}`,
          'content-length': range.end - range.start + 1,
        });
      } else {
        void reply.header('content-length', picture.bytes);
      }
      return reply.send(stream);
    },
  );
}

function findPicture(record: ImageRecord, variant: Variant): { hash: string; format: string; bytes: number } | null {
  return variant === 'original'
    ? { hash: record.hash, format: record.format, bytes: record.bytes }
    : (record.variants[variant] ?? null);
}

/** One range of bytes, both ends included; null for the whole (RFC 9110, section 14). Several ranges are answered whole. */
export function parseRange(
  header: string | undefined,
  ifRange: string,
  etag: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || ifRange !== etag) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
