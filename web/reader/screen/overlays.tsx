import { BookmarksDialog } from '#web/reader/position/bookmarks-dialog.tsx';
import { GoToDialog } from '#web/reader/bars/go-to-dialog.tsx';
import { HelpDialog } from '#web/reader/input/help-dialog.tsx';
import type { ReaderHandle } from '#web/reader/context/reader-context.ts';
import { SettingsSheet } from '#web/reader/settings/settings-sheet.tsx';
import { ThumbsGrid } from '#web/reader/bars/thumbnail-grid.tsx';
import { useTaker } from '#web/reader/context/use-action-handler.ts';
import type { Bookmarks } from '#web/reader/position/use-bookmarks.ts';

/** The overlays over the pages, one at a time. */
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
