import type { z } from 'zod';
import type { Crop, CoverChoice } from '#contract/cover-editing.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { pageImage, setCover } from './queries-cover.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';

/**
 * Renders what is to be a comic's cover, a page of it or a part of one, before the transaction that puts it there.
 *
 * @returns what does that. @throws Problem `page-not-found`, `crop-outside`, what keeps the picture from being read.
 */
export async function chooseCover(
  deps: Deps,
  comicId: number,
  { version, ...choice }: z.infer<typeof CoverChoice>,
): Promise<(tx: Tx, by: number) => Promise<unknown>> {
  const hash = await cutPage(deps, comicId, choice);
  return (tx, by) =>
    recordRevision(tx, { comicId, by, source: 'cover', version, action: 'comic.cover' }, () =>
      setCover(tx, comicId, hash),
    );
}

/** Keeps a page of a comic, or a part of it, with covers; its hash. @throws Problem `page-not-found`, as `storeCover`. */
export async function cutPage(
  deps: Deps,
  comicId: number,
  { page_id: pageId, crop }: Omit<z.infer<typeof CoverChoice>, 'version'>,
): Promise<string> {
  const image = await pageImage(deps.db, comicId, pageId);
  if (image === null) throw problem('page-not-found');
  return storeCover(deps, await deps.blobs.read(image), crop);
}

/** Keeps a picture, or a part of it, with covers; its hash. @throws Problem as `importPicture`, `crop-outside`. */
export async function storeCover(
  deps: Deps,
  bytes: Buffer,
  crop: z.infer<typeof Crop> | null,
  by: number | null = null,
): Promise<string> {
  const provenance = { source: 'upload' as const, userId: by, file: 'comic.cover' };
  if (crop === null) return importPicture(deps, bytes, provenance);
  const cut = await deps.renderer.crop(bytes, crop);
  if (!cut.ok) throw problem(cut.code, cut.params);
  return importPicture(deps, Buffer.from(cut.picture), provenance);
}
