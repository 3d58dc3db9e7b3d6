import type { PageImage } from '#contract/chapters.ts';
import { knownSize } from '#web/reader/chapter/page-shape.ts';

/** The part of a page that is shown, in shares of its width and height from its top left corner. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WHOLE: Frame = { left: 0, top: 0, width: 1, height: 1 };

/** How a page is shown: which part of it, and the size of that part in the page's own pixels. */
export interface FramedPage {
  frame: Frame;
  width: number;
  height: number;
  /** Of a slice: how much that is of what is shown of its page. */
  share?: number;
}

interface Options {
  /** Cuts off the borders found at import. */
  crop: boolean;
  /** Only this half of a page. */
  side?: 'left' | 'right' | null;
}

/**
 * Promises how pages that stand side by side are shown. Pages cropped together lose the same share above and below, the
 * least of what any of them could, so that a drawing over two of them still meets; at the sides each loses its own.
 */
export function framePages(pages: readonly PageImage[], { crop, side = null }: Options): FramedPage[] {
  const cut = pages.map((page) => (crop ? trimmed(page) : WHOLE));
  const top = Math.min(...cut.map((frame) => frame.top));
  const bottom = Math.max(...cut.map((frame) => frame.top + frame.height));
  return pages.map((page, index) => {
    const frame = halved({ ...cut[index]!, top, height: bottom - top }, side);
    const { width, height } = knownSize(page);
    return { frame, width: width * frame.width, height: height * frame.height };
  });
}

function trimmed(page: PageImage): Frame {
  const { width, height } = knownSize(page);
  const [left, top, across, down] = page.trim ?? [];
  const sound =
    left !== undefined &&
    top !== undefined &&
    left >= 0 &&
    top >= 0 &&
    across! > 0 &&
    down! > 0 &&
    left + across! <= width &&
    top + down! <= height;
  return sound ? { left: left / width, top: top / height, width: across! / width, height: down! / height } : WHOLE;
}

/** The half up to the fold; all of a half in which nothing would be left. */
function halved(frame: Frame, side: Options['side']): Frame {
  if (side === null) return frame;
  const begin = side === 'left' ? 0 : 0.5;
  const left = Math.max(frame.left, begin);
  const width = Math.min(frame.left + frame.width, begin + 0.5) - left;
  return width > 0.05 ? { ...frame, left, width } : { ...frame, left: begin, width: 0.5 };
}
