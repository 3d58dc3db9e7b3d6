import { useRevalidator } from 'react-router';
import type { BookmarkEntry } from '#contract/library.ts';
import type { Page } from '#contract/paging.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { BookmarkRow } from '#web/library/bookmarks/bookmark-row.tsx';
import { bookmarkKey, bookmarksStore, dropBookmark, keepBookmark } from '#web/library/bookmarks/bookmarks.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { openAuth } from '#web/platform/session/auth-dialog.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';

/** The pages a member marked. */
export function BookmarksView({ bookmarks }: { bookmarks: Page<BookmarkEntry> }) {
  const links = useAddresses();
  const words = usePagerWords(bookmarks.last_page);
  return (
    <>
      <Rows entries={bookmarks.data} />
      <Pager
        page={bookmarks.current_page}
        last={bookmarks.last_page}
        addressFor={(page) => links.bookmarks(page)}
        words={words}
      />
    </>
  );
}

/** The pages a guest marked in this browser. */
export function GuestBookmarks() {
  const t = useTranslate();
  const entries = usePersistentStore(bookmarksStore);
  return (
    <>
      {entries.length > 0 && (
        <p className="row muted small">
          <span>{t('bookmarks.local')}</span>
          <Button onClick={() => openAuth('login', null)}>{t('auth.login.submit')}</Button>
        </p>
      )}
      <Rows entries={entries} />
    </>
  );
}

function Rows({ entries }: { entries: readonly BookmarkEntry[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const closeLabel = t('library.toast.close');
  const attempt = async (call: Promise<void>) => {
    try {
      await call;
      await revalidate();
      return true;
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel });
      return false;
    }
  };
  const remove = async (entry: BookmarkEntry) => {
    if (!(await attempt(dropBookmark(entry)))) return;
    showToast({
      text: t('bookmarks.removedOf', { title: entry.title }),
      closeLabel,
      action: { label: t('library.toast.undo'), run: () => void attempt(keepBookmark(entry)) },
    });
  };
  if (entries.length === 0) {
    return (
      <EmptyState title={t('bookmarks.empty')} text={t('bookmarks.emptyText')}>
        <ButtonLink look={['primary']} to={links.latest()}>
          {t('library.find')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="mark-rows">
      {entries.map((entry) => (
        <li key={bookmarkKey(entry)}>
          <BookmarkRow
            entry={entry}
            titled
            onNote={(note) => attempt(keepBookmark({ ...entry, note }))}
            onRemove={() => void remove(entry)}
          />
        </li>
      ))}
    </ul>
  );
}
