import { useEffect, useRef, type CSSProperties } from 'react';
import { useSite } from '../site.ts';
import { blur } from './blur.ts';
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

/** Lazy pictures start to load this far before they come into sight (specification, section 9: 3 screens). */
const AHEAD = '300% 0px';
/** How often a picture is asked for before the fallback takes its place (specification, section 9). */
const ATTEMPTS = 2;

/**
 * A picture that never moves the page: its box has its size and its colour from the start. It loads three screens ahead,
 * is asked for twice, and is replaced by the site's fallback picture after that.
 */
export function Picture({ src, width, height, alt, srcSet, sizes, thumbhash, color, eager = false, className = '' }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const { cdn } = useSite();
  useEffect(() => {
    const element = image.current;
    if (!element || !src) { return; }
    let failures = 0;
    const onError = () => {
      failures += 1;
      element.removeAttribute('srcset');
      if (failures < ATTEMPTS) { element.src = src; } else if (failures === ATTEMPTS) { element.src = `${cdn}/images/default.jpg`; }
    };
    const onLoad = () => { element.style.removeProperty('background-image'); };
    element.addEventListener('error', onError);
    element.addEventListener('load', onLoad);
    // It may have failed before React was here to see it.
    if (element.complete && element.naturalWidth === 0 && element.currentSrc !== '') { onError(); }
    if (!element.complete && thumbhash) { void blur(element, thumbhash); }
    const stop = eager ? undefined : loadAhead(element);
    return () => {
      element.removeEventListener('error', onError);
      element.removeEventListener('load', onLoad);
      stop?.();
    };
  }, [src, thumbhash, eager, cdn]);

  const style = color ? { '--ph': color } as CSSProperties : undefined;
  if (!src) { return <span className={`picture ${className}`.trimEnd()} style={{ ...style, aspectRatio: `${width} / ${height}` }} role="img" aria-label={alt} />; }
  return (
    <img
      ref={image} className={`picture ${className}`.trimEnd()} style={style} src={src} srcSet={srcSet} sizes={sizes} width={width} height={height} alt={alt}
      loading={eager ? 'eager' : 'lazy'} fetchPriority={eager ? 'high' : 'auto'} decoding="async"
    />
  );
}

let observer: IntersectionObserver | undefined;

/** Without scripts the browser chooses when; with them it is three screens ahead. Answers how to stop watching. */
function loadAhead(element: HTMLImageElement): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        (target as HTMLImageElement).loading = 'eager';
        observer?.unobserve(target);
      }
    }
  }, { rootMargin: AHEAD });
  observer.observe(element);
  return () => observer?.unobserve(element);
}
