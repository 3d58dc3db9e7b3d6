import type { BookmarkDraft, BookmarkEntry } from '#contract/library.ts';
import type { Page } from '#contract/paging.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { readAccessToken } from '#web/platform/session/session.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Most pages a guest marks in a browser; the ones marked first are forgotten first. */
const MAX_KEPT = 500;
/** Most told at once, and listed at once (contract/library.ts, contract/paging.ts). */
const MAX_SENT = 200;
const MAX_LISTED = 100;

/** The pages a guest marked in this browser, the one marked last first. A member's are in their account alone. */
export const bookmarksStore = persistentStore<readonly BookmarkEntry[]>('komawari.bookmarks', (json) =>
  Array.isArray(json) ? json.filter(isEntry).slice(0, MAX_KEPT) : [],
);

/** Names the page of a bookmark among all others. */
export function bookmarkKey({
  comic_id: comic,
  chapter_id: chapter,
  page,
}: Pick<BookmarkEntry, 'comic_id' | 'chapter_id' | 'page'>): string {
  return `${comic}:${chapter ?? 0}:${page}`;
}

/** All pages of a comic that this visitor marked, in reading order. @throws ApiFailure where the account cannot be asked. */
export async function listComicBookmarks(comicId: number): Promise<readonly BookmarkEntry[]> {
  if (readAccessToken() === null) {
    return bookmarksStore
      .get()
      .filter((entry) => entry.comic_id === comicId)
      .toSorted((a, b) => (a.chapter_id ?? 0) - (b.chapter_id ?? 0) || a.page - b.page);
  }
  const entries: BookmarkEntry[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await apiGet<Page<BookmarkEntry>>('/account/bookmarks', {
      params: { comic: comicId, per_page: MAX_LISTED, page },
    });
    entries.push(...answer.data);
    last = answer.last_page;
  }
  return entries;
}

/** Marks a page, or changes the note of a marked one. @throws ApiFailure where the account could not be told. */
export async function keepBookmark(entry: BookmarkEntry): Promise<void> {
  if (readAccessToken() !== null) {
    await apiSend('PUT', '/account/bookmarks', { body: toDraft(entry) });
    return;
  }
  const key = bookmarkKey(entry);
  // Signed addresses run out, and say who was given them.
  const storable = { ...entry, thumb_url: entry.thumb_url?.includes('?') ? null : entry.thumb_url };
  bookmarksStore.change((entries) =>
    entries.some((each) => bookmarkKey(each) === key)
      ? entries.map((each) => (bookmarkKey(each) === key ? storable : each))
      : [storable, ...entries].slice(0, MAX_KEPT),
  );
}

/** Takes the mark of a page away. @throws ApiFailure where the account could not be told. */
export async function dropBookmark(entry: BookmarkEntry): Promise<void> {
  const { comic_id: comic, chapter_id: chapter, page } = entry;
  if (readAccessToken() !== null) {
    await apiSend('DELETE', '/account/bookmarks', { params: { comic, chapter, page } });
    return;
  }
  bookmarksStore.change((entries) => entries.filter((each) => bookmarkKey(each) !== bookmarkKey(entry)));
}

/** Adds a guest's bookmarks to the account. Those it has no room for stay in the browser. @throws ApiFailure */
export async function onBookmarksChange(): Promise<void> {
  for (let left = bookmarksStore.get(); left.length > 0; left = bookmarksStore.get()) {
    const sent = left.slice(-MAX_SENT);
    await apiSend('PUT', '/account/bookmarks', { body: sent.map((entry) => toDraft(entry, true)) });
    const keys = new Set(sent.map(bookmarkKey));
    bookmarksStore.change((entries) => entries.filter((entry) => !keys.has(bookmarkKey(entry))));
  }
}

/** @param joining an empty note says nothing of the one that the account may have. */
function toDraft({ comic_id, chapter_id, page, note }: BookmarkEntry, joining = false): BookmarkDraft {
  return { comic_id, chapter_id, page, ...(joining && note === '' ? {} : { note }) };
}

function isEntry(value: unknown): value is BookmarkEntry {
  const {
    comic_id: comic,
    chapter_id: chapter,
    page,
    note,
    title,
    comic: shown,
    chapter: part,
    thumb_url: thumb,
  } = (value ?? {}) as Partial<Record<keyof BookmarkEntry, unknown>>;
  return (
    [comic, page].every((each) => Number.isSafeInteger(each) && Number(each) > 0) &&
    (chapter === null || Number.isSafeInteger(chapter)) &&
    typeof note === 'string' &&
    typeof title === 'string' &&
    typeof (shown as { slug?: unknown } | null)?.slug === 'string' &&
    (part === null || typeof (part as { slug?: unknown })?.slug === 'string') &&
    (thumb === null || typeof thumb === 'string')
  );
}
