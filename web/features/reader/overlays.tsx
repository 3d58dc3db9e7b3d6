import { BookmarksDialog } from '#web/features/reader/places/bookmarks-dialog.tsx';
import { GoToDialog } from '#web/features/reader/bars/go-to-dialog.tsx';
import { HelpDialog } from '#web/features/reader/input/help-dialog.tsx';
import type { ReaderHandle } from './reader-handle.ts';
import { SettingsSheet } from '#web/features/reader/settings/settings-sheet.tsx';
import { ThumbsGrid } from '#web/features/reader/bars/thumbs-grid.tsx';
import { useTaker } from './use-actions.ts';
import type { Bookmarks } from '#web/features/reader/places/use-bookmarks.ts';

/** What opens over the pages, one at a time. */
export function Overlays({ reader, bookmarks }: { reader: ReaderHandle; bookmarks: Bookmarks }) {
  const { overlay, show, control, lie, view, moveTo, showZones } = reader;
  useTaker(reader, 'settings', () => show('settings'));
  useTaker(reader, 'help', () => show('help'));
  useTaker(reader, 'go-to', () => show('go-to'), view.total > 0);
  useTaker(reader, 'thumbnails', () => show('thumbnails'), view.total > 0);
  const close = () => show(null);
  return (
    <>
      <SettingsSheet open={overlay === 'settings'} control={control} onClose={close} onShowZones={() => { close(); showZones(); }} />
      <HelpDialog open={overlay === 'help'} lie={lie} onClose={close} />
      <GoToDialog open={overlay === 'go-to'} page={view.first} total={view.total} onChoose={(page) => moveTo({ page }, 'jump')} onClose={close} />
      <ThumbsGrid reader={reader} open={overlay === 'thumbnails'} marked={bookmarks.marked} onClose={close} />
      <BookmarksDialog reader={reader} bookmarks={bookmarks} open={overlay === 'bookmarks'} onClose={close} />
    </>
  );
}
