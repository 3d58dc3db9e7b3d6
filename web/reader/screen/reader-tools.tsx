import { AutoScrollTool } from '#web/reader/input/auto-scroll-control.tsx';
import { BottomTool } from '#web/reader/bars/bottom-control.tsx';
import { ChaptersTool } from '#web/reader/bars/chapters-control.tsx';
import { GamepadTool } from '#web/reader/input/gamepad-control.tsx';
import { GuidedTool } from '#web/reader/guided/guided-control.tsx';
import { MouseTool } from '#web/reader/input/pointer-controls.tsx';
import { Overlays } from './overlays.tsx';
import { PageTool } from '#web/reader/bars/page-menu.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { SaverOffer } from '#web/reader/settings/data-saver-offer.tsx';
import { ScreenTool } from '#web/reader/bars/fullscreen-control.tsx';
import { TapZonesTool } from '#web/reader/input/tap-zones.tsx';
import { TextTool } from '#web/reader/guided/text-control.tsx';
import { TopTool } from '#web/reader/bars/top-control.tsx';
import { useBookmarks } from '#web/reader/position/use-bookmarks.ts';
import { IncognitoMark, useIncognitoTool } from '#web/reader/position/incognito-control.tsx';
import { ZoomTool } from '#web/reader/input/zoom-control.tsx';

/** Everything of the reader that is not the pages themselves. It arrives after the first page, or when it is first asked for. */
export function ReaderTools({ reader }: { reader: ReaderContext }) {
  const bookmarks = useBookmarks(reader);
  const isIncognito = useIncognitoTool(reader);
  return (
    <>
      {isIncognito && <IncognitoMark />}
      <TopTool reader={reader} isMarked={bookmarks.isMarked} isIncognito={isIncognito} />
      <BottomTool reader={reader} marked={bookmarks.marked} />
      <ChaptersTool reader={reader} />
      <PageTool reader={reader} />
      <ScreenTool reader={reader} />
      <SaverOffer control={reader.control} />
      <Overlays reader={reader} bookmarks={bookmarks} />
      <TapZonesTool reader={reader} />
      <ZoomTool reader={reader} />
      <MouseTool reader={reader} />
      <AutoScrollTool reader={reader} />
      <GamepadTool reader={reader} />
      <GuidedTool reader={reader} />
      <TextTool reader={reader} />
    </>
  );
}
