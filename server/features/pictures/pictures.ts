import { problem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { checksum, hashBlob } from '#server/blobs/hashing.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { checkImages, type CheckedPicture } from '#server/features/blocklist/blocklist.ts';
import { refusePicture, type Provenance } from '#server/features/blocklist/public/quarantine.ts';
import type { RenderResult, Renderer } from '#server/images/rendering/render.ts';
import { pictureBytes, pictures } from '#server/metrics/counts.ts';
import { imageCovers, keepImages, type NewImage } from './public/queries-images.ts';
import { pictureFrom } from './queries-sources.ts';

/** Where pictures are kept and made. */
export interface PictureStore {
  db: Db;
  blobs: Blobs;
  /** Where pictures go that nobody may see. */
  evidence: Blobs;
  renderer: Renderer;
}

/** A picture whose bytes are kept: its hash, and its row where that is still to be written. Or why there is none. */
export type StoredPicture =
  { hash: string; image: NewImage | null } | { problem: { code: ProblemCode; params: ProblemParams } };

/**
 * Keeps a page by its content: without what cameras and programs wrote into it, and its derivatives, on disk or in the
 * bucket when this returns. Its hash is that of its clean bytes; the same bytes as they came are known from then on, and
 * not rendered again. A page that cannot be decoded keeps nothing; one that is on the blocklist, as it came or clean
 * (`image-prohibited`), is kept as evidence only, as it came.
 *
 * @param came what is recorded of one that is prohibited.
 * @throws Problem `storage-full`, `storage-unavailable`.
 */
export async function storePicture(
  store: PictureStore,
  bytes: Buffer,
  { cover, provenance = UNKNOWN }: { cover: boolean; provenance?: Provenance },
): Promise<StoredPicture> {
  const stored = await keepPicture(store, bytes, cover, provenance);
  pictures.labels('problem' in stored ? 'refused' : stored.image === null ? 'known' : 'kept').inc();
  pictureBytes.inc(bytes.length);
  return stored;
}

async function keepPicture(
  store: PictureStore,
  bytes: Buffer,
  cover: boolean,
  provenance: Provenance,
): Promise<StoredPicture> {
  const { db, blobs, renderer } = store;
  const source = await hashBlob(bytes);
  const known = await pictureFrom(db, source);
  if (
    known !== null &&
    (await isRefused(store, bytes, { hash: source, sources: [known.hash], phash: known.phash }, provenance))
  ) {
    return PROHIBITED;
  }
  if (known !== null && (known.covers || !cover)) return { hash: known.hash, image: null };
  const page = await renderer.render(bytes, { cover });
  if (!page.ok) return { problem: { code: page.code, params: page.params } };
  const clean = page.clean === null ? bytes : Buffer.from(page.clean.buffer, page.clean.byteOffset, page.clean.length);
  const hash = page.clean === null ? source : await hashBlob(clean);
  if (
    known === null &&
    (await isRefused(store, bytes, { hash: source, sources: [hash], phash: page.phash }, provenance))
  ) {
    return PROHIBITED;
  }
  const [, variants] = await Promise.all([blobs.put(clean, hash), keepVariants(blobs, page.variants)]);
  const { format, width, height, animated, thumbhash, color, analysis, phash } = page;
  return {
    hash,
    image: {
      hash,
      source,
      format,
      bytes: clean.length,
      width,
      height,
      animated,
      thumbhash,
      color,
      crc32: await checksum(clean),
      variants,
      analysis,
      phash,
    },
  };
}

/** The provenance of a picture that the site itself draws, or that someone sent whom the caller does not know. */
const UNKNOWN: Provenance = { source: 'upload', userId: null, file: '' };

const PROHIBITED: StoredPicture = { problem: { code: 'image-prohibited', params: {} } };

async function isRefused(
  store: PictureStore,
  bytes: Buffer,
  picture: CheckedPicture,
  provenance: Provenance,
): Promise<boolean> {
  const [listed] = await checkImages(store.db, [picture]);
  if (listed === undefined) return false;
  // Evidence is what came, whichever of its hashes is on the list.
  await refusePicture(store, { ...listed, hash: picture.hash }, bytes, provenance);
  return true;
}

/**
 * Keeps a picture that is no page, with its covers, and answers its hash.
 *
 * @throws Problem the reason it cannot be decoded, `image-prohibited`, `storage-full`, `storage-unavailable`.
 */
export async function importPicture(
  store: PictureStore,
  bytes: Buffer,
  provenance: Provenance = UNKNOWN,
): Promise<string> {
  const picture = await storePicture(store, bytes, { cover: true, provenance });
  if ('problem' in picture) throw problem(picture.problem.code, picture.problem.params);
  const { hash, image } = picture;
  if (image) {
    await withTransaction(store.db, (tx) => keepImages(tx, [image]));
  }
  return hash;
}

/**
 * Sees to it that a kept picture has covers: the page that was meant for it may not have been readable, or another was
 * chosen. Promises its hash, which is another one where it was not clean yet.
 */
export async function makeCovers(store: PictureStore, hash: string, provenance?: Provenance): Promise<string> {
  if ((await imageCovers(store.db, hash))?.covers) return hash;
  const stored = await storePicture(store, await store.blobs.read(hash), {
    cover: true,
    ...(provenance && { provenance }),
  });
  if ('hash' in stored && stored.image !== null) {
    const { image } = stored;
    await withTransaction(store.db, (tx) => keepImages(tx, [image]));
  }
  return 'hash' in stored ? stored.hash : hash;
}

/** Keeps the bytes of pictures made of a picture. */
export async function keepVariants(
  blobs: Blobs,
  variants: Extract<RenderResult, { ok: true }>['variants'],
): Promise<NewImage['variants']> {
  const stored = await Promise.all(
    Object.entries(variants).map(
      async ([name, { bytes, format, width, height }]) =>
        [name, { hash: await blobs.put(bytes), format, bytes: bytes.length, width, height }] as const,
    ),
  );
  return Object.fromEntries(stored);
}
