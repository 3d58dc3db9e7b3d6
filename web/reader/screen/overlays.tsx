import { BookmarksDialog } from '#web/reader/position/bookmarks-dialog.tsx';
import { GoToDialog } from '#web/reader/bars/go-to-dialog.tsx';
import { HelpDialog } from '#web/reader/input/help-dialog.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { SettingsSheet } from '#web/reader/settings/settings-sheet.tsx';
import { ThumbsGrid } from '#web/reader/bars/thumbnail-grid.tsx';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import type { Bookmarks } from '#web/reader/position/use-bookmarks.ts';

/** The overlays over the pages, one at a time. */
export function Overlays({ reader, bookmarks }: { reader: ReaderContext; bookmarks: Bookmarks }) {
  const { overlay, show, control, pageOrientation, view, moveTo, showZones } = reader;
  useActionHandler(reader, 'settings', () => show('settings'));
  useActionHandler(reader, 'help', () => show('help'));
  useActionHandler(reader, 'go-to', () => show('go-to'), view.total > 0);
  useActionHandler(reader, 'thumbnails', () => show('thumbnails'), view.total > 0);
  const close = () => show(null);
  return (
    <>
      <SettingsSheet
        open={overlay === 'settings'}
        control={control}
        onClose={close}
        onShowZones={() => {
          close();
          showZones();
        }}
      />
      <HelpDialog open={overlay === 'help'} pageOrientation={pageOrientation} onClose={close} />
      <GoToDialog
        open={overlay === 'go-to'}
        page={view.first}
        total={view.total}
        onChoose={(page) => moveTo({ page }, 'jump')}
        onClose={close}
      />
      <ThumbsGrid reader={reader} open={overlay === 'thumbnails'} marked={bookmarks.marked} onClose={close} />
      <BookmarksDialog reader={reader} bookmarks={bookmarks} open={overlay === 'bookmarks'} onClose={close} />
    </>
  );
}
