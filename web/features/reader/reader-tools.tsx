import { AutoScrollTool } from '#web/features/reader/input/auto-scroll-tool.tsx';
import { BottomTool } from '#web/features/reader/bars/bottom-tool.tsx';
import { ChaptersTool } from '#web/features/reader/bars/chapters-tool.tsx';
import { GamepadTool } from '#web/features/reader/input/gamepad-tool.tsx';
import { GuidedTool } from '#web/features/reader/guided/guided-tool.tsx';
import { MouseTool } from '#web/features/reader/input/mouse-tool.tsx';
import { Overlays } from './overlays.tsx';
import { PageTool } from '#web/features/reader/bars/page-tool.ts';
import type { ReaderHandle } from './reader-handle.ts';
import { SaverOffer } from '#web/features/reader/settings/saver-offer.tsx';
import { ScreenTool } from '#web/features/reader/bars/screen-tool.tsx';
import { TapZonesTool } from '#web/features/reader/input/tap-zones.tsx';
import { TextTool } from '#web/features/reader/guided/text-tool.tsx';
import { TopTool } from '#web/features/reader/bars/top-tool.tsx';
import { useBookmarks } from '#web/features/reader/places/use-bookmarks.ts';
import { IncognitoMark, useIncognitoTool } from '#web/features/reader/places/incognito-tool.tsx';
import { ZoomTool } from '#web/features/reader/input/zoom-tool.tsx';

/** Everything of the reader that is not the pages themselves. It arrives after the first page, or when it is first asked for. */
export function ReaderTools({ reader }: { reader: ReaderHandle }) {
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
