import { useEffect, useRef, type CSSProperties } from 'react';
import { useSite } from '#web/platform/page/root-data.ts';
import './picture.css';

interface Props {
  /** Null where there is no picture to show: its box stays. */
  src: string | null;
  /** Of the picture itself, in pixels; they keep its box before it is there. */
  width: number;
  height: number;
  alt: string;
  srcSet?: string;
  sizes?: string;
  /** Base64; drawn blurred until the picture is there. */
  thumbhash?: string | null;
  /** `#rrggbb`; fills the box until then. */
  color?: string | null;
  /** Wanted at once: what the first screen shows. */
  eager?: boolean;
  className?: string;
}

let pending: Promise<typeof import('./picture-loading.ts')> | undefined;

/** The code that sees pictures through, fetched once for all of them: they load without it, too, and it is not worth the first paint. */
function pictureLoading(): NonNullable<typeof pending> {
  return (pending ??= import('./picture-loading.ts').catch((error: unknown) => {
    pending = undefined;
    throw error;
  }));
}

/**
 * A picture that never moves the page: its box has its size and its colour from the start. It loads three screens ahead,
 * is asked for twice, and is replaced by the site's fallback picture after that.
 */
export function Picture({
  src,
  width,
  height,
  alt,
  srcSet,
  sizes,
  thumbhash,
  color,
  eager = false,
  className = '',
}: Props) {
  const image = useRef<HTMLImageElement>(null);
  const { cdn } = useSite();
  useEffect(() => {
    const element = image.current;
    if (!element || !src) return;
    const letGo = new AbortController();
    pictureLoading().then(
      ({ seePicture }) =>
        seePicture(element, { src, fallback: `${cdn}/images/default.jpg`, thumbhash, color, eager }, letGo.signal),
      () => {},
    );
    return () => letGo.abort();
  }, [src, thumbhash, color, eager, cdn]);

  const style = color ? ({ '--ph': color } as CSSProperties) : undefined;
  if (!src) {
    return (
      <span
        className={`picture ${className}`.trimEnd()}
        style={{ ...style, aspectRatio: `${width} / ${height}` }}
        role={alt ? 'img' : 'none'}
        aria-label={alt}
      />
    );
  }
  return (
    <img
      ref={image}
      className={`picture ${className}`.trimEnd()}
      style={style}
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
