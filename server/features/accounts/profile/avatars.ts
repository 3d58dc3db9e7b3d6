import { problem } from '#contract/problems.ts';
import { hashBlob } from '#server/blobs/hashing.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { checkImages } from '#server/features/blocklist/blocklist.ts';
import { refusePicture } from '#server/features/blocklist/public/quarantine.ts';
import type { Square } from '#server/images/rendering/square.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { forgetPicture, keepAvatar, putAvatar } from './queries-avatars.ts';

/** Takes away the bytes of a picture that nobody shows any more. */
export const FORGET_PICTURE_JOB: JobKind = { kind: 'accounts.forget-picture', attempts: 10, atOnce: 1 };

/** Most bytes of a picture as it is sent: 5 MiB. */
export const AVATAR_BYTES = 5 * 1024 * 1024;

/** Sides in pixels: the picture that is kept, and the small one that is shown at 32 to 88 points on dense screens. */
const SIDES = [512, 192] as const;

/**
 * Makes the square of a picture the avatar of a member, and has the one before forgotten. What is kept is drawn anew: nothing
 * of the file but its pixels, no place and no camera.
 *
 * @param square null: the middle.
 * @throws Problem `picture-unsuitable` for what is no JPEG, PNG, WebP, AVIF or GIF, `page-undecodable`, `page-too-large`,
 * `page-timeout`, `crop-outside`, `image-prohibited`, `storage-full`, `storage-unavailable`.
 */
export async function changeAvatar(
  deps: Pick<Deps, 'db' | 'blobs' | 'evidence' | 'renderer'>,
  userId: number,
  bytes: Buffer,
  square: Square | null,
): Promise<void> {
  const cut = await deps.renderer.cut(bytes, { square, sides: SIDES });
  if (!cut.ok) {
    throw cut.code === 'page-format-unsupported' ? problem('picture-unsuitable') : problem(cut.code, cut.params);
  }
  await refuseListed(deps, userId, bytes);
  const stored = await Promise.all(
    cut.pictures.map(async (picture, at) => {
      const side = SIDES[at] ?? SIDES[0];
      return { hash: await deps.blobs.put(picture), format: 'webp', bytes: picture.length, width: side, height: side };
    }),
  );
  const [large, small] = stored;
  if (!large || !small) throw problem('page-undecodable');
  await withTransaction(deps.db, async (tx) => {
    await keepAvatar(tx, large, small);
    const before = await putAvatar(tx, userId, large.hash);
    if (before !== large.hash) {
      await dropPicture(tx, before);
    }
  });
}

/** @throws Problem `image-prohibited` for a picture on the blocklist, of which the file is kept as evidence. */
async function refuseListed(
  deps: Pick<Deps, 'db' | 'evidence' | 'renderer'>,
  userId: number,
  bytes: Buffer,
): Promise<void> {
  const looked = await deps.renderer.look(bytes);
  const [listed] = await checkImages(deps.db, [
    { hash: await hashBlob(bytes), phash: looked.ok ? looked.phash : null },
  ]);
  if (listed === undefined) return;
  await refusePicture(deps, listed, bytes, { source: 'avatar', userId, file: '' });
  throw problem('image-prohibited');
}

/** Takes the avatar of a member away. */
export async function removeAvatar(db: Db, userId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await dropPicture(tx, await putAvatar(tx, userId, null));
  });
}

/** Milliseconds until the bytes go: longer than anyone remembers that the picture may be seen. */
const FORGOTTEN_AFTER = 60_000;

/** Has a picture that a member no longer shows forgotten; null is none. It is not served from now on. */
export async function dropPicture(tx: Tx, hash: string | null): Promise<void> {
  if (hash !== null) {
    await enqueue(tx, FORGET_PICTURE_JOB.kind, { hash }, { runAt: new Date(Date.now() + FORGOTTEN_AFTER) });
  }
}

/** Forgets a picture with its bytes, unless something shows it. */
export function forgetPictureJob({ db, blobs }: Pick<Deps, 'db' | 'blobs'>): JobFunction {
  return async ({ payload }) => {
    for (const key of await forgetPicture(db, (payload as { hash: string }).hash)) {
      await blobs.remove(key);
    }
  };
}
