import { AutoScrollTool } from './auto-scroll-tool.tsx';
import { BottomTool } from './bottom-tool.tsx';
import { ChaptersTool } from './chapters-tool.tsx';
import { GamepadTool } from './gamepad-tool.tsx';
import { GuidedTool } from './guided-tool.tsx';
import { MouseTool } from './mouse-tool.tsx';
import { Overlays } from './overlays.tsx';
import { PageTool } from './page-tool.ts';
import type { ReaderHandle } from './reader-handle.ts';
import { SaverOffer } from './saver-offer.tsx';
import { ScreenTool } from './screen-tool.tsx';
import { TapZonesTool } from './tap-zones.tsx';
import { TextTool } from './text-tool.tsx';
import { TopTool } from './top-tool.tsx';
import { useBookmarks } from './use-bookmarks.ts';
import { IncognitoMark, useIncognitoTool } from './incognito-tool.tsx';
import { ZoomTool } from './zoom-tool.tsx';

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
