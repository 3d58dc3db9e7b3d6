import type { ChapterDetails, ChapterImages } from '#contract/chapters.ts';
import { userStore } from '../session/session.ts';
import { cacheOf, isShown, isWhole, removeSaved, savedPath, savedStore, type SavedChapter } from './offline-store.ts';

/**
 * A chapter, or a one-shot (`chapter` undefined), as it was saved, with the addresses its pictures have here; null where
 * it was not saved, or may not be shown to who is here. `chapter` is its slug or its id, as in addresses.
 */
export async function savedImages(slug: string, chapter: string | undefined): Promise<ChapterImages | null> {
  const entry = entryFor(slug, chapter);
  const data = entry && await read<ChapterImages>(entry, 'images');
  if (!entry || !data) { return null; }
  const cover = savedPath(entry, 'cover');
  return {
    ...data,
    comic: { ...data.comic, thumb_url: cover, image_url: cover },
    images: data.images.map((image) => {
      const path = savedPath(entry, image.id);
      return { ...image, source_url: path, saver_url: path, thumbnail_url: path };
    }),
  };
}

/** What is known of the pages of a saved chapter; null where it was not saved. */
export async function savedDetails(slug: string, chapter: string | undefined): Promise<ChapterDetails | null> {
  const entry = entryFor(slug, chapter);
  return entry ? await read<ChapterDetails>(entry, 'details') : null;
}

/** Removes a chapter that the site says is not this visitor's to read any more. */
export async function forgetRefused(slug: string, chapter: string | undefined): Promise<void> {
  const entry = savedStore.get().find((each) => isAt(each, slug, chapter));
  if (entry) { await removeSaved([entry]); }
}

function entryFor(slug: string, chapter: string | undefined): SavedChapter | undefined {
  const nsfw = document.documentElement.dataset.nsfw === 'true';
  return savedStore.get().find((each) => isAt(each, slug, chapter) && isWhole(each) && isShown(each, userStore.get()?.id ?? null, nsfw));
}

function isAt(entry: SavedChapter, slug: string, chapter: string | undefined): boolean {
  return entry.slug === slug && (chapter === undefined ? entry.chapter === null : entry.chapterSlug === chapter || String(entry.chapter) === chapter);
}

async function read<Data>(entry: SavedChapter, file: 'images' | 'details'): Promise<Data | null> {
  const answer = await caches.match(savedPath(entry, file), { cacheName: cacheOf(entry) });
  return answer ? await answer.json() as Data : null;
}
