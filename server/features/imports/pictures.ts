import { crc32 } from 'node:zlib';
import { isProblem, problem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { blobKey, type Blobs } from '#server/blobs/blobs.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import type { RenderResult, Renderer } from '#server/images/render.ts';
import { imageCovers, keepImages, type NewImage } from './queries.ts';

/** Where pictures are kept and made. */
export interface PictureStore {
  db: Db;
  blobs: Blobs;
  renderer: Renderer;
}

/** A picture whose bytes are kept: its hash, and its row where that is still to be written. Or why there is none. */
export type StoredPicture = { hash: string; image: NewImage | null } | { problem: { code: ProblemCode; params: ProblemParams } };

/**
 * Keeps a page by its content: the original as it came and its derivatives, on disk or in the bucket when this returns.
 * A picture that is known already is not rendered again. A page that cannot be decoded keeps nothing.
 *
 * @throws Problem `storage-full`, `storage-unavailable`.
 */
export async function storePicture({ db, blobs, renderer }: PictureStore, bytes: Buffer, { cover }: { cover: boolean }): Promise<StoredPicture> {
  const hash = blobKey(bytes);
  const known = await imageCovers(db, hash);
  if (known !== null && (known.covers || !cover)) { return { hash, image: null }; }
  const page = await renderer.render(bytes, { cover });
  if (!page.ok) { return { problem: { code: page.code, params: page.params } }; }
  const [, variants] = await Promise.all([blobs.put(bytes), keepVariants(blobs, page)]);
  const { format, width, height, animated, thumbhash, color, analysis } = page;
  return { hash, image: { hash, format, bytes: bytes.length, width, height, animated, thumbhash, color, crc32: crc32(bytes) | 0, variants, analysis } };
}

/**
 * Keeps a picture that is no page, with its covers, and answers its hash.
 *
 * @throws Problem the reason it cannot be decoded, `storage-full`, `storage-unavailable`.
 */
export async function keepPicture(store: PictureStore, bytes: Buffer): Promise<string> {
  const picture = await storePicture(store, bytes, { cover: true });
  if ('problem' in picture) { throw problem(picture.problem.code, picture.problem.params); }
  const { hash, image } = picture;
  if (image) { await withTransaction(store.db, (tx) => keepImages(tx, [image])); }
  return hash;
}

async function keepVariants(blobs: Blobs, page: Extract<RenderResult, { ok: true }>): Promise<NewImage['variants']> {
  const kept = await Promise.all(Object.entries(page.variants).map(async ([name, { bytes, format, width, height }]) =>
    [name, { hash: await blobs.put(bytes), format, bytes: bytes.length, width, height }] as const));
  return Object.fromEntries(kept);
}

/** A full disk by the codes of the system and of PostgreSQL; a database that went away by PostgreSQL's and its driver's. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const GONE = new Set(['57P01', '57P02', '57P03', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** What was thrown, as the code and values of a failure; null for what nobody expects. */
export function failureOf(error: unknown): { code: ProblemCode; params: ProblemParams } | null {
  if (isProblem(error)) { return { code: error.code, params: error.params }; }
  const { code = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (FULL.has(code)) { return { code: 'storage-full', params: {} }; }
  return GONE.has(code) || message.startsWith('Connection terminated') ? { code: 'database-unavailable', params: {} } : null;
}
