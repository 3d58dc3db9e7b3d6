import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** A chapter, or a one-shot, as it is kept in this browser. It can be read once `done` is `pages`. */
export interface SavedChapter {
  comic: number;
  /** Null for a one-shot. */
  chapter: number | null;
  slug: string;
  chapterSlug: string | null;
  title: string;
  /** The language of the title, where it is known. */
  language: string | null;
  number: string | null;
  name: string;
  pages: number;
  /** Pages that are here. */
  done: number;
  /** All that is here of it. */
  bytes: number;
  /** The smaller pictures. */
  saver: boolean;
  explicit: boolean;
  /** The member it was opened to, where it is not open to everyone: nobody else reads it here. */
  owner: number | null;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** The saved chapters, in the order it was saved in: written before the first byte of a chapter, taken away after the last. */
export const savedStore = persistentStore<readonly SavedChapter[]>('komawari.saved', (json) =>
  Array.isArray(json) ? json.filter(isSavedChapter) : [],
);

/** Whether this browser can keep chapters: it has workers and caches, which exist in secure contexts alone. */
export function canSave(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator;
}

/** The name of the cache a chapter is in; its files are at `savedPath` (`public/sw.js` knows both). */
export function chapterCacheName({ comic, chapter }: Pick<SavedChapter, 'comic' | 'chapter'>): string {
  return `saved ${comic} ${chapter ?? 0}`;
}

/** Where a file of a chapter is found once it is kept: a page by its id, `cover`, `images` and `details`. */
export function savedPath(
  { comic, chapter }: Pick<SavedChapter, 'comic' | 'chapter'>,
  file: number | 'cover' | 'images' | 'details',
): string {
  return `/saved/${comic}/${chapter ?? 0}/${file}`;
}

/** Whether two are the same chapter. */
export function isSame(
  one: Pick<SavedChapter, 'comic' | 'chapter'>,
  other: Pick<SavedChapter, 'comic' | 'chapter'>,
): boolean {
  return one.comic === other.comic && one.chapter === other.chapter;
}

/** Whether it is whole. */
export function isComplete({ done, pages }: SavedChapter): boolean {
  return done >= pages;
}

/** Writes what is known of a chapter; answers whether the browser keeps it. */
export function putEntry(entry: SavedChapter): boolean {
  return savedStore.change((all) =>
    all.some((each) => isSame(each, entry)) ? all.map((each) => (isSame(each, entry) ? entry : each)) : [...all, entry],
  );
}

/** Removes chapters with everything that is kept of them. */
export async function removeSaved(chapters: readonly Pick<SavedChapter, 'comic' | 'chapter'>[]): Promise<void> {
  for (const chapter of chapters) {
    await caches.delete(chapterCacheName(chapter));
  }
  savedStore.change((all) => all.filter((each) => !chapters.some((gone) => isSame(each, gone))));
}

/** Removes what only somebody else than the one who is here (null: a guest) may read. */
export async function removeOtherAccounts(member: number | null): Promise<void> {
  const others = savedStore.get().filter(({ owner }) => owner !== null && owner !== member);
  if (others.length > 0) {
    await removeSaved(others);
  }
}

/**
 * Makes list and caches say the same: a browser may clear either, and a page may be closed in between. What nobody lists
 * is removed; what is listed and gone is listed no more.
 */
export async function reconcileStore(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('saved '));
  const listed = savedStore.get();
  for (const name of names.filter((each) => !listed.some((entry) => chapterCacheName(entry) === each))) {
    await caches.delete(name);
  }
  const gone = listed.filter((entry) => entry.done > 0 && !names.includes(chapterCacheName(entry)));
  if (gone.length > 0) {
    savedStore.change((all) => all.filter((each) => !gone.some((entry) => isSame(each, entry))));
  }
}

/** Whether it may be shown to who is here: what is explicit only to those who want to see it, what is a member's to them alone. */
export function isShown({ owner, explicit }: SavedChapter, member: number | null, nsfw: boolean): boolean {
  return (owner === null || owner === member) && (!explicit || wantsExplicit(nsfw));
}

/** The cookie is what was chosen last; the page may have been kept before that. */
function wantsExplicit(nsfw: boolean): boolean {
  const chosen = /(?:^|; )nsfw=(true|false)/.exec(document.cookie)?.[1];
  return chosen === undefined ? nsfw : chosen === 'true';
}

function isSavedChapter(json: unknown): json is SavedChapter {
  const { comic, slug, title, pages, done, bytes } = (json ?? {}) as Partial<SavedChapter>;
  return (
    [comic, pages, done, bytes].every((number) => typeof number === 'number') &&
    typeof slug === 'string' &&
    typeof title === 'string'
  );
}
