import { useEffect, useRef, useState } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import type { Frame, FramedPage } from '#web/reader/pages/frames.ts';
import { PagePicture } from '#web/reader/pages/page-picture.tsx';
import { giveBack, show, takeCanvas } from './canvases.ts';

/** A picture is drawn this many times as sharp as the screen shows it, for those who look closer. */
const SHARP = 2;
/** Longest side of what browsers draw at once, in pixels; what is longer they show in pieces by themselves. */
const LONGEST = 8192;

interface Props {
  image: PageImage;
  framed: FramedPage;
  src: string;
  /** Whether it is the page the reader is at. */
  now: boolean;
  /** How wide it stands, in CSS pixels; 0 until that is known. */
  width: number;
  onReady: (src: string, failed?: boolean) => void;
}

/**
 * The picture of a page of a strip. Browsers keep every picture unpacked that they ever showed, up to half a gigabyte;
 * so the strip unpacks each itself, away from the page's own work, draws it, and lets go of it with the page. What it
 * cannot draw (another site's, too long) stands there as any picture does, and so do the pages the server sent.
 */
export function StripPicture({ image, framed, src, now, width, onReady }: Props) {
  const hydrated = useHydrated();
  const [draws] = useState(hydrated && typeof createImageBitmap === 'function');
  const [loaded, setLoaded] = useState<string | null>(null);
  const [given, giveUp] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(undefined);
  const drawn = draws && given !== src && isDrawable(src);
  const sharp = Math.ceil(width * SHARP * (hydrated ? window.devicePixelRatio : 1));

  useEffect(() => {
    if (!drawn || loaded !== src || sharp === 0) return;
    const stop = new AbortController();
    unpack(box.current!.querySelector('img')!, framed.frame, sharp, stop.signal)
      .then((bitmap) => {
        if (stop.signal.aborted) {
          bitmap.close();
          return;
        }
        canvas.current ??= takeCanvas();
        show(canvas.current, bitmap);
        box.current!.append(canvas.current);
      })
      .catch(() => {
        if (!stop.signal.aborted) {
          giveUp(src);
        }
      });
    return () => stop.abort();
  }, [drawn, loaded, src, framed, sharp]);

  // Its memory goes with it, not when the browser next cleans up.
  useEffect(
    () => () => {
      if (canvas.current) {
        giveBack(canvas.current);
        canvas.current = undefined;
      }
    },
    [drawn],
  );

  const onNews = (of: string, failed?: boolean) => {
    if (!failed) {
      setLoaded(of);
    }
    onReady(of, failed);
  };
  return (
    <div ref={box} className="strip__picture" data-drawn={drawn || undefined}>
      <PagePicture
        image={image}
        src={src}
        priority={now ? 'now' : 'next'}
        framed={framed}
        decodes={!drawn}
        onReady={onNews}
      />
    </div>
  );
}

/** Unpacks the part of a picture that is shown, at most `most` pixels wide. @throws where the browser cannot. */
async function unpack(
  picture: HTMLImageElement,
  { left, top, width, height }: Frame,
  most: number,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const { naturalWidth: wide, naturalHeight: high, currentSrc } = picture;
  const [across, down] = [Math.max(Math.round(width * wide), 1), Math.max(Math.round(height * high), 1)];
  if (Math.max(across, down) > LONGEST) throw new Error('too long to be drawn at once');
  const blob = await (await fetch(currentSrc, { cache: 'force-cache', signal })).blob();
  const resizeWidth = Math.min(across, most);
  return createImageBitmap(blob, Math.round(left * wide), Math.round(top * high), across, down, {
    resizeWidth,
    resizeHeight: Math.max(Math.round((resizeWidth * down) / across), 1),
    resizeQuality: 'high',
  });
}

/** Whether a picture may be read by the page itself. */
function isDrawable(src: string): boolean {
  return (src.startsWith('/') && !src.startsWith('//')) || src.startsWith(`${window.location.origin}/`);
}
