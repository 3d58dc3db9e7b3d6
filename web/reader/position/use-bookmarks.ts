import { useEffect, useMemo, useRef, useState } from 'react';
import type { BookmarkEntry } from '#contract/library.ts';
import { bookmarkKey, listComicBookmarks, dropBookmark, keepBookmark } from '#web/library/bookmarks/bookmarks.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';

/** The marked pages of the comic that is read, and how to change them. */
export interface Bookmarks {
  /** In reading order; null until they are known. */
  entries: readonly BookmarkEntry[] | null;
  /** Pages of this chapter. */
  marked: ReadonlySet<number>;
  /** Whether one of the pages in view is marked. */
  isMarked: boolean;
  /** Whether the account kept it; what it refused is said, and undone. */
  keep: (entry: BookmarkEntry) => Promise<boolean>;
  drop: (entry: BookmarkEntry) => Promise<boolean>;
}

/** Marks pages of the reader: what `bookmark` asks for, and what the list of them shows. */
export function useBookmarks(reader: ReaderContext): Bookmarks {
  const {
    data: { comic, chapter, images },
    view: { first, last, total },
    show,
  } = reader;
  const t = useTranslate();
  const [entries, setEntries] = useState<readonly BookmarkEntry[] | null>(null);
  const known = useRef<readonly BookmarkEntry[]>([]);
  const loading = useRef<Promise<void>>(undefined);
  const chapterId = chapter?.id ?? null;
  const closeLabel = t('reader.close');

  const keepKnown = (next: readonly BookmarkEntry[]) => {
    known.current = next;
    setEntries(next);
  };
  useEffect(() => {
    // Without the account's answer no page looks marked; marking one still works.
    loading.current = listComicBookmarks(comic.id).then(keepKnown, () => {});
  }, [comic.id]);

  const attempt = async (
    next: (now: readonly BookmarkEntry[]) => readonly BookmarkEntry[],
    call: Promise<void>,
  ): Promise<boolean> => {
    const before = known.current;
    keepKnown(next(before));
    try {
      await call;
      return true;
    } catch (failure) {
      keepKnown(before);
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel });
      return false;
    }
  };
  const others = (now: readonly BookmarkEntry[], entry: BookmarkEntry) =>
    now.filter((each) => bookmarkKey(each) !== bookmarkKey(entry));
  const keep = (entry: BookmarkEntry) =>
    attempt((now) => [...others(now, entry), entry].toSorted(inOrder), keepBookmark(entry));
  const drop = (entry: BookmarkEntry) => attempt((now) => others(now, entry), dropBookmark(entry));

  const marked = useMemo(
    () => new Set((entries ?? []).filter((entry) => entry.chapter_id === chapterId).map(({ page }) => page)),
    [entries, chapterId],
  );
  const isInView = (page: number) => page >= first && page <= last;

  const toggle = async () => {
    await loading.current;
    const own = known.current.find((entry) => entry.chapter_id === chapterId && isInView(entry.page));
    if (own) {
      if (await drop(own)) {
        showToast({
          text: t('bookmarks.removed', { page: own.page }),
          closeLabel,
          action: { label: t('library.toast.undo'), run: () => void keep(own) },
        });
      }
      return;
    }
    const image = images[first - 1]!;
    const now = new Date().toISOString();
    const entry: BookmarkEntry = {
      comic_id: comic.id,
      chapter_id: chapterId,
      page: first,
      note: '',
      created_at: now,
      updated_at: now,
      title: comic.title,
      comic: { id: comic.id, slug: comic.slug },
      chapter: chapter && { id: chapter.id, slug: chapter.slug, name: chapter.name, number: chapter.number },
      thumb_url: image.thumbnail_url,
      width: image.width,
      height: image.height,
    };
    if (await keep(entry)) {
      showToast({
        text: t('bookmarks.added', { page: first }),
        closeLabel,
        action: { label: t('bookmarks.addNote'), run: () => show('bookmarks') },
      });
    }
  };
  useActionHandler(reader, 'bookmark', () => void toggle(), total > 0);
  useActionHandler(reader, 'bookmarks', () => show('bookmarks'));

  return { entries, marked, isMarked: [...marked].some(isInView), keep, drop };
}

function inOrder(a: BookmarkEntry, b: BookmarkEntry): number {
  return (a.chapter_id ?? 0) - (b.chapter_id ?? 0) || a.page - b.page;
}
