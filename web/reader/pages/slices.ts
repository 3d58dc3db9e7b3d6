import type { PageImage } from '#contract/chapters.ts';
import type { FramedPage } from './frames.ts';

/** A part of a page: a picture of its own, and which part of that is shown. */
export interface PagePart {
  image: PageImage;
  framed: FramedPage;
}

/** The parts a page is shown as, from top to bottom and without gaps: itself, or of a tall one the slices in which something of it is shown. */
export function pageParts(image: PageImage, framed: FramedPage): PagePart[] {
  if (!image.slices) return [{ image, framed }];
  const { frame, width } = framed;
  const from = frame.top * image.height;
  const to = from + frame.height * image.height;
  return image.slices.flatMap((slice) => {
    const top = Math.max(from, slice.top);
    const height = Math.min(to, slice.top + slice.height) - top;
    const shown = { ...frame, top: (top - slice.top) / slice.height, height: height / slice.height };
    return height > 0
      ? [
          {
            image: { ...image, ...slice, slices: null, thumbhash: null },
            framed: { frame: shown, width, height, share: height / (to - from) },
          },
        ]
      : [];
  });
}
