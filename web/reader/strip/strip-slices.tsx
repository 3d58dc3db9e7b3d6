import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { pageParts } from '#web/reader/pages/slices.ts';
import { StripPicture } from './strip-picture.tsx';

/** Slices that are there before anyone knows where the screen is. */
const FIRST = [0, 1];

/**
 * A tall page of a strip, in slices one below another: those within a screen of the view are there, the others are not
 * fetched. The page counts as there with the first that came.
 */
export function StripSlices({ image, framed, src, onReady, ...rest }: ComponentProps<typeof StripPicture>) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<readonly number[]>(FIRST);
  const saves = src === image.slices?.[0]?.saver_url;
  const parts = useMemo(() => pageParts(image, framed), [image, framed]);

  useEffect(() => {
    const places = [...box.current!.children];
    const seen = new Set<number>();
    const observer = new IntersectionObserver(
      (news) => {
        for (const { target, isIntersecting } of news) {
          seen[isIntersecting ? 'add' : 'delete'](places.indexOf(target));
        }
        setNear([...seen]);
      },
      { root: box.current!.closest('.strip'), rootMargin: '100%' },
    );
    for (const place of places) {
      observer.observe(place);
    }
    return () => observer.disconnect();
  }, [parts]);

  return (
    <div
      ref={box}
      className="strip__slices"
      style={{ gridTemplateRows: parts.map(({ framed: { height } }) => `minmax(0, ${height}fr)`).join(' ') }}
    >
      {parts.map((part, at) => (
        <div key={part.image.source_url} aria-hidden={at > 0 || undefined}>
          {near.includes(at) && (
            <StripPicture
              {...rest}
              image={part.image}
              framed={part.framed}
              src={saves ? part.image.saver_url : part.image.source_url}
              onReady={(_, failed) => onReady(src, failed)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
