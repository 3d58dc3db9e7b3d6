import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useModal } from '#web/ui/overlay/modal.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { Thumb } from './thumbnail-strip.tsx';
import { useVirtualList } from './use-virtual-list.ts';
import './thumbnail-grid.css';

/** A small picture is about this wide, in CSS pixels; with the gap beside it. */
const CELL = 108;
const GAP = 8;
/** The space the number below a picture takes. */
const NUMBER = 26;

interface Props {
  reader: ReaderContext;
  open: boolean;
  /** Pages with a bookmark. */
  marked: ReadonlySet<number>;
  onClose: () => void;
}

/** All pages of the chapter over the ones in view; one that is chosen is gone to. */
export function ThumbsGrid({ reader, open, marked, onClose }: Props) {
  const t = useTranslate();
  const modal = useModal(open, onClose);
  const close = () => modal.ref.current?.close();
  return (
    <dialog className="all-pages" aria-label={t('reader.thumbnails.label')} {...modal}>
      {open && (
        <>
          <div className="all-pages__head">
            <h2>{t('reader.thumbnails.label')}</h2>
            <button type="button" className="btn btn--ghost btn--icon" aria-label={t('reader.close')} onClick={close}>
              <Icon name="x" />
            </button>
          </div>
          <Grid
            reader={reader}
            marked={marked}
            onChoose={(page) => {
              close();
              reader.moveTo({ page }, 'jump');
            }}
          />
        </>
      )}
    </dialog>
  );
}

/** Only the lines near the eye are drawn. The arrows move by the content's direction, Enter goes to the page. */
function Grid({
  reader: {
    data: { images },
    view: { first, last, total },
    control,
    address,
  },
  marked,
  onChoose,
}: Pick<Props, 'reader' | 'marked'> & { onChoose: (page: number) => void }) {
  const { direction } = control.settings;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState(first);
  const columns = Math.max(3, Math.floor((width + GAP) / (CELL + GAP)));
  const cell = (Math.max(width, CELL) - GAP * (columns - 1)) / columns;
  const size = Math.round(cell * 1.4) + NUMBER;
  const lineFor = (page: number) => Math.floor((page - 1) / columns);
  const { from, to, look, reveal } = useVirtualList(box, { count: lineFor(total) + 1, size });

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(box.current!.firstElementChild!.clientWidth));
    observer.observe(box.current!);
    setWidth(box.current!.firstElementChild!.clientWidth);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    reveal(lineFor(first), true);
    // oxlint-disable-next-line react/exhaustive-deps -- for another width only: else the visitor scrolls
  }, [width]);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[data-page="${at}"]`)?.focus({ preventScroll: true });
  }, [at, width]);

  const onKeyDown = (event: KeyboardEvent) => {
    const side = direction === 'ltr' ? 1 : -1;
    const boxful = columns * Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / size));
    const steps: Record<string, number> = {
      ArrowRight: side,
      ArrowLeft: -side,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: boxful,
      PageUp: -boxful,
      Home: -total,
      End: total,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const page = Math.min(Math.max(at + steps[event.key]!, 1), total);
    reveal(lineFor(page));
    setAt(page);
  };
  const lines = new Set([...Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index), lineFor(at)]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the links within
    <div ref={box} className="all-pages__box" onScroll={look} onKeyDown={onKeyDown}>
      <div style={{ blockSize: (lineFor(total) + 1) * size }} dir={direction}>
        {[...lines].map((line) => (
          <div
            key={line}
            className="all-pages__line"
            style={{
              insetBlockStart: line * size,
              blockSize: size,
              gridTemplateColumns: `repeat(${columns}, ${cell}px)`,
              columnGap: GAP,
            }}
          >
            {images.slice(line * columns, (line + 1) * columns).map((image) => (
              <Thumb
                key={image.id}
                image={image}
                href={address(image.page)}
                isNow={image.page >= first && image.page <= last}
                isMarked={marked.has(image.page)}
                tabbed={image.page === at}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
