import type { PointerEvent } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import type { ReadingDirection } from '#web/kept/reader-settings.ts';
import './scrub.css';

interface Props {
  total: number;
  /** First and last page in view. */
  first: number;
  last: number;
  direction: ReadingDirection;
  isLoaded: (page: number) => boolean;
  /** `settled` is false while the pointer is still moving. */
  onChoose: (page: number, settled: boolean) => void;
  onPointing: (pointing: boolean) => void;
}

/** The pages as a row of segments in the content's direction: read, in view, loaded. Pressed or dragged, it goes there; keys do as everywhere in the reader. */
export function Scrub({ total, first, last, direction, isLoaded, onChoose, onPointing }: Props) {
  const t = useT();
  const pageAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (direction === 'rtl' ? box.right - event.clientX : event.clientX - box.left) / box.width;
    return Math.min(Math.max(Math.floor(share * total) + 1, 1), total);
  };
  return (
    <div
      className="scrub" dir={direction} role="slider" tabIndex={0} aria-label={t('reader.page.label')} aria-orientation="horizontal"
      aria-valuemin={1} aria-valuemax={total} aria-valuenow={first} aria-valuetext={t('reader.page.of', { page: first, total })}
      data-many={total > 100 || undefined}
      onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); onChoose(pageAt(event), false); }}
      onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) { onChoose(pageAt(event), false); } }}
      onPointerUp={(event) => onChoose(pageAt(event), true)}
      onPointerEnter={(event) => { if (event.pointerType === 'mouse') { onPointing(true); } }}
    >
      {Array.from({ length: total }, (_, index) => index + 1).map((page) => (
        <i key={page} className={page >= first && page <= last ? 'is-now' : page < first ? 'is-read' : isLoaded(page) ? 'is-loaded' : undefined} />
      ))}
    </div>
  );
}
