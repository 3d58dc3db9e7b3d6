import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Square } from '#server/images/square.ts';
import { forgetPicture, keepAvatar, putAvatar } from './queries-avatars.ts';

/** Most bytes of a picture as it is sent: 5 MiB. */
export const AVATAR_BYTES = 5 * 1024 * 1024;

/** Sides in pixels: the picture that is kept, and the small one that is shown at 32 to 88 points on dense screens. */
const SIDES = [512, 192] as const;

/**
 * Makes the square of a picture the avatar of a member, and forgets the one before. What is kept is drawn anew: nothing
 * of the file but its pixels, no place and no camera.
 *
 * @param square null: the middle.
 * @throws Problem `picture-unsuitable` for what is no JPEG, PNG, WebP, AVIF or GIF, `page-undecodable`, `page-too-large`,
 * `page-timeout`, `crop-outside`, `storage-full`, `storage-unavailable`.
 */
export async function changeAvatar(deps: Pick<Deps, 'db' | 'blobs' | 'renderer'>, userId: number, bytes: Buffer, square: Square | null): Promise<void> {
  const cut = await deps.renderer.cut(bytes, { square, sides: SIDES });
  if (!cut.ok) { throw cut.code === 'page-format-unsupported' ? problem('picture-unsuitable') : problem(cut.code, cut.params); }
  const stored = await Promise.all(cut.pictures.map(async (picture, at) => {
    const side = SIDES[at] ?? SIDES[0];
    return { hash: await deps.blobs.put(picture), format: 'webp', bytes: picture.length, width: side, height: side };
  }));
  const [large, small] = stored;
  if (!large || !small) { throw problem('page-undecodable'); }
  const before = await withTransaction(deps.db, async (tx) => {
    await keepAvatar(tx, large, small);
    return putAvatar(tx, userId, large.hash);
  });
  if (before !== null && before !== large.hash) { await dropPicture(deps, before); }
}

/** Takes the avatar of a member away. */
export async function removeAvatar(deps: Pick<Deps, 'db' | 'blobs'>, userId: number): Promise<void> {
  const before = await withTransaction(deps.db, (tx) => putAvatar(tx, userId, null));
  if (before !== null) { await dropPicture(deps, before); }
}

/** Forgets a picture with its bytes, unless anything else shows it. */
export async function dropPicture({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, hash: string): Promise<void> {
  for (const key of await forgetPicture(db, hash)) { await blobs.remove(key); }
}
