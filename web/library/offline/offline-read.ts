import type { ChapterDetails, ChapterImages } from '#contract/chapters.ts';
import { userStore } from '#web/platform/session/session.ts';
import {
  chapterCacheName,
  isShown,
  isComplete,
  removeSaved,
  savedPath,
  savedStore,
  type SavedChapter,
} from './offline-store.ts';

/** The calls that are answered: the pages of a one-shot or a chapter (by its slug or id), and what is known of them. */
const CALL = /^\/comics\/([^/]+)(?:\/([^/]+))?\/images(\/details)?$/;

/**
 * The response of the API to `path`, of what was saved, with the addresses its pictures have here; null where that was
 * not saved, or may not be shown to who is here.
 */
export async function offlineResponse(path: string): Promise<ChapterImages | ChapterDetails | null> {
  const [, slug = '', chapter, details] = CALL.exec(path)?.map((part) => part && decodeURIComponent(part)) ?? [];
  const nsfw = document.documentElement.dataset.nsfw === 'true';
  const entry = savedStore
    .get()
    .find((each) => isAt(each, slug, chapter) && isComplete(each) && isShown(each, userStore.get()?.id ?? null, nsfw));
  if (!entry) return null;
  if (details) return read<ChapterDetails>(entry, 'details');
  const data = await read<ChapterImages>(entry, 'images');
  const cover = savedPath(entry, 'cover');
  return (
    data && {
      ...data,
      comic: { ...data.comic, thumb_url: cover, image_url: cover },
      images: data.images.map((image) => {
        const file = savedPath(entry, image.id);
        return { ...image, source_url: file, saver_url: file, thumbnail_url: file, slices: null };
      }),
    }
  );
}

/** Removes a chapter that the site says is not this visitor's to read any more; an explicit one that they do not want to see for now stays. */
export async function dropRefused(slug: string, chapter: string | undefined): Promise<void> {
  const entry = savedStore.get().find((each) => isAt(each, slug, chapter));
  if (entry && isShown(entry, entry.owner, document.documentElement.dataset.nsfw === 'true')) {
    await removeSaved([entry]);
  }
}

function isAt(entry: SavedChapter, slug: string, chapter: string | undefined): boolean {
  return (
    entry.slug === slug &&
    (chapter === undefined
      ? entry.chapter === null
      : entry.chapterSlug === chapter || String(entry.chapter) === chapter)
  );
}

async function read<Data>(entry: SavedChapter, file: 'images' | 'details'): Promise<Data | null> {
  const answer = await caches.match(savedPath(entry, file), { cacheName: chapterCacheName(entry) });
  return answer ? ((await answer.json()) as Data) : null;
}
