import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { BookmarkRow } from '#web/library/bookmarks/bookmark-row.tsx';
import { bookmarkKey } from '#web/library/bookmarks/bookmarks.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { Link } from '#web/ui/basic/link.tsx';
import type { Bookmarks } from './use-bookmarks.ts';

/** The marked pages of the comic that is read: to go there, to write a note, to take the mark away. */
export function BookmarksDialog({
  reader,
  bookmarks,
  open,
  onClose,
}: {
  reader: ReaderContext;
  bookmarks: Bookmarks;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const {
    data: { chapter },
    view: { first, last },
    moveTo,
  } = reader;
  const { entries, keep, drop } = bookmarks;
  const isHere = (id: number | null) => id === (chapter?.id ?? null);
  return (
    <Dialog open={open} onClose={onClose} title={t('bookmarks.ofComic')} closeLabel={t('reader.close')}>
      {!entries?.length ? (
        <p className="muted">{t('bookmarks.emptyText')}</p>
      ) : (
        <ul className="mark-rows">
          {entries.map((entry) => (
            <li key={bookmarkKey(entry)}>
              <BookmarkRow
                entry={entry}
                writing={isHere(entry.chapter_id) && entry.page >= first && entry.page <= last && entry.note === ''}
                onOpen={(event) => {
                  onClose();
                  if (isHere(entry.chapter_id)) {
                    event.preventDefault();
                    moveTo({ page: entry.page }, 'jump');
                  }
                }}
                onNote={(note) => keep({ ...entry, note })}
                onRemove={() => void drop(entry)}
              />
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link className="btn btn--ghost" to={links.bookmarks()}>
          {t('bookmarks.all')}
        </Link>
      </p>
    </Dialog>
  );
}
