import type { ChapterDetails, ChapterImages } from '#contract/chapters.ts';
import type { PageImage } from '#contract/comics.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { userStore } from '#web/platform/session/session.ts';
import { createStore } from '#web/platform/state/store.ts';
import { preferencesStore, parsePreferences, storedPreferences } from '#web/library/preferences/reader-preferences.ts';
import {
  chapterCacheName,
  canSave,
  isSame,
  isComplete,
  putEntry,
  removeSaved,
  savedPath,
  savedStore,
  type SavedChapter,
} from './offline-store.ts';
import { cacheShell } from './offline-worker.ts';

/** Why a chapter could not be saved, beside what the API says: no way to, no room, the browser refuses, no answer. */
export class SaveFailure extends Error {
  readonly reason: 'unsupported' | 'full' | 'denied' | 'network';

  constructor(reason: SaveFailure['reason']) {
    super(reason);
    this.name = 'SaveFailure';
    this.reason = reason;
  }
}

/** Pictures fetched at the same time; the reader beside it needs the network, too. */
const AT_ONCE = 3;
/** How often a picture is asked for. */
const ATTEMPTS = 2;
/** A page never has fewer bytes for each of its pixels: what is sure not to fit is not begun. */
const LEAST_DENSITY = 0.02;

/** The chapters this page is saving, by the addresses of their pictures in the API. */
export const savesInProgress = createStore<ReadonlyMap<string, AbortController>>(new Map());

/** Where the API knows a chapter, or a one-shot: `/comics/moon/chapter-1`. */
export function chapterPath(slug: string, chapterSlug: string | null): string {
  return `/comics/${encodeURIComponent(slug)}${chapterSlug === null ? '' : `/${encodeURIComponent(chapterSlug)}`}`;
}

/**
 * Saves a chapter with its pictures, or what is missing of it; how far it is stands in `savedStore`. What was cancelled,
 * or did not fit, is removed; what failed otherwise stays listed, and saving it again goes on where it failed. A chapter
 * that another tab is saving is left to it. Answers whether it is saved now.
 *
 * @throws ApiFailure what the API refuses: a chapter that is not this visitor's to read.
 * @throws SaveFailure
 */
export async function saveChapter(slug: string, chapterSlug: string | null): Promise<boolean> {
  if (!canSave()) throw new SaveFailure('unsupported');
  const path = chapterPath(slug, chapterSlug);
  const stop = new AbortController();
  if (savesInProgress.get().has(path)) return false;
  savesInProgress.set(new Map([...savesInProgress.get(), [path, stop]]));
  let entry: SavedChapter | null = null;
  try {
    const data = await apiGet<ChapterImages>(`${path}/images`, { params: { uncounted: true }, signal: stop.signal });
    const begun = (entry = toEntry(data));
    return await navigator.locks.request(chapterCacheName(begun), { ifAvailable: true }, async (lock) => {
      if (lock !== null) {
        await fill(begun, data, path, stop);
      }
      return lock !== null;
    });
  } catch (failure) {
    const { name } = failure as Error;
    const reason =
      failure instanceof SaveFailure
        ? failure.reason
        : name === 'QuotaExceededError'
          ? 'full'
          : name === 'SecurityError'
            ? 'denied'
            : null;
    if (entry && (stop.signal.aborted || reason === 'full' || reason === 'denied')) {
      await removeSaved([entry]).catch(() => {});
    }
    if (stop.signal.aborted) return false;
    throw reason === null ? failure : new SaveFailure(reason);
  } finally {
    savesInProgress.set(new Map([...savesInProgress.get()].filter(([each]) => each !== path)));
  }
}

/** Stops saving a chapter; what was there of it is removed. */
export function cancelSaving(slug: string, chapterSlug: string | null): void {
  savesInProgress.get().get(chapterPath(slug, chapterSlug))?.abort();
}

async function fill(begun: SavedChapter, data: ChapterImages, path: string, stop: AbortController): Promise<void> {
  const { signal } = stop;
  await refuseWithoutRoom(data.images);
  let entry = { ...begun, done: 0, bytes: 0 };
  if (!putEntry(entry)) throw new SaveFailure('denied');
  // A copy made by hand is not to be cleared by the browser; where it says no, the list says that.
  void navigator.storage.persist?.().catch(() => false);
  const cache = await caches.open(chapterCacheName(entry));
  const details = await apiGet<ChapterDetails>(`${path}/images/details`, { signal }).catch((): ChapterDetails => ({
    pages: [],
  }));
  const tell = (pages: number, bytes: number) => {
    // Whoever took it off the list, here or in another tab, or by signing out, wants no more of it.
    if (!savedStore.get().some((each) => isSame(each, entry))) {
      stop.abort();
    }
    entry = { ...entry, done: entry.done + pages, bytes: entry.bytes + bytes };
    if (!signal.aborted && !putEntry(entry)) throw new SaveFailure('full');
  };
  tell(
    0,
    await keep(cache, savedPath(entry, 'images'), new Blob([JSON.stringify(data)], { type: 'application/json' })),
  );
  tell(
    0,
    await keep(cache, savedPath(entry, 'details'), new Blob([JSON.stringify(details)], { type: 'application/json' })),
  );
  tell(
    0,
    await keep(
      cache,
      savedPath(entry, 'cover'),
      await fetchPicture(data.comic.thumb_url, signal).catch(() => new Blob()),
    ),
  );
  const left = [...data.images];
  const shelled = cacheShell();
  const work = async () => {
    for (let image = left.shift(); image !== undefined; image = left.shift()) {
      const file = savedPath(entry, image.id);
      const known = await (await cache.match(file))?.blob();
      tell(
        1,
        known?.size ??
          (await keep(cache, file, await fetchPicture(entry.saver ? image.saver_url : image.source_url, signal))),
      );
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  if (!(await shelled)) throw new SaveFailure('network');
  signal.throwIfAborted();
}

/** The entry of a chapter; one that was begun keeps its kind of pictures. */
function toEntry({ comic, chapter, images }: ChapterImages): SavedChapter {
  const known = savedStore.get().find((each) => isSame(each, { comic: comic.id, chapter: chapter?.id ?? null }));
  const user = userStore.get();
  return {
    comic: comic.id,
    chapter: chapter?.id ?? null,
    slug: comic.slug,
    chapterSlug: chapter?.slug ?? null,
    title: comic.title,
    language: comic.language?.code ?? null,
    number: chapter?.number ?? null,
    name: chapter?.name ?? '',
    pages: images.length,
    done: known?.done ?? 0,
    bytes: known?.bytes ?? 0,
    saver: known?.saver ?? savesData(comic.id),
    explicit: comic.rating === 'explicit',
    owner: comic.premium || chapter?.premium ? (user?.id ?? 0) : null,
    savedAt: known && !isComplete(known) ? known.savedAt : Date.now(),
  };
}

/** Whether the reader was told to fetch the smaller pictures of this comic. */
function savesData(comicId: number): boolean {
  const { all, device, comic } = parsePreferences(storedPreferences(preferencesStore.get(), userStore.get(), comicId));
  return comic.saver ?? device.saver ?? all.saver ?? false;
}

async function refuseWithoutRoom(images: readonly PageImage[]): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  const least = images.reduce((sum, { width, height }) => sum + width * height * LEAST_DENSITY, 0);
  if (quota !== undefined && quota - usage < least) throw new SaveFailure('full');
}

/** Keeps a file; answers its size in bytes. @throws DOMException QuotaExceededError when there is no room. */
async function keep(cache: Cache, path: string, bytes: Blob): Promise<number> {
  await cache.put(
    path,
    new Response(bytes, { headers: { 'Content-Type': bytes.type, 'Content-Length': String(bytes.size) } }),
  );
  return bytes.size;
}

/** A picture's bytes, and nothing else: they become files of this site, whoever answered. @throws SaveFailure `network` when it could not be had. */
async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { signal });
      const bytes = await answer.blob();
      if (answer.ok && /^image\/(?!svg)/.test(bytes.type)) return bytes;
    } catch {
      /* asked for again */
    }
    signal.throwIfAborted();
    if (attempt === ATTEMPTS) throw new SaveFailure('network');
  }
}
