import type { AdminVolume, VolumeEdit } from '#contract/volume-editing.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { toCssColor, type Signing } from '#server/features/comics/public/cards.ts';
import type { StoredVolume } from '#server/features/comics/public/queries-volumes.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { cutPage } from './covers.ts';
import { touchComics } from './queries-relations.ts';
import { replaceVolumes, storedVolumes } from './queries-volumes.ts';
import { pictureUrl } from './serializers.ts';

/** Changes to a volume; what is left out stays. `cover` is the hash of a picture that has covers. */
interface VolumeChanges {
  title?: string | null | undefined;
  cover?: string | null;
}

/**
 * Renders the page, or part of one, that is to be the cover of a volume, before the transaction that changes the volume.
 *
 * @returns what does that. @throws Problem `page-not-found`, `crop-outside`, what keeps the picture from being read.
 */
export async function prepareVolumeEdit(
  deps: Deps,
  comicId: number,
  { version, volume, title, cover }: VolumeEdit,
): Promise<(tx: Tx, by: number) => Promise<unknown>> {
  const hash = cover ? await cutPage(deps, comicId, cover) : cover;
  return (tx, by) =>
    changeVolume(tx, { comicId, by, version, volume }, { title, ...(hash === undefined ? {} : { cover: hash }) });
}

/**
 * Changes the title or cover of a volume, and writes that down in the history of its comic.
 *
 * @throws Problem `comic-not-found`, `edit-conflict`; `volume-not-found` where no chapter names it and nothing is said of it.
 */
export async function changeVolume(
  tx: Tx,
  { volume, ...edit }: { comicId: number; by: number; version: number; volume: string },
  changes: VolumeChanges,
): Promise<void> {
  const told =
    changes.cover === undefined ? ({ source: 'edit' } as const) : ({ source: 'cover', action: 'comic.cover' } as const);
  await recordRevision(tx, { ...edit, ...told }, async () => {
    const all = await storedVolumes(tx, edit.comicId);
    const former = all.find((each) => each.volume === volume);
    if (former === undefined) throw problem('volume-not-found');
    const { title = former.title, cover = former.cover } = changes;
    await replaceVolumes(
      tx,
      edit.comicId,
      all.map((each) => (each === former ? { volume, title, cover } : each)),
    );
    await touchComics(tx, [edit.comicId]);
  });
}

/** Volumes as their editor has them. */
export function serializeVolumes(
  deps: Signing,
  viewing: RequestContext,
  volumes: readonly (StoredVolume & { chapters: number })[],
): AdminVolume[] {
  return volumes.map(({ volume, title, chapters, cover, variants, thumbhash, color }) => {
    const size = variants?.cover640;
    return {
      volume,
      title,
      chapters,
      thumb_url: pictureUrl(deps, viewing, cover, 'cover320', variants),
      image_url: pictureUrl(deps, viewing, cover, 'cover640', variants),
      cover: size ? { width: size.width, height: size.height, thumbhash, color: toCssColor(color) } : null,
    };
  });
}
