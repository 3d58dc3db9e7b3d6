import { BottomTool } from './bottom-tool.tsx';
import { Overlays } from './overlays.tsx';
import type { ReaderHandle } from './reader-handle.ts';

/** Everything of the reader that is not the pages themselves. It arrives after the first page, or when it is first asked for. */
export function ReaderTools({ reader }: { reader: ReaderHandle }) {
  return (
    <>
      <BottomTool reader={reader} />
      <Overlays reader={reader} />
    </>
  );
}
