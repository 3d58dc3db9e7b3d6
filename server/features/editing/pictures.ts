import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { isFrozen } from '#server/features/blocklist/blocklist.ts';
import { keepImages, storePicture } from '#server/features/imports/imports.ts';

/** Whose picture it is, what for, and whether covers are made of it. */
export interface EditedPicture { cover: boolean; by: number | null; where: string }

/**
 * Keeps a picture that someone sent, with its variants, as an import keeps a page; its hash.
 *
 * @throws Problem what keeps it from being read (`page-format-unsupported`, `page-undecodable`, `page-too-large`,
 * `page-timeout`), `image-prohibited`, `uploads-frozen` from whom none are taken, `storage-full`, `storage-unavailable`.
 */
export async function keepEditedPicture(deps: Pick<Deps, 'db' | 'blobs' | 'evidence' | 'renderer'>, bytes: Buffer, { cover, by, where }: EditedPicture): Promise<string> {
  if (by !== null && await isFrozen(deps.db, by)) { throw problem('uploads-frozen'); }
  const picture = await storePicture(deps, bytes, { cover, came: { source: 'upload', userId: by, file: where } });
  if ('problem' in picture) { throw problem(picture.problem.code, picture.problem.params); }
  const { hash, image } = picture;
  if (image) { await withTransaction(deps.db, (tx) => keepImages(tx, [image])); }
  return hash;
}
